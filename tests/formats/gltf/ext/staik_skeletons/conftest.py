"""What the tests of STAIK_skeletons share: a small arm with all of the extension, and ways to change it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pantin.formats.gltf.check import check
from pantin.formats.gltf.document import Document, read

GOOD = Path(__file__).parents[4] / "cases" / "STAIK-001" / "good.gltf"
NAME = "STAIK_skeletons"


class Arm:
    """Nodes: 0 armature, 1 root joint, 2 joint one unit above it, 3 the skinned mesh beside the root."""

    def __init__(self) -> None:
        self.tree: dict[str, Any] = json.loads(GOOD.read_text(encoding="utf-8"))

    @property
    def skeletons(self) -> list[Any]:
        return self.tree["extensions"][NAME]["skeletons"]

    @property
    def nodes(self) -> list[Any]:
        return self.tree["nodes"]

    @property
    def skin(self) -> dict[str, Any]:
        return self.tree["skins"][0]

    def plain(self) -> Arm:
        """The same without the extension."""
        del self.tree["extensions"], self.tree["extensionsUsed"], self.skin["skeleton"]
        for holder in (*self.nodes, self.skin):
            holder.pop("extensions", None)
        return self

    def node(self, parent: int | None = None, **members: Any) -> int:
        """Another node below `parent`, or at the root of the scene."""
        self.nodes.append(members)
        at = len(self.nodes) - 1
        place = self.tree["scenes"][0]["nodes"] if parent is None else None
        (self.nodes[parent or 0].setdefault("children", []) if place is None else place).append(at)
        return at

    def mark(self, node: int, skeleton: Any) -> None:
        self.nodes[node]["extensions"] = {NAME: {"skeleton": skeleton}}

    def document(self) -> Document:
        return read(json.dumps(self.tree).encode(), name="arm.gltf")

    def places(self, rule: str) -> list[tuple[str | None, str]]:
        """Where a rule speaks, and how severely."""
        found = check(self.document())
        return [(one.pointer, one.severity) for one in found if one.rule == f"STAIK-{rule}"]


@pytest.fixture
def arm() -> Arm:
    return Arm()
