"""Springs under mirrored clips and poses. The oracle reflects world positions: on a rig whose springs are
symmetric, what follows the mirrored motion is the reflection of what follows the motion."""

from __future__ import annotations

import numpy as np
import pytest

import pantin
from pantin.maths import quaternion
from pantin.motion import approximations, joint_positions, mirror
from pantin.motion.mirroring import exchange
from pantin.rig import Channel, Clip, Node, Spring, SpringJoint, SpringSettings
from pantin.rig.spring import Collider, ColliderGroup, SpringLimit
from pantin.springs import SpringSimulation
from pantin.springs.baking import simulate_clip

PLACES = {
    "hips": ("", (0, 1, 0)),
    "chest": ("hips", (0, 1.4, 0.05)),
    "head": ("chest", (0, 1.6, 0)),
    "tail1": ("hips", (0, 1, -0.1)),
    "tail2": ("tail1", (0, 0.9, -0.4)),
    "tail3": ("tail2", (0, 0.7, -0.6)),
    "arm.L": ("chest", (0.2, 1.5, 0)),
    "ear1.L": ("head", (0.1, 1.8, 0)),
    "ear2.L": ("ear1.L", (0.2, 1.9, 0.05)),
    "ear3.L": ("ear2.L", (0.4, 1.7, 0.1)),
    "sleeve1.L": ("arm.L", (0.4, 1.45, 0)),
    "sleeve2.L": ("sleeve1.L", (0.5, 1.2, 0.02)),
}
"""The nodes of the middle and the left: parents, and where they are in the world."""

MIRRORED = np.array([-1.0, 1.0, 1.0])
SPRING_MOTION = 1e-9
"""Positions after a hundred steps of float64 at a size of 1: a thousand roundings of each step."""


def symmetric(seed: int, names: bool, axes: str):
    """The rig, and for each node that of the other side. Axes of joints are those of the world, or any."""
    rng = np.random.default_rng(seed)
    places = dict(PLACES)
    for name, (above, (x, y, z)) in PLACES.items():
        if name.endswith(".L"):
            places[exchange(name)] = (exchange(above), (-x, y, z))
    order = list(places)
    turns = {name: quaternion.normalize(rng.normal(size=4)) for name in order}
    if axes == "world":
        turns = dict.fromkeys(order, np.array([0, 0, 0, 1.0]))
    nodes = []
    for name, (above, place) in places.items():
        rotation, offset = turns[name], np.array(place, float)
        if above:
            back = quaternion.conjugate(turns[above])
            offset = quaternion.rotate(back, offset - places[above][1])
            rotation = quaternion.product(back, rotation)
        label = name if names else f"joint{len(nodes)}"
        nodes.append(Node(label, order.index(above) if above else -1, translation=offset, rotation=rotation))

    def inside(name, point):
        return quaternion.rotate(quaternion.conjugate(turns[name]), np.array(point, float))

    springs = settings(order, inside)
    return pantin.build(nodes=nodes, springs=springs), [order.index(exchange(name)) for name in order]


def settings(order, inside) -> SpringSettings:
    """Ears with a limit, sleeves around a centre that collide, and a tail of the middle with a free end."""
    soft = {"stiffness": 0.6, "gravity_power": 0.4, "drag": 0.3, "hit_radius": 0.04}
    colliders, springs = [], []
    for side, sign in ((".L", 1), (".R", -1)):
        colliders.append(Collider(order.index("hips"), "sphere", inside("hips", (sign * 0.45, 0.35, 0)), 0.1))
        ends = [inside("chest", (sign * x, y, 0.05)) for x, y in ((0.2, -0.1), (0.3, 0.4))]
        colliders.append(Collider(order.index("chest"), "capsule", ends[0], 0.05, ends[1]))
        limit = SpringLimit("cone", angle=0.5)
        ear = [SpringJoint(order.index(f"ear{n}{side}"), **soft, limit=limit) for n in (1, 2, 3)]
        sleeve = [SpringJoint(order.index(f"sleeve{n}{side}"), **soft) for n in (1, 2)]
        springs.append(Spring(tuple(ear), name=f"ear{side}"))
        springs.append(Spring(tuple(sleeve), (0,), center=order.index("hips"), name=f"sleeve{side}"))
    wind = {**soft, "gravity_dir": (0.0, -0.8, 0.6)}
    tail = tuple(SpringJoint(order.index(f"tail{n}"), **wind) for n in (1, 2, 3))
    springs.append(Spring(tail, end=inside("tail3", (0, -0.2, -0.1)), name="tail"))
    group = ColliderGroup(tuple(range(len(colliders))), "body")
    return SpringSettings(tuple(springs), tuple(colliders), (group,))


