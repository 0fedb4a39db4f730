"""Node constraints in the rig (VRMC_node_constraint 1.0, "constraint")."""

from __future__ import annotations

import json

import pytest

from pantin.formats.gltf.document import read
from pantin.formats.gltf.lift import lift
from pantin.rig import Constraint


def lifted(constraint):
    node = {"extensions": {"VRMC_node_constraint": {"specVersion": "1.0", "constraint": constraint}}}
    tree = {"asset": {"version": "2.0"}, "nodes": [{}, node], "extensionsUsed": ["VRMC_node_constraint"]}
    made = lift(read(json.dumps(tree).encode(), name="a.gltf"))
    return made.rig.constraints, [(finding.pointer, finding.message) for finding in made.findings]


@pytest.mark.parametrize(
    ("constraint", "expected"),
    [
        ({"roll": {"source": 0, "rollAxis": "Y", "weight": 0.5}}, Constraint(1, "roll", 0, "Y", 0.5)),
        ({"aim": {"source": 0, "aimAxis": "NegativeZ"}}, Constraint(1, "aim", 0, "NegativeZ")),
        ({"rotation": {"source": 0, "weight": 0}}, Constraint(1, "rotation", 0, None, 0.0)),
    ],
)
def test_each_kind(constraint, expected):
    assert lifted(constraint) == ((expected,), [])


@pytest.mark.parametrize(
    ("constraint", "why"),
    [
        ({}, "it is not roll, aim or rotation"),
        (3, "it is not roll, aim or rotation"),
        ({"roll": {"source": 0, "rollAxis": "X"}, "aim": {}}, "several of roll, aim and rotation"),
        ({"rotation": {"source": 2}}, "its source does not exist"),
        ({"rotation": 7}, "its source does not exist"),
        ({"roll": {"source": 0, "rollAxis": "PositiveX"}}, 'its rollAxis is "PositiveX"'),
        ({"aim": {"source": 0}}, "its aimAxis is"),
        ({"aim": {"source": 0, "aimAxis": ["PositiveX"]}}, "its aimAxis is"),
        ({"rotation": {"source": 0, "weight": "1"}}, 'its weight is "1"'),
    ],
)
def test_a_broken_one_is_skipped_with_a_finding(constraint, why):
    constraints, findings = lifted(constraint)
    assert constraints == ()
    assert findings[0][0] == "/nodes/1/extensions/VRMC_node_constraint"
    assert why in findings[0][1]


def test_a_weight_out_of_range_is_clamped_with_a_finding():
    constraints, findings = lifted({"rotation": {"source": 0, "weight": 1.5}})
    assert constraints == (Constraint(1, "rotation", 0, None, 1.0),)
    assert findings[0][1] == "skipped the weight 1.5 of a constraint: expected 0 to 1; 1 is used"
