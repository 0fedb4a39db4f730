"""Documents that are JSON texts, and their edited trees."""

from __future__ import annotations

import math

import pytest

import pantin
from pantin.formats.json_text import JsonDocument
from pantin.formats.json_text.document import EditedTree

TEXT = b'{"a": [1, 2.50], "b": {}}'


class Watched(JsonDocument):
    """Notes which members are about to change."""

    def __init__(self, text: bytes) -> None:
        super().__init__(text)
        self.changed: list[str | None] = []

    def before_change(self, collection: str | None) -> None:
        self.changed.append(collection)


def test_untouched_it_has_the_bytes_it_was_read_with():
    document = JsonDocument(TEXT)
    assert document.tree == {"a": [1, 2.5], "b": {}}
    assert (document.edited, document.touched, document.new_text()) == (False, (), TEXT)


def test_a_change_leaves_all_else_as_it_was_spelled():
    document = Watched(TEXT)
    document.set("/b/c", 1)
    assert document.append("/a", 3) == 2
    document.remove("/b/c")
    assert document.tree == {"a": [1, 2.5, 3], "b": {}}
    assert document.changed == ["b", "a", "b"]
    assert b"2.50" in document.new_text()


def test_a_copy_goes_its_own_way():
    first, second = JsonDocument(TEXT), JsonDocument(TEXT)
    first.set("/b/c", 1)
    second.take_edits(first)
    second.set("/b/c", 2)
    assert (first.tree["b"], second.tree["b"]) == ({"c": 1}, {"c": 2})


@pytest.mark.parametrize("text", [b"[]", b"{", b""])
def test_without_an_object_there_is_nothing_to_change(text):
    document = JsonDocument(text)
    assert document.tree == {}
    with pytest.raises(ValueError, match="no JSON object"):
        document.set("/a", 1)
    assert (document.json_error is None) == (text == b"[]")


def test_the_tree_it_begins_with_is_never_changed():
    root = {"nodes": [{"name": "a"}, {"name": "b"}], "asset": {}}
    tree = EditedTree(root)
    tree.set("/nodes/0/name", "c")
    assert root == {"nodes": [{"name": "a"}, {"name": "b"}], "asset": {}}
    assert tree.root == {"nodes": [{"name": "c"}, {"name": "b"}], "asset": {}}
    assert tree.root["nodes"][1] is root["nodes"][1]
    assert tree.root["asset"] is root["asset"]


def test_neither_of_two_copies_sees_what_the_other_changes():
    first = EditedTree({"nodes": [{}]})
    first.set("/nodes/0/name", "a")
    second = first.copy()
    second.set("/nodes/0/name", "b")
    first.append("/nodes", {})
    assert second.root == {"nodes": [{"name": "b"}]}
    assert first.root == {"nodes": [{"name": "a"}, {}]}
    assert list(first.touched) == ["/nodes/0/name", "/nodes/1"]


def test_append_makes_the_array_that_is_missing():
    tree = EditedTree({})
    assert [tree.append("/scenes", {}), tree.append("/scenes", {"name": "x"})] == [0, 1]
    assert tree.root == {"scenes": [{}, {"name": "x"}]}


def test_elements_behind_a_removed_one_move_and_are_touched():
    tree = EditedTree({"a": [0, 1, 2, 3], "b": 1})
    tree.remove("/a/1")
    tree.remove("/b")
    assert tree.root == {"a": [0, 2, 3]}
    assert list(tree.touched) == ["/a/1", "/a/2", "/a/3", "/b"]


def test_a_value_is_copied_when_it_is_set():
    value = [1, (2, 3)]
    tree = EditedTree({})
    tree.set("/x", value)
    value.append(4)
    assert tree.root == {"x": [1, [2, 3]]}


@pytest.mark.parametrize("place", ["", "/a/b", "/list/3", "/list/x", "/list/01", "/missing/x", "/list/0/x"])
def test_a_place_without_a_container_is_refused(place):
    with pytest.raises(ValueError, match=r"\S"):
        EditedTree({"a": 1, "list": [0, 1]}).set(place, 1)


@pytest.mark.parametrize("place", ["", "/b", "/list/2"])
def test_what_is_not_there_cannot_be_removed(place):
    with pytest.raises(ValueError, match=r"\S"):
        EditedTree({"a": 1, "list": [0, 1]}).remove(place)


def test_appending_to_what_is_no_array_is_refused():
    with pytest.raises(ValueError, match="not an array"):
        EditedTree({"a": {}}).append("/a", 1)


@pytest.mark.parametrize("value", [math.nan, [math.inf], {"x": "\ud800"}])
def test_values_json_cannot_say_are_refused(value):
    with pytest.raises(ValueError, match="/x"):
        EditedTree({}).set("/x", value)


@pytest.mark.parametrize("value", [{1: 2}, b"bytes", {"a": {3}}])
def test_types_json_does_not_know_are_refused(value):
    with pytest.raises(TypeError, match="/x"):
        EditedTree({}).set("/x", value)


def test_a_pointer_that_is_none_is_refused():
    document = pantin.load("examples/arm.glb").document
    assert document.get("/nodes/01") is None
    with pytest.raises(ValueError, match="begins with a slash"):
        document.get("nodes/0")
    with pytest.raises(TypeError, match="a JSON pointer is a string"):
        document.get(3)
