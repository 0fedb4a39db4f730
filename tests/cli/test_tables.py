"""Tables: cut when long."""

from __future__ import annotations

import io

import pytest

from pantin.cli.streams import console
from pantin.cli.tables import NAMES, ROWS, format_names, print_faults, print_table
from pantin.formats.summary import Table


@pytest.mark.parametrize("every", [False, True])
def test_a_long_table_is_cut_with_a_note_unless_every_row_is_wanted(every):
    out = io.StringIO()
    table = Table("nodes", ("#", "name"), [(i, f"n{i}") for i in range(ROWS + 5)])
    print_table(table, console(out), every=every)
    assert out.getvalue().endswith("\n… and 5 more; --all shows them\n") != every
    assert (f"n{ROWS}" in out.getvalue()) == every


@pytest.mark.parametrize("every", [False, True])
def test_so_are_the_faults_of_a_file(every):
    out = io.StringIO()
    print_faults([f"fault {i}" for i in range(ROWS + 2)], console(out), every=every)
    assert ("… and 2 more; --all shows them" in out.getvalue()) != every
    assert (f"fault {ROWS}" in out.getvalue()) == every


def test_many_names_are_cut():
    assert format_names(["a"] * NAMES) == ", ".join(["a"] * NAMES)
    assert format_names(["a"] * (NAMES + 2)).endswith(" and 2 more")
    assert "more" not in format_names(["a"] * (NAMES + 2), every=True)
