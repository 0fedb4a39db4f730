"""A rig that needs everything freezing does."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rig import (
    BlendShape,
    Deltas,
    Influences,
    Instance,
    Material,
    Mesh,
    Node,
    Pose,
    Rig,
    Scene,
    Skin,
    Surface,
    build,
)


@pytest.fixture
def rig() -> Rig:
    """Two joints; a skinned mesh on three nodes, a blended one, a plain one.

    Node 2 can stand at the identity, node 3 hangs from a joint that is elsewhere, node 4 carries node 5.
    """
    pick = np.random.default_rng(11)
    skinned = Surface(
        pick.normal(size=(6, 3)),
        pick.normal(size=(6, 3)),
        texcoords=(pick.random((6, 2)),),
        material=0,
        influences=Influences(np.arange(0, 13, 2), np.tile([0, 1], 6), np.full(12, 0.5)),
    )
    shape = BlendShape(Deltas(pick.normal(size=(6, 3))), texcoords=(Deltas(pick.random((6, 2))),))
    blended = Surface(pick.normal(size=(6, 3)), texcoords=(pick.random((6, 2)),), blend_shapes=(shape,))
    plain = Surface(pick.normal(size=(3, 3)))
    return build(
        nodes=[
            Node("root", -1, [1, 2, 3]),
            Node("tip", 0, [0, 1, 0]),
            Node("free", -1, [5, 5, 5]),
            Node("held", 1, [0, 0, 1]),
            Node("bearer", -1, [2, 0, 0]),
            Node("face", 4, [0, 3, 0], scale=[1, 2, 1]),
            Node("box", 1),
        ],
        meshes=[Mesh((skinned,), "body"), Mesh((blended,), "face", blend_names=("smile",)), Mesh((plain,))],
        materials=[Material("skin", (0.5, 0.25, 0.125, 1.0))],
        skins=[Skin(np.array([0, 1]), pick.normal(size=(2, 3, 4)))],
        instances=[
            Instance(2, 0, 0),
            Instance(3, 0, 0),
            Instance(4, 0, 0),
            Instance(5, 1, blend_weights=[0.5]),
            Instance(6, 2),
        ],
        scenes=[Scene((0, 2, 4), "all"), Scene((4,), "some")],
        default_scene=0,
    )


@pytest.fixture
def pose(rig: Rig) -> Pose:
    return rig.rest_pose().with_local("tip", rotation=[0, 0.6, 0, 0.8]).with_blend("face", [2.0])
