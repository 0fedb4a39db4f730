"""Humanoid bones, whichever extension names them; VRM 1.0 wins where a file has both."""

from pantin.formats.gltf.humanoid import animated_bones, human_bones

NEW = {"VRMC_vrm": {"humanoid": {"humanBones": {"hips": {"node": 1}}}}}
OLD = {"VRM": {"humanoid": {"humanBones": [{"bone": "hips", "node": 0}]}}}
CLIP = {"VRMC_vrm_animation": {"humanoid": {"humanBones": {"head": {"node": 0}}}}}


def tree(extensions):
    return {"nodes": [{}, {}], "extensions": extensions}


def test_the_bones_of_a_model():
    assert human_bones(tree(NEW)) == {"hips": 1}
    assert human_bones(tree(OLD)) == {"hips": 0}
    assert human_bones(tree(OLD | NEW)) == {"hips": 1}
    assert human_bones(tree(OLD | {"VRMC_vrm": {}})) == {"hips": 0}


def test_a_file_of_clips_has_bones_of_its_own():
    assert animated_bones(tree(CLIP)) == {"head": 0}
    assert animated_bones(tree(NEW)) is None
    assert human_bones(tree(CLIP)) == {}


def test_anything_else_has_none():
    for extensions in (None, [], {"VRM": 3}, {"VRMC_vrm": {"humanoid": []}}):
        assert human_bones(tree(extensions)) == {}
