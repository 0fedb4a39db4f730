"""One surface through all poses: winding, normals of its triangles, arrays used again."""

import math

import numpy as np
import pytest

from pantin.deformation import deform
from pantin.rig import BlendShape, Deltas, Influences, Instance, Mesh, Node, Scene, Skin, Surface, build

HALF = math.sqrt(0.5)
SQUARE = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]]
UP = [[0.0, 0.0, 1.0]] * 4


def square(nodes, **surface):
    body = Surface(np.array(SQUARE, np.float32), indices=[0, 1, 2, 0, 2, 3], **surface)
    return build(nodes=nodes, meshes=[Mesh((body,))], instances=[Instance(0, 0)])


def test_a_mirror_keeps_normals_outward_and_says_so():
    """A box face at x = 1 looking along +x is at −1 looking along −x; its triangles are wound the other
    way."""
    rig = square([Node(scale=[1, 1, -1])], normals=np.array(UP, np.float32))
    posed = deform(rig, rig.rest_pose())[0]
    assert posed.mirrored
    np.testing.assert_array_equal(posed.normals, [[0, 0, -1]] * 4)


def test_flat_normals_point_outwards_under_a_mirror_too():
    rig = square([Node(scale=[1, 1, -1])])
    np.testing.assert_array_equal(deform(rig, rig.rest_pose())[0].normals, [[0, 0, -1]] * 4)


def test_a_mirror_turns_the_sign_of_tangents():
    """The bitangent is cross(normal, tangent) · sign; mirrored along x it must be what it was, +y."""
    tangents = np.array([[1, 0, 0, 1]] * 4, np.float32)
    rig = square([Node(scale=[-1, 1, 1])], normals=np.array(UP, np.float32), tangents=tangents)
    posed = deform(rig, rig.rest_pose())[0]
    np.testing.assert_array_equal(posed.tangents, [[-1, 0, 0, -1]] * 4)
    bitangents = np.cross(posed.normals, posed.tangents[:, :3]) * posed.tangents[:, 3:]
    np.testing.assert_array_equal(bitangents, [[0, 1, 0]] * 4)


@pytest.mark.parametrize("solver", ["linear", "dqs"])
def test_a_joint_that_mirrors_turns_the_signs_of_its_own_vertices(solver):
    """A model whose left arm is its right one, mirrored: signs of the body must stay."""
    tangents = np.array([[1, 0, 0, 1]] * 4, np.float32)
    body = Surface(
        np.array(SQUARE, np.float32),
        np.array(UP, np.float32),
        tangents,
        influences=Influences([0, 1, 2, 3, 4], [0, 0, 0, 1], [1.0] * 4),
    )
    rig = build(
        nodes=[Node(), Node(scale=[-1, 1, 1])],
        meshes=[Mesh((body,))],
        skins=[Skin([0, 1], solver=solver)],
        instances=[Instance(0, 0, skin=0)],
    )
    posed = deform(rig, rig.rest_pose())[0]
    np.testing.assert_allclose(posed.tangents, [[1, 0, 0, 1]] * 3 + [[-1, 0, 0, -1]], atol=1e-6)
    assert not posed.mirrored


def test_flat_normals_follow_the_pose():
    rig = square([Node()])
    pose = rig.rest_pose().with_local(0, rotation=[HALF, 0, 0, HALF])
    np.testing.assert_allclose(deform(rig, pose)[0].normals, [[0, -1, 0]] * 4, atol=1e-7)


def test_normals_are_left_out_when_not_asked_for():
    posed = deform(rig := square([Node()], normals=np.array(UP, np.float32)), rig.rest_pose(), normals=False)[
        0
    ]
    assert posed.normals is None
    assert posed.tangents is None


def test_points_and_lines_without_normals_have_none():
    rig = square([Node()], mode="lines")
    assert deform(rig, rig.rest_pose())[0].normals is None


