"""Springs below non-uniform and mirrored scale, as docs/springs.md describes them."""

from typing import get_args

import numpy as np
import pytest
from spring_rigs import angles

from pantin.motion import world_transforms
from pantin.rig import Node, Spring, SpringJoint, SpringSettings, build
from pantin.springs import Profile, SpringSimulation


@pytest.mark.parametrize(
    ("above", "own", "rest"),
    [
        ((2, 1, 1), (1, 1, 1), (2, 1, 0)),
        ((-1, 1, 1), (1, 1, 1), (-1, 1, 0)),
        ((-2, 1, 1), (3, 3, 3), (-2, 1, 0)),
    ],
)
def test_stiffness_pulls_to_the_scaled_rest_position(above, own, rest):
    """At rest the bone lies along the sum of both pulls: stiffness along `rest`, and gravity."""
    nodes = [Node("above", scale=above), Node("head", 0, scale=own), Node("tail", 1, (0.1, 0.1, 0))]
    joints = tuple(SpringJoint(node, stiffness=1.0, gravity_power=0.5) for node in (1, 2))
    rig = build(nodes=nodes, springs=SpringSettings((Spring(joints),)))
    tail = world_transforms(rig, SpringSimulation(rig).settle(30.0))[2][:, 3]
    pull = np.array(rest) / np.linalg.norm(rest) + (0, -0.5, 0)
    assert tail / np.linalg.norm(tail) == pytest.approx(pull / np.linalg.norm(pull), abs=1e-6)


@pytest.mark.parametrize("scale", [(2, 1, 1), (-1, 1, 1), (-1, -2, 0.5)])
@pytest.mark.parametrize("profile", get_args(Profile))
def test_a_head_of_its_own_scale_rests_in_its_rest_rotation(scale, profile):
    turn = (0.5, 0.1, -0.3, np.sqrt(0.65))
    nodes = [
        Node("above", scale=scale),
        Node("head", 0, (0, 0, 0), turn, scale),
        Node("tail", 1, (0.1, 0.1, 0)),
    ]
    rig = build(nodes=nodes, springs=SpringSettings((Spring((SpringJoint(1), SpringJoint(2))),)))
    simulation = SpringSimulation(rig, profile)
    simulation.run(1 / 60, rig.rest_pose(), 30, external=(0.5, 0.2, 0.9))
    assert angles(simulation.pose.rotations[1], np.array(turn)).max() > 0.01
    assert angles(simulation.settle(30.0).rotations[1], np.array(turn)).max() < 1e-6


def test_the_mirrored_scale_of_a_head_mirrors_its_swing():
    nodes = [Node("above"), Node("head", 0, scale=(-1, 1, 1)), Node("tail", 1, (0.1, 0.1, 0))]
    joints = tuple(SpringJoint(node, stiffness=1.0, gravity_power=0.5) for node in (1, 2))
    rig = build(nodes=nodes, springs=SpringSettings((Spring(joints),)))
    tail = world_transforms(rig, SpringSimulation(rig).settle(30.0))[2][:, 3]
    assert tail[1] > 0.1  # gravity lifts it, by the order of the specification
