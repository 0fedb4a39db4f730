"""Rigs scenes: the tree of assets as nodes, each placed by its mount on its parent's slot."""

from __future__ import annotations

from pantin import rig
from pantin.rigy.assemble import Assembly, triple
from pantin.rigy.attach import Affine, Frame, compose, place
from pantin.rigy.schema.scene import Child, Scene
from pantin.rigy.schema.scene import Frame as FrameName
from pantin.rigy.units import Unit


def anchors_of(unit: Unit, alias: str, which: FrameName, kind: str) -> tuple[str, ...] | None:
    """The three anchors of a slot or a mount; by name they are looked up in the contract of the asset."""
    if which.anchors is not None:
        return which.anchors
    agreed = unit.contracts.get(alias)
    if which.name is None or agreed is None or agreed.contract is None:
        return None
    sets = agreed.contract.frame3_sets
    return sets.get(f"{kind}s.{which.name}", sets.get(which.name))


def frame_of(unit: Unit, alias: str, which: FrameName, kind: str) -> Frame | None:
    """The frame of a slot or a mount in the space of its asset."""
    asset = unit.imports.get(alias)
    names = anchors_of(unit, alias, which, kind)
    if asset is None or asset.document is None or names is None:
        return None
    return triple(asset.document, names)


def add_scene(assembly: Assembly, unit: Unit) -> None:
    """The whole scene below one node called `scene`."""
    scene = unit.scene
    assert scene is not None
    if assembly.profile.scene_world_matrices:
        _as_reference(assembly, unit, scene)
        return
    root = assembly.node("scene")
    assembly.add(unit.imports[scene.scene.base], root)
    for child in scene.scene.children:
        _child(assembly, unit, child, scene.scene.base, root)


def _placed(unit: Unit, child: Child, parent_base: str) -> Affine:
    slot = frame_of(unit, parent_base, child.place.slot, "slot")
    mount = frame_of(unit, child.base, child.place.mount, "mount")
    assert slot is not None
    assert mount is not None
    return place(slot, mount, child.place.rotate, child.place.nudge)


def _child(assembly: Assembly, unit: Unit, child: Child, parent_base: str, parent: int) -> None:
    node = assembly.node(child.id, parent, _placed(unit, child, parent_base))
    assembly.add(unit.imports[child.base], node, f"{child.id}.")
    for below in child.children:
        _child(assembly, unit, below, child.base, node)


def _as_reference(assembly: Assembly, unit: Unit, scene: Scene) -> None:
    """As `Profile.scene_world_matrices` describes it: assets as orphans first, then the tree of copies."""
    meshes: dict[str, range] = {}
    for alias in dict.fromkeys([scene.scene.base, *_bases(scene.scene.children)]):
        first = len(assembly.meshes)
        assembly.add(unit.imports[alias], nested=False)
        meshes[alias] = range(first, len(assembly.meshes))
    assembly.roots.clear()
    root = assembly.node("scene")
    _copies(assembly, meshes[scene.scene.base], root, "")
    for child in scene.scene.children:
        _reference_child(assembly, unit, child, scene.scene.base, root, None, meshes)


def _bases(children: tuple[Child, ...]) -> list[str]:
    return [base for child in children for base in (child.base, *_bases(child.children))]


def _copies(assembly: Assembly, meshes: range, parent: int, prefix: str) -> None:
    for at in meshes:
        node = assembly.node(prefix + (assembly.meshes[at].name or ""), parent)
        assembly.instances.append(rig.Instance(node, at))


def _reference_child(
    assembly: Assembly,
    unit: Unit,
    child: Child,
    parent_base: str,
    parent: int,
    world: Affine | None,
    meshes: dict[str, range],
) -> None:
    local = _placed(unit, child, parent_base)
    own = local if world is None else compose(world, local)
    node = assembly.node(child.id, parent, own)
    _copies(assembly, meshes[child.base], node, f"{child.id}.")
    for below in child.children:
        _reference_child(assembly, unit, below, child.base, node, own, meshes)
