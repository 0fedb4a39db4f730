"""What the tests of KHR_skeleton_bone share: a small arm with all of the extension, and ways to change it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pantin.formats.gltf.check import check
from pantin.formats.gltf.derivation import Derivation
from pantin.formats.gltf.document import Document, read
from pantin.formats.gltf.model_edits import derive_skeletons

GOOD = Path(__file__).parents[4] / "cases" / "KHR-SKB-002" / "good.gltf"
NAME = "KHR_skeleton_bone"


class Arm:
    """Nodes: 0 the skeleton, 1 its bone, 2 a bone connected to that, 3 the skinned mesh."""

    def __init__(self) -> None:
        self.tree: dict[str, Any] = json.loads(GOOD.read_text(encoding="utf-8"))

    @property
    def nodes(self) -> list[Any]:
        return self.tree["nodes"]

    def plain(self) -> Arm:
        """The same without the extension."""
        del self.tree["extensionsUsed"], self.tree["skins"][0]["skeleton"]
        for node in self.nodes:
            node.pop("extensions", None)
        return self

    def document(self) -> Document:
        return read(json.dumps(self.tree).encode(), name="arm.gltf")

    def derived(self) -> tuple[Document, Derivation]:
        document = self.document()
        return document, derive_skeletons(document, "overlap", False, "khr")

    def rules(self) -> list[str]:
        return [one.rule for one in check(self.document()) if one.rule.startswith("KHR")]


@pytest.fixture
def arm() -> Arm:
    return Arm()
