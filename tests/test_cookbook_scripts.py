"""The scripts of the cookbook: short, typed, and they run."""

from __future__ import annotations

import importlib.util
import re
import runpy
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import chdir
from pathlib import Path

import pytest

import pantin
from pantin.report import CATALOGUE

ROOT = Path(__file__).parents[1]
SCRIPTS = sorted((ROOT / "docs/cookbook/scripts").glob("*.py"))


def named(script):
    """The name of a test; `scripts/test_torch` chooses those that need PyTorch by it."""
    return f"{script.stem}-torch" if needed_module(script) == "torch" else script.stem


NEEDS = re.compile(r"^(?:import|from) (torch|pantin\.torch)|(to_trimesh)", re.MULTILINE)


def needed_module(script):
    """The optional dependency of a script."""
    match = NEEDS.search(script.read_text(encoding="utf-8"))
    return None if match is None else "trimesh" if match[2] else "torch"


def test_there_is_a_script_for_each_of_thirty_tasks():
    assert len(SCRIPTS) >= 30
    page = (ROOT / "docs/cookbook/scripts.md").read_text(encoding="utf-8")
    assert [script.name for script in SCRIPTS if f"(scripts/{script.name})" not in page] == []


@pytest.mark.parametrize("script", SCRIPTS, ids=[named(script) for script in SCRIPTS])
def test_a_script_of_at_most_25_lines_runs(script, tmp_path):
    assert len(script.read_text(encoding="utf-8").splitlines()) <= 25
    if (module := needed_module(script)) is not None:
        pytest.importorskip(module)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    (tmp_path / "out").mkdir()
    if script.stem.startswith("test_"):
        shutil.copy(script, tmp_path)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", script.name]
        ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert ended.returncode == 0, ended.stdout
        return
    known = set(CATALOGUE)
    with chdir(tmp_path):
        runpy.run_path(str(script))
    for rule in set(CATALOGUE) - known:
        if rule.startswith("STUDIO-"):
            del CATALOGUE[rule]


def test_the_scripts_are_typed():
    command = [sys.executable, "-m", "mypy", "--strict", "--scripts-are-modules", *map(str, SCRIPTS)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout


SAMPLED = """\
import numpy as np

import pantin


def poses(rig: pantin.Rig) -> tuple[list[pantin.Pose], list[pantin.Poses]]:
    scalars = [pantin.sample(rig, 0, 1), pantin.sample(rig, 0, np.float32(1))]
    scalars.append(pantin.sample(rig, 0, np.int64(1)))
    sequences = [pantin.sample(rig, 0, (0, 1)), pantin.sample(rig, 0, range(3)), pantin.sample(rig, fps=30)]
    sequences += [pantin.sample(rig, 0, np.arange(3)), pantin.sample(rig, 0, [np.float64(0.5)])]
    return scalars, sequences
"""


def test_samples_are_typed_for_every_number_and_sequence(tmp_path):
    (tmp_path / "sampled.py").write_text(SAMPLED)
    command = [sys.executable, "-m", "mypy", "--strict", str(tmp_path / "sampled.py")]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout


def test_pyright_finds_nothing_in_the_scripts():
    """`--pythonpath` is this Python, so that it sees what the tests see."""
    pytest.importorskip("pyright", reason="pyright is not installed")
    scripts = [str(script) for script in SCRIPTS if has_module(needed_module(script))]
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, *scripts]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout


def has_module(name):
    return name is None or importlib.util.find_spec(name) is not None


def test_a_clip_is_read_once_by_many_threads():
    for _ in range(20):
        clip = pantin.load(ROOT / "examples/arm.glb").rig.clips[0]
        with ThreadPoolExecutor(8) as pool:
            counts = set(pool.map(lambda _, clip=clip: len(clip.channels), range(16)))
        assert counts == {2}
