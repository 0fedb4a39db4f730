"""`merge`, `attach` and `split` on files."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.rig import Image, Texture

WALK = "examples/motion/walk.bvh"
AVATAR, OLDER, ARM, FACE = (
    "examples/vrm/avatar.vrm",
    "examples/vrm/older.vrm",
    "examples/arm.glb",
    "examples/face.gltf",
)


@pytest.mark.parametrize("path", [AVATAR, OLDER, ARM])
def test_one_file_stays_what_it_is(tmp_path, path):
    target = tmp_path / f"same{Path(path).suffix}"
    pantin.save(pantin.merge(path), target)
    assert pantin.diff(path, target).equal


def test_a_split_part_comes_back_where_it_was(tmp_path):
    pantin.save(pantin.split(AVATAR, mesh="Face"), tmp_path / "face.vrm")
    pantin.save(pantin.split(AVATAR, mesh="Face", rest=True), tmp_path / "body.vrm")
    together = pantin.merge(tmp_path / "body.vrm", [tmp_path / "face.vrm"])
    rig = pantin.load(AVATAR).rig
    assert {expression.name for expression in together.rig.character.expressions} == {
        expression.name for expression in rig.character.expressions
    }
    for name in ("happy", "blink"):
        before = pantin.deform(rig, rig.rest_pose().with_expression(name, 1.0))
        after = pantin.deform(together.rig, together.rig.rest_pose().with_expression(name, 1.0))
        points = [np.concatenate([posed.positions for posed in meshes]) for meshes in (before, after)]
        points = [listed[np.lexsort(np.round(listed, 5).T)] for listed in points]
        assert np.abs(points[0] - points[1]).max() < 1e-6


def test_permissions_become_the_strictest(tmp_path):
    body, part = pantin.load(AVATAR).rig, pantin.load(AVATAR).rig
    generous = body.character.replace(meta={**body.character.meta, "commercialUsage": "corporation"})
    strict = part.character.replace(meta={**part.character.meta, "commercialUsage": "personalNonProfit"})
    merged = pantin.merge(body.replace(character=generous), [part.replace(character=strict)])
    assert merged.rig.character.meta["commercialUsage"] == "personalNonProfit"
    report = pantin.save(merged, tmp_path / "merged.vrm")
    assert "RIG-MERGE_PERMISSION" in [finding.rule for finding in report.findings]


def test_scenes_puts_models_side_by_side(tmp_path):
    rig = pantin.merge(ARM, [FACE, ARM], scenes=True).rig
    boxes = [
        (posed.positions.min(0)[0], posed.positions.max(0)[0])
        for posed in pantin.deform(rig, rig.rest_pose())
    ]
    assert len(boxes) == 3
    assert all(before[1] < after[0] for before, after in pairwise(boxes))


def test_a_prop_follows_its_node():
    rig = pantin.attach(AVATAR, FACE, "head", offset=(0, 0.1, 0), scale=0.5).rig
    head = rig.character.humanoid["head"]
    prop = next(
        posed
        for posed in pantin.deform(rig, rig.rest_pose())
        if rig.meshes[posed.mesh].name.startswith("face")
    )
    face = pantin.load(FACE).rig
    world = pantin.motion.world_transforms(rig)[head]
    expected = pantin.deform(face, face.rest_pose())[0].positions * 0.5 + world[:, 3] + (0, 0.1, 0)
    np.testing.assert_allclose(prop.positions, expected, atol=1e-6)


def test_vrm_0_parts_become_vrm_1(tmp_path):
    merged = pantin.merge(OLDER, [AVATAR])
    assert merged.rig.character.version == "1.0"
    assert pantin.save(merged, tmp_path / "m.vrm").ok


def test_a_map_names_bones(tmp_path):
    names = tmp_path / "map.json"
    names.write_text(json.dumps({"hips": "shoulder"}))
    part = pantin.load(ARM).copy()
    for old, new in (("shoulder", "hips"), ("elbow", "e"), ("wrist", "w")):
        part.rename("node", old, new)
    with pytest.raises(ValueError, match="no bone in common"):
        pantin.merge(ARM, [part])
    assert len(pantin.merge(ARM, [part], map=names).rig.nodes) == 7


def test_a_map_that_is_no_object_is_refused_in_words_of_merge(tmp_path):
    names = tmp_path / "map.json"
    names.write_text("[]")
    with pytest.raises(ValueError, match="a JSON object from bones of a part to bones of the body"):
        pantin.merge(ARM, [ARM], map=names)


def test_a_map_names_bones_of_some_part():
    with pytest.raises(ValueError, match=r"names the bone 'elbw', which no part has; did you mean 'elbow'\?"):
        pantin.merge(ARM, [ARM], map={"elbw": "wrist"})
    hair = pantin.RigBuilder()
    hair.add_node("wrist")
    hair.add_node("braid", parent="wrist")
    merged = pantin.merge(ARM, [ARM, hair.build()], map={"braid": None, "elbow": "elbow"})
    assert merged.rig.nodes.names == ("shoulder", "elbow", "wrist", "arm", "arm.001")


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"offset": (1, 2)}, ValueError, r"offset must have shape \(3\), not \(2,\)"),
        ({"offset": (1, 2, float("nan"))}, ValueError, "offset must be finite"),
        ({"rotate": 90}, ValueError, r"rotate must have shape \(3\), not \(\)"),
        ({"scale": "2"}, TypeError, "scale must be a number, not '2'"),
        ({"scale": 0}, ValueError, "scale must be a positive number, not 0"),
    ],
)
def test_how_a_prop_is_placed_is_checked(options, error, message):
    with pytest.raises(error, match=message):
        pantin.attach(AVATAR, FACE, "head", **options)


def test_split_without_a_match_says_what_there_is():
    with pytest.raises(ValueError, match=r"no mesh or material matches nose.*Face"):
        pantin.split(AVATAR, mesh="nose")


@pytest.mark.parametrize(
    "join", [lambda: pantin.merge(AVATAR, [OLDER]), lambda: pantin.attach(AVATAR, OLDER, 0)]
)
def test_what_is_said_of_a_part_names_its_file(tmp_path, join):
    """Only the part is a VRM 0.x: its licence, and what its migration dropped, are not those of the body."""
    report = pantin.save(join(), tmp_path / "both.vrm")
    migrated = [finding for finding in report.findings if finding.rule.startswith(("LOSS-VRM_", "LOSS-BOOK"))]
    assert {finding.rule for finding in migrated} == {"LOSS-VRM_LICENCE", "LOSS-BOOKKEEPING"}
    assert {finding.file for finding in migrated} == {OLDER}


def placed_points(rig):
    """All vertices at rest, sorted."""
    points = np.concatenate([posed.positions for posed in pantin.deform(rig, rig.rest_pose())])
    return points[np.lexsort(np.round(points, 5).T)]


def plain(rig):
    """A rig without what makes it a VRM, as a part that was exported from the same scene."""
    return rig.replace(character=None, springs=type(rig.springs)())


def test_a_body_of_vrm_0_stays_one_and_no_vertex_moves(tmp_path):
    """At rest every vertex is where it was, those of the body and those of a part that is no VRM."""
    old = pantin.load(OLDER).rig
    expected = np.concatenate([placed_points(old)] * 2)
    for part in (old, plain(old)):
        pantin.save(pantin.merge(OLDER, [part], map=None), tmp_path / "both.vrm")
        rig = pantin.load(tmp_path / "both.vrm").rig
        assert rig.character.version == "0.x"
        assert len(rig.nodes) - len(old.nodes) <= len(old.instances)
        both = placed_points(rig)
        assert np.abs(both - expected[np.lexsort(np.round(expected, 5).T)]).max() < 1e-6
        assert len(rig.springs.springs) == len(old.springs.springs)


def test_a_body_of_vrm_0_turns_for_a_part_of_vrm_1_and_plain_parts_turn_with_it():
    old, new = pantin.load(OLDER).rig, pantin.load(AVATAR).rig
    turned = pantin.migrate(OLDER).rig
    rig = pantin.merge(OLDER, [plain(old), AVATAR]).rig
    assert rig.character.version == "1.0"
    expected = np.concatenate([placed_points(turned), placed_points(turned), placed_points(new)])
    expected = expected[np.lexsort(np.round(expected, 5).T)]
    assert np.abs(placed_points(rig) - expected).max() < 1e-5


def test_a_part_of_vrm_0_on_a_body_without_a_character_stays_where_it_was(tmp_path):
    old = pantin.load(OLDER).rig
    pantin.save(pantin.merge(plain(old), [OLDER]), tmp_path / "both.glb")
    rig = pantin.load(tmp_path / "both.glb").rig
    expected = np.concatenate([placed_points(old)] * 2)
    assert np.abs(placed_points(rig) - expected[np.lexsort(np.round(expected, 5).T)]).max() < 1e-6
    assert len(rig.springs.springs) == len(old.springs.springs)
    ends = [spring.joints[-1].node for spring in rig.springs.springs]
    assert all((rig.nodes.parents != end).all() for end in ends)


def test_a_part_of_vrm_0_that_is_split_off_stays_of_its_version(tmp_path):
    part = pantin.split(OLDER, mesh=pantin.load(OLDER).rig.meshes[0].name)
    pantin.save(part, tmp_path / "part.vrm")
    assert pantin.load(tmp_path / "part.vrm").rig.character.version == "0.x"


def bone_lengths(rig, pose):
    """How far humanoid bones are from their parents."""
    world = pantin.motion.world_transforms(rig, pose)[..., -1]
    bones = [node for name, node in rig.character.humanoid.items() if name != "hips"]
    return np.linalg.norm(world[..., bones, :] - world[..., rig.nodes.parents[bones], :], axis=-1)


def test_clips_of_a_human_of_another_shape_are_retargeted(tmp_path):
    """Bones keep their lengths: moved as those of the other skeleton, they would be torn off each other."""
    merged = pantin.merge(AVATAR, clips=[WALK, WALK])
    report = pantin.save(merged, tmp_path / "walking.vrm")
    assert {"RIG-MERGE_RETARGETED", "RIG-MERGE_RENAMED"} <= {finding.rule for finding in report.findings}
    rig = merged.rig
    assert [clip.name for clip in rig.clips] == ["walk", "walk.001"]
    poses = pantin.motion.sample(rig, 0, np.linspace(0, rig.clips[0].duration, 9))
    still = bone_lengths(rig, rig.rest_pose())
    assert np.abs(bone_lengths(rig, poses) - still).max() < 1e-6
    hips = pantin.motion.world_transforms(rig, poses)[:, rig.character.humanoid["leftLowerLeg"], :, :3]
    assert np.abs(hips - hips[0]).max() > 0.1


def test_a_file_with_clips_does_not_change_the_version_of_the_body():
    """A walk that was made on a VRM 1.0 has no meshes or springs that VRM 0.x could not store."""
    walking = pantin.merge(AVATAR, clips=[WALK])
    assert pantin.merge(OLDER, clips=[walking]).rig.character.version == "0.x"


def test_authors_of_parts_are_named(tmp_path):
    part = pantin.load(AVATAR).rig
    other = part.character.replace(meta={**part.character.meta, "authors": ["Somebody Else"]})
    report = pantin.save(pantin.merge(AVATAR, [part.replace(character=other)]), tmp_path / "merged.vrm")
    (finding,) = [finding for finding in report.findings if finding.rule == "RIG-MERGE_AUTHORS"]
    assert "Somebody Else" in finding.message


PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(64))
"""Bytes that no other image has: a thumbnail is never decoded here."""


def with_thumbnail(path):
    """A model whose last image is its thumbnail: VRM 1.0 names the image, 0.x the texture."""
    rig = pantin.load(path).rig
    images = (*rig.images, Image(PICTURE, "image/png", "thumbnail"))
    textures = (*rig.textures, Texture((len(rig.images),)))
    member = {"thumbnailImage": len(rig.images)} if path == AVATAR else {"texture": len(rig.textures)}
    character = rig.character.replace(meta={**rig.character.meta, **member})
    return rig.replace(images=images, textures=textures, character=character)


def thumbnail_of(rig):
    meta = rig.character.meta
    image = rig.textures[meta["texture"]].images[0] if "texture" in meta else meta["thumbnailImage"]
    return bytes(rig.images[image].data)


@pytest.mark.parametrize("path", [AVATAR, OLDER])
@pytest.mark.parametrize(
    "work",
    [
        lambda rig: pantin.split(rig, mesh="Face"),
        lambda rig: pantin.merge(rig, [rig], atlas=True),
        lambda rig: pantin.merge(rig, [rig]),
    ],
)
def test_the_thumbnail_stays_that_of_the_body(path, work):
    """Its index is in the meta, which is JSON of the file: images that go renumber those after them."""
    assert thumbnail_of(work(with_thumbnail(path)).rig) == PICTURE


@pytest.mark.parametrize("path", [AVATAR, OLDER])
def test_the_thumbnail_of_a_part_stays_behind(path):
    merged = pantin.merge(path, [with_thumbnail(path)]).rig
    assert PICTURE not in [bytes(image.data) for image in merged.images]


def test_a_split_part_whose_material_an_expression_changes_comes_back(tmp_path):
    """`happy` changes the colour of the skin, which face and body share: both halves say so, and alike."""
    halves = [pantin.split(AVATAR, mesh="Face", rest=rest) for rest in (True, False)]
    before, merged = pantin.load(AVATAR).rig, pantin.merge(*halves).rig
    assert [each.name for each in merged.materials] == [each.name for each in before.materials]
    changes = [
        {each.name: len(each.colors) for each in rig.character.expressions} for rig in (before, merged)
    ]
    assert changes[0] == changes[1]
