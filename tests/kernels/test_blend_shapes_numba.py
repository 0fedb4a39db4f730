"""The compiled twin has the bits of the reference, on any number of threads."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.kernels.blend_shapes import ShapeDeltas, bind_shapes, blend, blend_numpy

pytest.importorskip("numba", reason="numba cannot be imported")
pytestmark = pytest.mark.usefixtures("compiled")


def shapes(kind: type) -> tuple[ShapeDeltas, np.ndarray, np.ndarray]:
    """Blocks of 4096 vertices: two and a bit of them."""
    r = np.random.default_rng(0)
    many = [(r.permutation(10_000)[:700], r.standard_normal((700, 3))) for _ in range(9)]
    bound = bind_shapes(10_000, 3, [*many, (None, r.standard_normal((10_000, 3)))], dtype=kind)
    return bound, r.standard_normal((10_000, 3)).astype(kind), r.standard_normal((3, 10)).astype(kind)


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_twin_and_reference_have_the_same_bits(kind):
    bound, base, amounts = shapes(kind)
    base[::7] = -0.0
    slow = np.empty((3, 10_000, 3), kind)
    blend_numpy(bound, base, amounts, slow)
    assert blend(bound, base, amounts).tobytes() == slow.tobytes()


def test_bits_do_not_depend_on_chunks():
    bound, base, amounts = shapes(np.float32)
    whole = blend(bound, base, amounts)
    assert (blend(bound, base, amounts[1:2]) == whole[1:2]).all()
