"""The parts of the NumPy reference, against plain linear algebra."""

import numpy as np
from spring_rigs import everything

from pantin.kernels import spring_step_numpy as reference
from pantin.motion import world
from pantin.springs import SpringSimulation

RNG = np.random.default_rng(0)


def test_solving_by_cofactors_is_the_inverse():
    a, d = RNG.normal(size=(3, 3)), RNG.normal(size=3)
    for divide in (True, False):
        found = reference.solved(list(a.reshape(-1)), list(d), divide=divide)
        assert np.allclose(found, np.linalg.solve(a, d))


def test_the_largest_scale_is_the_longest_column():
    a = RNG.normal(size=(3, 3))
    assert np.isclose(reference.largest(list(a.reshape(-1))), np.linalg.norm(a, axis=0).max())


def test_placing_puts_nodes_where_motion_puts_them():
    rig = everything(0)
    crowd = SpringSimulation(rig)._crowd
    placed = crowd.world(crowd.shared(rig.rest_pose()))
    maps = placed[:-1].reshape(-1, 3, 4)
    assert np.allclose(maps, world(rig.rest_pose())[crowd.program.origins], atol=1e-12)
