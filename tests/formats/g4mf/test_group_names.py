"""Group names that bones give."""

from __future__ import annotations

from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.group_names import joint_names, omit_inferable_names
from pantin.formats.g4mf.model import read_model


def test_names_come_from_the_joints(kit):
    kit.nodes[2]["skeleton"]["joints"] = [3, -1, 4]
    assert joint_names(read_model(kit.tree).nodes, 2) == ("Hips", "", "Arm")


def test_names_equal_to_the_bones_of_the_one_skeleton_go(kit):
    assert "groupNames" not in omit_inferable_names(read(kit.text())).tree["meshes"][0]["skin"]


def test_with_two_skeletons_or_other_names_they_stay(kit):
    kit.skin["groupNames"] = ["Hips"]
    assert "groupNames" in omit_inferable_names(read(kit.text())).tree["meshes"][0]["skin"]
    kit.skin["groupNames"] = ["Hips", "Arm"]
    kit.nodes += [{"skeleton": {"joints": []}, "children": [7]}, {"meshInstance": {"mesh": 0}}]
    kit.nodes[0]["children"].append(6)
    assert "groupNames" in omit_inferable_names(read(kit.text())).tree["meshes"][0]["skin"]
