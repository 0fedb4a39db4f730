"""What is promised of derived skeletons, for every skinned file of the corpus, the examples and the cases."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import get_args

import jsonschema
import numpy as np
import pytest

from pantin.formats.gltf.check import check
from pantin.formats.gltf.document import read
from pantin.formats.gltf.ext.staik_skeletons.lower import strip
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.model_edits import derive_skeletons as derived
from pantin.formats.gltf.save import write
from pantin.operations.edit.skeletons import Merge

NAME = "STAIK_skeletons"
SCHEMAS = Path(__file__).parents[5] / "docs" / "schemas"
SAME = 1e-6
"""Of the largest coordinate: what may differ is the order in which float32 products are added."""


def extension(holder):
    return holder["extensions"][NAME]


def skinned_files():
    """Every file with skins of the corpus, of the examples, and of the cases of these rules."""
    root = Path(__file__).parents[5]
    suffixes = {".gltf", ".glb", ".vrm"}
    corpus = os.environ.get("PANTIN_CORPUS")
    folders = [Path(corpus)] if corpus else []
    folders += [root / "examples", *sorted((root / "tests" / "cases").glob("STAIK-*"))]
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in suffixes and b'"skins"' in path.read_bytes():
                for merge in ("overlap",) if "cases" in path.parts else get_args(Merge):
                    yield pytest.param(path, merge, id=f"{path.parent.name}/{path.name}-{merge}")


@pytest.mark.parametrize(("path", "merge"), list(skinned_files()))
def test_what_is_derived_keeps_every_promise(path, merge, poses, tmp_path):
    """No rule of the extension is broken, vertices stay where they were, the rest of the file too, and to
    derive again, or after stripping, changes nothing.
    """
    document = read(path)
    before, old = lift(document).rig, document.tree
    if derived(document, merge, fix=True).refused:
        # Broken skins, which STAIK-029 forbids: nothing to promise.
        assert {one.severity for one in check(read(path))} >= {"error"}
        return
    assert not [one for one in check(document) if one.rule.startswith("STAIK") and one.severity == "error"]
    validate(document.tree)
    after = lift(document).rig
    for new, then in zip(poses(after), poses(before), strict=True):
        np.testing.assert_allclose(new, then, atol=SAME * max(1.0, np.abs(then).max(initial=0)))
    assert kept(old) == kept(document.tree, nodes=len(old["nodes"]))
    target = tmp_path / path.name
    write(document, target)
    again = read(target)
    derived(again, merge)
    assert not again.edited
    plain = read(target)
    strip(plain, lift(plain).rig)
    assert NAME.encode() not in plain.new_text()
    for new, then in zip(poses(lift(plain).rig), poses(before), strict=True):
        np.testing.assert_allclose(new, then, atol=SAME * max(1.0, np.abs(then).max(initial=0)))


def kept(tree, nodes=None):
    """What of a file no derivation may change: extensions of others, names and extras, by their places."""
    found = {}
    for at, node in enumerate(tree["nodes"][:nodes]):
        found["node", at] = {
            key: node.get(key) for key in ("name", "extras", "translation", "rotation", "matrix")
        }
        found["node extensions", at] = {k: v for k, v in node.get("extensions", {}).items() if k != NAME}
    for member, value in tree.items():
        if member in ("asset", "materials", "meshes", "images", "textures", "samplers", "cameras", "extras"):
            found[member] = value
    found["extensions"] = {k: v for k, v in tree.get("extensions", {}).items() if k != NAME}
    return found


def validate(tree):
    """The objects of the extension against our schemas of them."""
    schemas = {
        kind: json.loads((SCHEMAS / f"{kind}.STAIK_skeletons.schema.json").read_text(encoding="utf-8"))
        for kind in ("glTF", "node", "skin")
    }
    jsonschema.validate(extension(tree), schemas["glTF"])
    for kind, holders in (("node", tree["nodes"]), ("skin", tree["skins"])):
        for holder in holders:
            if NAME in holder.get("extensions", {}):
                jsonschema.validate(extension(holder), schemas[kind])
