"""Group names inferred from bones."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from g4mf_rig import mesh, rig

from pantin.operations.edit.group_names import group_names, infer_group_names, unique_names

ROWS = [[(0, 1.0)], [(1, 0.5), (0, 0.5)], [(2, 1.0)]]


def test_names_come_from_the_joints_of_the_first_skeleton():
    model = rig([mesh(None, ROWS)], [(1, 0, [2, 3, 4]), (5, 0, [6, 7, 8])])
    assert infer_group_names(model).meshes[0].group_names == ("Hips", "Arm", "Hand")


def test_repeated_and_missing_bones_still_give_unique_names():
    model = rig([mesh(None, ROWS)], [(1, 0, [2, 2, -1])])
    assert group_names(model, 0) == ("Hips", "Hips_2", "Group2")


def test_own_names_stay_and_unused_meshes_have_none():
    model = rig([mesh(("a", "b", "c"), ROWS), mesh(None, ROWS)], [(1, 0, [2, 3, 4]), (None, 1, [])])
    result = infer_group_names(model)
    assert result.meshes[0].group_names == ("a", "b", "c")
    assert result.meshes[1].group_names is None
    assert unique_names(["a", "b", "b"], ["a", "a_2"]) == ("a_3", "b", "b_2")
