"""What is written is read again."""

from __future__ import annotations

import numpy as np

from pantin.formats.off.read import read
from pantin.formats.off.write import lines, write


def test_there_and_back(tesseract, tmp_path):
    turned = tesseract.vertices / 3**0.5
    from pantin.base.records import replace

    write(replace(tesseract, vertices=turned), tmp_path / "a.4off")
    again = read((tmp_path / "a.4off").read_bytes())
    assert np.array_equal(again.vertices, turned)
    assert again.elements == tesseract.elements


def test_the_header_counts_edges_too(tesseract):
    first, second, *_ = lines(tesseract)
    assert (first, second) == ("4OFF\n", "16 24 32 8\n")
