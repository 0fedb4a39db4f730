"""The help of every command: all that it takes is there, it fits a terminal, and its examples work."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pantin.cli.help import help_text
from pantin.cli.run import find
from pantin.cli.welcome import COMMANDS, screen

ROOT = Path(__file__).parents[2]
UNRUN = ("warmup", "completion", "view", "render", "lsp")
"""Commands whose examples are only parsed: they take long, need an extra, open a browser, or write into the
user's home."""


def examples(text):
    """The lines that begin with the program's name, without what is printed about them."""
    lines = (line.strip() for line in text.splitlines())
    return [line.split("   ")[0] for line in lines if line.startswith("pantin ") and "COMMAND" not in line]


EXAMPLES = [(name, line) for name in COMMANDS for line in examples(find(name).examples)]


def test_every_command_has_examples():
    assert {name for name, _ in EXAMPLES} == set(COMMANDS)
    assert all(line.split()[1] == name for name, line in EXAMPLES)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_every_command_ends_with_its_examples(pantin, name):
    for words in ((name, "--help"), (name, "-h"), (name, "x", "--help", "--nonsense"), ("--help", name)):
        ended = pantin(*words)
        assert (ended.code, ended.err) == (0, "")
        assert ended.out.startswith(f"Usage: pantin {name}")
    _, _, last = ended.out.rpartition("Examples:\n\n")
    assert all(line.startswith(f"    pantin {name}") for line in last.rstrip("\n").split("\n"))


@pytest.mark.parametrize("columns", [80, 200])
@pytest.mark.parametrize("name", COMMANDS)
def test_it_fits_the_terminal_and_is_never_wider_than_100_columns(monkeypatch, name, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    assert max(map(len, help_text(find(name), batch=True).splitlines())) <= min(columns, 100)


@pytest.mark.parametrize("name", COMMANDS)
def test_everything_that_a_command_takes_is_in_it(name):
    command = find(name)
    text = " ".join(help_text(command, batch=True).split())
    assert command.summary in text
    for argument in command.arguments:
        assert argument.label in text
        assert " ".join(argument.help.split()) in text
    for option in command.options:
        spelled = re.escape(f"{', '.join(option.spellings)} {option.metavar}".rstrip())
        assert re.search(rf"(?<!\S){spelled}(?!\S)", text)
        assert " ".join(option.help.split()) in text
        assert all(choice in text for choice in option.choices)
    assert text.count("Exit codes: 0 clean, 1 findings") == 1


@pytest.mark.parametrize("name", COMMANDS)
def test_options_for_many_files_are_a_group_at_the_end_that_is_asked_for(pantin, name):
    of_batches = [option for option in find(name).options if option.group == "batch"]
    short, full = pantin(name, "--help").out, pantin(name, "--help-batch").out
    assert ("Options for many files:" in full) == bool(of_batches)
    for option in of_batches:
        assert option.help not in " ".join(short.split())
        assert option.help in " ".join(full.split("Options for many files:")[1].split())
    named = [line for line in short.splitlines() if "--help-batch" in line]
    assert len(named) == bool(of_batches)
    assert all(len(line) <= 80 for line in named)


def test_what_is_required_optional_or_has_a_default_is_said():
    assert help_text(find("skeletons")).startswith("Usage: pantin skeletons [OPTIONS] SOURCE... [TARGET]\n")
    assert help_text(find("check")).startswith("Usage: pantin check [OPTIONS] FILES...\n")
    assert help_text(find("warmup")).startswith("Usage: pantin warmup\n")
    render = " ".join(help_text(find("render")).split())
    assert "transparent, or a colour as #rrggbb. [default: light]" in render
    assert "[default: False]" not in help_text(find("diff"))
    assert "[orthographic, perspective]" in " ".join(help_text(find("slice")).split())


@pytest.mark.parametrize("line", [*(line for _, line in EXAMPLES), *examples(screen())])
def test_examples_work_from_the_root_of_the_project(line, pantin, tmp_path):
    """As pasted beside a copy of the examples, some of which are broken, and a `hero.glb` for the first
    screen; pipes are left to the shell."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    shutil.copy(ROOT / "examples" / "arm.glb", tmp_path / "hero.glb")
    words = shlex.split(line.partition(" | ")[0].partition(" > ")[0])[1:]
    if words[0] in UNRUN:
        find(words[0]).parse(words[1:])
        return
    if "accepted.json" in words:
        pantin("check", "examples/", "--write-baseline", "accepted.json")
    code, message = streamed(words, tmp_path) if "-" in words else pantin(*words)[::2]
    assert code in ((0, 1) if words[0] in ("check", "diff") else (0,)), message


def streamed(words, folder):
    """Exit code and standard error of a program whose standard streams are files and pipes."""
    words, _, file = (list(part) for part in partition(words, "<"))
    given = (folder / file[0]).read_bytes() if file else b""
    command = [sys.executable, "-m", "pantin", *words]
    ended = subprocess.run(command, input=given, capture_output=True, cwd=folder, check=False)
    return ended.returncode, ended.stderr.decode()


def partition(words, mark):
    index = words.index(mark) if mark in words else len(words)
    return words[:index], words[index : index + 1], words[index + 1 :]
