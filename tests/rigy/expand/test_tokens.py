"""Tokens: what is an identifier, and every text visited once."""

from __future__ import annotations

import pytest

from pantin.rigy.expand.tokens import each_text, is_expression, is_identifier
from pantin.rigy.source import compose


@pytest.mark.parametrize(
    ("name", "is_one"), [("a_1", True), ("_", True), ("1a", False), ("a-b", False), (3, False)]
)
def test_identifiers(name, is_one):
    assert is_identifier(name) is is_one


def test_an_expression_has_something_after_its_sign():
    assert is_expression("=1")
    assert not is_expression("=")
    assert not is_expression("a=1")


def test_texts_are_replaced_with_a_note_of_what_they_were():
    root = compose("a: $x\nb: [$x, 1, {c: =x}]\nskip: $x\nplain: x\n").root
    each_text(root, lambda text, path: text.upper(), ("skip",))
    assert root == {"a": "$X", "b": ["$X", 1, {"c": "=X"}], "skip": "$x", "plain": "x"}
    assert root["b"].notes == {0: "$x"}
