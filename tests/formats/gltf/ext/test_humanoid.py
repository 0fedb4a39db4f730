"""Humanoid bones of both versions of VRM, by their VRM 1.0 names."""

from pantin.formats.gltf.ext.humanoid import human_bones, is_vrm0


def test_vrm_1_names_bones_in_an_object():
    tree = {
        "nodes": [{}, {}],
        "extensions": {"VRMC_vrm": {"humanoid": {"humanBones": {"hips": {"node": 1}}}}},
    }
    assert human_bones(tree) == {"hips": 1}
    assert not is_vrm0(tree)


def test_vrm_0_lists_them_and_counts_thumbs_otherwise():
    bones = [
        {"bone": "hips", "node": 0},
        {"bone": "leftThumbProximal", "node": 1},
        {"bone": "head", "node": 9},
    ]
    tree = {"nodes": [{}, {}], "extensions": {"VRM": {"humanoid": {"humanBones": bones}}}}
    assert human_bones(tree) == {"hips": 0, "leftThumbMetacarpal": 1}
    assert is_vrm0(tree)


def test_anything_else_has_none():
    for extensions in (None, [], {"VRM": 3}, {"VRMC_vrm": {"humanoid": []}}):
        assert human_bones({"nodes": [{}], "extensions": extensions}) == {}
