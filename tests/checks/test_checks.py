"""Every rule about rigs: the smallest rig that breaks it, and the nearest one that does not."""

import math

import numpy as np
import pytest

from pantin.checks import RULES, check
from pantin.report.explanation import explain
from pantin.rig import (
    BlendTarget,
    Channel,
    Clip,
    Deltas,
    Influences,
    Instance,
    Mesh,
    Node,
    Skin,
    Surface,
    build,
)

POINT = [[1.0, 0.0, 0.0]]
IDENTITY = np.eye(3, 4)


def moved(x):
    return [[1, 0, 0, x], [0, 1, 0, 0], [0, 0, 1, 0]]


def scaled(x, y=1.0, z=1.0):
    return [[x, 0, 0, 0], [0, y, 0, 0], [0, 0, z, 0]]


def skin(*binds, joints=None, nodes=None, weights=(1.0,), slots=None):
    """One vertex bound to the first joint (or to `slots`), joints along x one apart."""
    joints = list(range(len(binds))) if joints is None else joints
    nodes = nodes or [Node(parent=at - 1, translation=[1 if at else 0, 0, 0]) for at in range(len(binds))]
    slots = list(range(len(weights))) if slots is None else slots
    body = Surface(POINT, influences=Influences([0, len(weights)], slots, list(weights)), mode="points")
    return build(
        nodes=[*nodes, Node("mesh")],
        meshes=[Mesh((body,))],
        skins=[Skin(joints, inverse_binds=None if binds[0] is None else list(binds))],
        instances=[Instance(len(nodes), 0, skin=0)],
    )


def two_skins(first, second):
    return build(nodes=[Node()], skins=[Skin([0], [first]), Skin([0], [second])])


def gap(joints):
    """A chain of three nodes."""
    return build(
        nodes=[Node(), Node(parent=0), Node(parent=1)], skins=[Skin(joints, [IDENTITY] * len(joints))]
    )


def chain_scale(rest, below=True, keys=None):
    nodes = [Node(scale=rest), Node(parent=0 if below else -1)]
    clips = [Clip((Channel(0, "scale", [0.0, 1.0], keys),))] if keys else []
    return build(nodes=nodes, skins=[Skin([0, 1], [IDENTITY] * 2)], clips=clips)


def weights(*values):
    joints = max(len(values), 1)
    return skin(*[IDENTITY] * joints, nodes=[Node()] * joints, weights=values)


def blend(names, targets=2):
    target = BlendTarget(positions=Deltas(POINT))
    return build(meshes=[Mesh((Surface(POINT, targets=(target,) * targets),), blend_names=names)])


def clip(*values, property="translation", interpolation="LINEAR"):
    return Clip((Channel(0, property, np.arange(len(values), dtype=float), list(values), interpolation),))


def clips(*given):
    return build(nodes=[Node()], clips=list(given))


STAY, GO = [0.0, 0.0, 0.0], [1.0, 0.0, 0.0]
TURNED = [0.0, 0.0, math.sin(0.5), math.cos(0.5)]
BACK = [-part for part in TURNED]
ZERO = [0.0] * 4
UNIT = [0.0, 0.0, 0.0, 1.0]

CASES = {
    "RIG-MISSING_INVERSE_BINDS": (skin(None), skin(IDENTITY), "/skins/0"),
    "RIG-DIFFERENT_INVERSE_BINDS": (
        two_skins(moved(0), moved(1)),
        two_skins(moved(1), moved(1 + 1e-7)),
        "/skins/1",
    ),
    "RIG-BIND_NOT_REST": (skin(moved(0), moved(-2)), skin(moved(0), moved(-1)), "/skins/0"),
    "RIG-SINGULAR_BIND": (skin(scaled(0)), skin(scaled(1e-6)), "/skins/0"),
    "RIG-MIRRORED_BIND": (skin(scaled(-1)), skin(scaled(-1, -1)), "/skins/0"),
    "RIG-UNUSED_JOINT": (
        skin(moved(0), moved(-1)),
        skin(moved(0), moved(-1), weights=(0.5, 0.5)),
        "/skins/0",
    ),
    "RIG-GAP_BETWEEN_JOINTS": (gap([0, 2]), gap([0, 1, 2]), "/nodes/1"),
    "RIG-UNEVEN_SCALE": (chain_scale([1, 2, 1]), chain_scale([2, 2, -2]), "/nodes/0"),
    "RIG-MANY_INFLUENCES": (weights(*[0.2] * 5), weights(*[0.25] * 4), "/meshes/0/primitives/0"),
    "RIG-UNSORTED_INFLUENCES": (
        weights(0.1, 0.1, 0.1, 0.1, 0.6),
        weights(0.6, 0.1, 0.1, 0.1, 0.1),
        "/meshes/0/primitives/0",
    ),
    "RIG-IDLE_INFLUENCES": (weights(1.0, 0, 0, 0, 0), weights(1.0, 0, 0, 0), "/meshes/0/primitives/0"),
    "RIG-WEIGHTS_NOT_ONE": (weights(0.5, 0.4), weights(0.5, 0.495), "/meshes/0/primitives/0"),
    "RIG-NEGATIVE_WEIGHT": (weights(1.5, -0.5), weights(0.5, 0.5), "/meshes/0/primitives/0"),
    "RIG-NO_INFLUENCE": (weights(0.0), weights(1.0), "/meshes/0/primitives/0"),
    "RIG-BLEND_NAMES_MISSING": (blend(None), blend(("a", "b")), "/meshes/0"),
    "RIG-BLEND_NAMES_COUNT": (blend(("a",)), blend(("a", "b")), "/meshes/0"),
    "RIG-BLEND_NAME_TWICE": (blend(("a", "a")), blend(("a", "b")), "/meshes/0"),
    "RIG-CONSTANT_CLIP": (clips(clip(STAY, STAY)), clips(clip(STAY, GO)), "/animations/0"),
    "RIG-REDUNDANT_CLIP": (
        clips(clip(STAY, GO), clip(STAY, GO)),
        clips(clip(STAY, GO), clip(GO, STAY)),
        "/animations/1",
    ),
    "RIG-QUATERNION_FLIP": (
        clips(clip(UNIT, BACK, property="rotation")),
        clips(clip(UNIT, TURNED, property="rotation")),
        "/animations/0/channels/0",
    ),
    "RIG-SPLINE_FLIP": (
        clips(clip([ZERO, UNIT, ZERO], [ZERO, BACK, ZERO], property="rotation", interpolation="CUBICSPLINE")),
        clips(
            clip([ZERO, UNIT, ZERO], [ZERO, TURNED, ZERO], property="rotation", interpolation="CUBICSPLINE")
        ),
        "/animations/0/channels/0",
    ),
}


