"""Motion from one humanoid onto another, against the formula computed one bone at a time."""

from __future__ import annotations

import math

import numpy as np
import pytest
import retarget_scalar as scalar
from conventions import CONVENTIONS
from skeletons import skeleton

from pantin.maths import quaternion
from pantin.motion import sample, world_transforms
from pantin.operations.humanoid.body import make_body, measure_axes
from pantin.operations.humanoid.bone_map import declare_bones, map_bones
from pantin.operations.humanoid.retarget import _shared_times, retarget_clip
from pantin.rig import Channel, Character, Clip, Node, build

EXACT = 1e-9
"""Radians: rounding of some twenty products of quaternions, in the chord."""

TIMES = np.array([0.0, 0.5, 1.25])
ROOT_HALF = math.sqrt(0.5)


def turns(random, count):
    return quaternion.normalize(random.normal(size=(count, 4)))


def random_body(random, bones, *, extra=(), version=None):
    """A rig with a node for each bone, below the given ones, all with random rotations at rest; parents come
    first. `extra` are bones below a further node that is none."""
    nodes, index = [Node("root", rotation=turns(random, 1)[0], translation=random.normal(size=3))], {}
    for bone, parent in bones.items():
        above = index[parent] if parent else 0
        if bone in extra:
            nodes.append(Node(f"above {bone}", above, random.normal(size=3), turns(random, 1)[0]))
            above = len(nodes) - 1
        index[bone] = len(nodes)
        nodes.append(Node(bone, above, np.add(random.normal(size=3), (0, 1, 0)), turns(random, 1)[0]))
    return build(nodes=nodes, character=Character(version=version or "1.0", humanoid=index)), index


BONES = {
    "hips": None,
    "spine": "hips",
    "chest": "spine",
    "neck": "chest",
    "head": "neck",
    "leftShoulder": "chest",
    "leftUpperArm": "leftShoulder",
    "leftLowerArm": "leftUpperArm",
    "leftHand": "leftLowerArm",
    "leftIndexProximal": "leftHand",
}
FEWER = {bone: "spine" if parent == "chest" else parent for bone, parent in BONES.items() if bone != "chest"}
FEWER = {
    bone: "spine" if parent == "leftShoulder" else parent
    for bone, parent in FEWER.items()
    if bone != "leftShoulder"
}


def random_clip(random, rig):
    return Clip(
        tuple(
            Channel(node, "rotation", TIMES, turns(random, len(TIMES)))
            for node in range(len(rig.nodes))
            if rig.nodes.names[node] != "leftHand"
        )
    )


def of(rig, bones):
    return rig.nodes.parents.tolist(), rig.nodes.rotations.tolist(), bones


def assert_same(rig, clip, expected):
    poses = sample(rig, clip, TIMES)
    for frame, wanted in enumerate(expected):
        assert quaternion.angle(poses.rotations[frame], np.array(wanted)).max() < EXACT


@pytest.mark.parametrize("version", ["1.0", "0.x"])
@pytest.mark.parametrize(("source_bones", "target_bones"), [(BONES, BONES), (BONES, FEWER), (FEWER, BONES)])
def test_declared_bones_rotate_as_the_formula_says(version, source_bones, target_bones):
    """Bones that one of both lacks are carried by those below, or stay at rest; VRM 0.x looks along −Z."""
    random = np.random.default_rng(1)
    source, bones = random_body(random, source_bones, extra=("head", "leftUpperArm"))
    target, target_index = random_body(random, target_bones, extra=("spine", "leftHand"), version=version)
    clip = random_clip(random, source)
    made = retarget_clip(
        clip, make_body(source, map_bones(source)), make_body(target, map_bones(target))
    ).clip
    poses = sample(source, clip, TIMES).rotations.tolist()
    facing = scalar.HALF_TURN if version == "0.x" else scalar.ONE
    expected = [
        scalar.retarget(of(source, bones), of(target, target_index), local, target_axes=facing)
        for local in poses
    ]
    assert_same(target, made, expected)


