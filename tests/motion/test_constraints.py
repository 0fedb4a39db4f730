"""Node constraints against the text of VRMC_node_constraint 1.0, written out in plain Python."""

from __future__ import annotations

import math

import numpy as np
import pytest
from vrm_text import Skeleton, angle, mul, turn

from pantin.motion import solve_constraints
from pantin.motion.constraints import rotation_between
from pantin.rig import Constraint, Node, Poses, build

SAME = 1e-9
"""Radians: the arithmetic is that of the text; the arc cosine of its slerp loses half of the digits."""

HALF = math.sqrt(0.5)


def random_case(seed):
    """Nodes with any rests, scales and poses, and constraints of any kind without a circle."""
    random = np.random.default_rng(seed)
    count = int(random.integers(4, 12))
    parents = [-1, *(int(random.integers(0, index)) for index in range(1, count))]
    translations = random.normal(size=(count, 3))
    uniform = random.random() < 0.5
    scales = np.repeat(random.uniform(0.5, 2, (count, 1)), 3, axis=1)
    scales = scales if uniform else random.uniform(0.5, 2, (count, 3))
    rests, rotations = random.normal(size=(2, count, 4))
    constraints = {}
    for node in random.permutation(count).tolist():
        kind = ["roll", "aim", "rotation"][int(random.integers(0, 3))]
        source = int(random.integers(0, count))
        body = {"source": source, "weight": float(random.choice([1.0, random.random()]))}
        if kind == "roll":
            body["rollAxis"] = "XYZ"[int(random.integers(0, 3))]
        if kind == "aim":
            body["aimAxis"] = ["Positive", "Negative"][int(random.integers(0, 2))] + "XYZ"[node % 3]
        tried = constraints | {node: {kind: body}}
        if not any(reaches(tried, parents, node, node) for node in tried):
            constraints = tried
    return parents, translations, rests, scales, rotations, constraints


def reaches(constraints, parents, node, goal, seen=()):
    """Whether the constraint of a node uses that of another, by way of any others."""
    ((kind, body),) = constraints[node].items()
    uses = [body["source"]]
    for start in (body["source"], node) if kind == "aim" else ():
        while parents[start] >= 0:
            start = parents[start]
            uses.append(start)
    return any(
        other == goal or reaches(constraints, parents, other, goal, (*seen, node))
        for other in uses
        if other in constraints and (other == goal or other not in seen)
    )


def rig_of(parents, translations, rests, scales, constraints):
    made = [
        Constraint(node, kind, body["source"], body.get("rollAxis") or body.get("aimAxis"), body["weight"])
        for node, given in constraints.items()
        for kind, body in given.items()
    ]
    nodes = [
        Node(str(index), parent, translations[index], rests[index], scales[index])
        for index, parent in enumerate(parents)
    ]
    return build(nodes=nodes, constraints=made)


def posed(rig, rotations):
    pose = rig.rest_pose()
    for node, rotation in enumerate(rotations):
        pose = pose.with_local(node, rotation=np.divide(rotation, np.linalg.norm(rotation)))
    return pose


@pytest.mark.parametrize("seed", range(60))
def test_every_kind_agrees_with_the_text(seed):
    parents, translations, rests, scales, rotations, constraints = random_case(seed)
    rig = rig_of(parents, translations, rests, scales, constraints)
    text = Skeleton(
        parents, translations.tolist(), rests.tolist(), scales.tolist(), rotations.tolist(), constraints
    )
    text.update_all()
    made = solve_constraints(rig, posed(rig, rotations))
    for node in range(len(parents)):
        assert angle(made.rotations[node] / np.linalg.norm(made.rotations[node]), text.rotations[node]) < SAME
        assert made.local[node][:, 3] == pytest.approx(translations[node])
    assert np.allclose(np.linalg.norm(made.local[:, :, :3], axis=1), scales)


def test_a_batch_gives_the_bits_of_each_pose():
    parents, translations, rests, scales, rotations, constraints = random_case(7)
    rig = rig_of(parents, translations, rests, scales, constraints)
    poses = [posed(rig, rotations), rig.rest_pose(), posed(rig, rotations[::-1])]
    batch = solve_constraints(rig, Poses.stack(poses))
    for pose, made in zip(poses, batch, strict=True):
        alone = solve_constraints(rig, pose)
        assert np.array_equal(made.local, alone.local)
        assert np.array_equal(made.rotations, alone.rotations)


def chain(*constraints, parents=(-1, 0, 1, 0)):
    offsets = [(1.0, 0.0, 0.0)] * len(parents)
    nodes = [Node(f"n{index}", parent, offsets[index]) for index, parent in enumerate(parents)]
    return build(nodes=nodes, constraints=constraints)


