"""Turns of rotors beside the exponential of antisymmetric matrices, summed as a series."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.maths import quaternion, rotations, rotor, rotor_turns

DIMENSIONS = range(2, 9)
ROUNDING = 6 * 2**5 * 8 * 2.0**-52
"""3.4e-13. An entry of a product of matrices of eight rows is off by 8 roundings at most; five squarings make
the error of an exponential 2^5 times as large; at most three exponentials and three products are compared."""


def exponential(generator):
    """exp(B) = exp(B / 32)^32, by its series."""
    small, term = generator / 32.0, np.eye(len(generator))
    result = np.eye(len(generator))
    for number in range(1, 20):
        term = term @ small / number
        result = result + term
    for _ in range(5):
        result = result @ result
    return result


def generators(dimension, largest=3.0, count=12):
    """Antisymmetric matrices whose largest angle is below half a turn."""
    random = np.random.default_rng(dimension)
    raw = random.normal(size=(count, dimension, dimension))
    raw = raw - np.swapaxes(raw, -1, -2)
    sizes = np.abs(np.linalg.eigvals(raw)).max(axis=-1)
    return raw * (largest * random.uniform(0.1, 1.0, count) / sizes)[:, None, None]


@pytest.mark.parametrize("dimension", DIMENSIONS)
def test_a_rotor_of_a_matrix_has_that_matrix(dimension):
    matrices = np.array([exponential(each) for each in generators(dimension)])
    rotors = rotor_turns.from_matrix(matrices)
    assert np.abs(rotor.to_matrix(rotors, dimension) - matrices).max() < ROUNDING
    assert rotor.error(rotors, dimension).max() < ROUNDING


@pytest.mark.parametrize("dimension", DIMENSIONS)
def test_the_shortest_way_is_the_exponential_of_a_part_of_the_generator(dimension):
    turns = generators(dimension)
    start = np.array([exponential(each) for each in generators(dimension)[::-1]])
    end = start @ np.array([exponential(each) for each in turns])
    for part in (0.0, 0.3, 1.0):
        wanted = start @ np.array([exponential(part * each) for each in turns])
        between = rotor_turns.slerp(
            rotor_turns.from_matrix(start), rotor_turns.from_matrix(end), np.full(len(turns), part)
        )
        assert np.abs(rotor.to_matrix(between, dimension) - wanted).max() < ROUNDING


@pytest.mark.parametrize("dimension", DIMENSIONS)
def test_products_are_those_of_matrices(dimension):
    a, b = (np.array([exponential(each) for each in generators(dimension, most)]) for most in (1.0, 2.9))
    product = rotor_turns.product(rotor_turns.from_matrix(a), rotor_turns.from_matrix(b))
    assert np.abs(rotor.to_matrix(product, dimension) - a @ b).max() < ROUNDING
    back = rotor_turns.product(rotor_turns.conjugate(product), product)
    assert np.abs(back - np.eye(back.shape[-1])[0]).max() < ROUNDING


@pytest.mark.parametrize(
    ("planes", "degrees"),
    [
        ("xy:90,zw:90", [90, 90]),  # the same angle in both: any vector turns by it
        ("xy:90,zw:-90", [90, 90]),
        ("xy:180,zw:180", [180, 180]),
        ("xy:180,zw:30", [30, 180]),
        ("xw:0", [0, 0]),
        ("xy:0.000001,zw:40", [0.000001, 40]),
    ],
)
def test_special_angles(planes, degrees):
    turns = rotor_turns.log(rotor_turns.from_planes(planes, 4))
    assert np.degrees(turns.angle) == pytest.approx(degrees, abs=1e-12)
    wanted = rotor.rotation_matrix(planes, 4)
    assert np.abs(turns.matrix() - wanted).max() < 1e-15
    assert np.abs(rotor.to_matrix(turns.rotor(), 4) - wanted).max() < 1e-15


@pytest.mark.parametrize("plane", ["xw", "wx", "yz", "zy"])
def test_half_turns_keep_their_sense(plane):
    """0, 180 and 360 degrees lead once around: at a quarter the first axis is at the second."""
    keys = [rotor_turns.from_planes({plane: degrees}, 4) for degrees in (0, 180, 360)]
    first, second = (np.eye(4)["xyzw".index(axis)] for axis in plane)
    for start, end, at in ((keys[0], keys[1], second), (keys[1], keys[2], -second)):
        middle = rotor.to_matrix(rotor_turns.slerp(start, end, 0.5), 4)
        assert np.abs(middle @ first - at).max() < 1e-15


def test_a_sum_of_rotors_becomes_the_nearest_rotation():
    """Of length 1, the sum of two double rotations is no rotor; the nearest one is at the mean angles."""
    ends = [rotor_turns.from_planes({"xy": 40 * part, "zw": -70 * part}, 4) for part in (0, 1)]
    total = ends[0] + ends[1]
    assert rotor.error(rotor.normalize(total), 4) > 0.05
    mean = rotor_turns.nearest(total)
    assert rotor.error(mean, 4) < 1e-15
    assert np.abs(rotor.to_matrix(mean, 4) - rotor.rotation_matrix("xy:20,zw:-35", 4)).max() < 1e-15


def test_axes_that_are_exchanged():
    """A mirrored rotation is Q M Qᵀ, also where Q mirrors."""
    values = rotor_turns.from_planes("xw:30,yz:50,xy:-20", 4)
    swap = np.eye(4)[[3, 1, 2, 0]]
    changed = rotor_turns.change_axes(swap)(values)
    wanted = swap @ rotor.to_matrix(values, 4) @ swap.T
    assert np.abs(rotor.to_matrix(changed, 4) - wanted).max() < 1e-15


def test_quaternions_and_rotors_by_their_width():
    assert [rotations.width_in(dimension) for dimension in (2, 3, 4, 5)] == [2, 4, 8, 16]
    matrix = rotor.rotation_matrix("xy:30,yz:50", 3)
    assert np.abs(rotations.from_matrix(matrix) - quaternion.from_matrix(matrix)).max() == 0
    assert np.abs(rotations.to_matrix(rotations.identity(8)) - np.eye(4)).max() == 0
