"""The shell steps of action.yml, run as a workflow would run them, with Pantin's command in place of an
installation of its own."""

from __future__ import annotations

import os
import re
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


HOSTILE = (
    "-rf.gltf",
    "a b\tc.gltf",
    "$(touch pwned).gltf",
    "`touch pwned`;touch pwned.gltf",
    "[b]*?/x.gltf",
    ":(top)x/é\u202e.GLTF",
    "a\n::set-env name=PATH::evil/x.gltf",
    "--help/--.gltf",
    "%0A::error::x,y=z.gltf",
)
"""Names that a shell, Git, GitHub or a parser of options could take for something else."""


def commit(folder, message):
    git(folder, "add", "-A")
    git(folder, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", message)


def write_model(path, height):
    path.parent.mkdir(parents=True, exist_ok=True)
    asset = pantin.load(ROOT / "examples" / "arm.glb")
    asset.rename("node", "wrist", "w\n::error::evil")
    asset.set_local(2, translation=(0, height, 0))
    pantin.convert(asset, path)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_only_names(repository, name):
    write_model(repository / name, 1.0)
    commit(repository, "before")
    write_model(repository / name, 1.5)
    summary = repository.parent / "summary.md"
    for step, paths in (("Check models", "."), ("Compare models with the base", ".")):
        ended = run_step(step, repository, BASE="HEAD", PATHS=paths, GITHUB_STEP_SUMMARY=str(summary))
        assert ended.returncode in (0, 1), ended.stderr
        assert "Traceback" not in ended.stderr
        lines = ended.stdout.splitlines()
        assert all(line.startswith(("::error file=", "::warning file=", "::notice file=")) for line in lines)
    assert any("transforms: node 'w" in line for line in lines)
    assert "transforms" in summary.read_text(encoding="utf-8")
    assert not list(repository.parent.rglob("pwned"))


def test_the_suffixes_that_are_compared_are_those_of_models_that_need_no_extra():
    listed = re.search(r"^ *(\*\.gltf.*)\) ;;$", STEPS["Compare models with the base"], re.MULTILINE)
    assert listed is not None
    expected = [
        f"*{suffix}"
        for format in pantin.list_formats()
        if format.readable and format.is_in_folders() and format.extra is None
        for suffix in format.suffixes
        if format.has_model(f"a{suffix}")
    ]
    assert listed[1].split("|") == expected


def test_differences_are_one_annotation_for_each_kind_and_a_list_in_the_job_summary(repository):
    asset = pantin.load(repository / "arm.gltf")
    for node in ("shoulder", "elbow", "wrist"):
        asset.set_local(node, translation=(0.1, 1.5, 0))
    pantin.save(asset, repository / "arm.gltf")
    summary = repository.parent / "summary.md"
    ended = run_step(
        "Compare models with the base", repository, BASE="HEAD", GITHUB_STEP_SUMMARY=str(summary)
    )
    lines = ended.stdout.splitlines()
    kinds = [line.split("::")[2].split(":")[0] for line in lines]
    assert len(kinds) == len(set(kinds)) > 0
    assert "(and 2 more)" in lines[kinds.index("transforms")]
    assert summary.read_text(encoding="utf-8").startswith("### arm.gltf\n\n- ")
