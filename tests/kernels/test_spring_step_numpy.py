"""The NumPy reference against `motion`; its arithmetic is tried part by part, and by the oracle."""

import numpy as np
from spring_rigs import everything

from pantin.motion import world_transforms
from pantin.springs import SpringSimulation


def test_placing_puts_nodes_where_motion_puts_them():
    rig = everything(0)
    state = SpringSimulation(rig)._state
    placed = state.world_transforms(state.shared_poses(rig.rest_pose()))
    maps = placed[:-1].reshape(-1, 3, 4)
    assert np.allclose(maps, world_transforms(rig)[state.program.origins], atol=1e-12)
