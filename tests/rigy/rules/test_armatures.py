"""Rules about armatures: what the cases do not cover."""

from __future__ import annotations

from types import SimpleNamespace

from pantin.rigy import check_text
from pantin.rigy.rules import armatures


def test_a_chain_of_any_length_is_walked_once():
    """100,000 bones; to look at the whole set again for each would take minutes."""
    bones = [SimpleNamespace(id=f"b{at}", parent=f"b{at - 1}" if at else "none") for at in range(100_000)]
    armature = SimpleNamespace(id="rig", bones=bones)
    scope = SimpleNamespace(document=SimpleNamespace(armatures=[armature]))
    assert list(armatures.bone_cycle.find(scope)) == []


def test_a_rotation_that_is_not_finite_is_reported_once():
    """Chapter 12: V36 covers lengths other than 1, NaN and infinity."""
    bone = "{id: r, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}"
    pose = "{id: p, bones: {r: {rotation: [1, 0, .nan, 0]}}}"
    report = check_text(f'{{version: "0.5", armatures: [{{id: a, bones: [{bone}]}}], poses: [{pose}]}}')
    assert [one.rule for one in report.errors] == ["RIGY-V36"]
    assert "contains nan" in report.errors[0].message
