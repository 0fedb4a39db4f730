"""`migrate` of files and folders; what becomes of a character is in test_convert."""

import shutil
from pathlib import Path

import pantin
from pantin.cli.exit import Exit
from pantin.cli.run import run

VRM = Path(__file__).parents[2] / "examples" / "vrm"


def test_a_file_has_three_lines(tmp_path, capsys):
    """VRM 0.x of the example says everyone, CC0; VRM 1.0 has a page for that licence."""
    target = tmp_path / "new.vrm"
    assert run(["migrate", str(VRM / "older.vrm"), str(target)]) == Exit.CLEAN
    permissions, lost, result = capsys.readouterr().err.splitlines()
    assert "avatarPermission everyone" in permissions
    assert "exporterVersion" in lost
    assert result.startswith(f"pantin: {target}: VRM 1.0, ")
    assert pantin.load(target).rig.character.version == "1.0"


def test_details_are_listed_if_asked_for(tmp_path, capsys):
    run(["migrate", str(VRM / "older.vrm"), str(tmp_path / "new.vrm"), "--verbose"])
    assert "LOSS-VRM_LICENCE" in capsys.readouterr().err


def test_a_newer_file_is_copied_and_the_folder_is_done(tmp_path, capsys):
    assert run(["migrate", str(VRM), str(tmp_path / "out")]) == Exit.CLEAN
    assert (tmp_path / "out" / "avatar.vrm").read_bytes() == (VRM / "avatar.vrm").read_bytes()
    assert pantin.load(tmp_path / "out" / "older.vrm").rig.character.version == "1.0"
    assert capsys.readouterr().err.splitlines()[-1] == "2 files: 2 ok"


def test_a_model_that_is_not_a_vrm_is_refused(tmp_path, capsys):
    shutil.copy(VRM.parent / "arm.glb", tmp_path / "arm.vrm")
    assert run(["migrate", str(tmp_path / "arm.vrm"), str(tmp_path / "new.vrm")]) == Exit.USAGE
    assert "is not a VRM" in capsys.readouterr().err
