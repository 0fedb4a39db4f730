"""Completion scripts name the program and its commands."""

from __future__ import annotations

import shutil
import subprocess

import pytest


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_for_each_shell(pantin, shell):
    ended = pantin("completion", shell)
    assert (ended.code, ended.err) == (0, "")
    assert "pantin" in ended.out
    assert "inspect" in ended.out


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_bash_can_read_its_script(pantin):
    script = pantin("completion", "bash").out
    subprocess.run(["bash", "-n"], input=script, text=True, check=True)


def test_another_shell_is_wrong_usage(pantin):
    assert pantin("completion", "tcsh").code == 2
