"""What is promised of derived bones, for every skinned file of the corpus, the examples and the cases."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from pantin.formats.gltf.check import check
from pantin.formats.gltf.document import read
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.model_edits import derive_skeletons, strip_skeletons
from pantin.formats.gltf.save import write

NAME = "KHR_skeleton_bone"
SAME = 1e-6
"""Of the largest coordinate: what may differ is the order in which float32 products are added."""

NOT_DERIVED = {"KHR-SKB-008"}
"""Several skins of one skeleton stay several: their joints are numbered by the vertices of each mesh."""


def skinned_files():
    """Every file with skins of the corpus, of the examples, and of the cases of rules about skeletons."""
    root = Path(__file__).parents[5]
    corpus = os.environ.get("PANTIN_CORPUS")
    folders = [Path(corpus)] if corpus else []
    folders += [root / "examples", *sorted((root / "tests" / "cases").glob("STAIK-*"))]
    folders += sorted((root / "tests" / "cases").glob("KHR-*"))
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in {".gltf", ".glb", ".vrm"} and b'"skins"' in path.read_bytes():
                yield pytest.param(path, id=f"{path.parent.name}/{path.name}")


def findings(document):
    return {one.rule for one in check(document) if one.rule.startswith("KHR-SKB")}


@pytest.mark.parametrize("path", list(skinned_files()))
def test_what_is_derived_keeps_every_promise(path, poses, tmp_path):
    """No rule of the extension is broken, vertices stay where they were, no index of the file changes, and to
    derive again, or after stripping, changes nothing.
    """
    document = read(path)
    before, old = lift(document).rig, document.tree
    used = NAME in old.get("extensionsUsed", ())
    errors = {one.rule for one in check(read(path)) if one.severity == "error"}
    if derive_skeletons(document, "overlap", False, "khr").refused:
        # Broken skins, meshes and skeletons in different scenes, or lengths that nothing derives.
        assert errors or len(old.get("scenes", ())) != 1
        return
    if not used:
        assert findings(document) <= NOT_DERIVED
    if not any(rule.startswith("STAIK") for rule in errors):
        assert not {one.rule for one in check(document) if one.severity == "error"} - errors
    assert_same_poses(poses, before, lift(document).rig)
    for index, node in enumerate(old["nodes"]):
        for member in ("name", "extras", "translation", "rotation", "scale", "matrix"):
            assert document.tree["nodes"][index].get(member) == node.get(member)
    target = tmp_path / path.name
    write(document, target)
    again = read(target)
    derive_skeletons(again, "overlap", False, "khr")
    assert not again.edited
    strip_skeletons(again)
    assert NAME.encode() not in again.new_text()
    assert_same_poses(poses, before, lift(again).rig)


def assert_same_poses(poses, before, after):
    for new, then in zip(poses(after), poses(before), strict=True):
        np.testing.assert_allclose(new, then, atol=SAME * max(1.0, np.abs(then).max(initial=0)))