def test_every_rule_has_a_case():
    assert {rule.id for rule in RULES} == set(CASES)


@pytest.mark.parametrize("rule", CASES)
def test_bad_rig_has_the_finding_once_and_its_neighbour_has_not(rule):
    bad, good, place = CASES[rule]
    assert [finding.pointer for finding in check(bad) if finding.rule == rule] == [place]
    assert [finding for finding in check(good) if finding.rule == rule] == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_every_rule_says_what_why_how_to_mend_and_from_where(rule):
    assert explain(rule).missing == ()


def test_what_can_be_mended_says_so():
    mended = {
        rule
        for rule, (bad, _, _) in CASES.items()
        for found in check(bad)
        if found.rule == rule and found.fix
    }
    assert mended == {
        "RIG-MISSING_INVERSE_BINDS",
        "RIG-UNSORTED_INFLUENCES",
        "RIG-IDLE_INFLUENCES",
        "RIG-WEIGHTS_NOT_ONE",
    }


def test_many_elements_are_counted():
    rig = skin(*[scaled(0)] * 5)
    messages = [finding.message for finding in check(rig) if finding.rule == "RIG-SINGULAR_BIND"]
    assert messages == ["the inverse bind of joint 0, 1, 2 and 2 more flattens space"]


def test_uneven_scale_in_a_clip_is_found_at_its_channel():
    rig = chain_scale([1, 1, 1], keys=[[1, 1, 1], [1, 2, 1]])
    assert [f.pointer for f in check(rig) if f.rule == "RIG-UNEVEN_SCALE"] == ["/animations/0/channels/0"]


def test_uneven_scale_on_a_joint_without_joints_below_is_left_alone():
    assert [f for f in check(chain_scale([1, 2, 1], below=False)) if f.rule == "RIG-UNEVEN_SCALE"] == []


def test_a_mesh_bound_away_from_the_origin_rests_in_its_bind_pose():
    """All joints agree on one place, whichever it is."""
    rig = skin(moved(5), moved(4))
    assert [f for f in check(rig) if f.rule == "RIG-BIND_NOT_REST"] == []


def test_a_joint_of_minus_one_is_nobodys():
    rig = build(
        nodes=[Node()], skins=[Skin([-1, 0], [IDENTITY, IDENTITY]), Skin([-1, 0], [moved(3), IDENTITY])]
    )
    assert [f for f in check(rig) if f.rule == "RIG-DIFFERENT_INVERSE_BINDS"] == []


def test_a_skin_of_unbound_joints_alone_has_no_bind_to_compare():
    assert [
        f for f in check(build(nodes=[Node()], skins=[Skin([-1])])) if f.rule == "RIG-BIND_NOT_REST"
    ] == []


def test_rules_hold_in_other_dimensions():
    flat = build(dimension=2, nodes=[Node()], skins=[Skin([0], [[[0, 0, 0], [0, 1, 0]]])])
    assert [f.rule for f in check(flat)] == ["RIG-SINGULAR_BIND"]


def test_an_empty_rig_has_no_findings():
    assert list(check(build())) == []


def test_a_clip_of_single_keys_is_a_pose_and_not_a_fault():
    assert list(check(clips(clip(GO)))) == []
