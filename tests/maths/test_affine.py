"""Facts about affine maps (…, N, N+1)."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.maths import affine, quaternion

EPS = np.finfo(np.float64).eps
# entries of size one, at most 9 products and sums each, through an elimination of condition below 1e3
SOLVED = 1e3 * 9 * EPS


def random_maps(count: int, size: int) -> np.ndarray:
    return np.random.default_rng(size).standard_normal((count, size, size + 1))


@pytest.mark.parametrize("size", [2, 3, 4, 5, 8])
def test_multiplying_is_applying_one_after_the_other(size):
    a, b = random_maps(20, size), random_maps(20, size)[::-1]
    points = np.random.default_rng(9).standard_normal((20, size))
    np.testing.assert_allclose(
        affine.apply(affine.multiply(a, b), points), affine.apply(a, affine.apply(b, points)), atol=SOLVED
    )


@pytest.mark.parametrize("size", [2, 3, 4, 5, 8])
def test_inverse_undoes_a_map(size):
    maps = random_maps(50, size) + 3 * affine.identity(size)
    inverse, singular = affine.invert(maps)
    assert not singular.any()
    np.testing.assert_allclose(
        affine.multiply(maps, inverse), np.broadcast_to(affine.identity(size), maps.shape), atol=SOLVED
    )


@pytest.mark.parametrize(
    "linear",
    [
        np.zeros((3, 3)),
        np.diag([1.0, 1.0, 0.0]),
        np.ones((3, 3)),
        np.full((3, 3), np.nan),
        np.diag([1, 1, np.inf]),
    ],
)
def test_a_singular_map_is_marked_and_answered_with_the_identity(linear):
    maps = np.stack([affine.identity(3), np.concatenate([linear, np.ones((3, 1))], 1)])
    inverse, singular = affine.invert(maps)
    assert singular.tolist() == [False, True]
    assert (inverse == affine.identity(3)).all()
    with pytest.raises(ValueError, match=r"cannot invert a singular matrix \(1 of 2\)"):
        affine.inverse(maps)


def test_a_small_uniform_scale_is_not_singular():
    inverse, singular = affine.invert(1e-12 * affine.identity(3))
    assert not singular
    np.testing.assert_allclose(inverse[:, :3], 1e12 * np.eye(3))


def test_determinant_of_a_permuted_diagonal():
    assert affine.determinant([[0, 2.0, 0], [3, 0, 0], [0, 0, 4]]) == -24


def test_compose_scales_then_turns_then_moves():
    quarter = quaternion.from_axis_angle([0, 0, 1], np.pi / 2)
    result = affine.compose([1, 2, 3], quarter, [2, 3, 4])
    np.testing.assert_allclose(affine.apply(result, [1, 0, 0]), [1, 4, 3], atol=4 * EPS)


@pytest.mark.parametrize("sign", [1, -1])
def test_decomposing_gives_back_what_was_composed(sign):
    r = np.random.default_rng(3)
    rotation, scale = (
        quaternion.normalize(r.standard_normal((100, 4))),
        r.uniform(0.1, 3, (100, 3)) * [sign, 1, 1],
    )
    maps = affine.compose(r.standard_normal((100, 3)), rotation, scale)
    parts = affine.decompose(maps)
    np.testing.assert_allclose(parts.scale, scale, rtol=64 * EPS)
    np.testing.assert_allclose(affine.compose(*parts), maps, atol=64 * 3 * EPS)
    assert affine.is_trs(maps).all()


def test_a_shear_is_not_a_trs():
    sheared = affine.identity(3)
    sheared[0, 1] = 0.5
    assert not affine.is_trs(sheared)


@pytest.mark.parametrize(
    "scale", [(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0), (0, 0, 2), (3, 0, 0), (0, 2, 0)]
)
def test_flattened_maps_decompose_finitely_and_exactly(scale):
    turn = quaternion.from_axis_angle(np.array([1, 2, 2]) / 3, 0.7)
    flat = affine.compose([1, 2, 3], turn, scale)
    parts = affine.decompose(flat)
    assert all(np.isfinite(part).all() for part in parts)
    assert affine.is_trs(flat)


@pytest.mark.parametrize("size", [1e-300, 1e-160, 1e150, 1e300])
def test_maps_of_any_size_decompose_without_overflow(size):
    """Squares of 1e160 are beyond double precision; the parts are not."""
    turn = quaternion.to_matrix(quaternion.normalize([1.0, 2.0, 3.0, 4.0])) * [1.0, 0.5, 0.25]
    maps = np.concatenate([turn * size, np.zeros((3, 1))], -1)
    parts = affine.decompose(maps)
    np.testing.assert_allclose(parts.scale, np.array([1.0, 0.5, 0.25]) * size, rtol=affine.EXACT_TOLERANCE)
    assert affine.is_trs(maps)


@pytest.mark.parametrize("size", [2, 3, 4, 6])
def test_world_transforms_have_the_bits_of_products(size):
    pick = np.random.default_rng(size)
    parents = np.array([-1, 0, 1, 1, 5, -1])
    local = pick.normal(size=(6, size, size + 1))
    world = affine.world_transforms(parents, np.array([5, 0, 1, 4, 2, 3]), local)
    expected = local.copy()
    for node in (1, 2, 3, 4):
        expected[node] = affine.multiply(expected[parents[node]], local[node])
    assert world.tobytes() == expected.tobytes()


def test_a_chain_of_a_hundred_thousand_steps_of_one_ends_at_a_hundred_thousand():
    count = 100_000
    local = np.tile(np.eye(3, 4), (count, 1, 1))
    local[:, 1, 3] = 1.0
    world = affine.world_transforms(np.arange(count) - 1, np.arange(count), local)
    assert np.array_equal(world[:, 1, 3], np.arange(1.0, count + 1))


def test_what_is_too_large_is_infinite_and_the_input_stays_as_it_was():
    local = np.tile(1e308 * np.eye(3, 4), (2, 1, 1))
    before = local.copy()
    assert affine.world_transforms(np.array([-1, 0]), np.array([0, 1]), local)[1, 0, 0] == np.inf
    assert np.array_equal(local, before)


def test_no_nodes_have_no_world_transforms():
    assert affine.world_transforms(
        np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros((0, 3, 4))
    ).shape == (0, 3, 4)
