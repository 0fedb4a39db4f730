"""What the builder refuses of a whole rig, and what it takes."""

import numpy as np
import pytest

from pantin.rig import Influences, Instance, InvalidRig, Mesh, Node, Scene, Skeleton, Skin, Surface, build

TRIANGLE = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], np.float32)


def one_mesh(**surface):
    return {"meshes": [Mesh((Surface(TRIANGLE, **surface),))]}


def skinned(joint=0, joints=(0,), **skin):
    influences = Influences([0, 1, 2, 3], [0, joint, 0], [1.0, 1.0, 1.0])
    return {
        "nodes": [Node()],
        **one_mesh(influences=influences),
        "skins": [Skin(list(joints), **skin)],
        "instances": [Instance(0, 0, skin=0)],
    }


REFUSED = [
    ({"dimension": 1}, "dimension must be 2 to 8, not 1"),
    ({"dimension": 9}, "dimension must be 2 to 8, not 9"),
    (skinned(joint=1), "mesh 0 surface 0 refers to joint 1, but skin 0 has 1 joints"),
    (skinned(joints=(1,)), "skin 0 joints: index 1 is outside -1 … 0"),
    (skinned(inverse_binds=np.zeros((2, 3, 4))), "skin 0 inverse binds must have shape"),
    (skinned(root=1), "skin 0 root is 1"),
    (skinned(skeleton=0), "skin 0 skeleton is 0"),
    (skinned(solver="cage"), "solver must be linear or dqs, not 'cage'"),
    ({"nodes": [Node()], "instances": [Instance(0, 0)]}, "instance 0 mesh is 0"),
    ({"nodes": [Node()], **one_mesh(), "instances": [Instance(0, 0, skin=0)]}, "instance 0 skin is 0"),
    (
        {"nodes": [Node()], **one_mesh(), "instances": [Instance(0, 0, blend_weights=[1.0])]},
        "blend weights must have shape",
    ),
    ({"nodes": [Node()], **one_mesh(), "instances": [Instance(0, 0)] * 2}, "a mesh on node 0 twice"),
    ({"nodes": [Node()], "skeletons": [Skeleton([0, 0], 0)]}, "joint 0 twice"),
    ({"nodes": [Node(), Node()], "skeletons": [Skeleton([0], 1)]}, "must be one of its joints"),
    (
        {"nodes": [Node(), Node()], "skeletons": [Skeleton([0, 1], 0)]},
        "joint 1, but its parent is not a joint",
    ),
    ({"nodes": [Node(), Node(parent=0)], "skeletons": [Skeleton([0, 1], 1)]}, "skeleton 0"),
    ({"scenes": [Scene((0,))]}, "scene 0 roots: index 0 is outside"),
    ({"default_scene": 0}, "default scene is 0"),
]


@pytest.mark.parametrize(("parts", "sentence"), REFUSED, ids=[sentence for _, sentence in REFUSED])
def test_refused_with_a_sentence(parts, sentence):
    with pytest.raises(InvalidRig, match=sentence):
        build(**parts)


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


def test_dual_quaternions_are_refused_outside_3d():
    with pytest.raises(InvalidRig, match="needs 3 dimensions, not 4"):
        build(dimension=4, skins=[Skin([], solver="dqs")])
