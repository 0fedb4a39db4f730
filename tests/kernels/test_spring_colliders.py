"""Colliders one at a time: where they are in the world, and where they push a tail to."""

from types import SimpleNamespace

import numpy as np
import pytest

from pantin.kernels import spring_colliders as colliders
from pantin.kernels.spring_program import ColliderConstants, PlacedCollider

RNG = np.random.default_rng(0)
MIRRORING = np.diag([1.0, -2.0, 0.5])


def constants(offset=(0.0, 0.0, 0.0), tail=(0.0, 0.0, 0.0), normal=(0.0, 0.0, 1.0), radius=0.0):
    return ColliderConstants(np.array([*offset, *tail, *normal, radius], float))


def placed(place, linear, collider, translation=(1.0, 2.0, 3.0)):
    node = np.concatenate([linear, np.array(translation, float)[:, None]], 1)
    with np.errstate(all="ignore"):
        return PlacedCollider(np.array(place(list(node.reshape(-1)), collider)))


def test_every_function_has_one_number():
    for listed in (colliders.PLACINGS, colliders.CONTACTS):
        assert len(set(listed)) == len(listed)


@pytest.mark.parametrize("linear", [RNG.normal(size=(3, 3)), MIRRORING], ids=["any", "mirroring"])
def test_a_plane_stays_a_plane_and_keeps_its_side(linear):
    """VRMC_springBone_extended_collider: the normal goes through the normal matrix (inverse transpose)."""
    normal = np.array([0.6, 0.0, 0.8])
    offset = RNG.normal(size=3)
    result = placed(colliders.place_plane, linear, constants(offset=offset, normal=normal))
    moved = np.array(result.direction)
    assert np.isclose(np.linalg.norm(moved), 1)
    for within in ((0.0, 1.0, 0.0), (0.8, 0.0, -0.6)):
        assert abs(moved @ linear @ within) < 1e-12
    assert moved @ linear @ normal > 0
    assert np.allclose(result.position, linear @ offset + (1, 2, 3))


def test_a_plane_that_is_mapped_directly_has_its_normal_turned_as_any_direction():
    result = placed(colliders.place_plane_directly, MIRRORING, constants(normal=(0.0, 0.6, 0.8)))
    assert np.allclose(result.direction, np.array([0, -1.2, 0.4]) / np.hypot(1.2, 0.4))


def test_a_plane_whose_node_is_flattened_to_a_line_has_no_normal():
    result = placed(colliders.place_plane, np.diag([1.0, 0.0, 0.0]), constants())
    assert result.direction == [0, 0, 0]


def test_the_radius_is_that_written_or_follows_the_largest_scale():
    collider = constants(offset=(1, 0, 0), tail=(0, 1, 0), radius=0.5)
    written = placed(colliders.place_round, MIRRORING, collider)
    grown = placed(colliders.place_scaled_round, MIRRORING, collider)
    assert (written.radius, grown.radius) == (0.5, 1.0)
    for found in (written, grown):
        assert np.allclose(found.position, (2, 2, 3))
        assert np.allclose(found.direction, (-1, -2, 0))


BALL = PlacedCollider(np.array([0.0, 0, 0, 0, 0, 0, 1.0]))
PILL = PlacedCollider(np.array([0.0, 0, 0, 0, 2, 0, 1.0]))
GROUND = PlacedCollider(np.array([0.0, 0, 0, 0, 1, 0, 0.0]))
MEETINGS = [
    (colliders.SPHERE, BALL, (0.5, 0, 0), (1.1, 0, 0)),
    (colliders.SPHERE, BALL, (1.2, 0, 0), None),
    (colliders.CAPSULE, PILL, (0.5, 1, 0), (1.1, 1, 0)),
    (colliders.CAPSULE, PILL, (0, 2.5, 0), (0, 3.1, 0)),
    (colliders.CAPSULE_BY_HEAD, PILL, (0.5, 0, 0), None),
    (colliders.INNER_SPHERE, BALL, (0.5, 0, 0), None),
    (colliders.INNER_SPHERE, BALL, (2, 0, 0), (0.9, 0, 0)),
    (colliders.INNER_CAPSULE, PILL, (-2, 1, 0), (-0.9, 1, 0)),
    (colliders.PLANE, GROUND, (5, 0.05, 0), (5, 0.1, 0)),
    (colliders.PLANE, GROUND, (5, 0.2, 0), None),
]
"""How, what, a tail of radius 0.1 below a head at (0, 5, 0), and where it goes."""


@pytest.mark.parametrize(("contact", "collider", "tail", "goes"), MEETINGS)
def test_a_tail_is_pushed_until_it_just_touches(contact, collider, tail, goes):
    start = [np.array([float(x)]) for x in tail]
    work = SimpleNamespace(
        tail=start, head=[np.array([x]) for x in (0.0, 5.0, 0.0)], unit=[0.0, -1.0, 0.0], radius=0.1
    )
    touched = contact.touch(work, collider)
    assert touched.tolist() == [goes is not None]
    contact.push(work, collider, touched)
    assert np.allclose(np.ravel(work.tail), tail if goes is None else goes)


def test_a_tail_on_the_centre_goes_along_its_bone_and_is_told():
    centre = [np.zeros(1) for _ in range(3)]
    work = SimpleNamespace(tail=centre, unit=[np.array([x]) for x in (0.0, -1.0, 0.0)], radius=0.1)
    hit = colliders.SPHERE.touch(work, BALL)
    with np.errstate(all="ignore"):
        assert colliders.SPHERE.push(work, BALL, hit).tolist() == [True]
    assert np.allclose(np.ravel(work.tail), (0, -1.1, 0))
