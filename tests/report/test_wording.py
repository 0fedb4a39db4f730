"""Words for messages: plurals, articles, names, and no character that could confuse a terminal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin.report.wording import (
    and_more,
    article,
    counted,
    cut,
    format_size,
    list_indices,
    named,
    printable,
    quoted,
)


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


def test_a_count_puts_its_noun_into_the_plural():
    assert [counted(count, "vertex") for count in (0, 1, 2000)] == [
        "0 vertices",
        "1 vertex",
        "2,000 vertices",
    ]
    assert counted(2, "blend shape") == "2 blend shapes"


@pytest.mark.parametrize(
    ("noun", "with_article"),
    [("override", "an override"), ("collider", "a collider"), ("STL file", "an STL file"), ("GLB", "a GLB")],
)
def test_the_article_goes_by_the_sound(noun, with_article):
    assert article(noun) == with_article


def test_a_thing_is_named_with_its_index():
    assert named("skin", 0, "Body") == 'skin "Body" (0)'
    assert named("skin", 0) == named("skin", 0, "") == "skin 0"
    assert named("skin", None, "Body") == 'skin "Body"'
    assert len(quoted("x" * 1000)) == 42


def test_a_list_is_cut_after_three():
    assert list_indices("joint", [4]) == "joint 4"
    assert list_indices("joint", [4, 7, 9, 12]) == "joints 4, 7, 9 and 1 more"
    assert (and_more(1), and_more(3)) == ("", ", and 2 more")


def test_a_long_value_is_cut():
    assert cut("a" * 5000) == "a" * 119 + "…"
    assert cut("a" * 120) == "a" * 120
    assert cut("a b " * 100) == "a b " * 100
    assert len(cut("a b " * 1000)) == 1000
    assert cut(7) == 7


@pytest.mark.parametrize(
    ("count", "text"),
    [(0, "0 bytes"), (999, "999 bytes"), (1000, "0.977 KiB"), (1 << 20, "1 MiB"), (5 << 30, "5 GiB")],
)
def test_sizes(count, text):
    assert format_size(count) == text
