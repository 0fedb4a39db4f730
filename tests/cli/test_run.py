"""However a command ends, there is a code and a sentence, and no traceback unless it is asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chek"], 'Did you mean "check"?'),
        (["check", "arm.glb", "--formt", "json"], "Did you mean --format?"),
        (["check", "arm.glb", "--format", "xml"], "xml"),
        (["check", "arm.glb", "-j", "many"], "many"),
        (["check"], "needs a file or a folder"),
        (["inspect"], "pantin inspect --help"),
    ],
)
def test_wrong_usage_ends_with_2_and_says_what_was_meant(pantin, arguments, said):
    ended = pantin(*arguments)
    assert (ended.code, ended.out) == (2, "")
    assert said in ended.err


def raise_fault(*_, **__):
    raise KeyError("secret")


def test_a_fault_of_our_own_ends_with_4_and_says_how_to_see_more(pantin, monkeypatch):
    monkeypatch.setattr("pantin.assets.gltf.summarise", raise_fault)
    ended = pantin("inspect", "arm.glb")
    assert ended.code == 4
    assert "fault of Pantin" in ended.err
    assert "PANTIN_TRACEBACK=1" in ended.err
    assert "Traceback" not in ended.err


def test_the_traceback_is_there_for_who_asks(pantin, monkeypatch):
    monkeypatch.setattr("pantin.assets.gltf.summarise", raise_fault)
    monkeypatch.setenv("PANTIN_TRACEBACK", "1")
    assert "Traceback" in pantin("inspect", "arm.glb").err


def test_ctrl_c_ends_with_130(pantin, monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("pantin.assets.gltf.summarise", interrupt)
    ended = pantin("inspect", "arm.glb")
    assert (ended.code, ended.err) == (130, "pantin: interrupted\n")


WRITERS = ["explain GLTF", "convert arm.glb -", "pose arm.glb -", "view arm.glb --out -"]


def ended_with(stdout, models, arguments):
    command = [sys.executable, "-m", "pantin", *arguments.split()]
    return subprocess.Popen(command, stdout=stdout, stderr=subprocess.PIPE, cwd=models)


@pytest.mark.parametrize("arguments", WRITERS)
def test_a_reader_that_goes_away_is_no_fault(models, arguments):
    """As in `pantin explain GLTF | head -0`: nothing on standard error."""
    with ended_with(subprocess.PIPE, models, arguments) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full is a thing of Linux")
@pytest.mark.parametrize("arguments", WRITERS)
def test_a_full_disk_under_standard_output_is_told(models, arguments):
    with Path("/dev/full").open("wb") as full, ended_with(full, models, arguments) as process:
        assert process.stderr.read() == b"pantin: standard output: no space left on device\n"
    assert process.returncode == 3


def test_too_little_memory_is_no_fault_of_ours(pantin, monkeypatch):
    def exhaust(*_, **__):
        raise MemoryError

    monkeypatch.setattr("pantin.assets.gltf.summarise", exhaust)
    ended = pantin("inspect", "arm.glb")
    assert ended.code == 3
    assert "not enough memory" in ended.err
