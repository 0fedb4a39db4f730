"""What is not JSON is a fault with a place; what only one parser refuses is still read."""

from __future__ import annotations

import math

import pytest

from pantin.base.errors import LimitExceeded
from pantin.formats.json_text import (
    check_depth,
    is_unfinished,
    line_column,
    line_columns,
    parse,
)


def fault_of(text: bytes):
    value, fault = parse(text, 100)
    assert value is None
    assert fault is not None
    return fault


@pytest.mark.parametrize(
    ("text", "kind", "offset"),
    [
        (b"", "syntax", 0),
        (b"garbage", "syntax", 0),
        (b'{"a": 1,}', "syntax", 7),
        (b"[1, \n]", "syntax", 2),
        (b"[1,}", "syntax", 3),
        (b'{"a": 1', "syntax", 7),
        (b'{"a": 01}', "syntax", 7),
        (b"{}\0", "syntax", 2),
        (b'{"a": NaN}', "syntax", 6),
        (b'{"NaN": -Infinity}', "syntax", 8),
        (b'{"a": "no NaN here", "b": NaN}', "syntax", 26),
        (b'{"\xc3\xa9": 1,}', "syntax", 8),
        (b'{"a": "\xff"}', "encoding", 7),
    ],
)
def test_a_text_that_is_not_json_has_a_fault_at_its_place(text, kind, offset):
    fault = fault_of(text)
    assert (fault.kind, fault.offset) == (kind, offset)


def test_a_byte_order_mark_is_a_fault_and_the_rest_is_read():
    value, fault = parse(b'\xef\xbb\xbf{"a":1}', 100)
    assert value == {"a": 1}
    assert fault is not None
    assert fault.kind == "bom"


def test_numbers_past_the_range_of_a_double_are_json():
    """RFC 8259 §6 lets a parser choose what to make of them; a double's answer is infinity."""
    assert parse(b'{"a":1e999}', 100) == ({"a": math.inf}, None)
    assert parse(b'{"a":' + b"9" * 5000 + b"}", 100) == ({"a": math.inf}, None)


def test_half_a_surrogate_pair_becomes_the_replacement_character():
    """RFC 8259 §8.2: such a string is JSON, but names no character."""
    assert parse(b'{"a":"\\ud800","b":"\\ud83d\\ude00","c":"\\\\ud800"}', 100) == (
        {"a": "\ufffd", "b": "\U0001f600", "c": "\\ud800"},
        None,
    )


@pytest.mark.parametrize(
    "text", [b"[" * 10_000 + b"]" * 10_000, b'{"a":' * 200 + b"1" + b"}" * 200, b"[" * 10**6]
)
def test_nesting_deeper_than_the_limit_raises_before_anything_is_parsed(text):
    with pytest.raises(LimitExceeded) as caught:
        parse(text, 100)
    assert caught.value.limit == "json_depth"


def test_brackets_in_strings_are_no_nesting():
    text = b'["' + b"[" * 1000 + b'", "\\"' + b"{" * 1000 + b'"]'
    assert parse(text, 2)[1] is None


def test_an_open_string_full_of_escapes_is_answered_at_once():
    """Looking for its end again from each of its quotes would take hours."""
    assert fault_of(b'["' + b'\\"' * 500_000 + b"[" * 200).kind == "syntax"


def test_lines_end_with_lf_crlf_or_cr_and_columns_count_characters():
    text = "{\n\r\n\r\té x".encode()
    assert line_column(text, 0) == (1, 1)
    assert line_column(text, text.index(b"x")) == (4, 4)


def test_many_places_are_found_in_one_pass():
    text = 'é\r\nab\rc\n"ü", 1'.encode()
    offsets = [len(text) - 1, 0, 2, 4, 5, 7, 9]
    assert line_columns(text, offsets) == {offset: line_column(text, offset) for offset in offsets}
    assert line_columns(text, offsets)[len(text) - 1] == (4, 6)


@pytest.mark.parametrize("string", [b'"[[[["', b'"]]]]"', rb'"\\"', rb'"\"[[["', rb'"]\"]]"', b'"[[[['])
def test_brackets_in_strings_are_no_depth(string):
    """With escapes and without, closed and not."""
    check_depth(b"[" + string, 1)
    with pytest.raises(LimitExceeded):
        check_depth(b"[[" + string + b"]]", 1)


WHOLE = (
    '{"a é\\u00e9\\n\\"": [-0.5, 1e+20, -3E-1, true, false, null, "", {}, [ ] ],\r\n\t"b": "𝄞" } '.encode()
)


@pytest.mark.parametrize("cut", range(len(WHOLE.rstrip())))
def test_every_beginning_of_a_text_is_unfinished(cut):
    fault = parse(WHOLE[:cut])[1]
    assert fault is not None
    assert is_unfinished(WHOLE[:cut], fault)


@pytest.mark.parametrize("cut", range(1, len(WHOLE)))
def test_no_beginning_followed_by_what_json_has_not_is(cut):
    """The bytes of a BIN chunk's header, which a chunk that is too long takes in."""
    text = WHOLE[:cut] + b"\x08\0\0\0BIN\0\0\0\x80\x3f"
    fault = parse(text)[1]
    assert fault is not None
    assert not is_unfinished(text, fault)


@pytest.mark.parametrize(
    "text", [b'{"a":,', b"[1 2", b"{} {", b'{"a":NaN', b"[Infin", b"[01", b'"\xff', b'["\xff']
)
def test_a_text_that_is_wrong_before_its_end(text):
    fault = parse(text)[1]
    assert fault is not None
    assert not is_unfinished(text, fault)


def test_floats_that_are_integers_become_integers():
    """As JSON Schema has it: a number with a zero fraction is an integer, but −0.0 has a sign."""
    text = b'{"a": [2.0, 2.5, -0.0, 1e3, 1e300, {"b": -4.0}, 0e5, -0, 9007199254740993.0], "c": 0.0}'
    expected = "{'a': [2, 2.5, -0.0, 1000, 1e+300, {'b': -4}, 0, 0, 9007199254740992.0], 'c': 0}"
    assert repr(parse(text, integers=True)[0]) == expected
    assert repr(parse(b"3.0", integers=True)[0]) == "3"
    assert repr(parse(b"3.0")[0]) == "3.0"


def test_the_parser_of_odd_texts_makes_the_same_integers():
    """1e400 is beyond a double, which the fast parser refuses without `integers`, and half a surrogate pair
    always."""
    text = rb'["\ud800", 2.0, -0.0, 1e3, 1e400]'
    assert repr(parse(text, integers=True)[0][1:]) == "[2, -0.0, 1000, inf]"
    assert repr(parse(text)[0][1:]) == "[2.0, -0.0, 1000.0, inf]"
    assert parse(b"[1e400]", integers=True) == parse(b"[1e400]")
