"""The avatar of VRM 0.x: bones in a list, and binds that go with the blend shapes."""

from __future__ import annotations

import json

from pantin.formats.gltf.document import read
from pantin.formats.gltf.ext.vrm0.avatar import drop_target_binds, human_bones


def test_bones_are_listed_and_thumbs_counted_otherwise():
    bones = [
        {"bone": "hips", "node": 0},
        {"bone": "leftThumbProximal", "node": 1},
        {"bone": "head", "node": 9},
        {"node": 1},
        7,
    ]
    tree = {"nodes": [{}, {}], "extensions": {"VRM": {"humanoid": {"humanBones": bones}}}}
    assert human_bones(tree) == {"hips": 0, "leftThumbMetacarpal": 1}
    assert human_bones({"nodes": [{}], "extensions": {"VRM": 3}}) is None


def test_each_group_loses_its_binds():
    group = {"name": "Joy", "binds": [{"mesh": 0, "index": 0, "weight": 100}], "materialValues": []}
    extensions = {"VRM": {"blendShapeMaster": {"blendShapeGroups": [group, {"name": "A"}]}}}
    made = read(json.dumps({"asset": {"version": "2.0"}, "extensions": extensions}).encode(), name="a.gltf")
    drop_target_binds(made)
    groups = made.tree["extensions"]["VRM"]["blendShapeMaster"]["blendShapeGroups"]
    assert groups == [{"name": "Joy", "materialValues": []}, {"name": "A"}]
