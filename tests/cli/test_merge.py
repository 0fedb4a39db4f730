"""`pantin merge`: what it prints, writes and refuses."""

from __future__ import annotations

from pathlib import Path

from pantin import load

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_no_common_bone_writes_nothing(pantin, models):
    code, _, err = pantin("merge", "arm.glb", EXAMPLES / "springs" / "skirt.glb", "out.glb")
    assert code == 2
    assert "no bone in common" in err
    assert not (models / "out.glb").exists()


def test_a_motion_is_no_part(pantin, models):
    code, _, err = pantin("merge", "arm.glb", EXAMPLES / "motion" / "walk.bvh", "out.glb")
    assert code == 2
    assert "walk.bvh is a motion without a mesh: --clips takes its clips" in err
    assert not (models / "out.glb").exists()


def test_clips_takes_every_file_up_to_the_next_option(pantin, models):
    code, _, _ = pantin("merge", "arm.glb", "out.glb", "--clips", "arm.glb", "arm.glb", "--force")
    assert code == 0
    assert [clip.name for clip in load(models / "out.glb").rig.clips] == ["bend", "bend.001", "bend.002"]


def test_a_part_is_on_the_skeleton_of_the_body(pantin, models):
    code, _, err = pantin("merge", "arm.glb", "arm.glb", "out.glb")
    assert code == 0
    assert "2 meshes on 5 nodes" in err


def test_a_prop_is_attached_and_split_off_again(pantin, models):
    assert pantin("attach", "arm.glb", "face.gltf", "wrist", "held.glb").code == 0
    assert pantin("split", "held.glb", "face.glb", "--mesh", "face").code == 0
    assert len(load(models / "face.glb").rig.meshes) == 1
    assert pantin("split", "held.glb", "none.glb").code == 2
