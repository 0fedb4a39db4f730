"""The node that a finding is about, so that the page can select it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.report.pointer import tokens

if TYPE_CHECKING:
    from pantin.report import Finding
    from pantin.rig import Rig


def find_node(rig: Rig, finding: Finding) -> int | None:
    """The node that a finding's pointer leads to, also through a mesh, skin or clip; None for others."""
    kind, *rest = (*tokens(finding.pointer or ""), "")
    index = _number(rest[0]) if rest else None
    if index is None:
        return None
    lookup = {"nodes": _node, "meshes": _node_of_mesh, "skins": _node_of_skin, "animations": _node_of_clip}
    find = lookup.get(kind)
    node = None if find is None else find(rig, index, rest[1:])
    return node if node is not None and 0 <= node < len(rig.nodes) else None


def _number(token: str) -> int | None:
    return int(token) if token.isascii() and token.isdecimal() else None


def _node(rig: Rig, index: int, rest: list[str]) -> int | None:
    return index


def _node_of_mesh(rig: Rig, index: int, rest: list[str]) -> int | None:
    return next((instance.node for instance in rig.instances if instance.mesh == index), None)


def _node_of_skin(rig: Rig, index: int, rest: list[str]) -> int | None:
    if index >= len(rig.skins):
        return None
    joints = rig.skins[index].joints.tolist()
    position = _number(rest[1]) if rest[:1] == ["joints"] and len(rest) > 1 else None
    if position is not None and position < len(joints):
        return int(joints[position])
    return next((int(joint) for joint in joints if joint >= 0), None)


def _node_of_clip(rig: Rig, index: int, rest: list[str]) -> int | None:
    position = _number(rest[1]) if rest[:1] == ["channels"] and len(rest) > 1 else None
    channels = rig.clips[index].channels if index < len(rig.clips) else ()
    return channels[position].node if position is not None and position < len(channels) else None