def test_a_roll_takes_the_twist_alone():
    """Source rotated by 90° about x and then swung: the destination keeps the 90° about x."""
    rig = chain(Constraint(3, "roll", 1, "X"))
    twist, swing = (HALF, 0, 0, HALF), (0, 0, math.sin(0.3), math.cos(0.3))
    made = solve_constraints(rig, rig.rest_pose().with_local(1, rotation=mul(swing, twist)))
    assert angle(made.rotations[3], twist) < 1e-12


def test_an_aim_turns_the_axis_to_the_source():
    rig = chain(Constraint(3, "aim", 2, "PositiveY"), parents=(-1, 0, 1, 0))
    pose = rig.rest_pose().with_local(1, translation=(0, 2, 0)).with_local(2, translation=(1, 3, 0))
    made = solve_constraints(rig, pose)
    towards = np.array([2.0, 5.0, 0.0]) - np.array([2.0, 0.0, 0.0])
    axis = made.local[3][:, 1]
    assert axis == pytest.approx(towards / np.linalg.norm(towards))


def test_a_constraint_uses_the_result_of_those_it_depends_on_in_any_order():
    first, second = Constraint(2, "rotation", 1), Constraint(3, "rotation", 2)
    rotation = (0, math.sin(0.4), 0, math.cos(0.4))
    for constraints in ((first, second), (second, first)):
        rig = chain(*constraints)
        made = solve_constraints(rig, rig.rest_pose().with_local(1, rotation=rotation))
        assert angle(made.rotations[3], rotation) < 1e-12


CIRCLES = [
    (Constraint(1, "rotation", 1),),
    (Constraint(1, "rotation", 2), Constraint(2, "roll", 1, "X")),
    (Constraint(1, "rotation", 2), Constraint(2, "rotation", 3), Constraint(3, "rotation", 1)),
    (Constraint(1, "aim", 2, "PositiveX"),),  # the place of its source depends on it
    (Constraint(1, "aim", 3, "PositiveX"), Constraint(3, "rotation", 1)),
]


@pytest.mark.parametrize("constraints", CIRCLES)
def test_a_circle_is_refused_by_name(constraints):
    rig = chain(*constraints)
    with pytest.raises(ValueError, match='depend on each other in a cycle: "n1" \\(1\\) → '):
        solve_constraints(rig, rig.rest_pose())


def test_a_node_may_follow_what_is_below_it():
    """Rotation and roll use local rotations only, so there is no circle."""
    rig = chain(Constraint(1, "rotation", 2))
    rotation = (0, math.sin(0.4), 0, math.cos(0.4))
    made = solve_constraints(rig, rig.rest_pose().with_local(2, rotation=rotation))
    assert angle(made.rotations[1], rotation) < 1e-12


def test_a_matrix_keeps_its_shear():
    shear = np.array([[1.0, 0.5, 0.0, 3.0], [0.0, 1.0, 0.0, 4.0], [0.0, 0.0, 2.0, 5.0]])
    rig = build(nodes=[Node("a"), Node("b", matrix=shear)], constraints=[Constraint(1, "rotation", 0)])
    made = solve_constraints(rig, rig.rest_pose().with_local(0, rotation=(0, 0, HALF, HALF)))
    quarter = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    assert made.local[1][:, :3] == pytest.approx(quarter @ shear[:, :3])
    assert made.local[1][:, 3] == pytest.approx(shear[:, 3])


def test_nothing_to_aim_at_leaves_the_rest():
    rig = build(nodes=[Node("a"), Node("b")], constraints=[Constraint(1, "aim", 0, "PositiveX")])
    assert solve_constraints(rig, rig.rest_pose()).rotations[1].tolist() == [0, 0, 0, 1]


def test_opposite_directions_are_half_a_turn():
    starts = np.vstack([np.eye(3), -np.eye(3), np.random.default_rng(1).normal(size=(20, 3))])
    turns = rotation_between(starts, -starts)
    for start, made in zip(starts, turns, strict=True):
        assert turn(made, start) == pytest.approx(tuple(-start))


def test_a_pose_of_another_rig_is_refused():
    rig = chain(Constraint(3, "rotation", 1))
    with pytest.raises(ValueError, match="belongs to another rig"):
        solve_constraints(rig, build(nodes=[Node()]).rest_pose())
    with pytest.raises(TypeError, match="expected a Pose or Poses"):
        solve_constraints(rig, 3)
    plain = chain()
    rest = plain.rest_pose()
    assert solve_constraints(plain, rest) is rest