def undeclared(text="Unity", **options):
    rig, truth = skeleton(*CONVENTIONS[text], **options)
    return rig, map_bones(rig), truth


@pytest.mark.parametrize("lowered", [0.0, 45.0])
@pytest.mark.parametrize(
    ("turn", "axes"),
    [
        ((0, 0, 0, 1), (0, 0, 0, 1)),
        ((ROOT_HALF, 0, 0, ROOT_HALF), (-ROOT_HALF, 0, 0, ROOT_HALF)),  # Z up, looks along −Y
        ((0, 1, 0, 0), (0, 1, 0, 0)),  # looks along −Z
        ((0, ROOT_HALF, 0, ROOT_HALF), (0, -ROOT_HALF, 0, ROOT_HALF)),  # looks along +X
    ],
)
def test_measured_axes_and_a_corrected_rest_pose_enter_the_formula(lowered, turn, axes):
    random = np.random.default_rng(2)
    source, found, truth = undeclared(lowered=lowered, turn=turn, scale=100.0)
    target, bones = random_body(random, BONES)
    keys = {node: turns(random, len(TIMES)) for node in truth.values()}
    clip = Clip(tuple(Channel(node, "rotation", TIMES, values) for node, values in keys.items()))
    made = retarget_clip(clip, make_body(source, found), make_body(target, map_bones(target))).clip
    positions = {
        bone: place[:3, 3]
        for bone, place in zip(truth, world_transforms(source)[list(truth.values())], strict=True)
    }
    straight = scalar.straighten(positions, axes)
    order = source.order.tolist()
    place = {node: index for index, node in enumerate(order)}
    parents = [place.get(source.nodes.parents[node], -1) for node in order]
    bones_of_source = {bone: place[node] for bone, node in truth.items()}
    rest = source.nodes.rotations[order].tolist()
    expected = [
        scalar.retarget(
            (parents, rest, bones_of_source),
            of(target, bones),
            local[order].tolist(),
            axes=axes,
            straight=straight,
        )
        for local in sample(source, clip, TIMES).rotations
    ]
    assert_same(target, made, expected)


def test_an_a_pose_held_still_is_an_a_pose_on_a_t_posed_target():
    """Analytic: arms 45° down at rest, and a clip that keeps them so."""
    source, found, truth = undeclared(lowered=45.0)
    target, _, goal = undeclared("Mixamo")
    hold = Clip((Channel(truth["hips"], "rotation", TIMES, np.tile(quaternion.IDENTITY, (3, 1))),))
    made = retarget_clip(hold, make_body(source, found), make_body(target, map_bones(target))).clip
    places = world_transforms(target, sample(target, made, 1.0))[:, :, 3]
    for side, sign in (("left", 1), ("right", -1)):
        for upper, lower in (
            ("UpperArm", "LowerArm"),
            ("LowerArm", "Hand"),
            ("IndexProximal", "IndexDistal"),
        ):
            along = places[goal[side + lower]] - places[goal[side + upper]]
            if upper != "IndexProximal":
                assert np.degrees(np.arctan2(-along[1], sign * along[0])) == pytest.approx(45, abs=1e-6)
    # The fingers follow the hand: their place on it is that of the rest pose.
    hand, finger = (
        world_transforms(target, sample(target, made, 1.0))[goal[bone], :, :3]
        for bone in ("leftHand", "leftIndexProximal")
    )
    rest = world_transforms(target)
    before = rest[goal["leftHand"], :, :3].T @ rest[goal["leftIndexProximal"], :, :3]
    assert np.allclose(hand.T @ finger, before)


