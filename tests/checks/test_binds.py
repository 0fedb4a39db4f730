"""Rules about inverse bind matrices: the smallest rig that breaks each, and the nearest one that does not."""

import numpy as np
import pytest

from pantin.checks import check
from pantin.checks.binds import RULES
from pantin.rig import Influences, Instance, Mesh, Node, Skin, Surface, build

POINT = [[1.0, 0.0, 0.0]]
IDENTITY = np.eye(3, 4)


def moved(x):
    return [[1, 0, 0, x], [0, 1, 0, 0], [0, 0, 1, 0]]


def scaled(x, y=1.0, z=1.0):
    return [[x, 0, 0, 0], [0, y, 0, 0], [0, 0, z, 0]]


def skin(*binds):
    """One vertex bound to the first joint, joints along x one apart."""
    nodes = [Node(parent=index - 1, translation=[1 if index else 0, 0, 0]) for index in range(len(binds))]
    body = Surface(POINT, influences=Influences([0, 1], [0], [1.0]), mode="points")
    return build(
        nodes=[*nodes, Node("mesh")],
        meshes=[Mesh((body,))],
        skins=[Skin(range(len(binds)), inverse_binds=None if binds[0] is None else list(binds))],
        instances=[Instance(len(nodes), 0, skin=0)],
    )


def two_skins(first, second):
    return build(nodes=[Node()], skins=[Skin([0], [first]), Skin([0], [second])])


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
}


@pytest.mark.parametrize("rule", CASES)
def test_the_bad_rig_has_one_finding_and_its_neighbour_none(rule):
    bad, good, pointer = CASES[rule]
    assert [finding.pointer for finding in check(bad) if finding.rule == rule] == [pointer]
    assert [finding for finding in check(good) if finding.rule == rule] == []


def test_every_rule_here_has_a_case():
    assert {rule.id for rule in RULES} == set(CASES)


def test_many_elements_are_counted():
    rig = skin(*[scaled(0)] * 5)
    messages = [finding.message for finding in check(rig) if finding.rule == "RIG-SINGULAR_BIND"]
    assert messages == [
        "skin 0 has 5 inverse bind matrices with zero determinant (not invertible), "
        "for joints 0, 1, 2 and 2 more"
    ]


def test_messages_name_the_skin_and_its_joints():
    rig = build(
        nodes=[Node("Hips"), Node("Spine", parent=0)],
        skins=[Skin([0, 1], [moved(0), moved(-2)], name="Body"), Skin([1, 0], [moved(0), scaled(-1)])],
    )
    assert [finding.message for finding in check(rig)] == [
        'skin 1 and skin "Body" (0) have different inverse bind matrices '
        'for nodes "Spine" (1) and "Hips" (0)',
        'the rest pose of skin "Body" (0) differs from its bind pose at joint "Spine" (1), '
        'relative to joint "Hips" (0)',
        'the rest pose of skin 1 differs from its bind pose at joint "Hips" (1), '
        'relative to joint "Spine" (0)',
        'skin 1 has 1 inverse bind matrix with negative determinant (mirroring), for joint "Hips" (1)',
    ]


def test_a_mesh_bound_away_from_the_origin_rests_in_its_bind_pose():
    """All joints agree on one place, whichever it is."""
    rig = skin(moved(5), moved(4))
    assert [f for f in check(rig) if f.rule == "RIG-BIND_NOT_REST"] == []


def test_missing_binds_are_the_identity_to_other_skins():
    """glTF 2.0 §3.7.3.1; so the finding is there before identity matrices are written out and after."""
    for first, second, found in ((None, [moved(1)], 1), ([moved(1)], None, 1), (None, [IDENTITY], 0)):
        rig = build(nodes=[Node()], skins=[Skin([0], first), Skin([0], second)])
        assert sum(f.rule == "RIG-DIFFERENT_INVERSE_BINDS" for f in check(rig)) == found


def test_a_joint_of_minus_one_has_no_node_to_share():
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
