"""Hidden nodes of files, and of rigs."""

from __future__ import annotations

import json

from pantin.formats.gltf import policy
from pantin.formats.gltf.document import read
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.new import write
from pantin.rig import Node, build

NAME = "KHR_node_visibility"


def test_a_hidden_node_hides_its_descendants():
    """KHR_node_visibility: a node is visible if it and all its ancestors are."""
    hidden = {"extensions": {NAME: {"visible": False}}, "children": [1]}
    tree = {"asset": {"version": "2.0"}, "nodes": [hidden, {}, {"extensions": {NAME: {}}}]}
    rig = lift(read(json.dumps(tree).encode(), name="a.gltf")).rig
    assert rig.nodes.visible.tolist() == [False, True, True]
    assert rig.visible.tolist() == [False, False, True]


def test_only_hidden_nodes_are_written():
    rig = build(nodes=[Node(), Node(visible=False)])
    document = write(rig)
    policy.lower(document, rig)
    assert document.tree["nodes"] == [{}, {"extensions": {NAME: {"visible": False}}}]
