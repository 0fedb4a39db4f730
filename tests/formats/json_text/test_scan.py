"""Where members are: spans, and keys that an object has twice."""

from __future__ import annotations

import json

import msgspec
import pytest

from pantin.formats.json_text import duplicate_keys, locate


def test_the_span_of_a_value_is_its_bytes_and_the_key_begins_before_it():
    text = b'{ "nodes": [ {"name": "a"}, 12.50 ] }'
    found = locate(text, ["", "/nodes", "/nodes/0/name", "/nodes/1"])
    assert {place: text[span.start : span.end] for place, span in found.items()} == {
        "": text,
        "/nodes": b'[ {"name": "a"}, 12.50 ]',
        "/nodes/0/name": b'"a"',
        "/nodes/1": b"12.50",
    }
    assert found["/nodes"].key == 2
    assert found["/nodes/1"].key is None


def test_pointers_that_are_not_there_are_left_out():
    assert locate(b'{"a":[1]}', ["/b", "/a/1", "/a/0/x", "/a/-"]) == {}


def test_escaped_keys_are_compared_by_what_they_mean():
    text = '{"\\u0061/b~": 1, "é": 2}'.encode()
    found = locate(text, ["/a~1b~0", "/é"])
    assert [text[span.start : span.end] for span in found.values()] == [b"1", b"2"]


def test_brackets_and_quotes_inside_strings_do_not_count():
    text = json.dumps({"a": ']}"\\', "b": [{"c": "[{"}], "d": 4}).encode()
    span = locate(text, ["/d"])["/d"]
    assert text[span.start : span.end] == b"4"


def test_the_last_of_members_with_one_key_counts_as_for_a_parser():
    text = b'{"a":{"x":1},"a":{"y":2}}'
    assert locate(text, ["/a/x"]) == {}
    assert text[locate(text, ["/a/y"])["/a/y"].start :] == b"2}}"


def test_nesting_of_ten_thousand_is_an_answer():
    depth = 10_000
    text = b'{"a":' * depth + b"1" + b"}" * depth
    assert locate(text, ["/a" * depth])["/a" * depth].start == len(b'{"a":') * depth
    assert locate(text, ["/a"])["/a"].end == len(text) - 1
    assert duplicate_keys(text, None) == []
    nested = b"[" * depth + b'{"k":1,"k":2}' + b"]" * depth
    assert duplicate_keys(nested, None)[0][0] == "/0" * depth + "/k"


def repeated(text: bytes) -> list[tuple[str, int]]:
    return duplicate_keys(text, msgspec.json.decode(text))


def test_a_repeated_key_is_named_with_the_place_of_its_repetition():
    text = b'{"a":1,"b":[{"x":1,"y":2,"\\u0078":3},{"x":1}],"a":2}'
    assert repeated(text) == [("/b/0/x", text.index(b'"\\u0078"')), ("/a", text.rindex(b'"a"'))]
    text = b'{"a" : 1, "b":[{"x":1,"y":2,"x"\n:3}], "a":2}'
    assert repeated(text) == [("/b/0/x", text.rindex(b'"x"')), ("/a", text.rindex(b'"a"'))]


@pytest.mark.parametrize(
    "other",
    [b'":z"', b'" :z"', b'"\\u003az"', b'"\\":"', b'"\\\\"', '"\u00e9:"'.encode(), b'{"k\\\\":":"}'],
)
def test_strings_with_quotes_and_colons_hide_no_repeated_key(other):
    """Members are counted by their quotes, which such strings have too."""
    text = b'{"a":1,"b":[' + other + b'],"c":{"d":' + other + b',"d":1},"e":' + other + b"}"
    assert repeated(text) == [("/c/d", text.rindex(b'"d"'))]
    assert repeated(text.replace(b',"d":1', b"")) == []


def test_equal_keys_of_different_objects_are_no_duplicates():
    assert repeated(b'{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}') == []
