"""Meshes parented to one skeleton."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))

from g4mf_rig import mesh, posed, rig

from pantin.formats.g4mf.lower import lower
from pantin.operations.edit.parenting import parent_to_skeleton, renumbered_mesh

BODY = [[(0, 1.0)], [(1, 0.5), (0, 0.5)], [(2, 1.0)]]
HAIR = [[(0, 1.0)], [(1, 1.0)], [(1, 0.75), (0, 0.25)]]


def test_other_names_come_behind():
    """A body with groups 0 … 2 and hair with its own 0: the hair's becomes 3 (G4MF skeleton, Group Names)."""
    model = rig(
        [mesh(("Hips", "Arm", "Hand"), BODY), mesh(("Hair", "Arm"), HAIR)], [(1, 0, [2, 3, 4]), (None, 1, [])]
    )
    result = parent_to_skeleton(model, ["Mesh1"], "Skeleton")
    assert result.meshes[1].group_names == ("Hips", "Arm", "Hand", "Hair")
    assert result.meshes[1].surfaces[0].influences.joints.tolist() == [3, 1, 1, 3]
    assert result.nodes.parents[result.node_index("Mesh1")] == 1


@pytest.mark.parametrize(
    ("names", "joints"), [(("Hips", "Arm", "Hand"), [2, 3, 4]), (("Hips",), [2]), (("Arm", "Hips"), [3, 2])]
)
def test_the_names_are_those_of_the_file_that_is_written(names, joints):
    """Group Names: names match those of other meshes of the skeleton. "Hair" has no bone: its joint is −1."""
    body = [[(slot % len(joints), 1.0)] for slot in range(3)]
    model = rig([mesh(names, body), mesh(("Hair", "Arm"), HAIR)], [(1, 0, joints), (None, 1, [])])
    lowered = lower(parent_to_skeleton(model, ["Mesh1"], 1))
    written = [one["skin"]["groupNames"] for one in lowered.document.tree["meshes"]]
    assert written[0] == written[1][: len(written[0])]
    assert len(written[0]) == len(names)
    listed = next(node["skeleton"]["joints"] for node in lowered.document.tree["nodes"] if "skeleton" in node)
    bones = {"Hips": 2, "Arm": 3, "Hand": 4, "Hair": -1}
    assert [listed[slot] for slot in range(len(written[1]))] == [bones[name] for name in written[1]]


def test_same_names_converge_and_the_mesh_follows_the_bone():
    model = rig(
        [mesh(("Hips", "Arm", "Hand"), BODY), mesh(("Arm", "Hips"), HAIR)], [(1, 0, [2, 3, 4]), (None, 1, [])]
    )
    result = parent_to_skeleton(model, ["Mesh1"], 1)
    assert result.meshes[1].surfaces[0].influences.joints.tolist() == [1, 0, 0, 1]
    before, after = posed(model), posed(result)
    assert np.abs(before["Mesh0"] - after["Mesh0"]).max() < 1e-12


def test_every_other_skeleton_of_a_renumbered_mesh_stays_right():
    uses = [(1, 0, [2, 3, 4]), (5, 1, [7, 6]), (None, 1, [])]
    model = rig([mesh(("Hips", "Arm", "Hand"), BODY), mesh(("Arm", "Hips"), HAIR)], uses)
    result = parent_to_skeleton(model, ["Mesh2"], 1)
    assert result.skins[1].joints.tolist()[:2] == [6, 7]
    before, after = posed(model), posed(result)
    for name in ("Mesh0", "Mesh1"):
        assert np.abs(before[name] - after[name]).max() < 1e-12


def test_at_rest_meshes_stay_in_the_world():
    from pantin.deformation import deform

    model = rig(
        [mesh(("Hips", "Arm", "Hand"), BODY), mesh(("Hair", "Arm"), HAIR)], [(1, 0, [2, 3, 4]), (None, 1, [])]
    )
    result = parent_to_skeleton(model, ["Mesh1"], 1)
    for before, after in zip(
        deform(model, model.rest_pose()), deform(result, result.rest_pose()), strict=True
    ):
        assert np.abs(before.positions - after.positions).max() < 1e-12


def test_groups_beyond_the_names_rest():
    result = renumbered_mesh(mesh(None, BODY), [5, 6], 9, ())
    assert result.surfaces[0].influences.joints.tolist() == [5, 6, 5, 9]


def test_a_mesh_that_the_skeleton_has_already_keeps_its_numbers():
    """Names that other bones of another skeleton would give the groups do not count: the joints here do."""
    uses = [(5, 0, [8, 7, 6]), (1, 0, [2, 3, 4]), (None, 0, [])]
    model = rig([mesh(None, BODY)], uses)
    for node in ("Mesh0", "Mesh2"):
        result = parent_to_skeleton(model, [node], 1)
        assert np.abs(posed(model)["Mesh1"] - posed(result)["Mesh1"]).max() < 1e-12
