"""Gaze by the text of VRMC_vrm 1.0, lookAt: angles, range maps, eye bones and expressions."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from avatars import FACE, avatar, avatar0, body, index_of
from vrm_text import angle, mul

import pantin
from pantin.rig import RangeMap
from pantin.rig.gaze import gaze_weights, look_angles, map_range

MAPS = {
    "rangeMapHorizontalInner": {"inputMaxValue": 30, "outputScale": 20},
    "rangeMapHorizontalOuter": {"inputMaxValue": 40, "outputScale": 15},
    "rangeMapVerticalDown": {"inputMaxValue": 50, "outputScale": 12},
    "rangeMapVerticalUp": {"inputMaxValue": 20, "outputScale": 8},
}
EYES_AT = np.array([0.0, 1.55 + 0.06, 0.0])
"""The head of the avatar at rest, and its offset."""


def rig_of(tree):
    return pantin.load(json.dumps(tree).encode(), name="a.gltf").rig


def looking(**members):
    return rig_of(avatar(lookAt={"type": "bone", "offsetFromHeadBone": [0, 0.06, 0], **MAPS, **members}))


def about(axis, degrees):
    half = math.radians(degrees) / 2
    return (*(math.sin(half) if axis == index else 0.0 for index in range(3)), math.cos(half))


@pytest.mark.parametrize(
    ("direction", "expected"),
    [
        ((0, 0, 1), (0, 0)),
        ((1, 0, 1), (45, 0)),  # +X is the character's left
        ((-1, 0, 1), (-45, 0)),
        ((0, -1, 1), (0, 45)),
        ((0, 1, 1), (0, -45)),
        ((1, 0, 0), (90, 0)),
    ],
)
def test_yaw_is_to_the_left_and_pitch_downwards(direction, expected):
    pose = looking().rest_pose()
    assert look_angles(pose, EYES_AT + direction) == pytest.approx(expected, abs=1e-9)


def test_angles_follow_the_head_whatever_it_rests_in():
    """The space of the gaze moves with the head and has the axes of the model at rest."""
    tree = avatar(lookAt={"offsetFromHeadBone": [0, 0, 0]})
    rest = about(0, 30)
    tree["nodes"][index_of("head")]["rotation"] = list(rest)
    rig = rig_of(tree)
    head = np.array([0.0, 1.55, 0.0])
    assert look_angles(rig.rest_pose(), np.add(head, (0, 0, 1))) == pytest.approx((0, 0), abs=1e-9)
    turned = rig.rest_pose().with_local(index_of("head"), rotation=mul(about(1, 20), rest))
    assert look_angles(turned, np.add(head, (0, 0, 1))) == pytest.approx((-20, 0), abs=1e-9)


@pytest.mark.parametrize(("degrees", "expected"), [(0, 0), (15, 10), (-15, 10), (30, 20), (90, 20)])
def test_a_range_map_is_linear_up_to_its_limit(degrees, expected):
    assert map_range(RangeMap(30, 20), degrees) == pytest.approx(expected)


def test_a_range_map_of_0_is_all_or_nothing():
    """lookAt.md, "Behavior when inputMaxValue is 0"."""
    assert map_range(RangeMap(0, 20), [0, 0.1, -5]).tolist() == [0, 20, 20]


@pytest.mark.parametrize(
    ("yaw", "pitch", "left", "right"),
    [
        (20, 25, (7.5, 6), (20 * 2 / 3, 6)),  # left: outer for the left eye, inner for the right one; down
        (-20, -10, (-20 * 2 / 3, -4), (-7.5, -4)),
        (90, 0, (15, 0), (20, 0)),
    ],
)
def test_eye_bones_rotate_by_yaw_then_pitch(yaw, pitch, left, right):
    pose = looking().rest_pose().with_gaze(yaw, pitch)
    for eye, (across, down) in (("leftEye", left), ("rightEye", right)):
        expected = mul(about(1, across), about(0, down))
        assert angle(pose.rotations[index_of(eye)], expected) < 1e-9


def test_eye_bones_rotate_in_the_axes_of_the_model():
    """P⁻¹ · Ry(yaw) Rx(pitch) · P · rest, P the rotation of the parent at rest."""
    tree = avatar(lookAt={"type": "bone", **MAPS})
    parent, rest = about(2, 50), about(1, 70)
    tree["nodes"][index_of("head")]["rotation"] = list(parent)
    tree["nodes"][index_of("leftEye")]["rotation"] = list(rest)
    pose = rig_of(tree).rest_pose().with_gaze(20, 25)
    turn = mul(about(1, 7.5), about(0, 6))
    back = (-parent[0], -parent[1], -parent[2], parent[3])
    assert angle(pose.rotations[index_of("leftEye")], mul(mul(mul(back, turn), parent), rest)) < 1e-9


def test_expressions_of_gaze_exclude_each_other():
    look_at = looking(type="expression").character.look_at
    left = gaze_weights(look_at, 20, 25)
    assert {name: float(weight) for name, weight in left.items()} == pytest.approx(
        {"lookLeft": 7.5, "lookRight": 0, "lookDown": 6, "lookUp": 0}
    )
    right = gaze_weights(look_at, np.array([-20, 0]), np.array([-10, 0]))
    assert right["lookRight"].tolist() == [7.5, 0]
    assert right["lookUp"].tolist() == [4, 0]


def test_a_gaze_by_expressions_moves_blend_shapes():
    bind = {"morphTargetBinds": [{"node": FACE, "index": 0, "weight": 1}]}
    other = {"morphTargetBinds": [{"node": FACE, "index": 1, "weight": 1}]}
    maps = {name: {"inputMaxValue": 90, "outputScale": 1} for name in MAPS}
    tree = avatar(
        expressions={"preset": {"lookLeft": bind, "lookRight": other}},
        lookAt={"type": "expression", "offsetFromHeadBone": [0, 0.06, 0], **maps},
    )
    pose = rig_of(tree).rest_pose().with_look_at(np.add(EYES_AT, (1, 0, 1)))
    assert pose.blend[0][:2].tolist() == pytest.approx([0.5, 0])
    back = pose.with_look_at(np.add(EYES_AT, (-1, 0, 1)))
    assert back.blend[0][:2].tolist() == pytest.approx([0, 0.5])


def test_a_model_of_0_x_looks_along_minus_z():
    pose = rig_of(avatar0()).rest_pose()
    head = np.array([0.0, 1.55 + 0.06, 0.0])
    assert look_angles(pose, np.add(head, (0, 0, -1))) == pytest.approx((0, 0), abs=1e-9)
    assert look_angles(pose, np.add(head, (-1, 0, -1))) == pytest.approx((45, 0), abs=1e-9)
    # Half a turn about y of what a model of 1.0 does: 90° map to 10°, and yaw stays, pitch turns round.
    made = pose.with_gaze(9, 18).rotations[index_of("leftEye")]
    assert angle(made, mul(about(1, 1), about(0, -2))) < 1e-9


def test_what_cannot_look_is_refused():
    with pytest.raises(ValueError, match="gazes need a VRM character"):
        rig_of(body()).rest_pose().with_look_at((0, 0, 1))
    with pytest.raises(ValueError, match="has no lookAt, which defines how its eyes move"):
        rig_of(avatar()).rest_pose().with_look_at((0, 0, 1))
    headless = avatar(lookAt={}, humanoid={"humanBones": {"hips": {"node": 0}}})
    with pytest.raises(ValueError, match="no head bone"):
        rig_of(headless).rest_pose().with_look_at((0, 0, 1))
    flat = avatar(lookAt={})
    flat["nodes"][index_of("head")]["scale"] = [0, 0, 0]
    with pytest.raises(ValueError, match="scale of 0"):
        rig_of(flat).rest_pose().with_look_at((0, 0, 1))
