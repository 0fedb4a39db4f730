"""Joints that start inside a collider: those that the first step moves although no force does."""

from typing import get_args

import numpy as np
import pytest
from spring_rigs import angles, chain

from pantin.rig import Collider
from pantin.rig.spring import COLLIDER_SHAPES, Shape
from pantin.springs import Profile, SpringSimulation
from pantin.springs.baking import simulate_clip
from pantin.springs.contacts import find_contacts


@pytest.mark.parametrize("profile", get_args(Profile))
@pytest.mark.parametrize("shape", get_args(Shape))
def test_a_joint_that_the_first_step_turns_is_a_contact(shape, profile):
    rng, turned = np.random.default_rng(3), []
    for _ in range(60):
        inside = COLLIDER_SHAPES[shape].hollow and bool(rng.integers(2))
        offset, tail, normal = rng.normal(size=(3, 3)) * 0.1 + (0, -0.1, 0)
        collider = Collider(0, shape, offset, 0.05 + 0.2 * inside, tail, normal, inside)
        rig = chain(1, colliders=[collider], stiffness=0.0, drag=1.0, hit_radius=0.02)
        simulation = SpringSimulation(rig, profile)
        contacts = find_contacts(simulation.pose, profile)
        angle = angles(simulation.step(1 / 60).rotations[1], rig.rest_pose().rotations[1]).max()
        turned.append(angle > 0.02)
        assert contacts or angle < 0.011  # a push by VISIBLE turns the bone by its arc sine at most
    assert {True, False} == set(turned)


def test_the_depth_is_a_part_of_the_bone():
    # The tail at (0, -0.1, 0) is 0.03 from the centre of a sphere of 0.05 with 0.02 around the tail.
    rig = chain(1, colliders=[Collider(0, offset=(0.03, -0.1, 0), radius=0.05)], hit_radius=0.02)
    (contact,) = find_contacts(rig.rest_pose())
    assert contact[:3] == (0, 1, 0)
    assert contact.depth == pytest.approx(0.04 / 0.1)


def test_a_tail_on_the_surface_is_not_inside():
    rig = chain(1, colliders=[Collider(0, offset=(0.07, -0.1, 0), radius=0.05)], hit_radius=0.02)
    assert find_contacts(rig.rest_pose()) == []


def test_nothing_is_said_of_springs_that_settle():
    rig = chain(1, colliders=[Collider(0, offset=(0.03, -0.1, 0), radius=0.05)], hit_radius=0.02)
    assert len(simulate_clip(rig, seconds=0.2, fps=60).contacts) == 1
    assert simulate_clip(rig, seconds=0.2, settle=1.0, fps=60).contacts == ()
