"""Nodes and materials: transforms only where they say something, colours as the layout spells them."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.base.errors import Unsupported
from pantin.formats.gltf.new import REFERENCE, STANDARD, losses, write
from pantin.rig import Channel, Clip, Material, Node, Skin, build


def test_what_is_the_default_is_not_written():
    rig = build(nodes=[Node("a", scale=[1, 1, 1], rotation=[0, 0, 0, 1]), Node("b", 0, [1, 0, 0])])
    assert write(rig).tree["nodes"] == [
        {"name": "a", "children": [1]},
        {"name": "b", "translation": [1, 0, 0]},
    ]


def test_a_map_is_written_column_by_column_even_if_it_is_the_identity():
    rig = build(nodes=[Node(matrix=np.eye(3, 4))])
    assert write(rig).tree["nodes"] == [{"matrix": np.eye(4).reshape(-1).tolist()}]


def test_a_node_that_a_clip_moves_has_no_matrix():
    """glTF 2.0 §3.11; without shear nothing is lost."""
    clip = Clip((Channel(0, "scale", np.array([0.0]), np.ones((1, 3))),))
    rig = build(nodes=[Node(matrix=[[2, 0, 0, 5], [0, 2, 0, 0], [0, 0, 2, 0]])], clips=[clip])
    (node,) = write(rig).tree["nodes"]
    assert (node["translation"], node["scale"]) == ([5, 0, 0], [2, 2, 2])
    assert losses(rig) == []


def test_a_shear_under_a_clip_is_refused():
    clip = Clip((Channel(0, "scale", np.array([0.0]), np.ones((1, 3))),))
    rig = build(nodes=[Node(matrix=[[1, 1, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]])], clips=[clip])
    with pytest.raises(Unsupported, match="node 0 is sheared"):
        write(rig)


def test_the_reference_gives_every_joint_a_translation():
    rig = build(nodes=[Node(), Node()], skins=[Skin(np.array([1]))])
    assert write(rig, REFERENCE).tree["nodes"] == [{}, {"translation": [0, 0, 0]}]


def test_colours_of_the_reference_have_six_decimals_of_a_float32():
    rig = build(materials=[Material("m", (0.1, 1.0, 0.0, 1.0))])
    assert b'"baseColorFactor":[0.100000,1.000000,0.000000,1.000000]' in write(rig, REFERENCE).text
    assert b'"baseColorFactor":[0.1,1.0,0.0,1.0],"metallicFactor":0.0' in write(rig).text


@pytest.mark.parametrize("layout", [STANDARD, REFERENCE])
@pytest.mark.parametrize(
    ("alpha", "mode"),
    [(1.0, None), (0.99999999, "BLEND"), (1.0 - 2**-53, "BLEND"), (0.5, "BLEND"), (0.0, "BLEND")],
)
def test_only_an_alpha_of_exactly_1_is_opaque(alpha, mode, layout):
    """Rigy chapter 13.5. An alpha that a float32 rounds to 1 is not written as 1 in an opaque material."""
    (made,) = write(build(materials=[Material("m", (1.0, 0.5, 0.25, alpha))]), layout).tree["materials"]
    assert made.get("alphaMode", "OPAQUE") == (mode or "OPAQUE")
    if layout is STANDARD:
        assert made["pbrMetallicRoughness"]["baseColorFactor"][3] == alpha
