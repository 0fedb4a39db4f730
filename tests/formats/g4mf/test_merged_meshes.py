"""Two meshes that sibling skeletons both use, merged: one mesh, and both skeletons with their own joints.

G4MF skeleton, Group Names: merging stays consistent with any and all skeletons using the mesh.
"""

from __future__ import annotations

import numpy as np

import pantin
from pantin.edit import merge_meshes


def mesh(kit, x):
    return {
        "vertices": kit.accessor([[x, 0, 0], [x + 1, 0, 0], [x, 1, 0]]),
        "surfaces": [{"simplexes": kit.accessor([[0, 1, 2]], "uint8")}],
        "skin": {
            "groupNames": ["Hips"],
            "vertices": kit.accessor([0, 1, 2], "uint8"),
            "groups": kit.accessor([0, 0, 0], "uint8"),
            "weights": kit.accessor([1.0, 1.0, 1.0], "float32"),
        },
    }


def test_skeletons_stay_apart_and_no_empty_node_is_left(writer, tmp_path):
    kit = writer.Writer(3)
    kit.tree["meshes"] = [mesh(kit, 0), mesh(kit, 5)]
    kit.tree["nodes"] = [
        {"children": [1, 5]},
        {"name": "First", "skeleton": {"joints": [2]}, "children": [2, 3, 4]},
        {"name": "A", "bone": {}},
        {"name": "BodyA", "meshInstance": {"mesh": 0}},
        {"name": "HairA", "meshInstance": {"mesh": 1}},
        {"name": "Second", "skeleton": {"joints": [6]}, "position": [0, 10, 0], "children": [6, 7, 8]},
        {"name": "B", "bone": {}},
        {"name": "BodyB", "meshInstance": {"mesh": 0}},
        {"name": "HairB", "meshInstance": {"mesh": 1}},
    ]
    merged = merge_meshes(pantin.load(kit.text(), name="x.g4tf").rig, 0, 1)
    assert not pantin.save(merged, tmp_path / "x.g4tf").findings
    assert not pantin.check(tmp_path / "x.g4tf").findings
    asset = pantin.load(tmp_path / "x.g4tf")
    tree, rig = asset.document.tree, asset.rig
    assert len(tree["meshes"]) == 1
    assert [node.get("name") for node in tree["nodes"]] == [
        None,
        "First",
        "A",
        "BodyA",
        "Second",
        "B",
        "BodyB",
    ]
    assert [node["skeleton"]["joints"] for node in tree["nodes"] if "skeleton" in node] == [[2], [5]]
    pose = rig.rest_pose().with_local("B", translation=(0, 0, 3))
    of_node = {part.node: [] for part in pantin.deform(rig, pose)}
    for part in pantin.deform(rig, pose):
        of_node[part.node] += part.positions[np.unique(part.triangles)].tolist()
    still = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [5, 0, 0], [6, 0, 0], [5, 1, 0]]
    assert sorted(of_node[rig.node_index("BodyA")]) == sorted(still)
    assert sorted(of_node[rig.node_index("BodyB")]) == sorted([x, y + 10, z + 3] for x, y, z in still)
