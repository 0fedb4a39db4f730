"""The compiled kernel and the NumPy reference give the same bits, in one lane and in eight."""

import numpy as np
import pytest
from spring_rigs import everything, swung

from pantin.kernels import spring_step
from pantin.springs.crowd import Crowd

pytest.importorskip("numba")

DT = 1 / 60
VARIANTS = ({}, {"limits": True, "skip": True}, {"center": True, "scale": True}, {"cycle": True})


def run(rig, profile, lanes, compiled, frames=12):
    crowd = Crowd(rig, profile, True, lanes, lanes)
    crowd.reset(crowd.shared(rig.rest_pose()))
    driven = crowd.shared(swung(rig, 4))
    found, counts = spring_step.advance(
        crowd.program,
        crowd.state,
        driven.maps,
        driven.scales,
        crowd.forces((0.1, 0.2, 0.3), frames),
        crowd.above,
        DT,
        frames=frames,
        compiled=compiled,
    )
    return found, crowd.state, counts


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@pytest.mark.parametrize("profile", ["spec", "univrm", "scaled"])
@pytest.mark.parametrize("lanes", [1, 8])
def test_both_engines_give_the_same_bits(variant, profile, lanes):
    rig = everything(5, **variant)
    for a, b in zip(run(rig, profile, lanes, True), run(rig, profile, lanes, False), strict=True):
        assert np.array_equal(a, b)


def test_what_is_guarded_is_guarded_alike():
    """Zero scale: directions, inverses and lengths are all lost, and counted alike."""
    rig = everything(5, center=True)
    results = []
    for compiled in (True, False):
        crowd = Crowd(rig, "spec", True, 1, 1)
        crowd.reset(crowd.shared(rig.rest_pose()))
        driven = crowd.shared(rig.rest_pose().with_local(0, scale=(0, 0, 0)))
        forces = crowd.forces(None, 3)
        results.append(
            spring_step.advance(
                crowd.program, crowd.state, driven.maps, driven.scales, forces, crowd.above, DT,
                frames=3, compiled=compiled,
            )
        )  # fmt: skip
    (a, first), (b, second) = results
    assert np.array_equal(a, b)
    assert np.array_equal(first, second)
    assert first.sum()
