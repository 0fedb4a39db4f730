"""Settings files: found upward, checked key by key."""

from __future__ import annotations

import pytest

from pantin.cli.config import Settings, find_settings, override_settings
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


def test_severities_budgets_and_paths(project):
    write(
        project,
        "pyproject.toml",
        "[tool.pantin]\nmax-triangles = 50000\nmax-file-size = '2 MiB'\n"
        "[tool.pantin.severity]\nGLTF-UNUSED_OBJECT = 'error'\ngltf-node = 'off'\n"
        "[tool.pantin.per-path.'props/*']\nignore = ['RIG']\n"
        "max-triangles = 900\nseverity = {RIGY = 'info'}\n",
    )
    found = find_settings(project)
    assert found.severity == {"GLTF-UNUSED_OBJECT": "error", "GLTF-NODE": "off"}
    assert found.budgets == {"max-triangles": 50000, "max-file-size": 2 << 20}
    (props,) = found.per_path
    assert (props.pattern, props.ignore, props.severity) == ("props/*", ("RIG",), {"RIGY": "info"})
    assert props.budgets == {"max-triangles": 900}
    assert props.hold_for(str(project / "props" / "a.glb"))
    assert not props.hold_for(str(project / "a.glb"))
    assert not props.hold_for(str(project.parent / "props" / "a.glb"))


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
        ("strit = true", "unknown setting 'strit'. Did you mean strict"),
        ("zzz = 1", "unknown setting 'zzz'. Known: select"),
        ("strict = 1", "strict must be true or false, not 1"),
        ('select = "GLTF"', "select must be a list"),
        ("select = [1]", "select must be a list"),
        ('format = "xml"', "format must be one of text, json, github, sarif"),
        ("jobs = -1", "jobs must be a number"),
        ("jobs = true", "jobs must be a number"),
        ("baseline = 1", "baseline must be the path"),
        ("strict =", "not TOML"),
        ("severity = 'error'", "severity must be a table of rules"),
        (
            "[severity]\nGLTF = 'fatal'",
            "the severity of GLTF must be one of error, warning, info, off, not 'fatal'",
        ),
        ("[per-path]\n'*.glb' = 1", "per-path must be a table of patterns"),
        ("[per-path.'*.glb']\njobs = 1", "unknown setting 'jobs'"),
        ("max-triangle = 1", "unknown setting 'max-triangle'. Did you mean max-triangles"),
        ("max-triangles = 1.5", "max-triangles must be a whole number, not 1.5"),
        ("max-triangles = true", "max-triangles must be a whole number, not True"),
        ("max-clip-seconds = nan", "max-clip-seconds must be a number of seconds"),
        ("max-file-size = 'much'", "max-file-size: 'much' is not a size such as"),
        ("required-bones = 'hips'", "required-bones must be a list of names or patterns"),
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
    assert override_settings(settings, ignore=("B",), strict=None, jobs=2) == Settings(
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
