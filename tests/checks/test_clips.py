"""Rules about clips: the smallest rig that breaks each, and the nearest one that does not."""

import math

import numpy as np
import pytest

from pantin.checks import check
from pantin.checks import clips as rules
from pantin.checks.clips import RULES
from pantin.rig import Channel, Clip, Node, build


def clip(*values, property="translation", interpolation="LINEAR"):
    return Clip((Channel(0, property, np.arange(len(values), dtype=float), list(values), interpolation),))


def clips(*given):
    return build(nodes=[Node()], clips=list(given))


STAY, GO = [0.0, 0.0, 0.0], [1.0, 0.0, 0.0]
ROTATED = [0.0, 0.0, math.sin(0.5), math.cos(0.5)]
NEGATED = [-part for part in ROTATED]
ZERO = [0.0] * 4
UNIT = [0.0, 0.0, 0.0, 1.0]


CASES = {
    "RIG-CONSTANT_CLIP": (clips(clip(STAY, STAY)), clips(clip(STAY, GO)), "/animations/0"),
    "RIG-REDUNDANT_CLIP": (
        clips(clip(STAY, GO), clip(STAY, GO)),
        clips(clip(STAY, GO), clip(GO, STAY)),
        "/animations/1",
    ),
    "RIG-QUATERNION_FLIP": (
        clips(clip(UNIT, NEGATED, property="rotation")),
        clips(clip(UNIT, ROTATED, property="rotation")),
        "/animations/0/channels/0",
    ),
    "RIG-SPLINE_FLIP": (
        clips(
            clip([ZERO, UNIT, ZERO], [ZERO, NEGATED, ZERO], property="rotation", interpolation="CUBICSPLINE")
        ),
        clips(
            clip([ZERO, UNIT, ZERO], [ZERO, ROTATED, ZERO], property="rotation", interpolation="CUBICSPLINE")
        ),
        "/animations/0/channels/0",
    ),
}


@pytest.mark.parametrize("rule", CASES)
def test_the_bad_rig_has_one_finding_and_its_neighbour_none(rule):
    bad, good, pointer = CASES[rule]
    assert [finding.pointer for finding in check(bad) if finding.rule == rule] == [pointer]
    assert [finding for finding in check(good) if finding.rule == rule] == []


def test_a_half_turn_does_not_change_the_sign():
    """q and −q are as near to each other after a half turn; a rounding decides the sign of their product."""
    half = [1.0, 0.0, 0.0, -4.5e-11]
    findings = check(clips(clip(UNIT, half, property="rotation")))
    assert not any(finding.rule == "RIG-QUATERNION_FLIP" for finding in findings)


def test_messages_name_the_node_and_the_clip():
    keys = ([0.0, 1.0], [UNIT, NEGATED])
    wave = Clip((Channel(0, "rotation", *keys),), name="wave")
    copy = Clip((Channel(0, "rotation", *keys),))
    still = Clip((Channel(0, "translation", [0.0, 1.0], [STAY, STAY]),), name="idle")
    rig = build(nodes=[Node("Arm")], clips=[wave, copy, still])
    assert [finding.message for finding in check(rig)] == [
        'clip "idle" (2) has no motion: all keys are equal (1 channel)',
        'clip 1 has exactly the same keys as clip "wave" (0)',
        'the rotation of node "Arm" (0) in clip "wave" (0) changes sign at key 1',
        'the rotation of node "Arm" (0) in clip 1 changes sign at key 1',
    ]


def test_every_rule_here_has_a_case():
    assert {rule.id for rule in RULES} == set(CASES)


def test_a_clip_of_single_keys_is_a_pose_and_legal():
    assert list(check(clips(clip(GO)))) == []


def test_a_spline_that_leaves_and_comes_back_is_not_constant():
    zero = [0.0] * 3
    leaving = clip([zero, zero, GO], [zero, zero, zero], interpolation="CUBICSPLINE")
    assert list(check(clips(leaving))) == []
    still = clip([GO, zero, zero], [zero, zero, GO], interpolation="CUBICSPLINE")
    assert [f.rule for f in check(clips(still))] == ["RIG-CONSTANT_CLIP"]


def test_clips_without_channels_are_not_called_the_same():
    """Two animations that move materials alone are clips without channels here."""
    assert [finding.rule for finding in check(clips(Clip(()), Clip(())))] == []


def test_channels_over_the_same_array_are_checked_once(monkeypatch):
    """A file of a few megabytes may have thousands of channels over one accessor of a million keys."""
    seen = []
    changes = np.array([False, False, True])
    monkeypatch.setattr(rules, "_changes_sign", lambda keys: seen.append(keys) or changes)
    times, values = np.arange(3.0), np.tile([0.0, 0, 0, 1], (3, 1))
    channels = [Channel(node, "rotation", times, values) for node in range(50)]
    findings = list(rules.quaternion_flip(build(nodes=[Node()] * 50, clips=[Clip(tuple(channels))])))
    assert len(findings) == 50
    assert [len(keys) for keys in seen] == [3]


def test_keys_of_different_channels_are_not_compared():
    """Channels are looked at together, and in each the first key is not after the last of another."""
    ends = [
        Channel(node, "rotation", np.arange(2.0), np.tile([0.0, 0, 0, w], (2, 1)))
        for node, w in enumerate((1.0, -1.0, 1.0))
    ]
    flip = Channel(3, "rotation", np.arange(3.0), np.array([[0.0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, -1]]))
    single = Channel(4, "rotation", np.zeros(1), np.array([[0.0, 0, 0, 1]], np.float32))
    rig = build(nodes=[Node()] * 5, clips=[Clip((*ends, flip, single))])
    found = list(rules.quaternion_flip(rig))
    assert [(finding.pointer, finding.message.split()[-1]) for finding in found] == [
        ("/animations/0/channels/3", "2")
    ]
