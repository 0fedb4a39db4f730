"""Commands that install an extra work as they are printed."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from pantin.base import extras
from pantin.base.files import portable


@pytest.fixture
def path_without_python(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.mark.skipif(sys.platform == "win32", reason="shlex splits as POSIX shells do")
def test_the_command_names_the_python_that_runs(path_without_python):
    """The `pip` on the path may belong to another Python, which has no Pantin."""
    python, *words = shlex.split(extras.install_command("usd"))
    assert python == sys.executable
    assert words == ["-m", "pip", "install", "pantin[usd]"]


@pytest.mark.skipif(sys.platform == "win32", reason="shlex splits as POSIX shells do")
def test_a_path_with_spaces_is_quoted(path_without_python, monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "executable", str(tmp_path / "my files" / "python"))
    assert shlex.split(extras.install_command("usd"))[0] == sys.executable


def test_an_active_environment_needs_no_path(monkeypatch):
    monkeypatch.setattr("shutil.which", lambda name: sys.executable)
    assert extras.install_command("usd").startswith("python -m pip install ")


def test_windows_has_double_quotes(path_without_python, monkeypatch):
    monkeypatch.setattr(portable, "WINDOWS", True)
    monkeypatch.setattr("shutil.which", lambda name: str(Path(sys.executable)))
    assert extras.install_command("usd") == 'python -m pip install "pantin[usd]"'
