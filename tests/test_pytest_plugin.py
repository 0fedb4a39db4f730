"""The pytest plugin: golden models, and what a failure says. Pytest runs in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import pantin
from pantin.pytest import assert_same_rig

ROOT = Path(__file__).parents[1]
ARM = ROOT / "examples" / "arm.glb"

TEST = """
import pantin

def test_arm(golden_model):
    golden_model({model}, "arm.glb"{options})
"""
SAME = f"pantin.load({str(ARM)!r})"
OTHER = f"pantin.load({str(ARM)!r}).rig.replace(clips=())"


def run_pytest(folder, model, *arguments, options=""):
    (folder / "test_golden.py").write_text(TEST.format(model=model, options=options), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "pantin.pytest", "-p", "no:cacheprovider", *arguments]
    # Where Pantin is installed pytest finds the plugin by itself, and twice would be once too often.
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


def test_a_golden_model_is_written_and_compared(tmp_path):
    missing = run_pytest(tmp_path, SAME)
    assert missing.returncode == 1
    assert "pytest --update-golden writes it" in missing.stdout
    assert run_pytest(tmp_path, SAME, "--update-golden").returncode == 0
    assert (tmp_path / "golden" / "arm.glb").read_bytes() == ARM.read_bytes()
    assert run_pytest(tmp_path, SAME).returncode == 0


def test_a_failure_quotes_the_differences(tmp_path):
    run_pytest(tmp_path, SAME, "--update-golden")
    failed = run_pytest(tmp_path, OTHER)
    assert failed.returncode == 1
    assert "clips: clip 'bend' (0): only in the first file" in failed.stdout
    assert run_pytest(tmp_path, OTHER, options=", ignore=['clips']").returncode == 0


def test_models_are_files_assets_or_rigs():
    asset = pantin.load(ARM)
    assert_same_rig(ARM, asset)
    assert_same_rig(asset.rig, str(ARM))


def test_many_differences_are_counted():
    nodes = [pantin.rig.Node(f"node {index}") for index in range(30)]
    rig = pantin.build(nodes=nodes)
    renamed = pantin.build(nodes=[pantin.rig.Node(f"other {index}") for index in range(30)])
    with pytest.raises(pytest.fail.Exception, match="and 20 more"):
        assert_same_rig(renamed, rig)
