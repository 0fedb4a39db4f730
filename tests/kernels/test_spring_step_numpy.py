"""The NumPy reference against `motion`; its arithmetic is tried part by part, and by the oracle."""

import numpy as np
from spring_rigs import everything

from pantin.motion import world
from pantin.springs import SpringSimulation


def test_placing_puts_nodes_where_motion_puts_them():
    rig = everything(0)
    crowd = SpringSimulation(rig)._crowd
    placed = crowd.world(crowd.shared(rig.rest_pose()))
    maps = placed[:-1].reshape(-1, 3, 4)
    assert np.allclose(maps, world(rig.rest_pose())[crowd.program.origins], atol=1e-12)
