"""Names that outgrow memory are kept on disk, with the same results."""

from __future__ import annotations

import os
import random

import pytest

from pantin.batch.spill import NameTable, sort_names

NAMES = ["b", "a", "ä", "z/1", os.fsdecode(b"\xff\xfe"), "\U0001f642", "A"]


@pytest.mark.parametrize("most", [3, 100])
def test_names_are_sorted_by_their_characters(most):
    shuffled = random.Random(0).sample(NAMES, len(NAMES))
    assert list(sort_names(shuffled, most)) == sorted(NAMES, key=os.fsencode)


@pytest.mark.parametrize("most", [0, 3, 100])
def test_the_first_value_stays_until_it_is_replaced(most):
    table = NameTable(most)
    assert [table.add(name, f"1{name}") for name in NAMES] == [None] * len(NAMES)
    assert [table.add(name, "2") for name in NAMES] == [f"1{name}" for name in NAMES]
    table.replace("a", "3")
    assert (table.get("a"), table.get("b"), table.get("none")) == ("3", "1b", None)
    table.close()
