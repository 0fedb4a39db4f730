"""Which node a finding speaks of, so that a page can select it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.report.pointer import tokens

if TYPE_CHECKING:
    from pantin.report import Finding
    from pantin.rig import Rig


def subject(rig: Rig, finding: Finding) -> int | None:
    """The node that the place of a finding leads to, through meshes, skins and clips if need be; None where
    it leads to none."""
    kind, *rest = (*tokens(finding.pointer or ""), "")
    at = _number(rest[0]) if rest else None
    if at is None:
        return None
    found = {"nodes": _node, "meshes": _on_mesh, "skins": _in_skin, "animations": _in_clip}.get(kind)
    node = None if found is None else found(rig, at, rest[1:])
    return node if node is not None and 0 <= node < len(rig.nodes) else None


def _number(token: str) -> int | None:
    return int(token) if token.isascii() and token.isdecimal() else None


def _node(rig: Rig, at: int, rest: list[str]) -> int | None:
    return at


def _on_mesh(rig: Rig, at: int, rest: list[str]) -> int | None:
    return next((one.node for one in rig.instances if one.mesh == at), None)


def _in_skin(rig: Rig, at: int, rest: list[str]) -> int | None:
    if at >= len(rig.skins):
        return None
    joints = rig.skins[at].joints.tolist()
    place = _number(rest[1]) if rest[:1] == ["joints"] and len(rest) > 1 else None
    if place is not None and place < len(joints):
        return int(joints[place])
    return next((int(one) for one in joints if one >= 0), None)


def _in_clip(rig: Rig, at: int, rest: list[str]) -> int | None:
    place = _number(rest[1]) if rest[:1] == ["channels"] and len(rest) > 1 else None
    channels = rig.clips[at].channels if at < len(rig.clips) else ()
    return channels[place].node if place is not None and place < len(channels) else None
