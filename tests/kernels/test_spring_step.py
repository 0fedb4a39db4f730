"""What the spring kernels refuse, and when the compiled one is worth it."""

import numpy as np
import pytest
from spring_rigs import chain

from pantin.kernels import spring_step
from pantin.kernels.engine import WORK_THRESHOLD
from pantin.springs.chains import find_chains
from pantin.springs.compile import compile_program

RIG = chain(2)
PROGRAM = compile_program(RIG, find_chains(RIG), "spec")


def arguments(**changed):
    nodes = len(RIG.nodes)
    shapes = {
        "state": (2, 2, 13, 8),
        "driven": (1, 2, nodes, 12, 1),
        "scales": (1, 2, nodes, 3, 1),
        "external": (1, 2, 3, 8),
        "above": (2, 12, 8),
    } | changed
    return {name: np.zeros(shape) for name, shape in shapes.items()}


REFUSED = {
    "state must be": {"state": (2, 3, 13, 8)},
    "driven must be": {"driven": (1, 2, 4, 12, 3)},
    "scales must be": {"scales": (1, 2, 3, 3, 1)},
    "external and above": {"above": (2, 12, 4)},
    "1 or 4 frames": {"external": (3, 2, 3, 8)},
    "uses node": {"driven": (1, 2, 1, 12, 1), "scales": (1, 2, 1, 3, 1)},
}


@pytest.mark.parametrize("sentence", REFUSED)
def test_arrays_that_do_not_fit_are_refused(sentence):
    with pytest.raises(ValueError, match=sentence):
        spring_step.advance(PROGRAM, **arguments(**REFUSED[sentence]), dt=0.1, frames=4, work=0)


def test_one_frame_and_one_lane_serve_all():
    out, counts = spring_step.advance(PROGRAM, **arguments(), dt=0.1, frames=4, work=0)
    assert out.shape == (4, 2, 2, 4, 8)
    assert counts.shape == (5,)


def test_a_short_run_of_few_joints_is_not_worth_numba():
    """2 s of a strand are; a batch is at once, and so are joints that wait for each other many times."""
    cases = ((6, 8, 60), (6, 8, 200), (100_000, 8, 1), (100, 5_000, 1))
    few, *much = (spring_step.work_of(joints, levels, steps) for joints, levels, steps in cases)
    assert few < WORK_THRESHOLD < min(much)
