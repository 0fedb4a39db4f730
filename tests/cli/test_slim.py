"""`pantin slim`: what it prints, writes and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

ARM = Path(__file__).parents[2] / "examples" / "arm.glb"


def test_a_smaller_file_is_written_with_its_error(pantin, tmp_path):
    code, out, _ = pantin("slim", str(ARM), str(tmp_path / "arm.glb"))
    assert code == 0
    assert "largest error" in out
    assert (tmp_path / "arm.glb").stat().st_size <= ARM.stat().st_size


def test_another_format_is_refused(pantin, tmp_path):
    code, _, err = pantin("slim", str(ARM), str(tmp_path / "arm.obj"))
    assert code == 2
    assert "slim keeps the format of its source" in err
    assert not (tmp_path / "arm.obj").exists()


def test_the_target_of_another_format_is_gltf(pantin, tmp_path):
    code, _, err = pantin("slim", str(ARM.parent / "fbx" / "avatar.fbx"), str(tmp_path / "small.fbx"))
    assert (code, "slim writes glTF: " in err, "use .glb, .gltf or .vrm" in err) == (2, True, True)


def test_json_has_the_members_of_the_issue_and_nothing_else(pantin, tmp_path):
    target = tmp_path / "arm.glb"
    code, out, _ = pantin("slim", str(ARM), str(target), "--format", "json")
    assert code == 0
    result = json.loads(out)
    members = ["bytes_before", "bytes_after", "keys_before", "keys_after", "max_error", "bound"]
    members += ["triangles_before", "triangles_after", "posed_error", "steps"]
    assert list(result) == members
    assert result["bytes_before"] == ARM.stat().st_size
    assert result["bytes_after"] == target.stat().st_size
    assert 0 <= result["max_error"] <= result["bound"]
    assert all(list(step) == ["name", "bytes_saved", "keys_saved"] for step in result["steps"])


def test_the_table_has_only_steps_that_save_something(pantin):
    code, out, _ = pantin("slim", str(ARM), "--dry-run")
    assert code == 0
    rows = [line.split() for line in out.splitlines()[1:]]
    steps = rows[: next(index for index, row in enumerate(rows) if row[0] == "all")]
    assert steps
    assert not any(row[-2:] == ["0", "0"] for row in steps)


def test_a_dry_run_writes_nothing(pantin, tmp_path):
    before = sorted(tmp_path.iterdir())
    code, out, _ = pantin("slim", str(ARM), str(tmp_path / "small.glb"), "--dry-run", "--format", "json")
    assert code == 0
    assert json.loads(out)["bytes_after"] < ARM.stat().st_size
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("arm.obj", "slim keeps the format of its source"),
        ("arm.blend", "Pantin does not write .blend"),
        ("arm", "the file name needs a suffix"),
    ],
)
def test_a_dry_run_checks_the_target(pantin, name, expected):
    code, out, err = pantin("slim", str(ARM), name, "--dry-run")
    assert (code, out) == (2, "")
    assert expected in err


def test_the_target_is_needed(pantin):
    code, _, err = pantin("slim", str(ARM))
    assert code == 2
    assert "TARGET is missing" in err


@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        ("--skin-error", "1inch", "--skin-error must be a distance"),
        ("--skin-error", "-1mm", "--skin-error must be a distance"),
        ("--influences", "0", "influences must be at least 1"),
        ("--keep", "nobody", "there is no node 'nobody' to keep"),
    ],
)
def test_wrong_values_are_refused(pantin, tmp_path, option, value, expected):
    code, _, err = pantin("slim", str(ARM), str(tmp_path / "small.glb"), f"{option}={value}")
    assert code == 2
    assert expected in err
    assert not (tmp_path / "small.glb").exists()


def test_a_kept_node_stays(pantin, tmp_path):
    import pantin as library

    asset = library.load(ARM)
    asset.document.append("/nodes", {"name": "socket"})
    asset.document.append("/nodes/0/children", len(asset.document.tree["nodes"]) - 1)
    library.save(asset, tmp_path / "sword.glb")
    for arguments, stays in (([], False), (["--keep", "socket"], True)):
        target = tmp_path / f"{len(arguments)}.glb"
        assert pantin("slim", str(tmp_path / "sword.glb"), str(target), *arguments)[0] == 0
        assert ("socket" in library.load(target).rig.nodes.names) is stays
