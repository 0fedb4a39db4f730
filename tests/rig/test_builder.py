"""What the builder takes, what it refuses, and that it copies no vertex data."""

import numpy as np
import pytest

from pantin.rig import (
    BlendTarget,
    Channel,
    Clip,
    Deltas,
    Influences,
    Instance,
    Material,
    Mesh,
    Node,
    NotARig,
    Scene,
    Skeleton,
    Skin,
    Surface,
    build,
)

TRIANGLE = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], np.float32)
ONE_JOINT = Influences([0, 1, 2, 3], [0, 0, 0], [1.0, 1.0, 1.0])
TARGET = BlendTarget(positions=Deltas(np.ones((3, 3), np.float32)))


def one_mesh(**surface):
    return {"meshes": [Mesh((Surface(TRIANGLE, **surface),))]}


def blended(**channel):
    settings = {"node": 0, "property": "weights", "times": [0.0, 1.0], "values": [[0.0], [1.0]]} | channel
    return {
        "nodes": [Node(), Node()],
        **one_mesh(targets=(TARGET,)),
        "instances": [Instance(0, 0)],
        "clips": [Clip((Channel(**settings),))],
    }


def skinned(joint=0, joints=(0,), **skin):
    influences = Influences([0, 1, 2, 3], [0, joint, 0], [1.0, 1.0, 1.0])
    return {
        "nodes": [Node()],
        **one_mesh(influences=influences),
        "skins": [Skin(list(joints), **skin)],
        "instances": [Instance(0, 0, skin=0)],
    }


REFUSED = [
    ({"dimension": 1}, "2 to 8 dimensions, not 1"),
    ({"dimension": 9}, "2 to 8 dimensions, not 9"),
    ({"nodes": [Node(parent=1)]}, "parents holds 1, outside -1 … 0"),
    ({"nodes": [Node(parent=1), Node(parent=0)]}, "its own ancestor"),
    ({"nodes": [Node(translation=[1, 2])]}, r"node 0 translation has shape \(2,\) where \(3\)"),
    ({"nodes": [Node(), Node(scale=[1, 2, np.nan])]}, "node 1 scale holds a number that is not finite"),
    ({"nodes": [Node(rotation=[0, 0, 1])]}, "node 0 rotation has shape"),
    ({"nodes": [Node(matrix=np.eye(4))]}, r"node 0 matrix has shape \(4, 4\) where \(3, 4\)"),
    ({"nodes": [Node(matrix=np.eye(3, 4), scale=[1, 1, 1])]}, "both a matrix and"),
    ({"dimension": 4, "nodes": [Node(rotation=[0, 0, 0, 1])]}, "3 dimensions, not in 4"),
    ({"nodes": [Node(translation=["a", "b", "c"])]}, "node 0 translation holds"),
    ({"meshes": [Mesh((Surface(np.zeros((3, 2))),))]}, r"mesh 0 surface 0 positions has shape \(3, 2\)"),
    ({"meshes": [Mesh((Surface([[np.inf, 0, 0]]),))]}, "positions holds a number that is not finite"),
    (one_mesh(normals=np.zeros((2, 3))), "surface 0 normals has shape"),
    (one_mesh(tangents=np.zeros((3, 3))), "surface 0 tangents has shape"),
    (one_mesh(texcoords=(np.zeros((2, 2)),)), "texcoords 0 has shape"),
    (one_mesh(indices=[0, 1, 3]), "indices holds 3, outside 0 … 2"),
    (one_mesh(indices=[0.5, 1, 2]), "holds float64, not indices"),
    (one_mesh(mode="quads"), "mode is 'quads'"),
    (one_mesh(material=0), "material is 0"),
    (one_mesh(influences=Influences([0, 1, 2], [0, 0], [1.0, 1.0])), "influence offsets has shape"),
    (one_mesh(influences=Influences([0, 2, 1, 3], [0, 0, 0], [1.0, 1.0, 1.0])), "offsets fall"),
    (one_mesh(influences=Influences([0, 1, 2, 2], [0, 0, 0], [1.0, 1.0, 1.0])), "not from 0 to 3"),
    (one_mesh(influences=Influences([0, 1, 2, 3], [0, -1, 0], [1.0, 1.0, 1.0])), "joints holds -1"),
    (one_mesh(influences=Influences([0, 1, 2, 3], [0, 0], [1.0, 1.0, 1.0])), "joints has shape"),
    (
        one_mesh(targets=(BlendTarget(normals=Deltas(np.zeros((3, 3)))),)),
        "attribute that the surface does not have",
    ),
    (one_mesh(targets=(BlendTarget(positions=Deltas(np.zeros((2, 3)))),)), "target 0 positions has shape"),
    (one_mesh(targets=(BlendTarget(positions=Deltas(np.zeros((1, 3)), [3])),)), "indices holds 3"),
    ({"meshes": [Mesh((Surface(TRIANGLE), Surface(TRIANGLE, targets=(TARGET,))))]}, "all must have as many"),
    ({"meshes": [Mesh((Surface(TRIANGLE),), blend_amounts=[0.5])]}, "blend amounts has shape"),
    (skinned(joint=1), "mesh 0 surface 0 names joint 1, and skin 0 has 1"),
    (skinned(joints=(1,)), "skin 0 joints holds 1, outside -1 … 0"),
    (skinned(inverse_binds=np.zeros((2, 3, 4))), "skin 0 inverse binds has shape"),
    (skinned(root=1), "skin 0 root is 1"),
    (skinned(skeleton=0), "skin 0 skeleton is 0"),
    (skinned(solver="cage"), "solver is 'cage'"),
    ({"nodes": [Node()], "instances": [Instance(0, 0)]}, "instance 0 mesh is 0"),
    ({"nodes": [Node()], **one_mesh(), "instances": [Instance(0, 0, skin=0)]}, "instance 0 skin is 0"),
    (
        {"nodes": [Node()], **one_mesh(), "instances": [Instance(0, 0, amounts=[1.0])]},
        "blend amounts has shape",
    ),
    ({"nodes": [Node()], **one_mesh(), "instances": [Instance(0, 0)] * 2}, "a mesh on node 0 twice"),
    ({"nodes": [Node()], "skeletons": [Skeleton([0, 0], 0)]}, "joint 0 twice"),
    ({"nodes": [Node(), Node()], "skeletons": [Skeleton([0], 1)]}, "not one of its joints"),
    ({"nodes": [Node(), Node()], "skeletons": [Skeleton([0, 1], 0)]}, "parent of joint 1"),
    ({"nodes": [Node(), Node(parent=0)], "skeletons": [Skeleton([0, 1], 1)]}, "skeleton 0"),
    ({"scenes": [Scene((0,))]}, "scene 0 roots holds 0"),
    ({"default_scene": 0}, "default scene is 0"),
    ({"materials": [Material(base_colour=(1.0, 1.0, 1.0))]}, "material 0 base colour has shape"),
    (blended(times=[1.0, 0.0]), "times fall"),
    (blended(times=[], values=np.zeros((0, 1))), "no keys"),
    (blended(values=[[0.0, 0.0], [1.0, 1.0]]), "values has shape"),
    (blended(interpolation="CUBICSPLINE"), "values has shape"),
    (blended(interpolation="BEZIER"), "interpolation is 'BEZIER'"),
    (blended(node=1), "node 1, which has no blend shapes"),
    (blended(node=2), "node is 2"),
    (blended(property="colour"), "property is 'colour'"),
]


