"""Vectors as lists of numbers, against plain linear algebra."""

import numpy as np

from pantin.kernels import spring_vectors as vectors
from pantin.maths import quaternion

RNG = np.random.default_rng(0)


def test_solving_by_cofactors_is_the_inverse():
    a, d = RNG.normal(size=(3, 3)), RNG.normal(size=3)
    raw, determinant = vectors.cofactors(list(a.reshape(-1)), list(d))
    assert np.isclose(determinant, np.linalg.det(a))
    assert np.allclose(np.array(raw) / determinant, np.linalg.solve(a, d))


def test_the_largest_scale_is_the_longest_column():
    a = RNG.normal(size=(3, 3))
    result = vectors.largest_scale(list(a.reshape(-1)))
    assert np.isclose(result, np.linalg.norm(a, axis=0).max())


def test_rotation_and_scale_is_the_rotation_of_scaled_axes():
    q, s = quaternion.normalize(RNG.normal(size=4)), RNG.normal(size=3)
    result = np.array(vectors.rotation_and_scale(list(q), list(s))).reshape(3, 3)
    assert np.allclose(result, quaternion.to_matrix(q) @ np.diag(s))


def test_points_and_directions_are_mapped_by_rows():
    m, v = RNG.normal(size=(3, 4)), RNG.normal(size=3)
    rows = list(m.reshape(-1))
    assert np.allclose(vectors.point(rows, list(v)), m[:, :3] @ v + m[:, 3])
    assert np.allclose(vectors.linear(vectors.linear_part(rows), list(v)), m[:, :3] @ v)


def test_a_length_is_sound_between_noise_and_what_cannot_be_measured():
    lengths = np.array([0.0, 1e-13, 1e-12, 1.0, 1e299, 1e300, np.inf, np.nan])
    assert vectors.is_measurable(lengths).tolist() == [False, False, True, True, True, False, False, False]
