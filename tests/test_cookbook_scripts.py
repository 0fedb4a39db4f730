"""The scripts of the cookbook: short, typed, and they run."""

from __future__ import annotations

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


@pytest.mark.parametrize("script", SCRIPTS, ids=[script.stem for script in SCRIPTS])
def test_a_script_of_at_most_25_lines_runs(script, tmp_path):
    assert len(script.read_text().splitlines()) <= 25
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    (tmp_path / "out").mkdir()
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


def test_a_clip_is_read_once_by_many_threads():
    for _ in range(20):
        clip = pantin.load(ROOT / "examples/arm.glb").rig.clips[0]
        with ThreadPoolExecutor(8) as pool:
            counts = set(pool.map(lambda _, clip=clip: len(clip.channels), range(16)))
        assert counts == {2}
