"""Blend shapes, attribute by attribute."""

import numpy as np

from pantin.deformation import deform
from pantin.deformation.blending import blend_surface
from pantin.motion import sample
from pantin.rig import BlendShape, Channel, Clip, Deltas, Instance, Mesh, Node, Surface, build

SQUARE = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]]
UP = [[0.0, 0.0, 1.0]] * 4


def square(nodes, **surface):
    body = Surface(np.array(SQUARE, np.float32), indices=[0, 1, 2, 0, 2, 3], **surface)
    return build(nodes=nodes, meshes=[Mesh((body,))], instances=[Instance(0, 0)])


def test_colours_are_clamped_and_texture_coordinates_are_not():
    target = BlendShape(texcoords=(Deltas([[2.0, 0.0]] * 4),), colors=(Deltas([[0.0, 0.0, 0.0, 2.0]], [1]),))
    rig = square(
        [Node()], texcoords=(np.full((4, 2), 0.5),), colors=(np.full((4, 4), 0.5),), blend_shapes=(target,)
    )
    posed = deform(rig, rig.rest_pose().with_blend(0, [1.0]))[0]
    assert posed.texcoords[0].tolist() == [[2.5, 0.5]] * 4
    assert posed.colors[0][:, 3].tolist() == [0.5, 1.0, 0.5, 0.5]


def test_an_index_listed_twice_has_both_differences_added():
    target = BlendShape(positions=Deltas([[1.0, 0, 0], [2.0, 0, 0]], [2, 2]))
    rig = square([Node()], blend_shapes=(target,))
    assert deform(rig, rig.rest_pose().with_blend(0, [1.0]))[0].positions[2].tolist() == [4.0, 1.0, 0.0]


def test_tangents_blend_without_their_sign():
    target = BlendShape(tangents=Deltas([[-1.0, 1.0, 0.0]] * 4))
    tangents = np.array([[1, 0, 0, -1]] * 4, np.float32)
    rig = square([Node()], normals=np.array(UP, np.float32), tangents=tangents, blend_shapes=(target,))
    assert deform(rig, rig.rest_pose().with_blend(0, [1.0]))[0].tangents.tolist() == [[0, 1, 0, -1]] * 4


def test_a_spline_of_blend_amounts_over_time():
    """Amounts 0 → 1 over 2 s with tangents 0: at half time the Hermite curve is at 1/2, the delta is 4."""
    keys = [[[0.0], [0.0], [0.0]], [[0.0], [1.0], [0.0]]]
    target = BlendShape(positions=Deltas([[0.0, 0.0, 4.0]], [0]))
    body = Surface(np.array(SQUARE), blend_shapes=(target,))
    rig = build(
        nodes=[Node()],
        meshes=[Mesh((body,))],
        instances=[Instance(0, 0)],
        clips=[Clip((Channel(0, "weights", [0.0, 2.0], keys, "CUBICSPLINE"),))],
    )
    posed = deform(rig, sample(rig, 0, [-1.0, 0.0, 1.0, 2.0, 5.0]))[0]
    np.testing.assert_allclose(posed.positions[:, 0, 2], [0, 0, 2, 4, 4], atol=1e-15)


def test_without_amounts_the_stored_arrays_are_used():
    surface = Surface(np.array(SQUARE), blend_shapes=(BlendShape(positions=Deltas(np.ones((4, 3)))),))
    assert blend_surface(surface, np.zeros(1)).positions is surface.positions


def test_an_attribute_no_target_moves_is_the_stored_array():
    surface = Surface(
        np.array(SQUARE), np.array(UP), blend_shapes=(BlendShape(positions=Deltas(np.ones((4, 3)))),)
    )
    moved = blend_surface(surface, np.array([2.0]))
    assert moved.normals is surface.normals
    np.testing.assert_array_equal(moved.positions, np.array(SQUARE) + 2)


def test_a_target_may_have_fewer_sets_than_the_surface():
    sets = (np.zeros((4, 2)), np.zeros((4, 2)))
    surface = Surface(
        np.array(SQUARE), texcoords=sets, blend_shapes=(BlendShape(texcoords=(Deltas(np.ones((4, 2))),)),)
    )
    moved = blend_surface(surface, np.array([1.0])).texcoords
    assert moved[0].tolist() == [[1, 1]] * 4
    assert moved[1] is sets[1]
