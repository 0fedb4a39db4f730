"""What rules are told about names that could not be read."""

from __future__ import annotations

from pantin.rigy import check_text
from pantin.rigy.rules.scope import at, missing


def test_a_name_is_missing_only_where_all_names_were_read():
    assert missing("a", {"b"})
    assert not missing("b", {"b"})
    assert not missing("", {"b"})
    assert not missing("a", {"b", ""})


def test_pointers_escape_names():
    assert at(("materials", "a/b"), "base_color") == "/materials/a~1b/base_color"


def test_one_mistake_is_reported_once():
    """A bone whose id is no text cannot be told from the one the weights name."""
    text = """
version: "0.3"
meshes: [{id: m, primitives: [{id: p, type: sphere, dimensions: {radius: 1}}]}]
armatures: [{id: r, bones: [{id: 7, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}]
bindings: [{mesh_id: m, armature_id: r, weights: [{primitive_id: p, bones: [{bone_id: root, weight: 1}]}]}]
"""
    assert [one.rule for one in check_text(text).errors] == ["RIGY-P10"]
