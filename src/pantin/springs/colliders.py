"""Collider shapes: the behaviour of each in each profile, and the colliders of a posed rig in world space.

The simulation, the images and the viewer all use these tables (`docs/springs.md`, "Where runtimes differ").
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np

from pantin.base.records import Record
from pantin.kernels.spring_colliders import (
    CAPSULE,
    CAPSULE_BY_HEAD,
    CONTACTS,
    INNER_CAPSULE,
    INNER_SPHERE,
    PLACINGS,
    PLANE,
    SPHERE,
    Contact,
    Placing,
    place_plane,
    place_plane_directly,
    place_round,
    place_scaled_round,
)
from pantin.kernels.spring_program import ColliderConstants, PlacedCollider
from pantin.motion import world_transforms
from pantin.rig import Collider, Doubles, Pose
from pantin.rig.spring import Shape

Profile: TypeAlias = Literal["spec", "univrm", "scaled"]
"""Which rules a simulation follows where runtimes differ; docs/springs.md compares them."""


class Behaviour(NamedTuple):
    """How a shape is placed, how it collides with tails, and whether bones keep their length after a push."""

    place: Placing
    contact: Contact
    keeps_length: bool = True

    @property
    def numbers(self) -> tuple[int, int, int]:
        """For the kernels: columns PLACING, CONTACT and KEEPS_LENGTH of `ColliderIndex`."""
        return PLACINGS.index(self.place), CONTACTS.index(self.contact), int(self.keeps_length)


SHAPES: Final[dict[tuple[Shape, bool], dict[Profile, Behaviour]]] = {
    ("sphere", False): {
        "spec": Behaviour(place_round, SPHERE),
        "univrm": Behaviour(place_scaled_round, SPHERE),
        "scaled": Behaviour(place_scaled_round, SPHERE),
    },
    ("capsule", False): {
        "spec": Behaviour(place_round, CAPSULE),
        "univrm": Behaviour(place_scaled_round, CAPSULE_BY_HEAD),
        "scaled": Behaviour(place_scaled_round, CAPSULE),
    },
    ("sphere", True): {
        "spec": Behaviour(place_round, INNER_SPHERE),
        "univrm": Behaviour(place_round, INNER_SPHERE, keeps_length=False),
        "scaled": Behaviour(place_scaled_round, INNER_SPHERE),
    },
    ("capsule", True): {
        "spec": Behaviour(place_round, INNER_CAPSULE),
        "univrm": Behaviour(place_round, INNER_CAPSULE, keeps_length=False),
        "scaled": Behaviour(place_scaled_round, INNER_CAPSULE),
    },
    ("plane", False): {
        "spec": Behaviour(place_plane, PLANE),
        "univrm": Behaviour(place_plane_directly, PLANE, keeps_length=False),
        "scaled": Behaviour(place_plane, PLANE),
    },
}
"""By shape, and by whether it keeps tails inside."""


def behaviour_of(collider: Collider, profile: Profile) -> Behaviour:
    return SHAPES[collider.shape, collider.keeps_inside][profile]


def collider_constants(collider: Collider) -> Doubles:
    """The numbers of a collider in the columns of `ColliderConstants`."""
    fields = {
        name: np.asarray(getattr(collider, name), np.float64).tolist() for name in ColliderConstants.fields
    }
    return np.array(ColliderConstants.row(**fields), np.float64)


class WorldCollider(Record, eq=False):
    """A collider in world space, as in the simulation.

    position   (3,) the centre of a sphere, the first end of a capsule, a point of a plane
    direction  (3,) from there to the other end of a capsule; the unit normal of a plane, or zero where the
               transform of its node is singular: the plane then has no effect
    """

    collider: Collider
    position: Doubles
    direction: Doubles
    radius: float


def world_colliders(pose: Pose, profile: Profile = "spec") -> list[WorldCollider]:
    """Every collider of a posed rig in world space, as in a simulation with this profile."""
    colliders = pose.rig.springs.colliders
    matrices = world_transforms(pose.rig, pose).reshape(-1, 12) if colliders else np.zeros((0, 12))
    return [_world_collider(collider, matrices[collider.node], profile) for collider in colliders]


def _world_collider(collider: Collider, node: Doubles, profile: Profile) -> WorldCollider:
    with np.errstate(all="ignore"):
        numbers = behaviour_of(collider, profile).place(
            list(node), ColliderConstants(collider_constants(collider))
        )
    world = PlacedCollider(np.array(numbers, np.float64))
    return WorldCollider(collider, np.array(world.position), np.array(world.direction), float(world.radius))
