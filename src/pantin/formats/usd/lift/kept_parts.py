"""Restore springs, constraints and the character of a rig from custom data."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from pantin.formats.kept_parts import IndexMap, read_character, read_constraints, read_springs
from pantin.formats.usd.conventions import JOINT_SEPARATOR, KEPT_PARTS

if TYPE_CHECKING:
    from pantin.formats.usd.lift.stage import StageReader


class _Kept(msgspec.Struct):
    """The content of the custom data: the numbered paths, and the parts."""

    nodes: tuple[str, ...] = ()
    materials: tuple[str, ...] = ()
    springs: Any = None
    constraints: Any = None
    character: Any = None


def read_kept_parts(reader: StageReader, prims: list[Any]) -> dict[str, Any]:
    """The parts in the custom data of the first of these prims. Data that do not fit the stage, and data on
    other prims, are dropped with a finding."""
    for prim in prims[1:]:
        reader.context.drop("kept", prim, "the springs and the character of a second model")
    return _read(reader, prims[0]) if prims else {}


def has_kept_parts(prim: Any) -> bool:
    return isinstance(prim.GetCustomDataByKey(KEPT_PARTS), str)


def _read(reader: StageReader, prim: Any) -> dict[str, Any]:
    try:
        kept = msgspec.json.decode(prim.GetCustomDataByKey(KEPT_PARTS), type=_Kept)
    except msgspec.DecodeError as error:
        reader.context.drop("kept", prim, f"the springs and the character: {error}")
        return {}
    indices = _index_map(reader, str(prim.GetPath()), kept)
    nodes, materials = len(reader.nodes), len(reader.materials.materials)
    shapes = {instance.node: reader.meshes[instance.mesh].blend_shape_count for instance in reader.instances}
    readers: dict[str, Callable[[object], object]] = {
        "springs": lambda value: read_springs(value, nodes, indices),
        "constraints": lambda value: read_constraints(value, nodes, indices),
        "character": lambda value: read_character(value, nodes, materials, shapes, indices),
    }
    parts: dict[str, Any] = {}
    for name, read in readers.items():
        value = getattr(kept, name)
        if value is not None:
            try:
                parts[name] = read(value)
            except ValueError as error:
                reader.context.drop("kept", prim, f"the {name}: {error}")
    return parts


def _index_map(reader: StageReader, root: str, kept: _Kept) -> IndexMap:
    def path_of(paths: tuple[str, ...], number: int) -> str:
        if not 0 <= number < len(paths):
            raise KeyError(f"path {number}")
        return paths[number]

    def node(number: int) -> int:
        path, _, joint = path_of(kept.nodes, number).partition(JOINT_SEPARATOR)
        skeleton = reader.skeletons.get(f"{root}/{path}")
        if skeleton is not None and joint in skeleton.joints:
            return skeleton.nodes[skeleton.joints.index(joint)]
        index = reader.node_of_prim.get(f"{root}/{path}", -1) if not joint else -1
        if index < 0:
            raise KeyError(f"prim or joint {root}/{path}{joint and JOINT_SEPARATOR}{joint}")
        return index

    def meshes(number: int) -> list[int]:
        path = f"{root}/{path_of(kept.nodes, number)}"
        return [reader.node_of_mesh[path]] if path in reader.node_of_mesh else [node(number)]

    def materials(number: int) -> list[int]:
        return reader.materials.indices_of(f"{root}/{path_of(kept.materials, number)}")

    return IndexMap(node, meshes, materials)
