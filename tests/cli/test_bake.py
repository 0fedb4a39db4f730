"""`pantin bake` on the command line."""

import json
import math

import pytest
from spring_files import block, strand

from pantin.cli import bake as module
from pantin.cli.exit import Exit, UnreadableError, UsageError


@pytest.fixture
def file(tmp_path):
    tree = strand()
    for joint in block(tree)["springs"][0]["joints"][:-1]:
        joint["gravityDir"] = [1, 0, 0]
    path = tmp_path / "strand.gltf"
    path.write_text(json.dumps(tree), encoding="utf-8")
    return path


def test_a_file_is_baked_and_described(file, tmp_path, capsys):
    target = tmp_path / "out.gltf"
    assert module.bake(str(file), str(target), options=module.Options(seconds=0.5)) == Exit.CLEAN
    assert "animation 0: 0.5 s, 3 spring joints, 3 channels" in capsys.readouterr().err
    assert len(json.loads(target.read_text(encoding="utf-8"))["animations"]) == 1


def test_a_loop_is_described(file, tmp_path, capsys):
    module.bake(str(file), str(tmp_path / "out.glb"), options=module.Options(seconds=0.5, loop=True))
    assert "the loop closes within" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"clip": "walk"}, "no clip is called 'walk'"),
        ({"clip": "3"}, "no clip is called '3', and the file has no clip"),
        ({}, "give --clip, --motion or --seconds; it has no clip"),
        ({"seconds": -1.0}, "no number of seconds"),
        ({"seconds": 1.0, "fps": 0.0}, "0 is no number of steps a second"),
        ({"seconds": 1.0, "settle": -1.0}, "-1 is no number of seconds to settle"),
        ({"seconds": 1.0, "out_fps": math.nan}, "nan is no number of keys a second"),
        ({"seconds": 1.0, "out_fps": 1e12}, "too many keys"),
        ({"seconds": 1.0, "tolerance": -1.0}, "-1 degrees is no angle"),
    ],
)
def test_what_cannot_be_asked_is_a_usage_error(file, tmp_path, options, sentence):
    with pytest.raises(UsageError, match=sentence):
        module.bake(str(file), str(tmp_path / "out.glb"), options=module.Options(**options))


@pytest.mark.parametrize("name", ["out.obj", "out.g4b", "out.vrma", "out"])
def test_a_target_that_cannot_hold_the_animation_is_refused_first(name, tmp_path):
    """An animation of hair has no place in a mesh, in G4MF, nor in a .vrma."""
    with pytest.raises(UsageError, match=r"is baked into \.glb, \.gltf, \.vrm"):
        module.bake(
            str(tmp_path / "not there.glb"), str(tmp_path / name), options=module.Options(seconds=1.0)
        )


def test_a_motion_that_is_not_there_is_unreadable(file, tmp_path):
    with pytest.raises(UnreadableError, match=r"nothing\.vrma"):
        module.bake(
            str(file), str(tmp_path / "out.glb"), options=module.Options(motion=tmp_path / "nothing.vrma")
        )


def test_a_broken_spring_is_refused_or_left_out(file, tmp_path, capsys):
    tree = json.loads(file.read_text(encoding="utf-8"))
    block(tree)["springs"].append({"joints": [{"node": 2}, {"node": 1}]})
    file.write_text(json.dumps(tree), encoding="utf-8")
    with pytest.raises(UsageError, match="spring 1 cannot be simulated"):
        module.bake(str(file), str(tmp_path / "out.glb"), options=module.Options(seconds=0.5))
    module.bake(str(file), str(tmp_path / "out.glb"), options=module.Options(seconds=0.5, lenient=True))
    assert "RIG-SPRING_LEFT_OUT" in capsys.readouterr().err
