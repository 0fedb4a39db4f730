"""Styles: guessed from a text, and used for what is added to it."""

from __future__ import annotations

import json

import pytest

from pantin.formats.json_text.style import Style, guess_style, line_indent

VALUE = {"name": "a", "matrix": [1, 2.5], "empty": {}, "list": [{"x": None}]}


@pytest.mark.parametrize(
    "options", [{}, {"indent": 2}, {"indent": "\t"}, {"indent": 0}, {"separators": (",", ":")}]
)
def test_a_value_is_written_as_the_text_it_is_guessed_from(options):
    """Python's own writer stands for any program that lays out all its values in one way."""
    text = json.dumps(VALUE, **options)
    assert guess_style(text.encode()).render(VALUE).decode() == text


def test_arrays_of_numbers_stay_in_one_line_where_the_text_has_them_so():
    style = guess_style(b'{\n  "a": [1, 2],\n  "b": {}\n}')
    assert style.render({"x": [1, 2, 3]}, b"  ") == b'{\n    "x": [1, 2, 3]\n  }'


def test_the_line_ending_and_the_colon_are_taken_over():
    assert guess_style(b'\xef\xbb\xbf{\r\n "a" : 1\r\n}') == Style(b"\r\n", b" ", b" : ", b", ", True)


def test_commas_in_strings_are_not_looked_at():
    assert guess_style(b'{"a":"x, y","b":1}').comma == b","


def test_the_indentation_of_a_line():
    text = b"{\n  x: {\r\t y"
    assert line_indent(text, text.index(b"x")) == b"  "
    assert line_indent(text, text.index(b"y")) == b"\t "
    assert line_indent(text, 0) == b""
