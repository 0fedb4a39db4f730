"""Completion scripts derive from the commands, the formats and the rules; that of bash is run."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from pantin.cli.run import find
from pantin.cli.welcome import COMMANDS
from pantin.formats.format import Format
from pantin.formats.registry import register, unregister

SHELLS = {"bash": ["bash", "-n"], "zsh": ["zsh", "-n"], "fish": ["fish", "--no-execute"]}
HARNESS = """
source pantin.bash
COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); COMPREPLY=()
_pantin
printf '%s\\n' "${COMPREPLY[@]}"
"""
bash = pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")


@pytest.fixture
def completed(pantin, models):
    """What bash offers for the last of some words, in a folder with models."""
    models.joinpath("pantin.bash").write_text(pantin("completion", "bash").out)
    models.joinpath("harness.bash").write_text(HARNESS)

    def complete(*words):
        command = ["bash", "harness.bash", "pantin", *words]
        done = subprocess.run(command, capture_output=True, text=True, cwd=models, check=True)
        assert done.stderr == ""
        return set(done.stdout.splitlines()) - {""}

    return complete


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_for_each_shell_names_every_command_and_option(pantin, shell):
    ended = pantin("completion", shell)
    assert (ended.code, ended.err) == (0, "")
    options = {option for name in COMMANDS for option in find(name).options}
    names = {spelling for option in options for spelling in option.spellings if spelling.startswith("--")}
    spelled = {f"-l {name[2:]}" for name in names} if shell == "fish" else names
    assert {name for name in (*COMMANDS, *spelled) if name not in ended.out} == set()
    for words in ("json", "provenance", ".gltf", ".rigy.yaml", "GLTF-NODE_LOOP", "LOSS"):
        assert words in ended.out


@pytest.mark.parametrize("shell", SHELLS)
def test_the_shell_can_read_its_script(pantin, models, shell):
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} here")
    models.joinpath("script").write_text(pantin("completion", shell).out)
    subprocess.run([*SHELLS[shell], "script"], cwd=models, check=True)


@bash
def test_commands_and_options_are_completed(completed):
    assert completed("c") == {"check", "clips", "compile", "convert", "completion"}
    assert completed("--v") == {"--version"}
    assert completed("check", "--str") == {"--strict"}
    assert completed("convert", "arm.glb", "--") >= {"--embed", "--separate", "--help"}
    assert completed("view", "-") >= {"-o", "--out", "--no-open"}


@bash
def test_choices_are_completed_in_both_spellings(completed):
    """bash makes three words of `--format=j`."""
    assert completed("check", "--format", "") == {"text", "json", "github", "sarif", "junit", "markdown"}
    assert completed("check", "--format", "j") == {"json", "junit"}
    assert completed("check", "--format", "=", "j") == {"json", "junit"}
    assert completed("check", "--format", "=") == {"text", "json", "github", "sarif", "junit", "markdown"}
    assert completed("schema", "rig") == {"rigy", "rigs"}
    assert completed("completion", "") == {"bash", "zsh", "fish"}


@bash
def test_files_are_completed_by_the_suffixes_of_the_formats(completed, models):
    for name in ("a.rigy.yaml", "a.yaml", "a.txt", "a.stl", "a b.g4b"):
        models.joinpath(name).touch()
    models.joinpath("folder").mkdir()
    assert completed("check", "a") == {"arm.glb", "a.rigy.yaml", "a b.g4b"}
    assert completed("compile", "a") == {"a.rigy.yaml"}
    assert completed("convert", "arm.glb", "a") == {"arm.glb", "a.rigy.yaml", "a b.g4b", "a.stl"}
    assert completed("inspect", "f") == {"face.gltf", "folder"}
    assert completed("warmup", "") == set()


@bash
def test_values_of_options_are_files_where_they_name_one(completed, models):
    models.joinpath("a.html").touch()
    assert completed("view", "arm.glb", "--out", "a") == {"arm.glb", "a.html"}
    assert completed("view", "arm.glb", "-o", "a.") == {"a.html"}
    assert completed("view", "arm.glb", "--clip", "a") == set()
    assert completed("check", "arm.glb", "-j", "a") == set()


@bash
def test_rule_ids_and_families_are_completed(completed):
    assert completed("explain", "GLTF-NODE_L") == {"GLTF-NODE_LOOP"}
    assert completed("explain", "GL") >= {"GLTF", "GLTF-NODE_LOOP"}


@pytest.mark.parametrize("shell", SHELLS)
def test_a_format_that_is_added_is_completed(pantin, shell):
    toy = Format(name="Toy", suffixes=(".toyrig",), read=lambda source, **options: None)
    assert ".toyrig" not in pantin("completion", shell).out
    register(toy)
    try:
        assert ".toyrig" in pantin("completion", shell).out
    finally:
        unregister(toy)


def test_another_shell_is_wrong_usage(pantin):
    ended = pantin("completion", "tcsh")
    assert (ended.code, ended.out) == (2, "")
    assert "SHELL: 'tcsh' is not one of bash, zsh, fish." in ended.err
