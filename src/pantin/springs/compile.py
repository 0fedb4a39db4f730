"""A rig's springs as a program for the kernels: constants of joints and colliders, and the order of work."""

from __future__ import annotations

import math
from typing import Final, Literal, TypeAlias, get_args

import numpy as np

from pantin.kernels import spring_program as kinds
from pantin.kernels.spring_program import Program
from pantin.maths import quaternion
from pantin.rig import Collider, Doubles, Limit, Rig
from pantin.springs.chains import Bone, Chains
from pantin.springs.schedule import Schedule

Profile: TypeAlias = Literal["spec", "univrm", "scaled"]

PROFILES: Final[dict[str, int]] = {"spec": kinds.SPEC, "univrm": kinds.UNIVRM, "scaled": kinds.SCALED}
LIMITS: Final = {"cone": kinds.CONE, "hinge": kinds.HINGE, "spherical": kinds.SPHERICAL}
SHAPES: Final = {
    ("sphere", False): kinds.SPHERE,
    ("capsule", False): kinds.CAPSULE,
    ("sphere", True): kinds.INSIDE_SPHERE,
    ("capsule", True): kinds.INSIDE_CAPSULE,
    ("plane", False): kinds.PLANE,
    ("plane", True): kinds.PLANE,
}
UP: Final = np.array([0.0, 1.0, 0.0])


def program(rig: Rig, chains: Chains, profile: Profile) -> Program:
    """The program of the springs that can be simulated."""
    if profile not in PROFILES:
        raise ValueError(f"profile is {profile!r}, none of {', '.join(get_args(Profile))}")
    settings, bones = rig.springs, chains.bones
    met = [
        [one for group in settings.springs[bone.spring].groups for one in settings.groups[group].colliders]
        for bone in bones
    ]
    centers = [settings.springs[bone.spring].center for bone in bones]
    heads = [bone.node for bone in bones]
    hanging = [one.node for one in settings.colliders]
    order = Schedule(rig.nodes.parents.tolist(), heads, centers, met, hanging)
    nodes = order.nodes
    slots = {node: slot for slot, node in enumerate(nodes)} | {-1: len(nodes)}
    parents = rig.nodes.parents[nodes].tolist()
    starts = np.cumsum([0, *map(len, met)]).tolist()
    index = [
        _joint_index(bone, center, slots, rig.nodes.parents, starts[at], len(met[at]))
        for at, (bone, center) in enumerate(zip(bones, centers, strict=True))
    ]
    fixed = rest_lengths(rig, bones) if profile == "univrm" else np.full(len(bones), -1.0)
    values = [_joint_values(rig, bone, fixed[at], profile) for at, bone in enumerate(bones)]
    return Program(
        ops=order.sequence(slots),
        levels=order.levels(slots),
        origins=np.array(nodes, np.int64),
        parents=np.array([slots[parent] for parent in parents], np.int64),
        joint_index=np.array(index, np.int64).reshape(-1, 7),
        joint_values=np.array(values, np.float64).reshape(-1, 42),
        hits=np.array([one for row in met for one in row], np.int64),
        collider_index=np.array(
            [(slots.get(one.node, len(nodes)), SHAPES[one.shape, one.inside]) for one in settings.colliders],
            np.int64,
        ).reshape(-1, 2),
        collider_values=np.array([_collider_values(one) for one in settings.colliders]).reshape(-1, 7),
        profile=PROFILES[profile],
    )


def _joint_index(
    bone: Bone, center: int | None, slots: dict[int, int], parents: np.ndarray, first: int, count: int
) -> tuple[int, ...]:
    limit = bone.joint.limit
    return (
        slots[bone.node],
        slots[int(parents[bone.node])],
        -1 if center is None else slots[center],
        first,
        count,
        0 if limit is None else LIMITS[limit.kind],
        bone.node,
    )


def _joint_values(rig: Rig, bone: Bone, length: float, profile: Profile) -> Doubles:
    joint, rotations = bone.joint, rig.rest_pose().rotations
    rest = quaternion.normalize(rotations[bone.node])
    vector = bone.direct if profile == "univrm" else bone.vector
    axis = direction(vector)
    with np.errstate(over="ignore"):  # an infinite force has no direction: the kernels keep the old one
        gravity = np.asarray(joint.gravity_dir, np.float64) * joint.gravity_power
    return np.concatenate(
        [
            quaternion.to_matrix(rest).reshape(-1),
            vector,
            axis,
            rest,
            [joint.stiffness, 1.0 - joint.drag],
            gravity,
            [joint.hit_radius, length],
            _limit_values(joint.limit, axis),
            across(axis),
        ]
    )


def direction(vector: Doubles) -> Doubles:
    """The unit vector along `vector`; +Y where that has no length, which the kernels never turn."""
    size = math.sqrt(float((vector * vector).sum()))
    return vector / size if size >= kinds.TINY else UP


def across(axis: Doubles) -> Doubles:
    """An axis at right angles, for the half turn between opposite directions (the choice three.js makes)."""
    x, y, z = axis.tolist()
    return np.array([-y, x, 0.0] if abs(x) > abs(z) else [0.0, -z, y])


def _limit_values(limit: Limit | None, axis: Doubles) -> Doubles:
    """Cosine and sine of both angles, and the limit's space in that of the head (draft, "limit space")."""
    if limit is None:
        return np.zeros(13)
    pitch, yaw = min(limit.angle, math.pi), min(limit.yaw, math.pi / 2)
    space = quaternion.to_matrix(quaternion.product(from_up(axis), limit.rotation))
    return np.array(
        [math.cos(pitch), math.sin(pitch), math.cos(yaw), math.sin(yaw), *space.reshape(-1).tolist()]
    )


def from_up(axis: Doubles) -> Doubles:
    """The shortest turn from +Y to a direction; half a turn about X to -Y."""
    x, y, z = axis.tolist()
    if 1.0 + y < kinds.OPPOSITE:
        return np.array([1.0, 0.0, 0.0, 0.0])
    return quaternion.normalize([z, 0.0, -x, 1.0 + y])


def _collider_values(given: Collider) -> Doubles:
    other = given.normal if given.shape == "plane" else given.tail
    return np.array([*np.asarray(given.offset), *np.asarray(other), given.radius], np.float64)


def rest_lengths(rig: Rig, bones: tuple[Bone, ...]) -> Doubles:
    """Lengths as UniVRM fixes them when it starts: the tail's own translation times its scale in the
    world."""
    world = rest_world(rig)
    lengths = np.zeros(len(bones))
    for at, bone in enumerate(bones):
        place = bone.node if bone.tail is None else bone.tail
        scale = np.sqrt((world[place][:, :3] ** 2).sum(0))
        lengths[at] = float(np.sqrt(((bone.direct * scale) ** 2).sum()))
    return lengths


def rest_world(rig: Rig) -> Doubles:
    """The world map of every node at rest."""
    from pantin.motion import world

    placed: Doubles = world(rig.rest_pose())
    return placed
