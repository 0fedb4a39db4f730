"""Linear blend skinning: hand-made cases and degenerate input for all engines."""

from __future__ import annotations

import numpy as np
import pytest
from rig_arrays import surface

from pantin.kernels.influences import bind, bind_padded
from pantin.kernels.skinning import Skinned, inverse_transpose_applied, linear_blend

pytestmark = pytest.mark.usefixtures("engine")
F32 = np.finfo(np.float32).eps


@pytest.fixture(params=["numpy_only", "compiled", "fused"])
def engine(request):
    request.getfixturevalue(request.param)


def moved(*translations: tuple[float, ...]) -> np.ndarray:
    palette = np.tile(np.eye(3, 4), (1, len(translations), 1, 1))
    palette[0, :, :, 3] = translations
    return palette


def test_half_of_two_translations_is_their_middle():
    bound = bind([0, 2], [0, 1], [0.5, 0.5], 2)
    result = linear_blend(bound, moved((2, 0, 0), (0, 4, 0)), np.array([[1, 1, 1]]))
    assert result.positions.tolist() == [[[2, 3, 1]]]


def test_weights_are_used_as_given():
    bound = bind([0, 1], [0], [0.5], 1)
    assert linear_blend(bound, moved((2, 0, 0)), np.array([[1, 1, 1]])).positions.tolist() == [
        [[1.5, 0.5, 0.5]]
    ]


def test_a_vertex_without_influences_is_at_the_origin_with_no_normal():
    bound = bind([0, 0], [], [], 1)
    result = linear_blend(bound, moved((2, 0, 0)), np.ones((1, 3)), np.ones((1, 3)))
    assert result.positions.tolist() == [[[0, 0, 0]]]
    assert result.normals.tolist() == [[[0, 0, 0]]]


def test_normals_go_with_the_inverse_transpose():
    """A sphere stretched twice along x: the normal (1, 1, 0)/√2 leans to (1/2, 1, 0)."""
    palette = np.array([[np.diag([2.0, 1, 1, 1])[:3]]])
    bound = bind([0, 1], [0], [1], 1)
    normal = np.array([[1, 1, 0]]) / np.sqrt(2)
    result = linear_blend(bound, palette, np.zeros((1, 3)), normal)
    np.testing.assert_allclose(result.normals[0, 0], np.array([1, 2, 0]) / np.sqrt(5), atol=4 * F32)
    linear = linear_blend(bound, palette, np.zeros((1, 3)), normal, method="linear")
    np.testing.assert_allclose(linear.normals[0, 0], np.array([2, 1, 0]) / np.sqrt(5), atol=4 * F32)


def test_an_outward_normal_stays_outward_under_a_mirror():
    palette = np.array([[-np.eye(3, 4)]])
    result = linear_blend(bind([0, 1], [0], [1], 1), palette, np.zeros((1, 3)), np.array([[0, 0, 1]]))
    assert result.normals[0, 0].tolist() == [0, 0, -1]


def test_a_flattened_surface_keeps_the_normal_of_its_plane():
    palette = np.array([[np.diag([1.0, 1, 0, 1])[:3]]])
    result = linear_blend(bind([0, 1], [0], [1], 1), palette, np.ones((1, 3)), np.array([[0.6, 0, 0.8]]))
    assert result.normals[0, 0].tolist() == [0, 0, 1]


@pytest.mark.parametrize("dimension", [2, 3, 4, 5, 8])
@pytest.mark.parametrize("linear", ["zero", "rank one", "huge", "tiny"])
def test_degenerate_palettes_give_finite_normals(dimension, linear):
    matrix = {
        "zero": np.zeros((dimension, dimension)),
        "rank one": np.ones((dimension, dimension)),
        "huge": np.eye(dimension) * 1e30,
        "tiny": np.eye(dimension) * 1e-30,
    }[linear]
    palette = np.concatenate([matrix, np.ones((dimension, 1))], 1)[None, None]
    bound = bind([0, 1, 2], [0, 0], [1, 1], 1, dimension=dimension)
    vectors = np.stack([np.eye(dimension)[0], np.zeros(dimension)])
    result = linear_blend(bound, palette, vectors, vectors)
    assert np.isfinite(result.positions).all()
    assert np.isfinite(result.normals).all()
    assert (result.normals[0, 1] == 0).all()


@pytest.mark.parametrize("dimension", [2, 3, 4, 5, 8])
def test_exact_normals_agree_with_numpys_inverse(dimension):
    s = surface(200, 3, dimension=dimension)
    bound = bind(*s[:3], 20, dimension=dimension, dtype=np.float64)
    result = linear_blend(bound, s.palette, s.positions, s.normals)
    for frame in range(2):
        blended = np.zeros((200, dimension, dimension))
        np.add.at(
            blended,
            np.repeat(np.arange(200), np.diff(s.offsets)),
            s.weight[:, None, None] * s.palette[frame, s.joint, :, :-1],
        )
        expected = np.einsum("vji,vj->vi", np.linalg.inv(blended), s.normals)
        expected /= np.linalg.norm(expected, axis=1, keepdims=True)
        # two eliminations, each with an error of about condition * dimension * ε
        worst = np.linalg.cond(blended)[:, None] * dimension * 8 * np.finfo(float).eps
        assert (np.abs(result.normals[frame] - expected) <= worst).all()


