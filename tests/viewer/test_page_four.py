from __future__ import annotations

import json
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from write_page_fixture import FIXTURE, build

import pantin
from pantin.rig.triangulation import boundary
from pantin.viewer import four_clips, page_four
from pantin.viewer.page_four import build_four, describe_rotation

EXAMPLES = Path(__file__).parents[2] / "examples" / "g4mf"


@pytest.fixture(scope="module")
def creature():
    return pantin.load(EXAMPLES / "creature.g4b").rig


def array_at(model, start, dtype, count):
    return np.frombuffer(model.arrays, dtype, count, start)


def assert_close(ours, theirs, path="$"):
    """JSON values that are equal, but for the last digits of numbers."""
    if isinstance(theirs, dict):
        assert ours.keys() == theirs.keys(), path
        for key in theirs:
            assert_close(ours[key], theirs[key], f"{path}.{key}")
    elif isinstance(theirs, list):
        assert len(ours) == len(theirs), path
        for index, (left, right) in enumerate(zip(ours, theirs, strict=True)):
            assert_close(left, right, f"{path}[{index}]")
    elif isinstance(theirs, float):
        assert ours == pytest.approx(theirs, abs=1e-12), path
    else:
        assert ours == theirs, path


def test_the_fixture_of_the_page_is_not_stale():
    """If this fails: python tests/oracles/write_page_fixture.py."""
    if not FIXTURE.parent.is_dir():
        pytest.skip("the sources of the page are not here")
    assert_close(json.loads(json.dumps(build())), json.loads(FIXTURE.read_text(encoding="utf-8")))


def test_the_arrays_are_those_of_the_rig(creature):
    model = build_four(creature)
    (body,) = model.data["bodies"]
    (surface,) = creature.meshes[0].surfaces
    positions = array_at(model, body["positions"], "<f8", body["vertices"] * 4)
    assert (positions.reshape(-1, 4) == surface.positions).all()
    (part,) = body["parts"]
    simplexes = array_at(model, part["simplexes"], "<u4", part["count"] * 4)
    assert (simplexes.reshape(-1, 4) == boundary(surface)).all()
    assert part["colour"] == pytest.approx(creature.materials[0].base_color)
    assert body["edgeCount"] == 96
    assert len(body["palette"]) == len(creature.skins[0].joints)
    assert model.notes == ()


def test_a_round_shape_has_a_normal_for_each_corner():
    """Along the radius of a ball; polytopes are shaded flat."""
    rig = pantin.shapes.by_name("ball-4", 2.0).rig("ball")
    model = build_four(rig)
    (body,) = model.data["bodies"]
    (part,) = body["parts"]
    positions = array_at(model, body["positions"], "<f8", body["vertices"] * 4).reshape(-1, 4)
    corners = positions[array_at(model, part["simplexes"], "<u4", part["count"] * 4)]
    values = array_at(model, part["normals"]["values"], "<f4", part["normals"]["count"] * 4).reshape(-1, 4)
    normals = values[array_at(model, part["normals"]["indices"], "<u4", part["count"] * 4)]
    assert (normals * corners / 2.0).sum(axis=1).min() > 0.99
    (flat,) = build_four(pantin.shapes.by_name("24-cell", 1.0).rig("cell")).data["bodies"]
    assert flat["parts"][0]["normals"] is None


def test_the_page_starts_in_a_pose_and_a_rotation(creature):
    pose = creature.rest_pose().with_local("LowerArm", translation=(0, 2, 0, 1))
    model = build_four(creature, pose, {"xw": 30, "yz": 10})
    assert model.data["start"]["rotate"] == "xw:30.0,yz:10.0"
    local = np.reshape(model.data["locals"][creature.node_index("LowerArm")], (4, 5))
    assert local[:, 4].tolist() == [0, 2, 0, 1]
    assert model.data["posed"] == [creature.node_index("LowerArm")]


def test_the_first_slice_meets_the_model(creature):
    assert build_four(creature).data["start"]["w"] == 0
    away = creature.rest_pose().with_local("Skeleton", translation=(0, 0, 0, 5))
    assert build_four(creature, away).data["start"]["w"] == pytest.approx(5)


def with_clip(rig, keys):
    builder = pantin.RigBuilder.from_rig(rig)
    clip = builder.add_clip("go")
    builder.add_channel(clip, "Skeleton", "translation", [0, 2], [[0, 0, 0, 0], keys])
    return builder.build()


