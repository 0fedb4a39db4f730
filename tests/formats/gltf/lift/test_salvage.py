"""Numbers that are not finite cost the part they are in, and nothing else."""

from __future__ import annotations

import numpy as np

NAN = float("nan")
POINTS = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]


def test_a_position_that_is_no_number_empties_its_primitive(raw):
    good, bad = raw.accessor(POINTS), raw.accessor([[NAN, 0, 0]] * 3)
    raw.tree["meshes"] = [
        {"primitives": [{"attributes": {"POSITION": bad}}, {"attributes": {"POSITION": good}}]}
    ]
    raw.tree["nodes"] = [{"mesh": 0}]
    lifted = raw.lift()
    assert [len(one.positions) for one in lifted.rig.meshes[0].surfaces] == [0, 3]
    assert len(lifted.rig.instances) == 1
    assert [one.pointer for one in lifted.findings] == ["/meshes/0/primitives/0"]
    assert lifted.findings[0].message == "skipped primitive 0 of mesh 0: its positions must be finite"


def test_other_attributes_go_alone_with_their_deltas(raw):
    positions, deltas = raw.accessor(POINTS), raw.accessor(np.ones((3, 3)))
    attributes = {
        "POSITION": positions,
        "NORMAL": raw.accessor([[NAN, 0, 0]] * 3),
        "TANGENT": raw.accessor([[NAN, 0, 0, 1]] * 3),
        "TEXCOORD_0": raw.accessor([[0, 0]] * 3),
        "TEXCOORD_1": raw.accessor([[NAN, 0]] * 3),
        "COLOR_0": raw.accessor([[NAN, 0, 0, 0]] * 3),
    }
    targets = [{"POSITION": deltas, "NORMAL": deltas, "TANGENT": deltas}]
    raw.tree["meshes"] = [{"primitives": [{"attributes": attributes, "targets": targets}]}]
    lifted = raw.lift()
    surface = lifted.rig.meshes[0].surfaces[0]
    assert (len(surface.positions), len(surface.texcoords), len(surface.colors)) == (3, 1, 0)
    assert (surface.normals, surface.tangents) == (None, None)
    assert surface.blend_shapes[0].positions is not None
    ends = {(one.pointer or "").rpartition("/")[2] for one in lifted.findings}
    assert ends == {"NORMAL", "TANGENT", "TEXCOORD_1", "COLOR_0"}


def test_an_inverse_bind_that_is_no_number_takes_the_skin(raw):
    binds = raw.accessor([[NAN] * 16])
    raw.tree |= {"nodes": [{}], "skins": [{"joints": [0], "inverseBindMatrices": binds}, {"joints": [0]}]}
    lifted = raw.lift()
    assert [len(one.joints) for one in lifted.rig.skins] == [0, 1]
    assert [one.pointer for one in lifted.findings] == ["/skins/0/inverseBindMatrices"]


def test_a_transform_too_large_for_a_number_goes(raw):
    raw.tree["nodes"] = [{"translation": [1, 0, 0]}, {"translation": [0, 0, 0]}]
    text = raw.bytes().replace(b"[0, 0, 0]", b"[1e999, 0, 0]")
    from pantin.formats.gltf.document import read
    from pantin.formats.gltf.lift import lift

    nodes = lift(read(text, name="x.gltf")).rig.nodes
    assert nodes.translations.tolist() == [[1, 0, 0], [0, 0, 0]]


def test_a_key_that_is_no_number_takes_its_channel(raw):
    times, bad, good = raw.accessor([0, 1]), raw.accessor([[NAN] * 3] * 2), raw.accessor([[0] * 3] * 2)
    raw.tree |= {
        "nodes": [{}, {}],
        "animations": [
            {
                "channels": [
                    {"sampler": 0, "target": {"node": 0, "path": "scale"}},
                    {"sampler": 1, "target": {"node": 1, "path": "scale"}},
                ],
                "samplers": [{"input": times, "output": bad}, {"input": times, "output": good}],
            }
        ],
    }
    lifted = raw.lift()
    assert [one.node for one in lifted.rig.clips[0].channels] == [1]
    assert [one.pointer for one in lifted.findings] == ["/animations/0/channels/0"]


def test_a_node_keeps_its_transform_and_camera_beside_a_broken_part(raw):
    raw.tree["cameras"] = [{"type": "perspective", "perspective": {"yfov": 1.0, "znear": 0.1}}]
    raw.tree["meshes"] = [{"primitives": [{"attributes": {"POSITION": raw.accessor([[NAN, 0, 0]] * 3)}}]}]
    raw.tree["nodes"] = [{"mesh": 0}, {"camera": 0, "translation": [1, 2, 3]}]
    lifted = raw.lift()
    assert lifted.rig.nodes.translations[1].tolist() == [1, 2, 3]
    assert lifted.rig.nodes.cameras.tolist() == [-1, 0]
    assert [one.pointer for one in lifted.findings] == ["/meshes/0/primitives/0"]