def test_out_is_written_over_and_returned():
    rig = square([Node()], normals=np.array(UP, np.float32))
    first = deform(rig, rig.rest_pose())
    again = deform(rig, rig.rest_pose().with_local(0, translation=[5, 0, 0]), out=first)
    assert np.shares_memory(again[0].positions, first[0].positions)
    assert again[0].positions[0].tolist() == [5, 0, 0]


def test_out_takes_normals_made_of_triangles():
    rig = square([Node()])
    first = deform(rig, rig.rest_pose())
    again = deform(rig, rig.rest_pose().with_local(0, rotation=[HALF, 0, 0, HALF]), out=first)
    assert np.shares_memory(again[0].normals, first[0].normals)
    np.testing.assert_allclose(first[0].normals, [[0, -1, 0]] * 4, atol=1e-7)


def test_sets_that_change_over_time_have_one_for_each_pose():
    target = BlendShape(texcoords=(Deltas(np.ones((4, 2))),))
    rig = square([Node()], texcoords=(np.zeros((4, 2)),), blend_shapes=(target,))
    rest = rig.rest_pose()
    posed = deform(rig, [rest, rest.with_blend(0, [0.5])])[0]
    assert posed.texcoords[0].shape == (2, 4, 2)
    assert posed.texcoords[0][:, 0, 0].tolist() == [0, 0.5]


def test_a_surface_without_influences_follows_the_node_in_spite_of_a_skin():
    rig = build(
        nodes=[Node(translation=[1, 0, 0]), Node(translation=[5, 0, 0])],
        meshes=[Mesh((Surface(SQUARE),))],
        skins=[Skin([1])],
        instances=[Instance(0, 0, skin=0)],
    )
    assert deform(rig, rig.rest_pose())[0].positions[0].tolist() == [1, 0, 0]


@pytest.mark.parametrize("solver", ["linear", "dqs"])
@pytest.mark.parametrize("surface", [{}, {"normals": np.array(UP, np.float32)}])
def test_instances_of_one_surface_are_posed_as_each_alone(solver, surface):
    """Instances of a mesh with a skin each are posed in one call; a scene with one of them poses it alone.
    The third skin mirrors, and the fourth clamps a transform, so that all counts are compared too."""
    joints = [
        [Node(translation=[i, 0, 0], scale=[scale, 1, 1]), Node(rotation=[0, 0, math.sin(i), math.cos(i)])]
        for i, scale in enumerate([1, 2, -1, 1e200])
    ]
    nodes = [joint for pair in joints for joint in pair]
    weights = np.array([1, 0, 0.5, 0.5, 0.75, 0.25, 1, 0], np.float32)
    influences = Influences(np.arange(0, 9, 2), np.array([0, 1] * 4, np.uint8), weights)
    body = Surface(np.array(SQUARE, np.float32), indices=[0, 1, 2, 0, 2, 3], influences=influences, **surface)
    rig = build(
        nodes=[*nodes, *[Node()] * 4],
        meshes=[Mesh((body,))],
        skins=[Skin([2 * i, 2 * i + 1]) for i in range(4)],
        instances=[Instance(8 + i, 0, i) for i in range(4)],
        scenes=[Scene((*range(8), 8 + i)) for i in range(4)] + [Scene(tuple(range(12)))],
    )
    together = deform(rig, rig.rest_pose(), scene=4, solver=solver)
    alone = [deform(rig, rig.rest_pose(), scene=i, solver=solver) for i in range(4)]
    for one, (other,) in zip(together, alone, strict=True):
        assert (one.node, one.mirrored) == (other.node, other.mirrored)
        assert one.positions.tobytes() == other.positions.tobytes()
        assert one.normals.tobytes() == other.normals.tobytes()
    # The world transform of the huge joint is clamped in every call, and once in the call for all.
    assert together.degenerate.normals == sum(posed.degenerate.normals for posed in alone)
    assert together.degenerate.transforms == alone[3].degenerate.transforms
    assert together[2].mirrored