def test_to_the_same_body_nothing_changes():
    source, found, _ = undeclared(lowered=30.0, turn=(ROOT_HALF, 0, 0, ROOT_HALF))
    body = make_body(source, found)
    random = np.random.default_rng(3)
    clip = Clip(tuple(Channel(node, "rotation", TIMES, turns(random, 3)) for node in found.nodes.values()))
    made = {channel.node: channel for channel in retarget_clip(clip, body, body).clip.channels}
    for channel in clip.channels:
        assert quaternion.angle(made[channel.node].values, channel.values).max() < EXACT


def test_there_and_back_again_is_within_a_hundredth_of_a_degree():
    random = np.random.default_rng(4)
    first, found, truth = undeclared("Mixamo", lowered=40.0)
    second, other, _ = undeclared("Mixamo with namespace", turn=(ROOT_HALF, 0, 0, ROOT_HALF), scale=100.0)
    a, b = make_body(first, found), make_body(second, other)
    clip = Clip(
        (
            *(Channel(node, "rotation", TIMES, turns(random, 3)) for node in truth.values()),
            Channel(truth["hips"], "translation", TIMES, random.normal(size=(3, 3))),
        )
    )
    there = retarget_clip(clip, a, b).clip
    back = retarget_clip(there, b, a).clip
    keys = {(channel.node, channel.property): channel.values for channel in back.channels}
    for channel in clip.channels:
        if channel.property == "rotation":
            assert np.degrees(quaternion.angle(keys[channel.node, "rotation"], channel.values)).max() < 0.01
        else:
            assert np.allclose(keys[channel.node, "translation"], channel.values, atol=1e-9)


def hips_at(height, *, version="1.0", rotation=(0, 0, 0, 1), scale=1.0):
    nodes = [
        Node("root", rotation=rotation, scale=np.full(3, scale)),
        Node("hips", 0, (0, height / scale, 0)),
    ]
    return build(nodes=nodes, character=Character(version=version, humanoid={"hips": 1}))


@pytest.mark.parametrize("interpolation", ["LINEAR", "STEP", "CUBICSPLINE"])
@pytest.mark.parametrize(("version", "side"), [("1.0", 1), ("0.x", -1)])
def test_hips_move_in_proportion_to_their_height(interpolation, version, side):
    source, target = hips_at(1.0), hips_at(1.5, version=version, scale=0.01)
    keys = np.array([(0, 1.0, 0), (0.2, 0.8, 0.4), (1.0, 1.0, 2.0)])
    values = np.stack([keys * 0, keys, keys * 0], axis=1) if interpolation == "CUBICSPLINE" else keys
    clip = Clip((Channel(1, "translation", TIMES, values, interpolation),))
    (made,) = retarget_clip(clip, *(make_body(rig, map_bones(rig)) for rig in (source, target))).clip.channels
    assert made.interpolation == interpolation
    assert np.array_equal(made.times, TIMES)
    points = world_transforms(target, sample(target, Clip((made,)), TIMES))[:, 1, :, 3]
    assert np.allclose(points, keys * 1.5 * (side, 1, side))


def test_a_moving_root_moves_the_hips_unless_the_motion_is_for_any_character():
    """Unreal keeps root motion in a node above the hips; in a VRM animation those stay at rest."""
    source, target = hips_at(1.0), hips_at(2.0)
    clip = Clip((Channel(0, "translation", TIMES, np.array([(0, 0, 0), (0, 0, 1), (0, 0, 2)])),))
    a, b = make_body(source, map_bones(source)), make_body(target, map_bones(target))
    (made,) = retarget_clip(clip, a, b).clip.channels
    assert np.allclose(made.values, [(0, 2, 0), (0, 2, 2), (0, 2, 4)])
    assert retarget_clip(clip, a, b, follow_parents=False).clip.channels == ()


