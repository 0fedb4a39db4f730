"""Rules about influences: the smallest rig that breaks each, and the nearest one that does not."""

import numpy as np
import pytest

from pantin.checks import check
from pantin.checks.influences import RULES
from pantin.rig import Influences, Instance, Mesh, Node, Skin, Surface, build


def weights(*values, before=()):
    """A vertex with these weights, after one with those before it."""
    offsets = [0, len(before), len(before) + len(values)]
    joints = [*range(len(before)), *range(len(values))]
    influences = Influences(offsets, joints, np.array([*before, *values], float))
    return build(meshes=[Mesh((Surface(np.zeros((2, 3)), influences=influences, mode="points"),))])


WHOLE = (1.0,)


def after_a_whole(*values):
    return weights(*values, before=WHOLE)


CASES = {
    "RIG-MANY_INFLUENCES": (after_a_whole(*[0.2] * 5), after_a_whole(*[0.25] * 4), "/meshes/0/primitives/0"),
    "RIG-UNSORTED_INFLUENCES": (
        after_a_whole(0.1, 0.1, 0.1, 0.1, 0.6),
        after_a_whole(0.6, 0.1, 0.1, 0.1, 0.1),
        "/meshes/0/primitives/0",
    ),
    "RIG-IDLE_INFLUENCES": (
        after_a_whole(1.0, 0, 0, 0, 0),
        after_a_whole(1.0, 0, 0, 0),
        "/meshes/0/primitives/0",
    ),
    "RIG-WEIGHTS_NOT_ONE": (after_a_whole(0.5, 0.4), after_a_whole(0.5, 0.495), "/meshes/0/primitives/0"),
    "RIG-NEGATIVE_WEIGHT": (after_a_whole(1.5, -0.5), after_a_whole(0.5, 0.5), "/meshes/0/primitives/0"),
    "RIG-NO_INFLUENCE": (after_a_whole(0.0), after_a_whole(1.0), "/meshes/0/primitives/0"),
}


@pytest.mark.parametrize("rule", CASES)
def test_the_bad_rig_has_one_finding_and_its_neighbour_none(rule):
    bad, good, pointer = CASES[rule]
    assert [finding.pointer for finding in check(bad) if finding.rule == rule] == [pointer]
    assert [finding for finding in check(good) if finding.rule == rule] == []


def test_every_rule_here_has_a_case():
    assert {rule.id for rule in RULES} == set(CASES)


def test_the_vertex_is_named():
    rig = weights(0.5, 0.25, before=WHOLE)
    assert [f.message for f in check(rig)] == [
        "the weights of vertex 1 of surface 0 of mesh 0 do not sum to 1 (sum farthest from 1: 0.75)"
    ]


def test_a_vertex_with_no_entry_at_all_has_no_influence():
    rig = weights(before=WHOLE)
    start = "no joint has a weight at vertex 1 of surface 0 of mesh 0 "
    unskinned = [f"{start}(a skin, which no node of the mesh has, would move such vertices to the origin)"]
    assert [f.message for f in check(rig)] == unskinned
    nodes, joint = [Node("a"), Node("b"), Node("c")], Skin([0])
    for skin, expected in ((None, unskinned), (0, [f"{start}(skinning moves such vertices to the origin)"])):
        shown = build(
            nodes=nodes, meshes=rig.meshes, skins=[joint], instances=[Instance(1, 0), Instance(2, 0, skin)]
        )
        found = [f.message for f in check(shown) if f.rule == "RIG-NO_INFLUENCE"]
        assert found == expected


def test_weights_that_cancel_sum_to_0():
    rules = [f.rule for f in check(weights(1.0, -1.0, before=WHOLE))]
    assert rules == ["RIG-WEIGHTS_NOT_ONE", "RIG-NEGATIVE_WEIGHT"]


@pytest.mark.parametrize(
    ("rule", "bad"),
    [
        ("RIG-WEIGHTS_NOT_ONE", (0.5, 0.4)),
        ("RIG-NEGATIVE_WEIGHT", (1.5, -0.5)),
        ("RIG-NO_INFLUENCE", (0.0, 0.0)),
    ],
)
@pytest.mark.parametrize(("count", "severity"), [(1000, "warning"), (1001, "info")])
def test_one_vertex_of_more_than_a_thousand_is_noise(rule, bad, count, severity):
    values = np.tile([0.5, 0.5], (count, 1))
    values[7] = bad
    influences = Influences(np.arange(count + 1) * 2, np.tile([0, 1], count), values.reshape(-1))
    rig = build(meshes=[Mesh((Surface(np.zeros((count, 3)), influences=influences, mode="points"),))])
    (finding,) = (finding for finding in check(rig) if finding.rule == rule)
    assert finding.severity == severity