def test_tangents_turn_with_the_linear_part_and_keep_their_hand():
    palette = np.array([[[[0, -2.0, 0, 5], [2, 0, 0, 5], [0, 0, 2, 5]]]])
    result = linear_blend(
        bind([0, 1], [0], [1], 1), palette, np.zeros((1, 3)), None, np.array([[1, 0, 0, -1]])
    )
    assert result.tangents[0, 0].tolist() == [0, 1, 0, -1]
    assert result.normals is None


@pytest.mark.parametrize("most", [4, 9])
def test_the_hand_of_a_tangent_turns_where_its_own_map_mirrors(most):
    """One vertex on a joint that mirrors, one on a joint that does not, one blended on either side."""
    palette = np.stack([np.eye(3, 4), np.diag([1.0, 1, -1, 0])[:3]])[None]
    joint, weight = np.zeros((4, most), int), np.zeros((4, most))
    joint[:, 1], weight[:, 0], weight[:, 1] = 1, [1, 0, 0.75, 0.25], [0, 1, 0.25, 0.75]
    sides = np.tile([1.0, 0, 0, -1], (4, 1))
    normals = np.tile([0.0, 1, 0], (4, 1))
    for asked in (None, normals):
        result = linear_blend(bind_padded(joint, weight, 2), palette, np.zeros((4, 3)), asked, sides)
        assert result.tangents[0].tolist() == [[1, 0, 0, -1], [1, 0, 0, 1], [1, 0, 0, -1], [1, 0, 0, 1]]


def test_out_is_filled_and_returned():
    s = surface(40, 4)
    bound = bind(*s[:3], 20)
    out = Skinned(np.full((2, 40, 3), np.nan, np.float32), None, None)
    result = linear_blend(bound, s.palette, s.positions, out=out)
    assert result.positions is out.positions
    assert (out.positions == linear_blend(bound, s.palette, s.positions).positions).all()


def test_out_that_shares_memory_or_does_not_fit_is_refused():
    s = surface(40, 4, frames=1)
    bound = bind(*s[:3], 20)
    points = s.positions.astype(np.float32)
    with pytest.raises(ValueError, match="shares memory"):
        linear_blend(bound, s.palette, points, out=Skinned(points[None], None, None))
    with pytest.raises(ValueError, match="must be float32 of shape"):
        linear_blend(bound, s.palette, points, out=Skinned(np.empty((1, 39, 3), np.float32), None, None))
    with pytest.raises(ValueError, match="C-contiguous"):
        linear_blend(
            bound, s.palette, points, out=Skinned(np.empty((1, 40, 6), np.float32)[..., ::2], None, None)
        )


def test_arrays_that_do_not_fit_are_refused():
    s = surface(40, 4)
    bound = bind(*s[:3], 20)
    with pytest.raises(ValueError, match="positions must have shape"):
        linear_blend(bound, s.palette, s.positions[:-1])
    with pytest.raises(ValueError, match="palette must have shape"):
        linear_blend(bound, s.palette[:, :-1], s.positions)
    with pytest.raises(ValueError, match="'exact' or 'linear'"):
        linear_blend(bound, s.palette, s.positions, method="none")
    with pytest.raises(ValueError, match="three-dimensional"):
        linear_blend(
            bind([0, 1], [0], [1], 1, dimension=2),
            np.zeros((1, 1, 2, 3)),
            np.zeros((1, 2)),
            None,
            np.zeros((1, 4)),
        )


@pytest.mark.parametrize(("frames", "vertices"), [(0, 5), (2, 0)])
def test_nothing_to_do_gives_empty_arrays(frames, vertices):
    bound = bind_padded(np.zeros((vertices, 4), int), np.zeros((vertices, 4)), 1)
    result = linear_blend(bound, np.zeros((frames, 1, 3, 4)), np.zeros((vertices, 3)))
    assert result.positions.shape == (frames, vertices, 3)


def test_a_singular_direction_is_the_limit_in_four_dimensions():
    """Mᵀ x = n for M = diag(1, 1, 1, δ) turns any n with a part along w into w as δ goes to 0."""
    flat = np.diag([1.0, 1, 1, 0])[None]
    x = inverse_transpose_applied(flat, np.array([[0.5, 0.5, 0.5, 0.5]]))
    np.testing.assert_allclose(x / np.linalg.norm(x), [[0, 0, 0, 1]], atol=1e-12)
