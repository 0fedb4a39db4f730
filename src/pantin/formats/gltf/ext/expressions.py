"""Expressions of avatars (VRM 0.x and 1.0): blend shapes of several meshes that a person means by one word,
such as happy, and how to let go of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite
from typing import Any

from pantin.formats.gltf.document import Document
from pantin.formats.gltf.ext.vrmc_spring_bone.claims import as_object, index, number, objects
from pantin.report.pointer import pointer
from pantin.rig import Rig

PRESET, CUSTOM = (("extensions", "VRMC_vrm", "expressions", kind) for kind in ("preset", "custom"))
"""Where VRM 1.0 has its expressions, by name (VRMC_vrm 1.0 "Expressions")."""

GROUPS = ("extensions", "VRM", "blendShapeMaster", "blendShapeGroups")
"""Where VRM 0.x lists them."""

PERCENT = 100.0
"""VRM 0.x counts amounts up to this; VRM 1.0 up to 1."""


@dataclass(frozen=True, slots=True)
class Bind:
    """A blend shape of a node, and its amount at full strength."""

    node: int
    shape: int
    amount: float


@dataclass(frozen=True, slots=True)
class Expression:
    name: str
    binds: tuple[Bind, ...]


def expressions(tree: dict[str, Any], rig: Rig) -> list[Expression]:
    """The expressions of either version of VRM that move a blend shape of the rig, in the order of the
    file."""
    shapes = {one.node: rig.meshes[one.mesh].targets for one in rig.instances}
    found = [*_modern(tree, shapes), *_old(tree, rig, shapes)]
    return [one for one in found if one.binds]


def _modern(tree: dict[str, Any], shapes: dict[int, int]) -> Iterator[Expression]:
    """Presets and custom ones, bound to nodes."""
    for path in (PRESET, CUSTOM):
        for name, one in as_object(_at(tree, path)).items():
            binds = objects(as_object(one).get("morphTargetBinds"))
            made = (_bind(bind.get("node"), bind, 1.0, shapes) for bind in binds)
            yield Expression(name, tuple(bind for bind in made if bind is not None))


def _old(tree: dict[str, Any], rig: Rig, shapes: dict[int, int]) -> Iterator[Expression]:
    """Groups, bound to meshes, and so to every node that shows the mesh."""
    nodes: dict[int, list[int]] = {}
    for one in rig.instances:
        nodes.setdefault(one.mesh, []).append(one.node)
    for at, group in enumerate(objects(_at(tree, GROUPS))):
        words = (group.get("name"), group.get("presetName"))
        name = next((word for word in words if isinstance(word, str)), "")
        made = []
        for bind in objects(group.get("binds")):
            mesh = index(bind.get("mesh"), len(rig.meshes))
            users = [] if mesh is None else nodes.get(mesh, [])
            made += [_bind(node, bind, PERCENT, shapes) for node in users]
        yield Expression(name or f"expression {at}", tuple(bind for bind in made if bind is not None))


def _bind(node: Any, given: dict[str, Any], full: float, shapes: dict[int, int]) -> Bind | None:
    """The bind where it speaks of a blend shape that is there, with a number that is one."""
    count = shapes.get(node, 0) if type(node) is int else 0
    shape, weight = index(given.get("index"), count), number(given.get("weight"))
    if shape is None or weight is None or not isfinite(weight):
        return None
    return Bind(node, shape, min(max(weight / full, 0.0), 1.0))


def drop_target_binds(document: Document) -> None:
    """Take the blend shapes out of every expression, once the meshes have none; materials and gaze stay."""
    for place in list(_target_binds(document.tree)):
        document.remove(place)


def _target_binds(tree: dict[str, Any]) -> Iterator[str]:
    """Where the lists of binds stand: `morphTargetBinds` in VRM 1.0, `binds` of a group in VRM 0.x."""
    for path in (PRESET, CUSTOM):
        for name, expression in as_object(_at(tree, path)).items():
            if "morphTargetBinds" in as_object(expression):
                yield pointer(*path, name, "morphTargetBinds")
    for at, group in enumerate(objects(_at(tree, GROUPS))):
        if "binds" in group:
            yield pointer(*GROUPS, at, "binds")


def _at(tree: Any, path: tuple[str, ...]) -> Any:
    """What stands at a path of objects; None where a file has nothing there."""
    for name in path:
        tree = as_object(tree).get(name)
    return tree
