"""The shell steps of action.yml, run as a workflow would run them, with Pantin's command in place of an
installation of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

import pantin

ROOT = Path(__file__).parents[1]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS = {step["name"]: step["run"] for step in ACTION["runs"]["steps"]}

pytestmark = pytest.mark.skipif(
    shutil.which("bash") is None or shutil.which("git") is None, reason="bash and git run these steps"
)


@pytest.fixture
def repository(tmp_path):
    """A repository with a model in it, and a temporary folder with the command."""
    models, commands = tmp_path / "repository", tmp_path / "temp" / "pantin" / "bin"
    models.mkdir()
    commands.mkdir(parents=True)
    (commands / "pantin").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pantin "$@"\n', encoding="utf-8")
    (commands / "pantin").chmod(0o755)
    pantin.convert(ROOT / "examples" / "arm.glb", models / "arm.gltf")
    git(models, "init", "-q")
    git(models, "add", ".")
    git(models, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a model")
    return models


def git(folder, *arguments):
    subprocess.run(["git", *arguments], cwd=folder, check=True)


def run_step(name, repository, **environment):
    values = {key: value["default"] for key, value in ACTION["inputs"].items()}
    variables = {key.upper(): value for key, value in values.items()} | environment
    variables = {**os.environ, "RUNNER_TEMP": str(repository.parent / "temp"), **variables}
    return subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", STEPS[name]],
        cwd=repository, env=variables, capture_output=True, text=True,
    )  # fmt: skip


def test_models_are_checked(repository):
    ended = run_step("Check models", repository)
    assert ended.returncode == 0, ended.stderr
    shutil.copy(ROOT / "examples" / "broken.gltf", repository)
    ended = run_step("Check models", repository)
    assert ended.returncode == 1
    assert "::error file=" in ended.stdout


def test_changed_models_are_compared_with_the_base(repository):
    nothing = run_step("Compare models with the base", repository, BASE="HEAD")
    assert (nothing.returncode, nothing.stdout) == (0, "")
    asset = pantin.load(repository / "arm.gltf")
    asset.set_local("wrist", translation=(0, 1.5, 0))
    pantin.save(asset, repository / "arm.gltf")
    ended = run_step("Compare models with the base", repository, BASE="HEAD")
    assert ended.returncode == 0, ended.stderr
    assert "::error file=arm.gltf::transforms: node 'wrist' (2)" in ended.stdout


def test_without_a_base_nothing_is_compared(repository):
    (repository / "arm.gltf").write_text("{}", encoding="utf-8")
    assert run_step("Compare models with the base", repository).returncode == 0
