"""The compiled twin has the bits of the reference."""

from __future__ import annotations

import numpy as np
import pytest
from rig_arrays import random_terms

from pantin.kernels.implicit import polygonise_numpy

pytest.importorskip("numba", reason="numba cannot be imported")


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("counts", [(2, 2, 2), (2, 9, 30), (31, 17, 23)])
def test_twin_and_reference_have_the_same_bits(seed, counts):
    from pantin.kernels.implicit_numba import polygonise

    axes = tuple(np.linspace(-1, 0.9, count) for count in counts)
    terms = random_terms(np.random.default_rng(seed), axes)
    for iso in (0.05, 0.3, 50.0):
        slow, fast = polygonise_numpy(terms, axes, iso), polygonise(terms, axes, iso)
        assert [each.tobytes() for each in slow] == [each.tobytes() for each in fast]


def test_a_value_that_is_exactly_reached_on_the_grid_gives_the_same_bits():
    """The ramp of a ball is a half at its radius, where points of the grid are."""
    from pantin.kernels.implicit_numba import polygonise

    axis = np.linspace(-2, 2, 17)
    terms = random_terms(np.random.default_rng(1), (axis,) * 3)
    plain = {"metaball": np.zeros(1, bool), "turned": np.zeros(1, bool), "added": np.ones(1, bool)}
    one = {name: np.ones(1) for name in ("strength", "radius", "scale")}
    ball = terms._replace(
        **plain,
        **one,
        height=np.zeros(1),
        turn=np.eye(3)[None],
        shift=np.zeros((1, 3)),
        reach=np.array([[[0, 17]] * 3]),
    )
    slow, fast = polygonise_numpy(ball, (axis,) * 3, 0.5), polygonise(ball, (axis,) * 3, 0.5)
    assert len(slow.positions)
    assert [each.tobytes() for each in slow] == [each.tobytes() for each in fast]
