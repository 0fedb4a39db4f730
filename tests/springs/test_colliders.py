"""Where colliders are: the simulation moves a tail exactly when it is within what `world_colliders` gives."""

from typing import get_args

import numpy as np
import pytest

from pantin.kernels.spring_program import ColliderIndex
from pantin.maths import affine
from pantin.motion import world_transforms
from pantin.rig import Collider, ColliderGroup, Node, Spring, SpringJoint, SpringSettings, build
from pantin.rig.spring import COLLIDER_SHAPES, Shape
from pantin.springs import Profile, SpringSimulation
from pantin.springs.chains import find_chains
from pantin.springs.colliders import SHAPES, behaviour_of, collider_constants, world_colliders
from pantin.springs.compile import compile_program

TURN = (0.5, 0.1, -0.3, 0.8)
ABOVE = [
    Node("stretched", scale=(2.0, 0.7, 1.1)),
    Node("mirrored", 0, (0.1, 0.2, 0.3), np.array(TURN) / np.linalg.norm(TURN), (-1.0, 1.6, 1.0)),
]
HEAD, TAIL = np.array([0.3, 0.4, 0.5]), np.array([0.3, 0.4, 0.7])
CLOSE = 1e-6
"""Metres, a thousand times what rounding moves a surface by."""


def rig(collider):
    """A bone that no force moves, and a collider on a node that is stretched, turned and mirrored."""
    nodes = [*ABOVE, Node("head", translation=HEAD), Node("tail", 2, TAIL - HEAD)]
    joints = tuple(SpringJoint(node, stiffness=0.0, drag=1.0) for node in (2, 3))
    settings = SpringSettings((Spring(joints, (0,)),), (collider,), (ColliderGroup((0,)),))
    return build(nodes=nodes, springs=settings)


def placed(collider, profile):
    (found,) = world_colliders(rig(collider).rest_pose(), profile)
    return found


def moved(collider, profile):
    result = rig(collider)
    turned = SpringSimulation(result, profile).step(1 / 60).rotations[2]
    return not np.allclose(turned, result.nodes.rotations[2], atol=1e-12)


def distance(found, profile):
    """Of the tail from the centre or from the axis: from the point nearest to the head where UniVRM's rules
    hold."""
    by_head = profile == "univrm" and not found.collider.inside
    aside = (HEAD if by_head else TAIL) - found.position
    along = found.direction if found.collider.shape == "capsule" else np.zeros(3)
    part = np.clip(aside @ along / max(along @ along, 1e-300), 0, 1)
    return np.linalg.norm(TAIL - found.position - part * along)


@pytest.mark.parametrize("profile", get_args(Profile))
@pytest.mark.parametrize("inside", [False, True])
@pytest.mark.parametrize("shape", ["sphere", "capsule"])
def test_a_round_shape_is_as_large_as_it_pushes(shape, inside, profile):
    def collider(radius):
        return Collider(1, shape, (0.02, 0.03, 0.01), radius, (0.1, 0.2, -0.1), inside=inside)

    result = placed(collider(1.0), profile)
    just = distance(result, profile)
    for far, within in ((CLOSE, True), (-CLOSE, False)):
        assert moved(collider((just + far) / result.radius), profile) == (within != inside)


@pytest.mark.parametrize("profile", get_args(Profile))
def test_a_plane_stands_where_it_pushes(profile):
    normal = np.array([0.48, 0.6, 0.64])
    direction = placed(Collider(1, "plane", normal=normal), profile).direction
    assert np.isclose(np.linalg.norm(direction), 1)
    inverse, _ = affine.invert(world_transforms(rig(Collider(1)))[1])
    for beyond in (True, False):
        offset = affine.apply(inverse, TAIL + (CLOSE if beyond else -CLOSE) * direction)
        assert moved(Collider(1, "plane", offset, normal=normal), profile) == beyond


def test_the_specification_scales_no_radius():
    """VRMC_springBone 1.0, "Sphere Collider": the offset goes through the world matrix, the radius not."""
    result = {profile: placed(Collider(1, radius=0.5), profile).radius for profile in get_args(Profile)}
    largest = np.linalg.norm(world_transforms(rig(Collider(1)))[1, :, :3], axis=0).max()
    assert result["spec"] == 0.5
    assert result["univrm"] == result["scaled"] == pytest.approx(0.5 * largest)


def test_every_shape_has_a_row_for_every_profile():
    hollow = [(name, True) for name, shape in COLLIDER_SHAPES.items() if shape.hollow]
    assert set(SHAPES) == {(name, False) for name in COLLIDER_SHAPES} | set(hollow)
    assert set(COLLIDER_SHAPES) == set(get_args(Shape))
    assert all(set(row) == set(get_args(Profile)) for row in SHAPES.values())


def test_a_plane_has_no_inside():
    plane = Collider(0, "plane", inside=True)
    assert not plane.keeps_inside
    assert behaviour_of(plane, "spec") == SHAPES["plane", False]["spec"]


def test_a_program_holds_the_numbers_of_its_shapes():
    collider = Collider(1, "capsule", (1, 2, 3), 0.5, (4, 5, 6))
    result = rig(collider)
    compiled = compile_program(result, find_chains(result), "univrm")
    row = compiled.collider_index[0]
    assert tuple(row[ColliderIndex.PLACING :]) == SHAPES["capsule", False]["univrm"].numbers
    assert np.array_equal(compiled.collider_values[0], collider_constants(collider))
    assert compiled.collider_values[0].tolist() == [1, 2, 3, 4, 5, 6, 0, 0, 1, 0.5]


def test_a_rig_without_colliders_has_none_to_place():
    assert world_colliders(build(nodes=[Node("a")]).rest_pose()) == []
