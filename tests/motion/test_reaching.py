"""Inverse kinematics: where joints are afterwards is measured with world transforms, which know nothing of
the solvers; reachable targets are made by posing the rig at random."""

from __future__ import annotations

import numpy as np
import pytest

import pantin
from pantin.base.records import replace
from pantin.maths import quaternion
from pantin.motion import bone_lengths, joint_positions, reach, world_transforms
from pantin.motion.reach_solver import from_angles, to_angles
from pantin.rig import Node
from pantin.rig.transform import compose_local

REACHED = 1e-6
"""Of the reach: the promise."""


def chain(count, seed=0, scale=1.0):
    rng = np.random.default_rng(seed)
    turns = quaternion.normalize(rng.normal(size=(count, 4)))
    return pantin.build(
        nodes=[
            Node(
                f"j{i}",
                i - 1,
                translation=rng.normal(size=3) if i else (0.3, 0.2, 0.1),
                rotation=turns[i],
                scale=(scale,) * 3,
            )
            for i in range(count)
        ]
    )


def posed(rig, turns):
    """Poses with each joint turned from rest by (F, n, 4)."""
    frames = len(turns)
    still = pantin.rig.Poses.stack([rig.rest_pose()] * frames)
    rotations = quaternion.product(quaternion.normalize(still.rotations), turns)
    return replace(still, xyzw=rotations, local=compose_local(still.translations, rotations, still.scales))


def any_turns(rig, frames, seed):
    return quaternion.normalize(np.random.default_rng(seed).normal(size=(frames, len(rig.nodes), 4)))


@pytest.mark.parametrize("scale", [1.0, 1.7])
def test_ten_thousand_reachable_targets_of_two_bones(scale):
    rig = chain(4, scale=scale)
    start, wanted = (posed(rig, any_turns(rig, 10_000, seed)) for seed in (1, 2))
    # Only the joints of the limb differ: what is above them stays where it is.
    turns = any_turns(rig, 10_000, 2)
    turns[:, 0] = any_turns(rig, 10_000, 1)[:, 0]
    wanted = posed(rig, turns)
    goal = joint_positions(rig, wanted)[:, 3]
    made = reach(rig, start, {"j3": goal})
    error = np.linalg.norm(joint_positions(rig, made)[:, 3] - goal, axis=1)
    length = bone_lengths(rig, start)[:, 2:4].sum(axis=1)
    assert (error / length).max() < REACHED
    assert np.allclose(bone_lengths(rig, made), bone_lengths(rig, start))
    assert np.array_equal(made.local[:, 0], start.local[:, 0])


@pytest.mark.parametrize("uneven", [6e-8, 3e-5, 5e-4])
def test_scales_that_are_nearly_even_cost_no_precision(uneven):
    """Exporters write 0.99999994 and 1.00003 for 1: the limb is solved in closed form, and aims again."""
    rig = chain(4)
    near = 1.0 + uneven * np.random.default_rng(2).uniform(-0.5, 0.5, size=(4, 3))
    nodes = [node.replace(scale=scale) for node, scale in zip(rig.node_list(), near, strict=True)]
    rig = rig.replace(nodes=nodes)
    start = posed(rig, any_turns(rig, 2000, 1))
    turns = any_turns(rig, 2000, 2)
    turns[:, 0] = any_turns(rig, 2000, 1)[:, 0]
    goal = joint_positions(rig, posed(rig, turns))[:, 3]
    lengths = bone_lengths(rig)[2:4]
    away = np.linalg.norm(goal - joint_positions(rig, start)[:, 1], axis=1)
    inside = (away < 0.999 * lengths.sum()) & (away > 1.001 * abs(np.diff(lengths)[0]))
    made = reach(rig, start, {"j3": goal}, poles={"j3": (3.0, 5.0, -4.0)})
    places = joint_positions(rig, made)
    error = np.linalg.norm(places[:, 3] - goal, axis=1)[inside]
    assert error.max() < REACHED * lengths.sum()
    aside = sideways(places[inside, 1:], np.array((3.0, 5.0, -4.0)))
    assert np.percentile(aside, 95) < 10 * uneven  # of straight limbs the middle is anywhere


