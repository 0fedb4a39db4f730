"""Places of values in a text: each span holds the characters it was made from."""

from __future__ import annotations

from pantin.formats.rigy.spans import spans

TEXT = "é: 1\nmeshes:\n  - id: a\n    empty:\n  # between\n  - {id: 'b', x: [1, 2]}\n"


def test_spans_hold_the_characters_they_stand_on():
    root = spans(TEXT)
    assert root.names == ["é", "meshes"]
    first, second = root.get("meshes").items
    assert TEXT[first.start : first.end] == "id: a\n    empty:"
    assert TEXT[second.start : second.end] == "{id: 'b', x: [1, 2]}"
    assert second.flow
    assert not first.flow
    assert second.get("id").value == "b"
    assert second.get("none") is None


def test_an_empty_text_has_none():
    assert spans("# nothing\n") is None


def test_a_list_has_no_keys():
    """As in `- - {…}` where a mesh is meant: found by fuzzing."""
    inner = spans("meshes:\n  - - {id: a}\n").get("meshes").items[0]
    assert inner.kind == "list"
    assert inner.get("id") is None


def test_aliases_are_values_and_keys():
    """YAML 1.2 §7.1: an alias node stands wherever a node may; fixes pass over it."""
    root = spans("version: *a\n? *b\n: *c\nid: d\n")
    assert [key.kind for key in root.keys] == ["scalar", "alias", "scalar"]
    assert [item.kind for item in root.items] == ["alias", "alias", "scalar"]
    assert root.get("id").value == "d"
