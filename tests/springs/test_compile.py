"""Constants of a program: axes, limit spaces, fixed lengths."""

import numpy as np
import pytest
from spring_rigs import chain

from pantin.kernels.spring_program import JointConstants
from pantin.maths import quaternion
from pantin.rig import SpringLimit
from pantin.springs.chains import find_chains
from pantin.springs.compile import compile_program, perpendicular_axes, rotation_from_up, unit_directions

DIRECTIONS = [(0, 1, 0), (0, -1, 0), (1, 0, 0), (0, 0, -1), (0.6, 0, 0.8), (0.48, -0.6, 0.64)]


def made(rig, profile="spec"):
    return compile_program(rig, find_chains(rig), profile)


@pytest.mark.parametrize("axis", DIRECTIONS)
def test_limit_space_has_the_bone_along_y(axis):
    assert np.allclose(quaternion.rotate(rotation_from_up(np.array(axis)), (0, 1, 0)), axis)


def test_a_bone_along_minus_y_is_turned_about_x():
    """Draft of VRMC_springBone_limit: 180 degrees about X when the axis is exactly -Y."""
    assert np.array_equal(rotation_from_up(np.array([0.0, -1.0, 0.0])), (1, 0, 0, 0))


@pytest.mark.parametrize("axis", DIRECTIONS)
def test_the_axis_of_a_half_turn_is_at_right_angles(axis):
    found = perpendicular_axes(np.array([axis], float))[0]
    assert abs(np.dot(found, axis)) < 1e-16
    assert np.linalg.norm(found) > 0.5


def test_a_bone_of_no_length_has_some_direction():
    assert np.array_equal(unit_directions(np.zeros((1, 3))), [(0, 1, 0)])


def test_only_univrm_fixes_the_length():
    rig = chain(2, parent={"scale": (2, 2, 2)})
    lengths = JointConstants.fixed_length.columns
    assert (made(rig).joint_values[:, lengths] == -1).all()
    assert np.allclose(made(rig, "univrm").joint_values[:, lengths], 0.2)


def test_a_length_past_all_numbers_is_none():
    """The square of 1e200 is infinite: such a bone has no direction, and pytest takes no warning."""
    values = made(chain(2, length=1e200), "univrm").joint_values
    assert (values[:, JointConstants.fixed_length.columns] == 0).all()


def test_an_angle_past_half_a_turn_is_read_as_half_a_turn():
    rig = chain(1, limit=SpringLimit("spherical", 9.0, 9.0))
    joint = JointConstants(made(rig).joint_values[0])
    assert np.allclose([*joint.pitch, *joint.yaw], (-1, 0, 0, 1))


def test_gravity_scales_with_the_length_of_its_direction():
    """Reference §1.1, SB047: the direction is not made unit."""
    rig = chain(1, gravity_power=2.0, gravity_dir=(0, -3, 0))
    assert JointConstants(made(rig).joint_values[0]).gravity == [0, -6, 0]


def test_an_unknown_profile_is_refused():
    with pytest.raises(ValueError, match="must be one of spec, univrm, scaled"):
        made(chain(1), "unity")
