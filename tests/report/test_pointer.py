"""Pointers as RFC 6901 gives them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin.report.pointer import pointer, tokens


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ((), ""),
        (("foo",), "/foo"),
        (("foo", 0), "/foo/0"),
        (("",), "/"),
        (("a/b",), "/a~1b"),
        (("m~n",), "/m~0n"),
        ((" ",), "/ "),
    ],
)
def test_the_examples_of_rfc_6901_section_5(parts, text):
    assert pointer(*parts) == text
    assert tokens(text) == tuple(map(str, parts))


@given(st.lists(st.text()))
def test_tokens_is_the_inverse_of_pointer(parts):
    assert list(tokens(pointer(*parts))) == parts
