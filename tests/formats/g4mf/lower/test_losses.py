"""What G4MF cannot hold."""

from __future__ import annotations

import numpy as np

from pantin.base.records import replace
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.lift import lift
from pantin.formats.g4mf.lower import lower
from pantin.rig import Channel, Clip, Instance, Mesh, Node, Scene, Surface, build


def test_every_loss_is_said():
    surface = Surface(
        np.zeros((3, 3)),
        tangents=np.tile([1.0, 0, 0, 1], (3, 1)),
        normals=np.tile([0.0, 0, 1], (3, 1)),
        texcoords=(np.zeros((3, 2)), np.zeros((3, 2))),
        colors=(np.zeros((3, 3)), np.zeros((3, 3))),
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
        "LOSS-G4MF_CLIP",
        "LOSS-G4MF_NAME",
        "LOSS-G4MF_PART",
    ]


def test_names_of_groups_that_the_new_skin_does_not_have_are_reported(kit):
    """Joints in another order renumber the groups; names past the joints have no group."""
    kit.skin["groupNames"] = ["Hips", "Arm", "Tail"]
    rig = lift(read(kit.text())).rig
    skin = rig.skins[0]
    reverse = {"joints": skin.joints[::-1].copy(), "inverse_binds": skin.inverse_binds[::-1].copy()}
    lowered = lower(rig.replace(skins=(replace(skin, **reverse),)))
    assert [finding.message for finding in lowered.findings if "vertex groups" in finding.message] == [
        'dropped 1 name of vertex groups of mesh "Tetrahedron" (0): the skin has no such groups'
    ]
