"""What G4MF cannot hold."""

from __future__ import annotations

import numpy as np

from pantin.formats.g4mf.lower import lower
from pantin.rig import Channel, Clip, Instance, Mesh, Node, Scene, Surface, build


def test_every_loss_is_said():
    surface = Surface(
        np.zeros((3, 3)),
        tangents=np.tile([1.0, 0, 0, 1], (3, 1)),
        normals=np.tile([0.0, 0, 1], (3, 1)),
        texcoords=(np.zeros((3, 2)), np.zeros((3, 2))),
        colours=(np.zeros((3, 3)), np.zeros((3, 3))),
    )
    clip = Clip((Channel(0, "translation", np.zeros(1), np.zeros((1, 3))),))
    rig = build(
        nodes=[Node("a/b"), Node("a_b")],
        meshes=[Mesh((surface,))],
        instances=[Instance(0, 0)],
        clips=[clip],
        scenes=[Scene((0,)), Scene((1,))],
    )
    result = [finding.rule for finding in lower(rig).findings]
    assert result == [
        "LOSS-G4MF_ATTRIBUTE",
        "LOSS-G4MF_SCENE",
        "LOSS-G4MF_NAME",
        "LOSS-G4MF_PART",
    ]
