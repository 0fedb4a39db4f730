"""Springs, constraints and the character of a rig as custom data of the default prim: JSON with the paths of
prims and joints that they name, relative to the prim, so that it may be referenced from other stages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from pantin.formats.kept_parts import IndexMap, kept_parts
from pantin.formats.usd.conventions import JOINT_SEPARATOR, KEPT_PARTS
from pantin.rig import Rig

if TYPE_CHECKING:
    from pantin.formats.usd.lower.writer import StageWriter


class _Table:
    """Numbers for paths, in the order in which they are asked for."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def number(self, path: str) -> int:
        return self._numbers.setdefault(path, len(self._numbers))

    def paths(self) -> list[str]:
        return list(self._numbers)


def write_kept_parts(writer: StageWriter, rig: Rig) -> None:
    """Author the custom data, if a rig has such parts."""
    nodes, materials = _Table(), _Table()
    joints = writer.joints()

    def relative(path: str) -> str:
        return path.removeprefix(f"{writer.root}/")

    def node_index(node: int) -> int:
        if node not in joints:
            return nodes.number(relative(writer.prims[node]))
        skeleton, joint = joints[node]
        return nodes.number(f"{relative(skeleton)}{JOINT_SEPARATOR}{joint}")

    def mesh_indices(node: int) -> list[int]:
        return [nodes.number(relative(path)) for path in writer.mesh_prims.get(node, ())]

    def material_indices(material: int) -> list[int]:
        return [materials.number(relative(writer.material_path(material)))]

    parts = kept_parts(rig, IndexMap(node_index, mesh_indices, material_indices))
    if parts:
        whole = {"nodes": nodes.paths(), "materials": materials.paths(), **parts}
        text = msgspec.json.encode(whole, enc_hook=dict).decode()
        writer.stage.GetPrimAtPath(writer.root).SetCustomDataByKey(KEPT_PARTS, text)
