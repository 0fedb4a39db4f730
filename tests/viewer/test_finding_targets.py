"""What findings are about, as the page shows it."""

from __future__ import annotations

import pytest

from pantin.report import Finding
from pantin.viewer.finding_targets import Targets


@pytest.mark.parametrize(
    ("pointer", "node"),
    [
        ("/nodes/2", 2),
        ("/nodes/2/rotation/0", 2),
        ("/nodes/4", None),
        ("/meshes/0/primitives/0", 3),
        ("/meshes/1", None),
        ("/skins/0", 0),
        ("/skins/0/joints/1", 1),
        ("/skins/0/joints/9", 0),
        ("/skins/7", None),
        ("/animations/0/channels/0/target", 1),
        ("/animations/0", None),
        ("/animations/8/channels/0", None),
        ("/accessors/0", None),
        ("/nodes", None),
        ("/nodes/-1", None),
        ("", None),
        (None, None),
    ],
)
def test_the_node_that_a_place_leads_to(arm, pointer, node):
    """examples/make.py: joints 0, 1, 2 in skin 0; mesh 0 on node 3; the clip turns the elbow first."""
    assert Targets(arm.rig).find(Finding("R", "error", "m", pointer))["node"] == node


def target(rig, tree, pointer):
    found = Targets(rig, tree).find(Finding("R", "error", "m", pointer))
    return {kind: index for kind, index in found.items() if index is not None}


def test_data_of_a_file_lead_to_what_uses_them(arm, textured):
    tree = arm.document.tree
    animation = tree["animations"][0]
    assert target(arm.rig, tree, f"/accessors/{animation['samplers'][0]['output']}") == {"clip": 0}
    attributes = tree["meshes"][0]["primitives"][0]["attributes"]
    assert target(arm.rig, tree, f"/accessors/{attributes['POSITION']}/min") == {"node": 3}
    view = tree["accessors"][tree["skins"][0]["inverseBindMatrices"]]["bufferView"]
    assert target(arm.rig, tree, f"/bufferViews/{view}") == {"node": 0}
    assert target(arm.rig, tree, "/animations/0/samplers/0") == {"clip": 0}
    assert target(arm.rig, tree, "/animations/0/channels/0") == {"clip": 0, "node": 1}
    assert target(arm.rig, tree, "/accessors/999") == {}
    painted = textured([[[255, 0, 0]]])
    for pointer in ("/textures/0", "/images/0/uri", "/samplers/0", "/materials/0/alphaMode"):
        assert target(painted.rig, painted.document.tree, pointer) == {"material": 0}


def test_broken_trees_lead_nowhere(arm):
    for tree in (None, [], {"meshes": 3}, {"textures": [None, {"source": True}], "accessors": "x"}):
        assert target(arm.rig, tree, "/images/1") == {}
