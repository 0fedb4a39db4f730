"""Texts that are OFF, and texts that are not."""

from __future__ import annotations

import pytest

from pantin.formats.off.errors import OffError
from pantin.formats.off.read import read


def test_off_with_comments_and_colours():
    text = b"OFF # a triangle\n3 1 3\n0 0 0\n1 0 0 # b\n0 1 0\n3 0 1 2 255 0 0\n"
    document = read(text)
    assert document.vertices.shape == (3, 3)
    assert document.elements == ([[0, 1, 2]],)


def test_4off_has_cells_of_faces():
    text = (
        b"4OFF\n4 4 6 1\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n3 0 1 2\n3 0 1 3\n3 0 2 3\n3 1 2 3\n4 0 1 2 3\n"
    )
    document = read(text)
    assert document.dimension == 4
    assert document.elements[1] == [[0, 1, 2, 3]]
    assert read(text.replace(b"4OFF", b"nOFF 4")).dimension == 4


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"PLY",
        b"OFF",
        b"OFF 1",
        b"OFF 1 0 0\n0 0",
        b"OFF 1 0 0\n0 0 x",
        b"OFF 3 1 0\n0 0 0 0 0 0 0 0 0\n3 0 1 3",
        b"OFF -1 0 0",
        b"99OFF",
        b"9" * 5000 + b"OFF",
        b"nOFF 20",
        b"\xff\xfe",
        b"OFF 1 0 0\n0 0 nan",
    ],
)
def test_other_texts_are_refused(text):
    with pytest.raises(OffError):
        read(text)


def test_counts_that_lie_are_refused_before_memory_is_taken():
    """Each vertex, face and cell takes a word: the text cannot hold more of them than it has words."""
    with pytest.raises(OffError, match="99,999,999,999, but the file has only 4 words"):
        read(b"OFF 99999999999 0 0\n")
