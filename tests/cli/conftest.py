"""What the tests of commands share: a folder of models to work in, and a way to run a command line."""

from __future__ import annotations

import io
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from pantin.cli.run import run

EXAMPLES = Path(__file__).parents[2] / "examples"


class Ended(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def models(tmp_path, monkeypatch):
    """A folder with the example models, which is the working folder."""
    for name in ("arm.glb", "face.gltf", "broken.gltf"):
        shutil.copy(EXAMPLES / name, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def pantin(models, capsys, monkeypatch):
    """Runs `pantin` with some arguments in the folder of models."""
    monkeypatch.delenv("PANTIN_TRACEBACK", raising=False)

    def command(*arguments):
        code = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Ended(int(code), captured.out, captured.err)

    return command


class Piped(NamedTuple):
    code: int
    out: bytes
    err: str


@pytest.fixture
def piped(pantin, monkeypatch):
    """Runs `pantin` with bytes on standard input, and gives the bytes on standard output."""

    def command(data, *arguments):
        written = io.BytesIO()
        stdout = io.TextIOWrapper(written, encoding="utf-8")
        with monkeypatch.context() as patched:
            patched.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
            patched.setattr(sys, "stdout", stdout)
            ended = pantin(*arguments)
        stdout.detach()
        return Piped(ended.code, written.getvalue(), ended.err)

    return command
