"""Bones added and merged, seen by every mesh of every skeleton."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

from g4mf_rig import mesh, posed, rig

from pantin.operations.edit.bones import add_bone, merge_bones

ROWS = [[(0, 1.0)], [(1, 0.5), (0, 0.5)], [(2, 1.0)]]
TWO = [(1, 0, [2, 3, 4]), (5, 0, [6, 7, 8])]


def test_a_new_bone_disturbs_no_mesh_of_any_skeleton():
    """G4MF skeleton, Joints."""
    model = rig([mesh(None, ROWS)], TWO)
    more = add_bone(model, "Hand", "Finger", np.eye(4, 5))
    assert more.nodes.names[-1] == "Finger"
    assert [skin.joints.tolist() for skin in more.skins] == [[2, 3, 4], [6, 7, 8]]
    assert more.skeletons[0].joints.tolist() == [1, 2, 3, 4, len(more.nodes) - 1]
    before, after = posed(model), posed(more)
    assert all(np.array_equal(before[name], after[name]) for name in before)


def test_merging_repeats_a_joint_and_leaves_other_skeletons_alone():
    """The tail of the text: the mesh stays, and one bone drives several groups."""
    model = rig([mesh(None, ROWS)], TWO)
    merged = merge_bones(model, "Skeleton", ["Hand"], "Arm")
    assert merged.skins[0].joints.tolist() == [2, 3, 3]
    assert merged.skins[1].joints.tolist() == [6, 7, 8]
    assert np.array_equal(posed(model)["Mesh1"], posed(merged)["Mesh1"])
    assert not np.allclose(posed(model)["Mesh0"][2], posed(merged)["Mesh0"][2])


def test_at_rest_merging_changes_nothing():
    from pantin.deformation import deform

    model = rig([mesh(None, ROWS)], TWO)
    merged = merge_bones(model, 1, [3, 4], 2)
    for before, after in zip(
        deform(model, model.rest_pose()), deform(merged, merged.rest_pose()), strict=True
    ):
        assert np.abs(before.positions - after.positions).max() < 1e-12
