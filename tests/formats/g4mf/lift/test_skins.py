"""Skins of several skeletons."""

from __future__ import annotations

import numpy as np

from pantin.deformation import deform
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.lift import lift


def two_skeletons(kit):
    """The kit's mesh under a second skeleton with one joint less."""
    kit.mesh["vertices"] = kit.accessor([[0.0, 0, 0], [1.0, 0, 0], [0, 1.0, 0], [0, 0, 1.0]])
    kit.nodes[0]["children"].append(6)
    kit.nodes += [
        {"children": [7, 8], "skeleton": {"joints": [7]}},
        {"bone": {}, "position": [0, 0.5, 0]},
        {"meshInstance": {"mesh": 0}, "position": [1, 2, 3]},
    ]
    return kit


def test_a_mesh_is_bound_once_for_each_skeleton(kit, direct):
    data = two_skeletons(kit).text()
    file, rig = direct.File(data), lift(read(data)).rig
    assert [skin.root for skin in rig.skins] == [2, 6]
    turn = np.eye(3, 4)
    turn[:, 3] = 0.25
    pose = rig.rest_pose().with_local(7, matrix=turn).with_local(4, matrix=turn)
    same = {7: turn.tolist(), 4: turn.tolist()}
    for found, node in zip(deform(rig, pose), (5, 8), strict=True):
        assert np.abs(found.positions - direct.posed(file, node, same)).max() < 1e-12


def test_groups_without_a_joint_make_a_mesh_of_their_own(kit):
    rig = lift(read(two_skeletons(kit).text())).rig
    assert len(rig.meshes) == 2
    assert [instance.mesh for instance in rig.instances] == [0, 1]


def test_a_skeleton_has_its_bones(kit):
    (skeleton,) = lift(read(kit.text())).rig.skeletons
    assert skeleton.joints.tolist() == [2, 3, 4]
    assert skeleton.name == "Skeleton"


def test_a_joint_that_flattens_space_stands_still(kit):
    kit.nodes[4]["basis"] = [1, 0, 0, 0, 0, 0, 0, 0, 1]
    lifted = lift(read(kit.text()))
    assert lifted.rig.skins[0].joints.tolist() == [3, -1]
    assert len(lifted.findings) == 1
