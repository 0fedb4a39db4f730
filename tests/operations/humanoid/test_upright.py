"""Motions in axes that their files do not declare stand along +Y for those who look at them."""

from __future__ import annotations

import numpy as np
import pytest
from conventions import CONVENTIONS
from skeletons import skeleton
from walks import walk

from pantin.motion import joint_positions, sample
from pantin.operations.humanoid.upright import stand_upright

ROOT_HALF = np.sqrt(0.5)


@pytest.mark.parametrize(
    "turn", [(0, 0, 0, 1), (ROOT_HALF, 0, 0, ROOT_HALF), (0, 0, ROOT_HALF, ROOT_HALF)], ids=["Y", "Z", "-X"]
)
def test_the_head_is_above_the_feet(turn):
    rig, truth = skeleton(*CONVENTIONS["LAFAN"], turn=turn)
    straight, bones = skeleton(*CONVENTIONS["LAFAN"])
    rig = rig.replace(clips=[walk(straight, bones)])
    standing = stand_upright(rig)
    places = joint_positions(standing, sample(standing, 0, np.array([0.5])))[0]
    assert places[truth["head"], 1] - places[truth["leftFoot"], 1] > 1.2


def test_a_rig_that_stands_stays_as_it_is():
    rig, truth = skeleton(*CONVENTIONS["LAFAN"])
    rig = rig.replace(clips=[walk(rig, truth)])
    assert stand_upright(rig) is rig
