"""Documents are healed before they are edited: objects where the schema has objects."""

import json

import pytest

import pantin
from pantin.formats.gltf.document import read
from pantin.formats.gltf.heal import heal

GOOD = {"asset": {"version": "2.0"}, "nodes": [{"name": "a"}, {"name": "b"}], "scenes": [{"nodes": [0, 1]}]}


@pytest.mark.parametrize(
    ("broken", "healed"),
    [
        ({"nodes": [{"name": "a"}, True]}, {"nodes": [{"name": "a"}, {}]}),
        ({"nodes": [{"name": "a", "children": 1}, {}]}, {"nodes": [{"name": "a"}, {}]}),
        ({"meshes": {"primitives": []}}, None),
        ({"meshes": [{"primitives": [1]}]}, {"meshes": [{"primitives": [{}]}]}),
        ({"extensions": {"A_b": 1, "C_d": {}}}, {"extensions": {"C_d": {}}}),
        ({"extensionsUsed": "A_b"}, None),
    ],
)
def test_what_is_not_an_object_becomes_one(broken, healed):
    document = read(json.dumps(GOOD | broken).encode(), name="x.gltf")
    heal(document)
    assert document.tree == (GOOD if healed is None else GOOD | healed)


def test_a_file_without_faults_stays():
    document = read(json.dumps(GOOD).encode(), name="x.gltf")
    heal(document)
    assert not document.edited


def test_a_node_that_is_an_array_can_be_posed():
    asset = pantin.load(json.dumps(GOOD | {"nodes": [{"name": "a"}, []]}).encode(), name="x.gltf")
    posed = pantin.pose(asset, asset.rig.rest_pose().with_local(1, rotation=(0, 0, 1, 0)), keep_rig=True)
    assert posed.document.tree["nodes"][1]["rotation"] == [0, 0, 1, 0]
