"""VRM 0.x springs taken out of a file."""

from spring_files import document

from pantin.formats.gltf.ext.vrm0.strip import strip
from pantin.formats.gltf.lift import lift


def test_only_the_springs_go():
    vrm = {
        "meta": {"title": "x"},
        "secondaryAnimation": {"boneGroups": [{"bones": [0]}], "colliderGroups": []},
    }
    made = document({"asset": {"version": "2.0"}, "extensions": {"VRM": vrm}, "nodes": [{}]})
    rig = lift(made).rig
    assert strip(made, rig)
    assert made.tree["extensions"]["VRM"] == {
        "meta": {"title": "x"},
        "secondaryAnimation": {"boneGroups": [], "colliderGroups": []},
    }
    assert not strip(made, rig)
