"""Options made into poses: the order of angles, names before indices, and sentences."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pantin import load
from pantin.cli import posing
from pantin.cli.exit import UsageError
from pantin.cli.pose_file import NodePose, PoseFile
from pantin.maths import quaternion

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def rest():
    return load(EXAMPLES / "arm.glb").rig.rest_pose()


def test_angles_turn_about_x_then_y_then_z_of_the_parent():
    """The y axis goes to z about x, on to x about y, and back to y about z."""
    turn = posing.from_degrees([90, 90, 90])
    np.testing.assert_allclose(quaternion.rotate(turn, [0, 1, 0]), [0, 1, 0], atol=1e-15)
    np.testing.assert_allclose(quaternion.rotate(turn, [1, 0, 0]), [0, 0, -1], atol=1e-15)


def test_a_name_may_hold_an_equals_sign():
    assert posing.split("a=b=1,2,3", "--set", "") == ("a=b", "1,2,3")


def test_a_name_stands_before_an_index():
    assert posing.place("1", ["0", "2", "1"], "node") == 2
    assert posing.place("1", ["a", "b"], "node") == 1


def test_a_name_that_several_have_needs_an_index():
    with pytest.raises(UsageError, match="2 nodes are called 'a'; give one of the indices 0, 2"):
        posing.place("a", ["a", "b", "a"], "node")


def test_what_a_file_gives_wrongly_is_said_with_its_name(rest):
    given = PoseFile(nodes={"elbow": NodePose(translation=(0, 0, 0), matrix=((0,) * 4,) * 3)})
    with pytest.raises(UsageError, match=r"^p\.json: give either matrix or"):
        posing.from_file(rest, given, Path("p.json"))
    with pytest.raises(UsageError, match=r"^p\.json: no node is called 'knee'"):
        posing.from_file(rest, PoseFile(nodes={"knee": NodePose()}), Path("p.json"))


def test_a_blend_shape_without_a_name_is_found_by_its_index():
    pose = load(EXAMPLES / "face.gltf").rig.rest_pose()
    assert posing.with_amount(pose, "1", 0.5).blend[0].tolist() == [0.0, 0.5]


def test_a_name_like_none_there_is_gets_the_list_of_those_there_are():
    with pytest.raises(UsageError, match=r"the file has 2 clips: 'walk', 'sit'\.$"):
        posing.place("zzz", ["walk", "sit"], "clip")
    with pytest.raises(UsageError, match=r"the file has 2 clips\. Did you mean walk\?$"):
        posing.place("wlk", ["walk", "sit"], "clip")


def test_a_name_among_too_many_to_list_is_told_where_they_are_listed():
    with pytest.raises(UsageError, match=r"the file has 20 nodes\. `pantin inspect` lists them\.$"):
        posing.place("zzz", [f"joint {at}" for at in range(20)], "node")


def test_an_index_of_thousands_of_digits_is_no_index():
    """Python refuses to read such a number."""
    with pytest.raises(UsageError, match="no clip is called"):
        posing.place("9" * 5000, ["walk"], "clip")