@pytest.mark.parametrize(("parts", "sentence"), REFUSED, ids=[sentence for _, sentence in REFUSED])
def test_refused_with_a_sentence(parts, sentence):
    with pytest.raises(NotARig, match=sentence):
        build(**parts)


def test_two_channels_for_one_property_are_refused():
    channel = Channel(0, "translation", [0.0], [[0.0, 0.0, 0.0]])
    with pytest.raises(NotARig, match="twice"):
        build(nodes=[Node()], clips=[Clip((channel, channel))])


@pytest.mark.parametrize(("property", "width"), [("rotation", 4), ("scale", 2)])
def test_outside_3d_clips_move_translations_and_amounts_alone(property, width):
    channel = Channel(0, property, [0.0], np.ones((1, width)))
    with pytest.raises(NotARig, match="3 dimensions"):
        build(dimension=2, nodes=[Node()], clips=[Clip((channel,))])


def test_an_empty_rig_is_a_rig():
    rig = build()
    assert len(rig.nodes) == 0
    assert rig.order.tolist() == []


def test_vertex_arrays_are_views_of_what_was_given_and_read_only():
    indices = np.array([0, 1, 2], np.uint8)
    surface = build(**one_mesh(indices=indices)).meshes[0].surfaces[0]
    assert np.shares_memory(surface.positions, TRIANGLE)
    assert np.shares_memory(surface.indices, indices)
    assert surface.positions.dtype == np.float32
    assert not surface.positions.flags.writeable
    assert TRIANGLE.flags.writeable


def test_joints_may_repeat_and_hold_minus_one():
    assert build(**skinned(joints=(0, 0, -1))).skins[0].joints.tolist() == [0, 0, -1]


def test_every_array_of_a_rig_is_read_only():
    rig = build(**skinned(inverse_binds=[np.eye(3, 4)]))
    nodes, skin, influences = rig.nodes, rig.skins[0], rig.meshes[0].surfaces[0].influences
    for array in (
        nodes.parents,
        nodes.order,
        nodes.local,
        nodes.rotations,
        skin.inverse_binds,
        influences.weights,
    ):
        assert not array.flags.writeable


def test_bad_node_is_named_among_good_ones():
    with pytest.raises(NotARig, match="node 2 translation"):
        build(nodes=[Node(translation=[0, 0, 0]), Node(), Node(translation=[0, 0, 0, 0])])
