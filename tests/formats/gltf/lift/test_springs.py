"""Springs of a file: those of VRM 1.0 where a file has both."""

from spring_files import document, strand

from pantin.formats.gltf.lift import lift


def test_vrm_1_wins():
    tree = strand()
    tree["extensions"]["VRM"] = {"secondaryAnimation": {"boneGroups": [{"bones": [2]}]}}
    assert [joint.node for joint in lift(document(tree)).rig.springs.springs[0].joints] == [1, 2, 3, 4]
    del tree["extensions"]["VRMC_springBone"]
    assert [joint.node for joint in lift(document(tree)).rig.springs.springs[0].joints] == [2, 3, 4]


def test_a_file_without_springs_has_none():
    assert not lift(document({"asset": {"version": "2.0"}})).rig.springs.springs
