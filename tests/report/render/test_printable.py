"""No text from a file can move a terminal's cursor, break a line or turn its direction."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin.report.render.printable import printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("腕 и café", "腕 и café"),
        ("左　腕", "左　腕"),
        ("\x1b[2J", "\\x1b[2J"),
        ("a\nb\r", "a\\nb\\r"),
        ("\x9b31m", "\\x9b31m"),
        ("\u202egnp.exe", "\\u202egnp.exe"),
        ("\u2028", "\\u2028"),
        ("\ud800", "\\ud800"),
    ],
)
def test_what_does_not_print_as_itself_is_escaped(text, shown):
    assert printable(text) == shown


@given(st.text(st.characters()))
def test_the_result_can_be_encoded_and_holds_no_control_character(text):
    shown = printable(text)
    shown.encode("utf-8")
    assert not any(ord(character) < 32 or 127 <= ord(character) < 160 for character in shown)
