"""The first screen lists what the parser knows."""

from __future__ import annotations

from pantin.cli.app import app
from pantin.cli.welcome import COMMANDS, screen


def test_every_command_of_the_parser_is_listed():
    assert {name for name in app if not name.startswith("-")} == set(COMMANDS)


def test_the_screen_fits_a_terminal_of_100_columns():
    assert max(map(len, screen().splitlines())) <= 100
