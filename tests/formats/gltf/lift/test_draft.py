"""What extensions add to a rig: of two that hold springs, VRM 1.0 wins."""

from spring_files import document, strand

from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.lift.draft import Draft
from pantin.rig import Collider, SpringSettings


def test_vrm_1_wins():
    tree = strand()
    tree["extensions"]["VRM"] = {"secondaryAnimation": {"boneGroups": [{"bones": [2]}]}}
    assert [joint.node for joint in lift(document(tree)).rig.springs.springs[0].joints] == [1, 2, 3, 4]
    del tree["extensions"]["VRMC_springBone"]
    assert [joint.node for joint in lift(document(tree)).rig.springs.springs[0].joints] == [2, 3, 4]


def test_a_file_without_springs_has_none():
    assert not lift(document({"asset": {"version": "2.0"}})).rig.springs.springs


def test_colliders_alone_are_springs_too():
    """A file may keep its colliders where another program adds the chains."""
    draft = Draft([], [], [])
    assert not draft.has_springs
    draft.springs = SpringSettings(colliders=(Collider(0, "sphere"),))
    assert draft.has_springs
