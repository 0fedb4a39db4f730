"""Frames of a clip as meshes without skins."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.operations.edit.bake_frames import bake_frames
from pantin.operations.edit.bake_pose import bake_pose
from pantin.rig import Camera, Instance, Light, Mesh, Node, Orthographic, RigBuilder, build
from pantin.shapes import ball

EXAMPLES = Path(__file__).parents[3] / "examples"


def shown_positions(rig):
    return [mesh.positions for mesh in pantin.deform(rig, rig.rest_pose())]


def with_visible(rig, frame):
    nodes = rig.node_list()
    for index, node in enumerate(nodes):
        if node.parent == 0:
            nodes[index] = pantin.rig.Node(node.name, 0, visible=node.name == f"Frame{frame}")
    return rig.replace(nodes=nodes)


def test_each_frame_is_the_pose_of_its_time():
    rig = pantin.load(EXAMPLES / "arm.glb").rig
    times = [0.0, 0.5, 1.0]
    baked = bake_frames(rig, [pantin.sample(rig, "bend", time) for time in times])
    assert (baked.skins, baked.clips, len(baked.meshes)) == ((), (), 3)
    for frame, time in enumerate(times):
        (expected,) = pantin.deform(rig, pantin.sample(rig, "bend", time))
        (found,) = shown_positions(with_visible(baked, frame))
        assert np.allclose(found, expected.positions, atol=1e-6)
    assert baked.visible.tolist().count(True) == 3  # the root, the first frame and its mesh


def test_a_mesh_that_only_moves_is_stored_once():
    builder = RigBuilder()
    builder.add_node("top", translation=(0, 1, 0))
    builder.add_node("disc", parent="top")
    builder.add_mesh("disc", [[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]], node="disc")
    clip = builder.add_clip("up")
    builder.add_channel(clip, "top", "translation", [0, 1], [[0, 1, 0], [0, 3, 0]])
    rig = builder.build()
    baked = bake_frames(rig, [pantin.sample(rig, "up", time) for time in (0.0, 0.5, 1.0)])
    assert len(baked.meshes) == 1
    assert shown_positions(with_visible(baked, 2))[0][0].tolist() == [0, 3, 0]


@pytest.mark.parametrize("mirror", [1, -1])
def test_normals_of_corners_are_baked_too(mirror):
    """Of a ball that a bone stretches: they are the gradients of the stretched ball, and the simplexes still
    face outwards."""
    surface = ball(4, segments=16).surface()
    builder = build(dimension=4, nodes=[Node("bone")], meshes=[Mesh((surface,))], instances=[Instance(0, 0)])
    rig = skinned(builder)
    pose = rig.rest_pose().with_local("bone", scale=(1, 2, mirror, 1))
    (baked,) = bake_pose(rig, pose).meshes[0].surfaces
    (normals,) = baked.topology.normals
    gradients = baked.positions[normals.vertices] / np.array([1, 4, 1, 1])
    gradients /= np.linalg.norm(gradients, axis=1, keepdims=True)
    assert (normals.values[normals.value_indices] * gradients).sum(1).min() > np.cos(np.radians(12))
    points = baked.positions[baked.topology.simplexes]
    sides = np.concatenate([points[:, 1:] - points[:, :1], points.mean(1)[:, None]], 1)
    assert (np.linalg.det(sides) > 0).all()


def skinned(rig):
    from pantin.base.records import replace
    from pantin.rig import Influences, Skin

    count = len(rig.meshes[0].surfaces[0].positions)
    influences = Influences(np.arange(count + 1), np.zeros(count, np.int64), np.ones(count))
    surface = replace(rig.meshes[0].surfaces[0], influences=influences)
    skin = Skin(np.array([0]), np.eye(4, 5)[None])
    return rig.replace(
        nodes=[Node("bone"), Node("ball")],
        meshes=[Mesh((surface,))],
        skins=[skin],
        instances=[Instance(1, 0, 0)],
    )


def test_a_baked_file_needs_no_skins(tmp_path):
    report = pantin.convert(EXAMPLES / "g4mf" / "creature.g4b", tmp_path / "plain.g4b", bake=True)
    assert report.ok
    plain = pantin.load(tmp_path / "plain.g4b")
    assert plain.rig.skins == ()
    creature = pantin.load(EXAMPLES / "g4mf" / "creature.g4b").rig
    assert np.allclose(shown_positions(plain.rig)[0], shown_positions(creature)[0])
    pantin.convert(EXAMPLES / "arm.glb", tmp_path / "frames.g4b", bake=True, clip="bend", fps=5)
    assert pantin.check(tmp_path / "frames.g4b").findings == ()
    assert len(pantin.load(tmp_path / "frames.g4b").rig.meshes) == 11  # two seconds


@pytest.mark.parametrize("source", ["g4mf/tesseract.off", "motion/walk.bvh", "arm.npz"])
def test_every_format_can_be_baked(source, tmp_path):
    """Also one whose files have nothing to bake, or are rewritten."""
    if source == "arm.npz":
        pantin.convert(EXAMPLES / "arm.glb", tmp_path / source)
    path = (tmp_path if source == "arm.npz" else EXAMPLES) / source
    target = tmp_path / ("out.g4b" if source.endswith(".off") else "out.glb")
    assert pantin.convert(path, target, bake=True).ok
    before, after = pantin.load(path).rig, pantin.load(target).rig
    assert after.skins == after.clips == ()
    posed = (pantin.deform(rig, rig.rest_pose()) for rig in (before, after))
    for one, other in zip(*posed, strict=True):
        assert np.allclose(one.positions, other.positions, atol=1e-6)


def test_motion_that_is_not_baked_is_reported(tmp_path):
    builder = RigBuilder()
    builder.add_node("top")
    builder.add_mesh("top", [[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]], node="top")
    for name in ("up", "down"):
        builder.add_channel(builder.add_clip(name), "top", "translation", [0, 1], [[0, 1, 0], [0, 3, 0]])
    pantin.save(builder.build(), tmp_path / "two.glb")
    for options, why in (
        ({}, 'dropped clip "up" (0), and 1 more: baked meshes do not move; choose a clip to bake its frames'),
        ({"clip": "up"}, 'dropped clip "down" (1): baked meshes are frames of one clip'),
    ):
        report = pantin.convert(tmp_path / "two.glb", tmp_path / "out.glb", bake=True, **options)
        assert [finding.message for finding in report.findings] == [why]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"clip": "frob"}, "no clip is called 'frob'"),
        ({"fps": 5.0}, "fps needs clip: the rest pose is a single frame"),
        ({"clip": "bend", "fps": 0.0}, "fps must be a finite number larger than 0"),
        ({"clip": "bend", "fps": 1e9}, "at most 10,000 are baked"),
    ],
)
def test_what_cannot_be_baked_is_a_sentence(options, words, tmp_path):
    with pytest.raises(ValueError, match=words):
        pantin.convert(EXAMPLES / "arm.glb", tmp_path / "out.g4b", bake=True, **options)
    assert not (tmp_path / "out.g4b").exists()


def test_baked_frames_report_what_they_have_no_node_for(tmp_path):
    builder = RigBuilder()
    builder.add_camera(Camera(Orthographic(2.0, 0.1, 10.0), "front"))
    builder.add_light(Light("point"))
    builder.add_node("top", camera="front", light=0)
    builder.add_node("hidden", visible=False)
    for node in ("top", "hidden"):
        builder.add_mesh(node, [[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]], node=node)
    clip = builder.add_clip("up")
    builder.add_channel(clip, "top", "translation", [0, 1], [[0, 1, 0], [0, 3, 0]])
    pantin.save(builder.build(), tmp_path / "up.glb")
    report = pantin.convert(tmp_path / "up.glb", tmp_path / "up.g4b", bake=True, clip="up", fps=1)
    assert [finding.message for finding in report.findings if finding.severity != "info"] == [
        'dropped camera "front" (0); light 0: baked frames have meshes only',
        'dropped 1 surface of node "hidden" (1): on hidden nodes',
    ]