@pytest.mark.parametrize("scale", [(-1.0, 1.0, 1.0), (1.0, 1.5, 0.7), (-2.0, -0.5, -1.0)])
@pytest.mark.parametrize("count", [4, 7])
def test_chains_below_mirrored_and_uneven_parents(count, scale):
    """Left hands of mirrored rigs hang below a scale of −1. Targets are where the rig itself can be posed."""
    rig = chain(count, seed=count)
    nodes = rig.node_list()
    rig = rig.replace(nodes=[nodes[0].replace(scale=scale), *nodes[1:]])
    turns, wanted = (any_turns(rig, 300, seed) for seed in (1, 2))
    wanted[:, 0] = turns[:, 0]
    last, start = f"j{count - 1}", posed(rig, turns)
    goal = joint_positions(rig, posed(rig, wanted))[:, -1]
    made = reach(rig, start, {last: goal}, roots={last: "j1"})
    error = np.linalg.norm(joint_positions(rig, made)[:, -1] - goal, axis=1)
    assert (error / bone_lengths(rig, start)[:, 2:].sum(axis=1)).max() < REACHED


def test_a_pole_holds_below_a_mirrored_parent():
    rig = chain(4)
    nodes = rig.node_list()
    rig = rig.replace(nodes=[nodes[0].replace(scale=(-1.0, 1.0, 1.0)), *nodes[1:]])
    turns, wanted = (any_turns(rig, 200, seed) for seed in (4, 5))
    wanted[:, 0] = turns[:, 0]
    goal, pole = joint_positions(rig, posed(rig, wanted))[:, 3], np.array((3.0, 6.0, -5.0))
    made = reach(rig, posed(rig, turns), {"j3": goal}, poles={"j3": pole})
    places = joint_positions(rig, made)
    assert np.linalg.norm(places[:, 3] - goal, axis=1).max() < REACHED * bone_lengths(rig)[2:].sum()
    assert (sideways(places[:, 1:], pole) < 1e-6).mean() > 0.95


def sideways(places, pole):
    """How far the second of three joints is from the half plane of the first, the last and a pole; 2 where it
    is on the other side."""
    line = places[:, -1] - places[:, 0]
    line = line / np.linalg.norm(line, axis=1, keepdims=True)
    ways = []
    for way in (places[:, 1] - places[:, 0], pole - places[:, 0]):
        aside = way - (way * line).sum(axis=1, keepdims=True) * line
        ways.append(aside / np.linalg.norm(aside, axis=1, keepdims=True))
    return np.linalg.norm(ways[0] - ways[1], axis=1)


@pytest.mark.parametrize("limits", [None, {"j2": 160.0}])
def test_the_middle_of_a_long_chain_points_to_its_pole(limits):
    rig = chain(5)
    start, wanted = (posed(rig, any_turns(rig, 200, seed)) for seed in (4, 5))
    goal, pole = joint_positions(rig, wanted)[:, 4], np.array((3.0, 6.0, -5.0))
    roots = {"j4": "j0"}
    made = reach(rig, start, {"j4": goal}, roots=roots, poles={"j4": pole}, limits=limits)
    places = joint_positions(rig, made)
    assert np.linalg.norm(places[:, 4] - goal, axis=1).max() < REACHED * bone_lengths(rig)[1:].sum()
    assert np.median(sideways(places[:, [0, 2, 4]], pole)) < 1e-6
    assert (sideways(places[:, [0, 2, 4]], pole) < 1e-6).mean() > 0.95


