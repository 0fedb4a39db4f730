"""What glTF cannot hold is counted, kind by kind."""

from __future__ import annotations

import numpy as np

from pantin.formats.gltf.new import losses
from pantin.rig import Channel, Clip, Mesh, Node, Skeleton, Skin, Surface, build


def test_each_kind_has_its_count_and_first_place():
    flat = Surface(np.zeros((1, 3)), texcoords=(np.zeros((1, 2)), np.zeros((1, 3)), np.zeros((1, 2))))
    rig = build(
        nodes=[Node()],
        meshes=[Mesh((flat,)), Mesh(())],
        skins=[Skin(np.array([0])), Skin(np.array([0]), solver="dqs")],
        skeletons=[Skeleton(np.array([0]), 0)],
        clips=[Clip(())],
    )
    assert [(one.kind, one.count, one.pointer) for one in losses(rig)] == [
        ("solver", 1, "/skins/1"),
        ("skeleton", 1, ""),
        ("texcoord", 2, "/meshes/0/primitives/0"),
        ("empty", 2, "/animations/0"),
    ]


def test_a_shear_under_a_clip_is_lost():
    clip = Clip((Channel(0, "scale", np.array([0.0]), np.ones((1, 3))),))
    rig = build(nodes=[Node(matrix=[[1, 1, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]])], clips=[clip])
    assert [(one.kind, one.pointer) for one in losses(rig)] == [("shear", "/nodes/0")]


def test_what_crosses_whole_loses_nothing(make_rig):
    assert losses(make_rig(7)) == ()
