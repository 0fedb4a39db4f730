"""Documents that are JSON texts."""

from __future__ import annotations

import pytest

from pantin.formats.json_text import JsonDocument

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
