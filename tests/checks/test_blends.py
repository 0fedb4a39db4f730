"""Rules about names of blend shapes: the smallest rig that breaks each, and its neighbour."""

import pytest

from pantin.checks import check
from pantin.checks.blends import RULES
from pantin.rig import BlendShape, Deltas, Mesh, Surface, build

POINT = [[1.0, 0.0, 0.0]]


def blend(names, targets=2):
    target = BlendShape(positions=Deltas(POINT))
    return build(meshes=[Mesh((Surface(POINT, blend_shapes=(target,) * targets),), blend_names=names)])


CASES = {
    "RIG-BLEND_NAMES_MISSING": (blend(None), blend(("a", "b")), "/meshes/0"),
    "RIG-BLEND_NAMES_COUNT": (blend(("a",)), blend(("a", "b")), "/meshes/0"),
    "RIG-BLEND_NAME_TWICE": (blend(("a", "a")), blend(("a", "b")), "/meshes/0"),
}


@pytest.mark.parametrize("rule", CASES)
def test_the_bad_rig_has_one_finding_and_its_neighbour_none(rule):
    bad, good, pointer = CASES[rule]
    assert [finding.pointer for finding in check(bad) if finding.rule == rule] == [pointer]
    assert [finding for finding in check(good) if finding.rule == rule] == []


def test_every_rule_here_has_a_case():
    assert {rule.id for rule in RULES} == set(CASES)


def test_messages_name_the_mesh():
    target = BlendShape(positions=Deltas(POINT))
    face = Mesh((Surface(POINT, blend_shapes=(target,) * 2),), name="Face", blend_names=("a", "a", "b"))
    assert [finding.message for finding in check(build(meshes=[face]))] == [
        'mesh "Face" (0) has 2 blend shapes but lists 3 names',
        'mesh "Face" (0) has 2 blend shapes named "a"',
    ]


def test_a_mesh_without_blend_shapes_needs_no_names():
    assert list(check(blend(None, targets=0))) == []
