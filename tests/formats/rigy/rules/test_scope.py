"""What rules are told about names that could not be read."""

from __future__ import annotations

import json

from pantin.formats.rigy.compile import check_file, check_text
from pantin.formats.rigy.profile import STANDARD
from pantin.formats.rigy.project import SourceFile
from pantin.formats.rigy.rules import scope as rules_scope
from pantin.formats.rigy.rules.scope import COMPARED, Scope, missing, pointer_to
from pantin.formats.rigy.source import compose


def test_a_name_is_missing_only_where_all_names_were_read():
    assert missing("a", {"b"})
    assert not missing("b", {"b"})
    assert not missing("", {"b"})
    assert not missing("a", {"b", ""})


def test_pointers_escape_names():
    assert pointer_to(("materials", "a/b"), "base_color") == "/materials/a~1b/base_color"


def test_one_mistake_is_reported_once():
    """A bone whose id is no text cannot be told from the one the weights name."""
    text = """
version: "0.3"
meshes: [{id: m, primitives: [{id: p, type: sphere, dimensions: {radius: 1}}]}]
armatures: [{id: r, bones: [{id: 7, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}]
bindings: [{mesh_id: m, armature_id: r, weights: [{primitive_id: p, bones: [{bone_id: root, weight: 1}]}]}]
"""
    assert [one.rule for one in check_text(text).errors] == ["RIGY-P10"]


def test_what_names_one_of_two_with_the_same_id_means_the_first():
    """The second `m` has no primitives: that is one mistake, not one for every weight."""
    text = """
version: "0.3"
meshes: [{id: m, primitives: [{id: p, type: sphere, dimensions: {radius: 1}}]}, {id: m, primitives: []}]
armatures: [{id: r, bones: [{id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}]
bindings: [{mesh_id: m, armature_id: r, weights: [{primitive_id: p, bones: [{bone_id: root, weight: 1}]}]}]
"""
    assert [one.rule for one in check_text(text).errors] == ["RIGY-V01"]


def test_guesses_end_where_they_would_take_long():
    scope = Scope(SourceFile(compose("a: 1"), None, "a", None), STANDARD)
    assert scope.suggest("rooot", ["root"]) == "; did you mean 'root'?"
    assert scope.suggest("x" * 100, ["x" * 99]) == ""
    assert scope.suggest("rooot", ["root"] * COMPARED) == ""
    assert scope.suggest("rooot", ["root"]) == ""


def test_a_weight_file_is_composed_once_for_all_that_is_wrong_in_it(tmp_path, monkeypatch):
    entries = [{"vertex": k, "bones": [{"bone_id": f"x{k}", "weight": 1}]} for k in range(24)]
    content = {"primitive_id": "p", "vertex_count": 24, "influences": entries}
    (tmp_path / "w.json").write_text(json.dumps(content), encoding="utf-8")
    document = tmp_path / "a.rigy.yaml"
    document.write_text(
        """version: "0.3"
meshes: [{id: m, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}]
armatures: [{id: r, bones: [{id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}]
bindings: [{mesh_id: m, armature_id: r, weight_maps: [{primitive_id: p, source: w.json}]}]
""",
        encoding="utf-8",
    )
    composed = []
    monkeypatch.setattr(rules_scope, "compose", lambda raw: composed.append(raw) or compose(raw))
    errors = check_file(document).errors
    assert [one.rule for one in errors] == ["RIGY-P43"] * 24
    assert errors[0].message.endswith(f"(read by {document}:4)")
    assert len(composed) == 1
