"""The first screen lists every command."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pantin.cli
from pantin.cli.run import PRINTED, find
from pantin.cli.welcome import COMMANDS, commands, screen
from pantin.verbs import GROUPS

FOLDER = Path(pantin.cli.__file__).parent


def test_every_command_is_derived_and_every_module_with_a_command_is_listed():
    assert [find(name).name for name in COMMANDS] == list(COMMANDS)
    folder = Path(pantin.cli.__file__).parent
    modules = {
        path.stem for path in folder.glob("*.py") if "\nCOMMAND = " in path.read_text(encoding="utf-8")
    }
    assert modules == PRINTED <= set(COMMANDS)


def test_every_command_is_below_a_heading_once():
    lines = screen().splitlines()
    names = [line.split()[0] for line in lines if line.startswith("  ") and not line.startswith("    ")]
    assert names == list(commands())
    headings = [line for line, below in pairwise(lines) if below[:2] == "  " != below[2:4]]
    expected = [*(f"{group}:" for group in GROUPS), "Setup:"]
    assert [heading for heading in headings if heading[:1] != " "] == expected


def test_the_screen_fits_a_terminal_of_100_columns():
    assert max(map(len, screen().splitlines())) <= 100