def test_a_rotating_root_turns_the_path_of_the_hips():
    source, target = hips_at(1.0), hips_at(1.0)
    about = np.array([[0, 0, 0, 1], [0, ROOT_HALF, 0, ROOT_HALF]])
    clip = Clip(
        (
            Channel(0, "rotation", TIMES[:2], about),
            Channel(1, "translation", TIMES[:2], np.array([(0, 1.0, 0), (0, 1.0, 1.0)])),
        )
    )
    made = {
        channel.property: channel.values
        for channel in retarget_clip(
            clip, *(make_body(rig, map_bones(rig)) for rig in (source, target))
        ).clip.channels
    }
    assert np.allclose(made["translation"], [(0, 1, 0), (1, 1, 0)])
    assert np.allclose(made["rotation"], about)


def test_without_a_positive_height_positions_keep_their_size():
    source, target = hips_at(-1.0), hips_at(2.0)
    clip = Clip((Channel(1, "translation", TIMES[:1], np.array([(0.5, 1.0, 0)])),))
    (made,) = retarget_clip(clip, *(make_body(rig, map_bones(rig)) for rig in (source, target))).clip.channels
    assert np.allclose(made.values, [(0.5, 1.0, 0)])


def test_a_root_without_offset_is_measured_from_its_feet():
    """BVH files of CMU have their root at 0; its keys are positions above the ground."""
    rig, truth = skeleton(*CONVENTIONS["LAFAN"])
    hips = truth["hips"]
    lowered = rig.rest_pose().with_local(hips, translation=(0, 0, 0))
    body = make_body(rig, map_bones(rig), lowered)
    thigh, shin = np.hypot(0.41, 0.01), np.hypot(0.41, 0.02)  # straight, as in the T-pose
    assert body.height == pytest.approx(0.05 + thigh + shin + 0.06)
    assert make_body(rig, map_bones(rig)).height == pytest.approx(0.05 + thigh + shin + 0.08)


def test_a_spline_keeps_its_tangents():
    """L · q · R of a spline's numbers is the spline of L · q · R."""
    random = np.random.default_rng(5)
    source, target = (random_body(random, BONES)[0] for _ in range(2))
    node = source.character.humanoid["head"]
    values = random.normal(size=(3, 3, 4))
    clip = Clip((Channel(node, "rotation", TIMES, values, "CUBICSPLINE"),))
    bodies = [make_body(rig, map_bones(rig)) for rig in (source, target)]
    made = next(c for c in retarget_clip(clip, *bodies).clip.channels if target.nodes.names[c.node] == "head")
    assert made.interpolation == "CUBICSPLINE"
    between = np.linspace(0, 1.25, 11)
    dense = Clip((Channel(node, "rotation", between, sample(source, clip, between).rotations[:, node]),))
    expected = next(c for c in retarget_clip(dense, *bodies).clip.channels if c.node == made.node)
    found = sample(target, Clip((made,)), between).rotations[:, made.node]
    assert quaternion.angle(quaternion.normalize(found), expected.values).max() < EXACT


def test_axes_snap_to_the_nearest_frame():
    """A skeleton that leans 20° still stands along +Y."""
    lean = quaternion.from_axis_angle(np.array((1.0, 0, 0)), np.radians(20))
    rig, truth = skeleton(*CONVENTIONS["LAFAN"], turn=lean)
    assert np.allclose(measure_axes(truth, world_transforms(rig)[:, :, 3]), quaternion.IDENTITY)


def test_declared_bones_need_no_measure():
    rig, truth = skeleton(*CONVENTIONS["LAFAN"], lowered=60.0)
    body = make_body(rig, declare_bones(truth))
    assert np.array_equal(body.local, quaternion.normalize(rig.nodes.rotations))


def test_keys_that_differ_by_rounding_are_one():
    """Files store times in float32, where both would be the same and no longer rise."""
    turn = np.tile([0.0, 0.0, 0.0, 1.0], (3, 1))
    times = np.array([0.5, 1.05, 2.0])
    channels = [Channel(node, "rotation", times + node * 1e-9, turn) for node in range(2)]
    shared = _shared_times(channels)
    assert (np.diff(shared.astype(np.float32)) > 0).all()
    assert shared == pytest.approx(times)
