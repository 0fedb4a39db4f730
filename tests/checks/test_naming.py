"""Names of and pointers to the parts of a rig."""

import pytest

from pantin.checks.channels import channels_of
from pantin.checks.naming import name_joints, name_nodes, skinned_surfaces
from pantin.rig import Channel, Clip, Influences, Mesh, Node, Skin, Surface, build


@pytest.mark.parametrize(
    ("nodes", "words"),
    [
        ([2], "node 2"),
        ([0, 2], 'nodes "Hips" (0) and 2'),
        ([0, 1, 2], 'nodes "Hips" (0), "Spine" (1) and 2'),
        ([0, 1, 2, 0], 'nodes "Hips" (0), "Spine" (1), 2 and 1 more'),
    ],
)
def test_the_first_three_nodes_are_named(nodes, words):
    assert name_nodes(build(nodes=[Node("Hips"), Node("Spine"), Node()]), nodes) == words


def test_a_joint_has_the_name_of_its_node_and_its_position_in_the_skin():
    rig = build(nodes=[Node("Hips"), Node("Spine")], skins=[Skin([-1, 1])])
    assert name_joints(rig, 0, [0, 1]) == 'joints 0 and "Spine" (1)'


def test_a_surface_has_the_name_of_its_mesh():
    skinned = Surface([[1.0, 0.0, 0.0]], influences=Influences([0, 1], [0], [1.0]), mode="points")
    rig = build(meshes=[Mesh((Surface([[0.0, 0.0, 0.0]], mode="points"), skinned), name="Body")])
    (surface,) = skinned_surfaces(rig)
    assert (surface.pointer, surface.name) == ("/meshes/0/primitives/1", 'surface 1 of mesh "Body" (0)')


def test_the_pointer_of_a_channel_is_that_of_the_file():
    """Channels without a node are legal and ignored (glTF 2.0 §3.11); those after them keep their index."""
    keys = ([0.0], [[0.0, 0.0, 0.0]])
    first = Channel(0, "translation", *keys, number=2)
    rig = build(nodes=[Node()], clips=[Clip(()), Clip((first, Channel(0, "scale", *keys)))])
    known = channels_of(rig)
    assert [known.pointer(row) for row in known.rows("translation")] == ["/animations/1/channels/2"]
    assert [known.pointer(row) for row in known.rows("scale")] == ["/animations/1/channels/1"]
