"""Arguments that were accepted and ignored, or answered with a message of Python."""

from __future__ import annotations

from pathlib import Path

import pytest

import pantin

EXAMPLES = Path(__file__).parents[2] / "examples"
ARM = EXAMPLES / "arm.glb"


@pytest.mark.parametrize("verb", [pantin.load, pantin.check, pantin.inspect])
def test_a_folder_is_referred_to_batches(verb, tmp_path):
    with pytest.raises(IsADirectoryError, match=r"is a folder: pantin.batch.run\(verb, \["):
        verb(tmp_path)


def test_a_batch_takes_one_path():
    assert [row.outcome for row in pantin.batch.run("inspect", ARM)] == ["ok"]
    assert [row.outcome for row in pantin.batch.run("inspect", str(ARM))] == ["ok"]


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: pantin.fix(ARM, rules=["GLTF-NODE_LOP"]), "there is no rule .* Did you mean GLTF-NODE_LOOP"),
        (lambda: pantin.convert(ARM, "out.glb", character=""), "character must be one of vrm, khr, not ''"),
        (lambda: pantin.convert(ARM, "out.glb", skeletons=""), "skeletons must be one of staik, khr, not"),
        (lambda: pantin.view(ARM, nodes=0), "rotations must be given by node"),
        (lambda: pantin.view(ARM, nodes=[]), "rotations must be given by node"),
        (lambda: pantin.thumbnail(ARM, path=""), "path is empty: give a path"),
        (lambda: pantin.load("a\0b"), "source has a null character, which no path has"),
        (lambda: pantin.render(ARM, "a\0.png"), "path has a null character, which no path has"),
        (lambda: pantin.render(ARM, progress=lambda: 0), "progress must be a function of 2 arguments"),
        (lambda: pantin.render(ARM, camera=("a", "b")), "camera must be a string or 2 numbers"),
        (lambda: pantin.on_compile(3), "callback must be a function of 1 argument"),
        (lambda: rest().with_local("elbow", rotation=(0, 0, 45)), r'planes=\{"xy": 90\} takes degrees'),
        (lambda: rest().rig.poses(rotations=[[0, 0, 1]] * 4), "from_axis_angle makes quaternions"),
        (lambda: pantin.motion.reach(rest().rig, rest(), {"wrist": (0, 1, 0)}, iterations=-1), "0 or more"),
    ],
)
def test_a_sentence_refuses_it(call, sentence):
    with pytest.raises((ValueError, TypeError), match=sentence):
        call()


def rest():
    return pantin.load(ARM).rig.rest_pose()


def test_functions_of_poses_take_an_asset():
    asset = pantin.load(ARM)
    pose = pantin.sample(asset, "bend", 1.0)
    (posed,) = pantin.deform(asset, pose)
    (expected,) = pantin.deform(asset.rig, pantin.sample(asset.rig, "bend", 1.0))
    assert posed.positions.tobytes() == expected.positions.tobytes()
    assert pantin.motion.joint_positions(asset, pose).shape == (4, 3)
    assert pantin.motion.palette(asset, pose).shape == (3, 3, 4)
    with pytest.raises(TypeError, match=r"expected a Rig, not PosixPath: pantin.load\(…\).rig"):
        pantin.sample(ARM)
