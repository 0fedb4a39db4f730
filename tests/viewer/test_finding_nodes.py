from __future__ import annotations

import pytest

from pantin.report import Finding
from pantin.viewer.finding_nodes import find_node


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
    assert find_node(arm.rig, Finding("R", "error", "m", pointer)) == node
