"""The chain of transforms against the product of its matrices, one by one."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from pantin.formats.fbx.lift.axes import Axes, read_axes
from pantin.formats.fbx.lift.rotations import ORDERS, from_euler, to_euler
from pantin.formats.fbx.lift.transforms import read_chain, read_rest
from pantin.formats.fbx.properties import Properties, Property
from pantin.maths import affine, quaternion


def turn(axis: int, degrees: float) -> np.ndarray:
    sine, cosine = np.sin(np.radians(degrees)), np.cos(np.radians(degrees))
    matrix = np.eye(4)
    first, second = (axis + 1) % 3, (axis + 2) % 3
    matrix[first, first] = matrix[second, second] = cosine
    matrix[second, first], matrix[first, second] = sine, -sine
    return matrix


def euler(degrees, order="XYZ") -> np.ndarray:
    """XYZ turns about X first, so the matrix is Rz · Ry · Rx."""
    matrix = np.eye(4)
    for letter in order:
        matrix = turn("XYZ".index(letter), degrees["XYZ".index(letter)]) @ matrix
    return matrix


def move(vector) -> np.ndarray:
    matrix = np.eye(4)
    matrix[:3, 3] = vector
    return matrix


def properties(**values) -> Properties:
    props = Properties(None)
    for name, value in values.items():
        numbers = list(value) if isinstance(value, tuple) else [value]
        props.own[name.replace("_", " ")] = Property("", "", numbers)
    return props


def local_of(props: Properties) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The transform of a model at rest."""
    chain, (translation, degrees, scale) = read_chain(props), read_rest(props)
    return chain.compose(translation, from_euler(degrees, chain.order), scale)


@pytest.mark.parametrize("order", range(6))
def test_the_whole_chain(order):
    rng = np.random.default_rng(order)
    vectors = {name: tuple(rng.uniform(-50, 50, 3).tolist()) for name in (
        "Lcl_Translation", "Lcl_Rotation", "RotationOffset", "RotationPivot", "PreRotation", "PostRotation",
        "ScalingOffset", "ScalingPivot",
    )}  # fmt: skip
    scale = tuple(rng.uniform(0.5, 2, 3).tolist())
    props = properties(**vectors, Lcl_Scaling=scale, RotationOrder=order, RotationActive=1)
    local = affine.compose(*local_of(props))
    v = vectors
    expected = (
        move(v["Lcl_Translation"]) @ move(v["RotationOffset"]) @ move(v["RotationPivot"])
        @ euler(v["PreRotation"]) @ euler(v["Lcl_Rotation"], ORDERS[order])
        @ np.linalg.inv(euler(v["PostRotation"])) @ move(-np.array(v["RotationPivot"]))
        @ move(v["ScalingOffset"]) @ move(v["ScalingPivot"]) @ np.diag([*scale, 1])
        @ move(-np.array(v["ScalingPivot"]))
    )  # fmt: skip
    assert np.allclose(local, expected[:3], atol=1e-9)


@pytest.mark.parametrize("switch", [{"RotationActive": 0}, {"RotationSpaceForLimitOnly": 1}])
def test_rotation_space_that_does_not_apply(switch):
    props = properties(
        Lcl_Rotation=(10.0, 20.0, 30.0), PreRotation=(90.0, 0.0, 0.0), RotationOrder=5, **switch
    )
    rotation = local_of(props)[1]
    assert np.allclose(quaternion.to_matrix(rotation), euler((10, 20, 30))[:3, :3])


def test_numbers_that_are_not_finite_count_as_the_default():
    props = properties(Lcl_Translation=(np.nan, 1.0, np.inf), Lcl_Scaling=(np.nan, 2.0, 3.0))
    translation, _, scale = read_rest(props)
    assert (translation.tolist(), scale.tolist()) == ([0, 1, 0], [1, 2, 3])


@pytest.mark.parametrize("order", range(6))
def test_angles_of_rotations_give_the_rotation_back(order):
    angles = np.random.default_rng(order).uniform(-180, 180, (200, 3))
    angles[:20, "XYZ".index(ORDERS[order][1])] = 90  # where two axes coincide
    rotations = from_euler(angles, order)
    assert quaternion.angle(from_euler(to_euler(rotations, order), order), rotations).max() < 1e-6


def test_all_axes_of_right_handed_files():
    """Up, front and right of each of the 24 become Y, Z and X."""
    for up, front, right in permutations(range(3)):
        for signs in np.ndindex(2, 2, 2):
            up_sign, front_sign, right_sign = (1 - 2 * sign for sign in signs)
            chosen = {"UpAxis": up, "UpAxisSign": up_sign, "FrontAxis": front, "FrontAxisSign": front_sign}
            chosen |= {"CoordAxis": right, "CoordAxisSign": right_sign, "UnitScaleFactor": 2.54}
            axes = read_axes(properties(**chosen))
            point = np.zeros(3)
            point[up], point[front], point[right] = 2.0 * up_sign, 3.0 * front_sign, 1.0 * right_sign
            assert np.allclose(axes.points(point), np.array([1, 2, 3]) * 0.0254)


def test_transforms_are_converted_with_their_space():
    rng = np.random.default_rng(1)
    basis = np.array([[0, 0, -1], [0, 1, 0], [1, 0, 0.0]])
    for sign in (1.0, -1.0):
        axes = Axes(basis * [[sign], [1], [1]], 0.01)
        matrix = rng.normal(size=(3, 4))
        point = rng.normal(size=3)
        assert np.allclose(
            affine.apply(axes.matrices(matrix), axes.points(point)), axes.points(affine.apply(matrix, point))
        )
        rotation = quaternion.normalize(rng.normal(size=4))
        turned = quaternion.rotate(axes.rotations(rotation), axes.points(point))
        assert np.allclose(turned, axes.points(quaternion.rotate(rotation, point)))
