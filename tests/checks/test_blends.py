"""Rules about names of blend shapes: the smallest rig that breaks each, and its neighbour."""

import pytest

from pantin.checks import check
from pantin.checks.blends import RULES
from pantin.rig import BlendTarget, Deltas, Mesh, Surface, build

POINT = [[1.0, 0.0, 0.0]]


def blend(names, targets=2):
    target = BlendTarget(positions=Deltas(POINT))
    return build(meshes=[Mesh((Surface(POINT, targets=(target,) * targets),), blend_names=names)])


CASES = {
    "RIG-BLEND_NAMES_MISSING": (blend(None), blend(("a", "b")), "/meshes/0"),
    "RIG-BLEND_NAMES_COUNT": (blend(("a",)), blend(("a", "b")), "/meshes/0"),
    "RIG-BLEND_NAME_TWICE": (blend(("a", "a")), blend(("a", "b")), "/meshes/0"),
}


@pytest.mark.parametrize("rule", CASES)
def test_bad_rig_has_the_finding_once_and_its_neighbour_has_not(rule):
    bad, good, place = CASES[rule]
    assert [finding.pointer for finding in check(bad) if finding.rule == rule] == [place]
    assert [finding for finding in check(good) if finding.rule == rule] == []


def test_every_rule_here_has_a_case():
    assert {rule.id for rule in RULES} == set(CASES)


def test_a_mesh_without_blend_shapes_needs_no_names():
    assert list(check(blend(None, targets=0))) == []
