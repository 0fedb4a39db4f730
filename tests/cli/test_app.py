"""The screens that a newcomer sees."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pantin import __version__
from pantin.cli.app import app
from pantin.cli.welcome import COMMANDS, screen

ROOT = Path(__file__).parents[2]
UNRUN = ("warmup", "completion", "view", "render")
"""Commands whose examples are only parsed: they take long, need an extra, open a browser, or write into the
user's home."""


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]])
def test_the_first_screen_names_every_command(pantin, arguments):
    ended = pantin(*arguments)
    assert (ended.code, ended.err) == (0, "")
    assert all(command in ended.out for command in COMMANDS)
    assert "pantin check examples/arm.glb" in ended.out


def examples(text):
    """The lines that begin with the program's name, without what is said about them."""
    lines = (line.strip() for line in text.splitlines())
    return [line.split("   ")[0] for line in lines if line.startswith("pantin ") and "COMMAND" not in line]


EXAMPLES = [(name, line) for name in COMMANDS for line in examples(app[name].help_epilogue)]


def test_every_command_has_examples():
    assert {name for name, _ in EXAMPLES} == set(COMMANDS)
    assert all(line.split()[1] == name for name, line in EXAMPLES)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command_ends_with_them(pantin, command):
    """Whole lines, also on a terminal of 80 columns."""
    ended = pantin(command, "--help")
    assert ended.code == 0
    _, _, last = ended.out.rpartition("For example:\n\n")
    assert all(line.startswith(f"    pantin {command}") for line in last.rstrip("\n").split("\n"))
    assert max(map(len, last.split("\n"))) <= 80


@pytest.mark.parametrize("line", [*(line for _, line in EXAMPLES), *examples(screen())])
def test_examples_work_from_the_root_of_the_project(line, pantin, tmp_path):
    """As pasted beside a copy of the examples, some of which are broken; pipes are left to the shell."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    words = shlex.split(line.partition(" | ")[0].partition(" > ")[0])[1:]
    if words[0] in UNRUN:
        app.parse_args(words, exit_on_error=False, print_error=False)
        return
    if "accepted.json" in words:
        pantin("check", "examples/", "--write-baseline", "accepted.json")
    code, said = streamed(words, tmp_path) if "-" in words else pantin(*words)[::2]
    assert code in ((0, 1) if words[0] == "check" else (0,)), said


def streamed(words, folder):
    """Exit code and standard error of a program whose standard streams are files and pipes."""
    words, _, file = (list(part) for part in partition(words, "<"))
    given = (folder / file[0]).read_bytes() if file else b""
    command = [sys.executable, "-m", "pantin", *words]
    ended = subprocess.run(command, input=given, capture_output=True, cwd=folder, check=False)
    return ended.returncode, ended.stderr.decode()


def partition(words, mark):
    at = words.index(mark) if mark in words else len(words)
    return words[:at], words[at : at + 1], words[at + 1 :]


def test_the_version(pantin):
    assert pantin("--version") == (0, f"{__version__}\n", "")
