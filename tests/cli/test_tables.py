"""Tables: cut when long, sizes in words."""

from __future__ import annotations

import io

import pytest

from pantin.cli.streams import console
from pantin.cli.tables import NAMES, ROWS, listed, size, table


@pytest.mark.parametrize(
    ("count", "text"),
    [(0, "0 bytes"), (999, "999 bytes"), (1000, "0.977 KiB"), (1 << 20, "1 MiB"), (5 << 30, "5 GiB")],
)
def test_sizes(count, text):
    assert size(count) == text


def test_a_long_table_says_how_much_is_left_out():
    out = io.StringIO()
    console(out).print(table("nodes", ("#", "name"), [(i, f"n{i}") for i in range(ROWS + 5)]))
    assert "and 5 more" in out.getvalue()
    assert f"n{ROWS}" not in out.getvalue()


def test_many_names_are_cut():
    assert listed(["a"] * NAMES) == ", ".join(["a"] * NAMES)
    assert listed(["a"] * (NAMES + 2)).endswith(" and 2 more")