@pytest.mark.parametrize("bend", [0.0, 0.5])
def test_a_limb_folds_onto_its_own_root(bend):
    """Two bones of one length reach the joint that they hang from; no direction leads there."""
    nodes = [
        Node("hip"),
        Node("knee", 0, translation=(0, -0.4, 0)),
        Node("foot", 1, translation=(0, -0.4, bend)),
    ]
    nodes[2] = replace(nodes[2], translation=np.array([0, -0.4, bend]) * 0.4 / np.hypot(0.4, bend))
    rig = pantin.build(nodes=nodes)
    made = joint_positions(rig, reach(rig, rig.rest_pose(), {"foot": (0, 0, 0)}))
    assert np.abs(made[2]).max() < REACHED
    assert np.linalg.norm(made[1]) == pytest.approx(0.4)


def test_a_target_out_of_reach_is_pointed_at():
    rig = chain(3)
    goal = np.array([30.0, -20.0, 10.0])
    places = joint_positions(rig, reach(rig, rig.rest_pose(), {"j2": goal}))
    way = (goal - places[0]) / np.linalg.norm(goal - places[0])
    assert np.allclose(places[2], places[0] + way * bone_lengths(rig)[1:].sum(), atol=1e-9)


def test_a_knee_points_to_its_pole():
    rig = chain(3)
    rng = np.random.default_rng(3)
    start, wanted = (posed(rig, any_turns(rig, 500, seed)) for seed in (4, 5))
    goal, pole = joint_positions(rig, wanted)[:, 2], rng.normal(size=(500, 3)) * 5
    places = joint_positions(rig, reach(rig, start, {"j2": goal}, poles={"j2": pole}))
    assert np.linalg.norm(places[:, 2] - goal, axis=1).max() < 1e-9
    line = goal - places[:, 0]
    normal = np.cross(line, pole - places[:, 0])
    knee = places[:, 1] - places[:, 0]
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    assert np.abs((normal * knee).sum(axis=1)).max() < 1e-9
    beside = pole - places[:, 0]
    beside -= (beside * line).sum(axis=1, keepdims=True) / (line * line).sum(axis=1, keepdims=True) * line
    assert ((knee * beside).sum(axis=1) > -1e-9).all()


@pytest.mark.parametrize("kind", ["free", "box", "cone", "hinge"])
def test_reachable_targets_of_a_chain_with_limits(kind):
    rig, frames = chain(6, seed=6), 400
    rng = np.random.default_rng(7)
    low, high = np.array([-70.0, -40, -50]), np.array([60.0, 30, 80])
    limits = {}
    if kind == "box":
        turns = from_angles(np.radians(rng.uniform(low, high, size=(frames, 6, 3))))
        limits = {f"j{i}": list(zip(low, high, strict=True)) for i in range(5)}
    elif kind == "cone":
        axis = rng.normal(size=(frames, 6, 3))
        axis /= np.linalg.norm(axis, axis=-1, keepdims=True)
        turns = quaternion.from_axis_angle(axis, np.radians(rng.uniform(0, 50, size=(frames, 6))))
        limits = {f"j{i}": 50.0 for i in range(5)}
    elif kind == "hinge":
        turns = from_angles(np.radians(rng.uniform(low, high, size=(frames, 6, 3)) * [[1, 0, 0]]))
        limits = {f"j{i}": [(-70, 60), (0, 0), (0, 0)] for i in range(1, 5)} | {"j0": 180.0}
    else:
        turns = quaternion.normalize(rng.normal(size=(frames, 6, 4)))
    goal = joint_positions(rig, posed(rig, turns))[:, 5]
    start = posed(rig, np.tile([0, 0, 0, 1.0], (frames, 6, 1)))
    made = reach(rig, start, {"j5": goal}, roots={"j5": "j0"}, limits=limits)
    error = np.linalg.norm(joint_positions(rig, made)[:, 5] - goal, axis=1)
    assert error.max() < REACHED * bone_lengths(rig)[1:].sum()
    rest = quaternion.normalize(rig.rest_pose().rotations)
    turned = quaternion.product(quaternion.conjugate(rest), made.rotations)
    for name, limit in limits.items():
        own = turned[:, rig.node_index(name)]
        if isinstance(limit, float):
            assert np.degrees(quaternion.angle(own, quaternion.IDENTITY)).max() <= limit + 1e-6
        else:
            angles = np.degrees(to_angles(own))
            assert (angles >= np.array(limit)[:, 0] - 1e-6).all()
            assert (angles <= np.array(limit)[:, 1] + 1e-6).all()
    again = reach(rig, start, {"j5": goal}, roots={"j5": "j0"}, limits=limits)
    assert np.array_equal(made.rotations, again.rotations)


