"""The screens that a newcomer sees."""

from __future__ import annotations

import pytest

from pantin import __version__

COMMANDS = ("check", "explain", "inspect", "convert", "completion")


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]])
def test_the_first_screen_names_every_command(pantin, arguments):
    ended = pantin(*arguments)
    assert (ended.code, ended.err) == (0, "")
    assert all(command in ended.out for command in COMMANDS)
    assert "pantin check hero.glb" in ended.out


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command_has_an_example(pantin, command):
    ended = pantin(command, "--help")
    assert ended.code == 0
    assert f"    pantin {command}" in ended.out


def test_the_version(pantin):
    assert pantin("--version") == (0, f"{__version__}\n", "")