def swing(rig, seed: int) -> Clip:
    """A clip that moves and turns the hips, the chest, the head and one arm: not symmetric."""
    rng = np.random.default_rng(seed)
    rest = rig.rest_pose()
    times = np.linspace(0.0, 1.5, 6)
    channels = []
    for node in (0, 1, 2, 6):
        keys = quaternion.normalize(rest.rotations[node] + rng.normal(size=(6, 4)) * 0.25)
        channels.append(Channel(node, "rotation", times, quaternion.without_flips(keys)))
    channels.append(Channel(0, "translation", times, rest.translations[0] + rng.normal(size=(6, 3)) * 0.2))
    return Clip(tuple(channels), "swing")


def play(rig, clip) -> np.ndarray:
    """(F, n, 3) where joints are at each step of a simulation."""
    springs = SpringSimulation(rig)
    springs.reset(pantin.sample(rig, clip, 0.0))
    steps = [springs.step(1 / 60, pantin.sample(rig, clip, frame / 60)) for frame in range(1, 91)]
    return np.stack([joint_positions(rig, pose) for pose in steps])


@pytest.mark.parametrize("axes", ["world", "any"])
@pytest.mark.parametrize("names", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_springs_follow_the_mirrored_clip_in_the_mirror(seed, names, axes):
    rig, other = symmetric(seed, names, axes)
    clip = swing(rig, seed)
    made = mirror(rig, clip)
    assert approximations(made) == ()
    before, after = play(rig, clip), play(rig, made)
    still = joint_positions(rig, pantin.sample(rig, clip, np.arange(1, 91) / 60))
    assert np.abs(before - still).max() > 0.05  # the springs move
    assert np.abs(before - before[:, other] * MIRRORED).max() > 0.1  # and the motion has sides
    assert np.abs(after - before[:, other] * MIRRORED).max() < SPRING_MOTION


@pytest.mark.parametrize("axes", ["world", "any"])
def test_colliders_and_limits_of_the_rig_matter(axes):
    """Otherwise the test above would not look at them."""
    rig, _ = symmetric(0, True, axes)
    clip, settings = swing(rig, 0), rig.springs
    free = [spring.replace(groups=()) for spring in settings.springs]
    loose = [
        spring.replace(joints=tuple(joint.replace(limit=None) for joint in spring.joints))
        for spring in settings.springs
    ]
    for springs in (free, loose):
        changed = rig.replace(springs=settings.replace(springs=tuple(springs)))
        assert np.abs(play(changed, clip) - play(rig, clip)).max() > 1e-3


def test_springs_settle_in_the_mirrored_pose_in_the_mirror():
    rig, other = symmetric(1, True, "any")
    pose = pantin.sample(rig, swing(rig, 1), 0.7)
    settled = [joint_positions(rig, _settle(rig, driving)) for driving in (pose, mirror(rig, pose))]
    assert np.abs(settled[1] - settled[0][other] * MIRRORED).max() < SPRING_MOTION


def _settle(rig, pose):
    springs = SpringSimulation(rig)
    springs.reset(pose)
    return springs.settle(1.0)


def test_a_baked_clip_in_the_mirror_is_the_mirrored_clip_baked():
    """The joints of springs are mirrored as all others: it does not matter which comes first."""
    rig, _ = symmetric(2, True, "any")
    clip = swing(rig, 2)
    first, second = (mirror(rig, baked(rig, clip)), baked(rig, mirror(rig, clip)))
    times = np.linspace(0, 1.5, 37)
    poses = [joint_positions(rig, pantin.sample(rig, each, times)) for each in (first, second)]
    assert np.abs(poses[0] - poses[1]).max() < SPRING_MOTION


def baked(rig, clip) -> Clip:
    result = simulate_clip(rig, clip, fps=60)
    times = np.arange(len(result.rotations)) * result.dt
    turned = [
        Channel(int(joint), "rotation", times, quaternion.without_flips(result.rotations[:, slot]))
        for slot, joint in enumerate(result.joints)
    ]
    return Clip((*clip.channels, *turned), "baked")