def test_a_clip_has_a_frame_each_sixtieth_of_a_second_of_what_it_moves(creature):
    rig = with_clip(creature, [4, 0, 0, 0])
    model = build_four(rig)
    (clip,) = model.data["clips"]
    assert (clip["frames"], clip["nodes"], clip["blends"]) == (121, [rig.node_index("Skeleton")], [])
    frames = array_at(model, clip["locals"], "<f4", 121 * 20).reshape(121, 4, 5)
    assert frames[:, 0, 4] == pytest.approx(np.linspace(0, 4, 121))
    (moving,) = model.moving
    assert moving["max"][0] == pytest.approx(model.bounds["max"][0] + 4, rel=0.2)


def test_the_camera_stands_before_every_frame_of_a_clip(creature):
    assert build_four(with_clip(creature, [0, 0, 0, 40])).data["distance"] > 40


@pytest.mark.parametrize(
    ("frames", "played", "notes"),
    [
        (10, [5, 5], ["Long clips are played with fewer than 60 frames per second: 2."]),
        (
            3,
            [None, 3],
            [
                "Clips that are too long for a page are not played: 1.",
                "Long clips are played with fewer than 60 frames per second: 1.",
            ],
        ),
    ],
)
def test_clips_share_the_bytes_of_a_page(creature, monkeypatch, frames, played, notes):
    monkeypatch.setattr(four_clips, "MAX_BYTES", 4 * 20 * frames)
    builder = pantin.RigBuilder.from_rig(with_clip(creature, [1, 0, 0, 0]))
    second = builder.add_clip("second")
    builder.add_channel(second, "Skeleton", "translation", [0, 2], [[0, 0, 0, 0], [1, 0, 0, 0]])
    model = build_four(builder.build())
    assert [clip and clip["frames"] for clip in model.data["clips"]] == played
    assert list(model.notes) == notes


def test_clips_of_a_large_rig_take_no_memory_for_what_stays(monkeypatch):
    """All 200 nodes in all 1,201 frames would take 200 · 1,201 · 20 · 8 bytes = 38 MB."""
    builder = pantin.RigBuilder(dimension=4)
    for number in range(200):
        builder.add_node(f"node{number}")
    builder.add_channel(builder.add_clip("go"), "node5", "translation", [0, 20], [[0] * 4, [1, 2, 3, 4]])
    rig = builder.build()
    monkeypatch.setattr(four_clips, "CHUNK", 1 << 17)
    arrays = []
    four_clips.bake_clips(
        rig, lambda array, _: arrays.append(array) or 0
    )  # modules and kernels are there now
    tracemalloc.start()
    four_clips.bake_clips(rig, lambda array, _: arrays.append(array) or 0)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert arrays[1][:, 0, 3, 4] == pytest.approx(np.linspace(0, 4, 1201))
    assert most < 10e6


def test_no_rotation_brings_a_vertex_behind_the_eye(creature):
    """The farthest corner of the creature is (4, 2, 1, 1) or nearer."""
    distance = build_four(creature).data["distance"]
    assert distance > 2 * np.sqrt(4**2 + 1**2)


@pytest.mark.parametrize("rotate", ["xx:3", "xv:3", "xw", {"xw": float("nan")}])
def test_a_wrong_rotation_is_refused(creature, rotate):
    with pytest.raises(ValueError, match="rotation"):
        describe_rotation(rotate)


def test_a_rotation_needs_four_dimensions(arm):
    with pytest.raises(ValueError, match="rotate is for models in four dimensions"):
        pantin.view(arm, rotate="xw:30")


def test_what_would_make_the_page_slow_is_dropped_with_a_note(creature, monkeypatch):
    monkeypatch.setattr(page_four, "MAX_EDGES", 95)
    monkeypatch.setattr(page_four, "MAX_TETRAHEDRA", 143)
    model = build_four(creature)
    (body,) = model.data["bodies"]
    assert (body["edgeCount"], body["parts"]) == (0, [])
    assert [note.split(":")[0] for note in model.notes] == ["The edges are not shown", "Slices are not shown"]


def test_a_model_without_a_mesh_has_no_bodies():
    model = build_four(pantin.load(EXAMPLES / "smallest.g4b").rig)
    assert model.data["bodies"] == []
