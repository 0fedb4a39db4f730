"""A text that was cut is told from one that is wrong."""

from __future__ import annotations

import pytest

from pantin.formats.json_text.parse import parse
from pantin.formats.json_text.unfinished import is_unfinished

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
