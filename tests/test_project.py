"""What stands in several places agrees: versions, dependencies, workflows, the manual page."""

from __future__ import annotations

import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import pantin

ROOT = Path(__file__).parents[1]
SCRIPTS = ROOT / "scripts"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def test_the_version_is_in_one_place():
    assert PROJECT["dynamic"] == ["version"]
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    recipe = yaml.safe_load((ROOT / "packaging" / "conda" / "recipe.yaml").read_text(encoding="utf-8"))
    assert str(citation["version"]) == recipe["context"]["version"] == pantin.__version__


def test_the_changelog_has_a_section_for_the_version():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## {re.escape(pantin.__version__)} \(", text, re.MULTILINE)


def test_the_conda_recipe_has_the_dependencies_of_the_package():
    recipe = yaml.safe_load((ROOT / "packaging" / "conda" / "recipe.yaml").read_text(encoding="utf-8"))
    packaged = {line.replace(" ", "").lower() for line in recipe["requirements"]["run"]}
    assert {line.lower() for line in PROJECT["dependencies"]} <= packaged
    assert f"python{PROJECT['requires-python']}" in packaged


def test_constraints_have_a_version_for_everything_that_development_needs():
    """And nothing else: no hosts, no hashes."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()[1:]
    pinned = {(given := Requirement(line)).name: given.specifier for line in lines}
    assert [line for line in lines if not re.fullmatch(r"[a-z0-9.-]+==[\w.]+( ; .+)?", line)] == []
    extras = PROJECT["optional-dependencies"]
    wanted = [Requirement(line) for extra in ("dev", "test", "docs", "bench") for line in extras[extra]]
    wanted += [Requirement(line) for line in PROJECT["dependencies"]]
    for needed in wanted:
        name = canonicalize_name(needed.name)
        if name != "pantin":
            (version,) = (each.version for each in pinned[name])
            assert version in needed.specifier, needed


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_calls_scripts_that_exist(workflow):
    jobs = yaml.safe_load(workflow.read_text(encoding="utf-8"))["jobs"]
    lines = [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]
    scripts = [name for line in lines for name in re.findall(r"python (scripts/\w+)", line)]
    assert scripts or workflow.stem == "release"
    assert [name for name in scripts if not (ROOT / name).exists()] == []


def test_workflows_test_every_promised_version_of_python():
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8"))["jobs"]
    tested = jobs["test"]["strategy"]["matrix"]["python"]
    promised = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    assert tested == promised


def test_the_manual_page_is_current():
    script = runpy.run_path(str(SCRIPTS / "write_man_page.py"))
    assert (ROOT / "docs" / "pantin.1").read_text(encoding="utf-8") == script["page"](), (
        "run scripts/catalogue"
    )


@pytest.mark.skipif(shutil.which("man") is None, reason="man is not installed")
def test_the_manual_page_has_no_faults_of_its_language():
    command = ["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", str(ROOT / "docs" / "pantin.1")]
    ended = subprocess.run(command, capture_output=True, text=True)
    assert ended.returncode == 0
    assert ended.stderr == ""


RELEASE_FAULTS = {
    "pantin/a.py": False,
    "pantin/py.typed": False,
    "tests/test_a.py": True,
    "pantin/__pycache__/a.cpython-311.pyc": True,
    "pantin/tests/a.py": True,
    "pantin/contest.py": False,
    "corpus/Fox.glb": True,
}


@pytest.mark.parametrize(("name", "stranger"), RELEASE_FAULTS.items())
def test_a_wheel_has_neither_tests_nor_corpus(name, stranger):
    text = (SCRIPTS / "release").read_text(encoding="utf-8")
    pattern = re.search(r'^STRANGERS = re\.compile\(r"(.+)"\)$', text, re.MULTILINE)
    assert pattern is not None
    assert bool(re.search(pattern.group(1), name)) == stranger


def test_scripts_say_how_they_are_used():
    ended = subprocess.run(
        [sys.executable, str(SCRIPTS / "test_dependencies"), "oddest"], capture_output=True, text=True
    )
    assert ended.returncode == 2
    assert "oldest" in ended.stderr