def test_orientations_and_two_targets_at_once():
    rng = np.random.default_rng(8)
    nodes = [
        Node("hips"),
        Node("spine", 0, translation=(0, 0.5, 0)),
        Node("chest", 1, translation=(0, 0.5, 0)),
    ]
    for side, x in (("L", 0.2), ("R", -0.2)):
        first = len(nodes)
        nodes += [
            Node(f"arm_{side}", 2, translation=(x, 0.3, 0)),
            Node(f"fore_{side}", first, translation=(x * 2, 0, 0.05)),
            Node(f"hand_{side}", first + 1, translation=(x * 2, 0, 0)),
        ]
    rig = pantin.build(nodes=nodes)
    turns = quaternion.normalize(np.array([0, 0, 0, 1.0]) + rng.normal(size=(100, len(nodes), 4)) * 0.3)
    turns[:, 0] = (0, 0, 0, 1)
    world = world_transforms(rig, posed(rig, turns))
    hands = [rig.node_index("hand_L"), rig.node_index("hand_R")]
    turn = quaternion.from_matrix(world[:, hands[0], :, :3])
    start = posed(rig, np.tile([0, 0, 0, 1.0], (100, len(nodes), 1)))
    made = reach(
        rig,
        start,
        {"hand_L": world[:, hands[0], :, 3], "hand_R": world[:, hands[1], :, 3]},
        orientations={"hand_L": turn},
        roots={"hand_L": "spine", "hand_R": "spine"},
    )
    after = world_transforms(rig, made)
    assert np.abs(after[:, hands, :, 3] - world[:, hands, :, 3]).max() < 1e-6
    assert np.abs(after[:, hands[0], :, :3] - world[:, hands[0], :, :3]).max() < 1e-5


def test_what_is_free_is_drawn_to_the_rest_pose():
    rig = chain(6, seed=9)
    start = posed(rig, any_turns(rig, 50, 10))
    goal = joint_positions(rig, posed(rig, any_turns(rig, 50, 11)))[:, 5]
    rest = quaternion.normalize(rig.rest_pose().rotations)

    def away(regularisation):
        made = reach(rig, start, {"j5": goal}, roots={"j5": "j0"}, regularisation=regularisation)
        assert np.linalg.norm(joint_positions(rig, made)[:, 5] - goal, axis=1).max() < 1e-5
        return quaternion.angle(made.rotations, rest)[:, :5].sum(axis=1).mean()

    assert away(0.3) < 0.8 * away(0.0)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"roots": {"j2": "j3"}}, "is not an ancestor of"),
        ({"poles": {"j1": (0, 0, 0)}}, "has a pole, but no target"),
        ({"limits": {"j0": [(10, 0), (0, 0), (0, 0)]}}, "must be an angle in degrees"),
        ({"weights": {"j2": -1.0}}, "must be finite and not negative"),
        ({"regularisation": 2.0}, "from 0 to 1"),
    ],
)
def test_what_makes_no_sense_is_refused(options, message):
    rig = chain(4)
    with pytest.raises(ValueError, match=message):
        reach(rig, rig.rest_pose(), {"j2": (1, 1, 1)}, **options)


def test_targets_must_be_points():
    rig = chain(3)
    with pytest.raises(ValueError, match="must be numbers of shape"):
        reach(rig, rig.rest_pose(), {"j2": (1, 1)})
    with pytest.raises(ValueError, match="no parent"):
        reach(rig, rig.rest_pose(), {"j0": (1, 1, 1)})
    flat = pantin.load("examples/g4mf/creature.g4b").rig
    with pytest.raises(ValueError, match="needs 3 dimensions"):
        reach(flat, flat.rest_pose(), {0: (1, 1, 1, 1)})
