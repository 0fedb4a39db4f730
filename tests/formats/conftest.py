"""A rig with every kind of surface, posed."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.deformation import PosedMeshes, deform
from pantin.rig import Instance, Material, Mesh, Node, Rig, Surface, build


@pytest.fixture
def rig() -> Rig:
    square = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], np.float32)
    texcoords = (np.array([[0, 0], [1, 0], [1, 0.25], [0, 1]], np.float32),)
    corners = np.array([0, 1, 2, 0, 2, 3], np.uint8)
    return build(
        nodes=[Node("a square", -1, [1, 0, 0]), Node(None, -1, scale=[-1, 1, 1])],
        meshes=[
            Mesh(
                (
                    Surface(square, np.tile([0, 0, 1], (4, 1)), None, texcoords, (), corners, material=0),
                    Surface(square, mode="line_loop"),
                )
            ),
            Mesh(
                (
                    Surface(square, indices=corners),
                    Surface(square, mode="points"),
                    Surface(square, mode="lines"),
                )
            ),
        ],
        materials=[Material("rough wood")],
        instances=[Instance(0, 0), Instance(1, 1)],
    )


@pytest.fixture
def posed(rig: Rig) -> PosedMeshes:
    return deform(rig, rig.rest_pose())
