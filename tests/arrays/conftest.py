"""Rigs with everything that arrays can hold."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rig import (
    BlendShape,
    Channel,
    Clip,
    Deltas,
    Influences,
    Instance,
    Material,
    Mesh,
    Node,
    Rig,
    Scene,
    Skeleton,
    Skin,
    Surface,
    build,
)


@pytest.fixture
def rich() -> Rig:
    """Two meshes, one of two surfaces with blend shapes, two skins with a node between their joints."""
    square = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], np.float32)
    influences = Influences(
        np.array([0, 1, 2, 4, 4]), np.array([0, 1, 0, 1], np.uint8), np.array([1, 1, 0.25, 0.75], np.float32)
    )
    shapes = (
        BlendShape(Deltas(np.full((4, 3), 0.5, np.float32)), texcoords=(Deltas(np.ones((4, 2))),)),
        BlendShape(Deltas(np.array([[0, 0, 1], [0, 0, 2]], np.float32), np.array([2, 2]))),
    )
    first = Surface(
        square,
        np.tile(np.float32([0, 0, 1]), (4, 1)),
        texcoords=(square[:, :2], square[:, 1:]),
        colors=(np.ones((4, 4), np.float32),),
        indices=np.array([0, 1, 2, 0, 2, 3], np.uint16),
        material=1,
        influences=influences,
        blend_shapes=shapes,
        attributes={"_HEAT": np.arange(4, dtype=np.uint8)[:, None]},
    )
    second = Surface(square, mode="line_loop", blend_shapes=(BlendShape(), BlendShape(Deltas(square))))
    times = np.array([0, 0.5, 1], np.float32)
    turn = np.array([[0, 0, 0, 1], [0, 0, 0.6, 0.8], [0, 0, 1, 0]], np.float32)
    return build(
        nodes=[
            Node("hip", translation=[0, 1, 0]),
            Node("between", 0, rotation=[0, 0, 0.6, 0.8], scale=[2, 2, 2]),
            Node("knee", 1, matrix=[[1, 0.5, 0, 0], [0, 1, 0, 1], [0, 0, 1, 0]]),
            Node(None, visible=False),
            Node("body", 3),
        ],
        meshes=[
            Mesh((first, second), "body", [0.25, 0], ("smile",), ("a", "b")),
            Mesh((Surface(square, mode="points"),)),
        ],
        materials=[Material("skin", (0.8, 0.5, 0.4, 1.0)), Material(None)],
        skins=[Skin([0, 2], np.tile(np.eye(3, 4), (2, 1, 1)), "legs", 0), Skin([2, -1, 2], solver="dqs")],
        skeletons=[Skeleton([0, 1, 2], 0, name="legs")],
        instances=[
            Instance(3, 1),
            Instance(4, 0, 0, [0, 1], (None, 0)),
        ],
        clips=[
            Clip((Channel(0, "rotation", times, turn), Channel(4, "weights", times, turn[:, 2:])), "bend"),
            Clip((Channel(0, "translation", times, np.zeros((3, 3, 3)), "CUBICSPLINE"),)),
        ],
        scenes=[Scene((0,), "first"), Scene((0, 3))],
        default_scene=1,
    )
