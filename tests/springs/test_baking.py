"""Springs along a clip: fixed steps, settling, loops."""

import math

import numpy as np
import pytest
from spring_rigs import angles, chain

from pantin.rig import Channel, Clip, build
from pantin.springs import SpringSimulation
from pantin.springs.baking import CLOSED, simulate_clip

TURN = (0.0, 0.0, math.sin(0.4), math.cos(0.4))


def swinging(seconds=1.0, **parameters):
    rig = chain(3, gravity_power=0.3, stiffness=0.8, **parameters)
    keys = [(0, 0, 0, 1), TURN, (0, 0, 0, 1)]
    clip = Clip((Channel(0, "rotation", [0.0, seconds / 2, seconds], keys),), "swing")
    nodes = [_node(rig, index) for index in range(len(rig.nodes))]
    return build(nodes=nodes, springs=rig.springs, clips=[clip])


def _node(rig, at):
    from pantin.rig import Node

    return Node(rig.nodes.names[at], int(rig.nodes.parents[at]), rig.nodes.translations[at])


def test_a_track_is_as_many_steps_one_after_another():
    from pantin.motion import sample

    rig = swinging()
    result = simulate_clip(rig, rig.clips[0], fps=60)
    simulation = SpringSimulation(rig)
    for step in range(1, 61):
        pose = simulation.step(1 / 60, sample(rig, 0, step * (1 / 60)))
        assert np.array_equal(pose.rotations[simulation.joints], result.rotations[step])


def test_the_first_frame_is_rest_in_the_first_pose():
    rig = swinging()
    result = simulate_clip(rig, rig.clips[0], fps=60)
    assert np.allclose(result.rotations[0], (0, 0, 0, 1))
    assert (result.dt, result.seconds, len(result.rotations)) == (1 / 60, 1.0, 61)


def test_settling_comes_before_the_first_frame():
    rig = chain(1, along=(1, 0, 0), gravity_power=1.0)
    result = simulate_clip(rig, seconds=0.5, settle=20.0, fps=60)
    assert angles(result.rotations[0], result.rotations[-1]).max() < 1e-9
    assert angles(result.rotations[0], np.array([(0.0, 0, 0, 1)])).max() > 0.1


def test_a_clip_that_ends_between_steps_is_run_past_its_end():
    rig = swinging(0.99)
    result = simulate_clip(rig, rig.clips[0], fps=10)
    assert len(result.rotations) == 11
    assert result.at(np.array([0.99])).shape == (1, 3, 4)


def test_between_steps_rotations_lie_on_the_arc():
    rig = swinging()
    result = simulate_clip(rig, rig.clips[0], fps=60)
    assert np.array_equal(result.at(np.arange(61) / 60), result.rotations)
    halves = result.at((np.arange(60) + 0.5) / 60)
    a, b = angles(halves, result.rotations[:-1]), angles(halves, result.rotations[1:])
    assert np.allclose(a, b, atol=1e-7)


def test_a_loop_is_run_until_it_closes_and_says_by_how_much():
    rig = swinging()
    result = simulate_clip(rig, rig.clips[0], loop=True, fps=60)
    assert result.cycles > 1
    assert result.gap <= CLOSED
    assert math.isclose(
        result.gap, float(angles(result.rotations[0], result.rotations[-1]).max()), abs_tol=1e-9
    )


def test_a_loop_has_a_whole_number_of_steps():
    rig = swinging(0.99)
    result = simulate_clip(rig, rig.clips[0], loop=True, fps=60)
    assert math.isclose(result.dt * (len(result.rotations) - 1), 0.99)


def test_progress_counts_every_step():
    rig = swinging()
    done = []
    simulate_clip(rig, rig.clips[0], seconds=2.5, progress=done.append, fps=60)
    assert sum(done) == 150


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"seconds": 0},
        {"seconds": math.nan},
        {"seconds": 1, "fps": 0},
        {"seconds": 1, "settle": -1},
        {"seconds": 1e12},
    ],
    ids=repr,
)
def test_what_cannot_be_run_is_refused(options):
    with pytest.raises(ValueError, match=r"seconds|fps|settle|steps"):
        simulate_clip(chain(1), **{"fps": 60, **options})
