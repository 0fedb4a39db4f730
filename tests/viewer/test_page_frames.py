from __future__ import annotations

import numpy as np
import pytest

from pantin.deformation import deform
from pantin.motion import sample
from pantin.rig import Channel, Clip, Influences, Instance, Mesh, Node, Scene, Skin, Surface, build
from pantin.viewer import page_frames
from pantin.viewer.page_frames import BYTES_PER_VERTEX, bake_frames, surfaces_to_bake

TRIANGLE = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], np.float32)


def rig(weights, solver="linear"):
    """A triangle whose vertices all have these weights, and a clip of a second that moves the first joint."""
    count = len(weights)
    influences = Influences(
        np.arange(0, 3 * count + 1, count), np.tile(np.arange(count), 3), np.tile(np.float32(weights), 3)
    )
    surface = Surface(TRIANGLE, indices=np.array([0, 1, 2]), influences=influences)
    moved = Channel(1, "translation", np.float32([0, 1]), np.float32([[0, 0, 0], [1, 0, 0]]))
    return build(
        nodes=[Node("triangle"), *(Node(f"joint {index}") for index in range(count))],
        meshes=[Mesh((surface,))],
        skins=[Skin(np.arange(1, count + 1), solver=solver)],
        instances=[Instance(0, 0, skin=0)],
        clips=[Clip((moved,), "pull")],
        scenes=[Scene(tuple(range(count + 1)))],
    )


def test_four_joints_blended_linearly_need_nothing():
    assert list(surfaces_to_bake(rig([0.25] * 4))) == []
    assert bake_frames(rig([0.25] * 4)).data == b""


def test_weights_of_zero_are_no_influences():
    assert list(surfaces_to_bake(rig([0.5, 0.5, 0, 0, 0, 0, 0, 0]))) == []


@pytest.mark.parametrize(
    ("weights", "solver", "reason"),
    [([0.2] * 5, "linear", "up to 5 influences"), ([1.0], "dqs", "Dual quaternion")],
)
def test_what_a_browser_cannot_pose_is_named(weights, solver, reason):
    ((node, surface, message),) = surfaces_to_bake(rig(weights, solver))
    assert (node, surface) == (0, 0)
    assert reason in message


def test_frames_are_those_of_deform():
    subject = rig([0.2] * 5)
    result = bake_frames(subject)
    (entry,) = result.surfaces
    rest, pull = entry["tracks"]
    assert (rest["clip"], rest["frames"], pull["clip"], pull["frames"]) == (-1, 1, 0, 31)
    encoded = np.frombuffer(result.data, "<f4", 31 * 9, pull["positions"]).reshape(31, 3, 3)
    (posed,) = deform(subject, sample(subject, 0, np.linspace(0, 1, 31)))
    assert (encoded == posed.positions.astype(np.float32)).all()
    normals = np.frombuffer(result.data, np.int8, 9, rest["normals"]).reshape(3, 3)
    assert normals.tolist() == [[0, 0, 127]] * 3
    assert pull["positions"] % 4 == 0


def test_where_there_is_little_room_there_are_fewer_frames(monkeypatch):
    monkeypatch.setattr(page_frames, "MAX_BYTES", 10 * (3 * BYTES_PER_VERTEX + 8))
    (entry,) = bake_frames(rig([0.2] * 5)).surfaces
    assert 2 <= entry["tracks"][1]["frames"] < 10


def test_where_there_is_no_room_there_are_none(monkeypatch):
    monkeypatch.setattr(page_frames, "MAX_BYTES", 10)
    assert bake_frames(rig([0.2] * 5)).surfaces == []
