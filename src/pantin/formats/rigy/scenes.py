"""Rigs scenes: the tree of assets as nodes, each attached by its mount to a slot of its parent."""

from __future__ import annotations

from pantin import rig
from pantin.formats.rigy.assemble import Assembly, anchor_frame
from pantin.formats.rigy.attach import Affine, Frame, compose, mount_transform
from pantin.formats.rigy.project import SourceFile
from pantin.formats.rigy.schema.scene import Child, Scene
from pantin.formats.rigy.schema.scene import Frame as FrameName


def anchors_of(source: SourceFile, alias: str, frame_ref: FrameName, kind: str) -> tuple[str, ...] | None:
    """The three anchors of a slot or a mount; a name is looked up in the contract of the asset."""
    if frame_ref.anchors is not None:
        return frame_ref.anchors
    agreed = source.contracts.get(alias)
    if frame_ref.name is None or agreed is None or agreed.contract is None:
        return None
    return agreed.contract.find(kind, frame_ref.name)


def frame_of(source: SourceFile, alias: str, frame_ref: FrameName, kind: str) -> Frame | None:
    """The frame of a slot or a mount in the space of its asset."""
    asset = source.imports.get(alias)
    names = anchors_of(source, alias, frame_ref, kind)
    if asset is None or asset.document is None or names is None:
        return None
    return anchor_frame(asset.document, names)


def add_scene(assembly: Assembly, source: SourceFile) -> None:
    """Add the whole scene below a node named `scene`."""
    scene = source.scene
    assert scene is not None
    if assembly.profile.scene_world_matrices:
        _as_reference(assembly, source, scene)
        return
    root = assembly.node("scene")
    assembly.add(source.imports[scene.scene.base], root)
    for child in scene.scene.children:
        _child(assembly, source, child, scene.scene.base, root)


def _local_transform(source: SourceFile, child: Child, parent_base: str) -> Affine:
    slot = frame_of(source, parent_base, child.place.slot, "slot")
    mount = frame_of(source, child.base, child.place.mount, "mount")
    assert slot is not None
    assert mount is not None
    return mount_transform(slot, mount, child.place.rotate, child.place.nudge)


def _child(assembly: Assembly, source: SourceFile, child: Child, parent_base: str, parent: int) -> None:
    node = assembly.node(child.id, parent, _local_transform(source, child, parent_base))
    assembly.add(source.imports[child.base], node, f"{child.id}.")
    for grandchild in child.children:
        _child(assembly, source, grandchild, child.base, node)


def _as_reference(assembly: Assembly, source: SourceFile, scene: Scene) -> None:
    """As `Profile.scene_world_matrices` describes it: assets as orphans first, then the tree of copies."""
    meshes: dict[str, range] = {}
    for alias in dict.fromkeys([scene.scene.base, *_bases(scene.scene.children)]):
        first = len(assembly.meshes)
        assembly.add(source.imports[alias], nested=False)
        meshes[alias] = range(first, len(assembly.meshes))
    assembly.roots.clear()
    root = assembly.node("scene")
    _copies(assembly, meshes[scene.scene.base], root, "")
    for child in scene.scene.children:
        _reference_child(assembly, source, child, scene.scene.base, root, None, meshes)


def _bases(children: tuple[Child, ...]) -> list[str]:
    return [base for child in children for base in (child.base, *_bases(child.children))]


def _copies(assembly: Assembly, meshes: range, parent: int, prefix: str) -> None:
    for mesh in meshes:
        node = assembly.node(prefix + (assembly.meshes[mesh].name or ""), parent)
        assembly.instances.append(rig.Instance(node, mesh))


def _reference_child(
    assembly: Assembly,
    source: SourceFile,
    child: Child,
    parent_base: str,
    parent: int,
    world: Affine | None,
    meshes: dict[str, range],
) -> None:
    local = _local_transform(source, child, parent_base)
    own = local if world is None else compose(world, local)
    node = assembly.node(child.id, parent, own)
    _copies(assembly, meshes[child.base], node, f"{child.id}.")
    for grandchild in child.children:
        _reference_child(assembly, source, grandchild, child.base, node, own, meshes)
