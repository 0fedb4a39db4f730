"""OFF files as they were read."""

from __future__ import annotations

import pytest

from pantin.base.errors import LimitExceeded
from pantin.base.limits import Limits
from pantin.formats.off.document import is_off, read


def test_the_text_is_kept():
    data = b"OFF\n1 0 0\n0 0 0 # alone\n"
    document = read(data, limits=Limits())
    assert document.data == data
    assert document.polytope.vertices.tolist() == [[0.0, 0.0, 0.0]]


def test_more_bytes_than_the_limit_are_refused():
    with pytest.raises(LimitExceeded):
        read(b"OFF\n1 0 0\n0 0 0\n", limits=Limits(file_bytes=10))


@pytest.mark.parametrize("suffix", [".off", ".4OFF", ".noff", ".12off"])
def test_a_file_is_told_by_its_suffix(suffix):
    assert is_off(b"", suffix)


@pytest.mark.parametrize("start", [b"OFF\n", b"# first\n 4OFF 1", b"nOFF\r\n3", b"OFF"])
def test_or_by_its_first_word(start):
    assert is_off(start, "")


@pytest.mark.parametrize("start", [b"OFFSET", b"x OFF", b"# OFF\n", b"", b"123OFF"])
def test_other_texts_are_not(start):
    assert not is_off(start, ".txt")
