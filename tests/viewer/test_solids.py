from __future__ import annotations

import numpy as np
import pytest

from pantin.viewer.materials import Material
from pantin.viewer.solids import axes_along, bones, capsule, sphere, spheres, square

SOLIDS = {
    "sphere": sphere((1, 2, 3), 0.5, Material()),
    "capsule": capsule((0, 0, 0), (0, 3, 1), 0.5, Material()),
    "bone": bones(np.zeros((1, 3)), np.array([[1.0, 2, 0]]), np.array([0.2]), Material()),
}


def flat_normals(solid):
    a, b, c = (solid.positions[solid.faces[:, corner]] for corner in range(3))
    return np.cross(b - a, c - a)


@pytest.mark.parametrize("solid", SOLIDS.values(), ids=SOLIDS)
def test_faces_are_counter_clockwise_seen_from_outside(solid):
    flat = flat_normals(solid)
    middle = solid.positions[solid.faces].mean(axis=1)
    outwards = middle - solid.positions.mean(axis=0)
    real = np.linalg.norm(flat, axis=1) > 1e-9
    assert (np.einsum("ij,ij->i", flat, outwards)[real] > 0).all()
    mean = solid.normals[solid.faces].mean(axis=1)
    assert (np.einsum("ij,ij->i", flat, mean)[real] > 0).all()


def test_a_sphere_has_its_radius():
    assert np.linalg.norm(SOLIDS["sphere"].positions - (1, 2, 3), axis=1) == pytest.approx(0.5)


def test_a_capsule_is_its_radius_away_from_its_line():
    points, end = SOLIDS["capsule"].positions, np.array([0.0, 3, 1])
    along = np.clip(points @ end / (end @ end), 0, 1)
    assert np.linalg.norm(points - along[:, None] * end, axis=1) == pytest.approx(0.5, rel=1e-6)


def test_a_capsule_without_length_is_a_sphere():
    assert np.linalg.norm(
        capsule((1, 1, 1), (1, 1, 1), 2.0, Material()).positions - 1, axis=1
    ) == pytest.approx(2)


def test_a_bone_reaches_from_joint_to_joint():
    points = SOLIDS["bone"].positions.tolist()
    assert [0, 0, 0] in points
    assert [1, 2, 0] in points


def test_many_are_each_as_if_alone():
    centres, ends, radii = (
        np.array([[0.0, 0, 0], [1, 2, 3]]),
        np.array([[0.0, 2, 0], [1, 2, 3]]),
        np.array([0.1, 2]),
    )
    for made in (spheres(centres, radii, Material()), bones(centres, ends, radii, Material())):
        assert len(made.faces) == len(made.material)
        assert made.faces.max() == len(made.positions) - 1
    both = spheres(centres, radii, Material())
    assert np.array_equal(
        both.positions[len(both.positions) // 2 :], sphere((1, 2, 3), 2, Material()).positions
    )


def test_a_square_is_at_right_angles_to_its_normal():
    result = square((0, 1, 0), (1, 1, 0), 2.0, Material())
    assert (result.positions - (0, 1, 0)) @ np.array([1, 1, 0]) == pytest.approx(0, abs=1e-12)
    assert (flat_normals(result) @ np.array([1, 1, 0]) > 0).all()


@pytest.mark.parametrize("direction", [(0, 1, 0), (1, 0, 0), (0.3, -2, 5), (0, 0, 0)])
def test_a_frame_is_a_rotation_about_its_direction(direction):
    (axes,) = axes_along(np.array([direction], float))
    assert np.allclose(axes @ axes.T, np.eye(3))
    assert np.linalg.det(axes) == pytest.approx(1)
