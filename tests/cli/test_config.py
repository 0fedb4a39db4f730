"""Settings files: found upward, checked key by key."""

from __future__ import annotations

import pytest

from pantin.cli.config import Settings, find_settings, overridden
from pantin.cli.exit import UsageError


def write(folder, name, text):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")


@pytest.fixture
def project(tmp_path):
    """A folder whose own pantin.toml stops the search, whatever lies above the temporary folder."""
    write(tmp_path, "pantin.toml", "jobs = 7")
    return tmp_path / "project"


def test_every_key(project):
    write(
        project,
        "pyproject.toml",
        '[tool.pantin]\nselect = ["GLTF"]\nignore = ["GLTF-NODE_LOOP"]\nstrict = true\n'
        'format = "json"\nbaseline = "accepted.json"\njobs = 0\n',
    )
    expected = Settings(
        ("GLTF",), ("GLTF-NODE_LOOP",), strict=True, format="json", baseline=project / "accepted.json", jobs=0
    )
    assert find_settings(project) == expected


def test_the_nearest_file_above_counts(project):
    write(project, "pantin.toml", "strict = true")
    (project / "models" / "deep").mkdir(parents=True)
    assert find_settings(project / "models" / "deep") == Settings(strict=True)


def test_a_pyproject_without_our_table_is_passed_over(project):
    write(project, "pyproject.toml", "[tool.other]\nx = 1\n")
    assert find_settings(project) == Settings(jobs=7)


def test_pantin_toml_comes_before_a_pyproject(project):
    write(project, "pantin.toml", "strict = true")
    write(project, "pyproject.toml", "[tool.pantin]\njobs = 3\n")
    assert find_settings(project) == Settings(strict=True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("strit = true", "unknown setting 'strit'. Did you mean strict?"),
        ("zzz = 1", "unknown setting 'zzz'. Known: select"),
        ("strict = 1", "strict must be true or false, not 1"),
        ('select = "GLTF"', "select must be a list"),
        ("select = [1]", "select must be a list"),
        ('format = "xml"', "format must be one of text, json, github, sarif"),
        ("jobs = -1", "jobs must be a number"),
        ("jobs = true", "jobs must be a number"),
        ("baseline = 1", "baseline must be the path"),
        ("strict =", "not TOML"),
    ],
)
def test_what_has_no_meaning_is_wrong_usage_and_names_the_file(project, text, message):
    write(project, "pantin.toml", text)
    with pytest.raises(UsageError) as raised:
        find_settings(project)
    assert message in str(raised.value)
    assert "pantin.toml" in str(raised.value)


def test_a_tool_that_is_no_table_is_wrong_usage(project):
    write(project, "pyproject.toml", "[tool]\npantin = 1\n")
    with pytest.raises(UsageError, match="must be a table"):
        find_settings(project)


def test_the_command_line_wins_where_it_speaks():
    settings = Settings(ignore=("A",), strict=True)
    assert overridden(settings, ignore=("B",), strict=None, jobs=2) == Settings(
        ignore=("B",), strict=True, jobs=2
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[tool.pantin]\nstrict = true\n", True),
        ("[ tool . 'pantin' ]\nstrict = true\n", True),
        ("[tool]\npantin = {strict = true}\n", True),
        ("tool.pantin.strict = true\n", True),
        ("tool = {pantin = {strict = true}}\n", True),
        ("[project]\nname = 'pantin'\n[tool.ruff]\nline-length = 1\n", False),
    ],
)
def test_a_table_is_found_however_it_is_written(tmp_path, text, found):
    (tmp_path / "pyproject.toml").write_text(text)
    assert find_settings(tmp_path).strict == found
