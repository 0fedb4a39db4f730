"""Rotors: component order, direction of rotation, unit length."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pantin.maths import quaternion, rotor

C, S = math.cos(0.3), math.sin(0.3)


def test_components_come_by_grade_and_colexicographic():
    """1, xy, xz, yz, xw, yw, zw, xyzw."""
    assert rotor.blades(4) == (0, 0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100, 0b1111)


@pytest.mark.parametrize("dimension", range(2, 9))
def test_a_positive_xy_turns_x_towards_y(dimension):
    matrix = rotor.to_matrix([C, S, *[0.0] * (rotor.min_components(dimension) - 2)], dimension)
    expected = np.eye(dimension)
    expected[:2, :2] = [[math.cos(0.6), -math.sin(0.6)], [math.sin(0.6), math.cos(0.6)]]
    assert np.allclose(matrix, expected, atol=1e-15)


def test_a_quaternion_is_w_z_minus_y_x():
    q = quaternion.normalize(np.array([0.1, -0.4, 0.3, 0.8]))
    assert np.allclose(rotor.to_matrix(rotor.from_quaternion(q), 3), quaternion.to_matrix(q), atol=1e-15)
    assert np.array_equal(rotor.to_quaternion(rotor.from_quaternion(q)), q)


def test_a_double_rotation_needs_its_4_vector():
    """xy by one angle and zw by another: the product of the two rotors has an xyzw part."""
    a, b = (math.cos(0.2), math.sin(0.2)), (math.cos(0.5), math.sin(0.5))
    whole = [a[0] * b[0], a[1] * b[0], 0, 0, 0, 0, a[0] * b[1], a[1] * b[1]]
    matrix = rotor.to_matrix(whole, 4)
    assert np.allclose(matrix @ matrix.T, np.eye(4), atol=1e-15)
    assert np.isclose(matrix[1, 0], math.sin(0.4))
    assert np.isclose(matrix[3, 2], math.sin(1.0))
    assert rotor.error(whole, 4) < 1e-15
    assert rotor.error(rotor.normalize(whole[:7]), 4) > 0.1


def test_lengths_become_one_and_nothing_becomes_the_identity():
    assert np.allclose(rotor.normalize([3.0, 4.0, 0, 0]), [0.6, 0.8, 0, 0])
    assert rotor.normalize([0.0, 0, 0, 0]).tolist() == [1, 0, 0, 0]


@pytest.mark.parametrize("dimension", range(4, 9))
@pytest.mark.parametrize(
    ("plane", "position"), [("xy", 1), ("xz", 2), ("yz", 3), ("xw", 4), ("yw", 5), ("zw", 6)]
)
def test_an_angle_in_a_plane_is_the_rotor_of_half_the_angle(plane, position, dimension):
    """Both rotate the first axis towards the second."""
    components = np.zeros(rotor.min_components(dimension))
    components[[0, position]] = math.cos(math.radians(17)), math.sin(math.radians(17))
    expected = rotor.to_matrix(components, dimension)
    assert np.allclose(rotor.rotation_matrix(f"{plane}:34", dimension), expected, atol=1e-15)
    assert np.allclose(rotor.rotation_matrix({plane[::-1]: -34}, dimension), expected, atol=1e-15)


def test_right_angles_are_exact():
    """Double turns give the same matrix, to the last bit."""
    for text in ("xw:90", "xw:450", "wx:-90", "xw:45.0,xw:45,xw:0"):
        matrix = rotor.rotation_matrix(text, 4)
        assert np.allclose(matrix, [[0, 0, 0, -1], [0, 1, 0, 0], [0, 0, 1, 0], [1, 0, 0, 0]], atol=1e-15)
    assert rotor.rotation_matrix("xw:90,yz:180,sx:-90", 8)[:, 0].tolist() == [0, 0, 0, 1, 0, 0, 0, 0]
    assert not np.signbit(
        rotor.rotation_matrix("xw:180,yz:90", 4)[rotor.rotation_matrix("xw:180,yz:90", 4) == 0]
    ).any()


def test_planes_are_applied_from_left_to_right():
    """x goes to y, and on to z; the other way round it stays at y."""
    assert rotor.rotation_matrix("xy:90,yz:90", 4)[:, 0].tolist() == [0, 0, 1, 0]
    assert rotor.rotation_matrix("yz:90,xy:90", 4)[:, 0].tolist() == [0, 1, 0, 0]
    same = rotor.rotation_matrix(" xy : 90 , yz: 9e1 ", 4)
    assert np.array_equal(same, rotor.rotation_matrix({"xy": 90, "yz": 90}, 4))


def test_a_matrix_is_taken_as_it_is():
    matrix = rotor.rotation_matrix("xw:30,yz:10", 4)
    assert np.array_equal(rotor.rotation_matrix(matrix.tolist(), 4), matrix)
    assert np.array_equal(rotor.rotation_matrix({}, 5), np.eye(5))


@pytest.mark.parametrize("axis", "xyz")
def test_an_axis_of_three_dimensions_is_answered_with_its_plane(axis):
    with pytest.raises(ValueError, match=f"such as .. to rotate about {axis}$") as refused:
        rotor.rotation_matrix(f"{axis}:90", 3)
    plane = str(refused.value).split("such as ")[1][:2]
    first, second = np.eye(3)["xyz".index(plane[0])], np.eye(3)["xyz".index(plane[1])]
    assert np.array_equal(np.cross(first, second), np.eye(3)["xyz".index(axis)])
    assert np.array_equal(rotor.rotation_matrix(f"{plane}:90", 3) @ first, second)


@pytest.mark.parametrize(
    ("rotation", "words"),
    [
        ("xx:3", "rotation in xx: the two axes of a plane must differ"),
        ("xq:3", r"rotation in 'xq': unknown axis 'q' \(axes: x y z w v u t s\)"),
        ("XW:3", "unknown axis 'X'"),
        ("xv:3", r"rotation in xv: 4 dimensions have no axis v \(axes: x y z w\)"),
        ("xyz:3", "rotation in 'xyz': a plane is named by two axes"),
        ("x:3", "rotation in 'x': a plane is named by two axes"),
        ("xw", "rotation 'xw': expected a plane and degrees, such as xw:30"),
        ("xw:30,", "rotation '': expected a plane and degrees"),
        ("", "rotation '': expected a plane and degrees"),
        ("xw=30", "rotation 'xw=30': expected a plane and degrees"),
        (":30", "rotation ':30': expected a plane and degrees"),
        ("xw:", "rotation in xw: expected degrees, such as xw:30, not ''"),
        ("xw:1:2", "rotation in xw: expected degrees, such as xw:30, not '1:2'"),
        ("xw:ten", "not 'ten'"),
        ("xw:nan", "rotation in xw: degrees must be a finite number, not nan"),
        ({"yz": math.inf}, "rotation in yz: degrees must be a finite number, not inf"),
        (np.eye(3), r"must have shape \(4, 4\), not \(3, 3\)"),
        (np.eye(4) * 2, "columns of length 1 at right angles"),
        (np.diag([1, 1, 1, -1]), "must not mirror"),
        (np.full((4, 4), np.nan), "columns of length 1"),
    ],
)
def test_what_is_not_a_rotation_is_refused_in_a_sentence(rotation, words):
    with pytest.raises(ValueError, match=words):
        rotor.rotation_matrix(rotation, 4)
