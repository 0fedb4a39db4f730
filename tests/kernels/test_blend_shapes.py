"""Blend shapes: hand-made cases for both engines, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.kernels.blend_shapes import bind_shapes, blend


@pytest.fixture(params=["numpy_only", "compiled"], autouse=True)
def engine(request):
    request.getfixturevalue(request.param)


def test_sparse_and_dense_shapes_add_up_for_every_frame():
    shapes = bind_shapes(3, 2, [([2, 0], [[1, 1], [2, 2]]), (None, [[1, 0], [1, 0], [1, 0]])])
    result = blend(shapes, np.zeros((3, 2)), [[1, 0], [0.5, 2]])
    assert result.tolist() == [[[2, 2], [0, 0], [1, 1]], [[3, 1], [2, 0], [2.5, 0.5]]]


def test_a_vertex_named_twice_moves_twice():
    shapes = bind_shapes(2, 1, [([1, 1], [[1], [2]])])
    assert blend(shapes, np.zeros((2, 1)), [[1]]).tolist() == [[[0], [3]]]


def test_a_shape_of_amount_zero_is_not_read():
    """Its deltas may even be infinite: 0 · ∞ would be no number."""
    shapes = bind_shapes(1, 1, [(None, [[np.inf]]), (None, [[1.0]])])
    assert blend(shapes, np.zeros((1, 1)), [[0, 1]]).tolist() == [[[1]]]


def test_no_shapes_give_the_base_for_every_frame():
    shapes = bind_shapes(2, 3, [])
    assert (blend(shapes, np.ones((2, 3)), np.zeros((4, 0))) == np.ones((4, 2, 3))).all()


@pytest.mark.parametrize(
    ("shape", "sentence"),
    [
        (([2], [[1.0]]), "shape 0 moves a vertex outside 0 … 1"),
        (([-1], [[1.0]]), "outside 0 … 1"),
        (([0], [[1.0, 2.0]]), "deltas of shape 0 must be"),
        ((None, [[1.0]]), r"must be \(2, 1\)"),
        (([0.5], [[1.0]]), "flat list of integers"),
    ],
)
def test_shapes_that_do_not_fit_are_refused(shape, sentence):
    with pytest.raises(ValueError, match=sentence):
        bind_shapes(2, 1, [shape])


def test_calls_that_do_not_fit_are_refused():
    shapes, base = bind_shapes(2, 1, [([0], [[1.0]])]), np.zeros((2, 1), np.float32)
    with pytest.raises(ValueError, match="weights must have shape"):
        blend(shapes, base, [[1, 2]])
    with pytest.raises(ValueError, match="not a finite number"):
        blend(shapes, base, [[np.nan]])
    with pytest.raises(ValueError, match="base must have shape"):
        blend(shapes, base[:1], [[1]])
    with pytest.raises(ValueError, match="shares memory"):
        blend(shapes, base, [[1]], out=base[None])
    with pytest.raises(ValueError, match="out must be"):
        blend(shapes, base, [[1]], out=np.zeros((1, 2, 2)))
