from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pantin.deformation import deform
from pantin.rig import Mesh
from pantin.viewer.paint import PLAIN, Paint, Paints
from pantin.viewer.surfaces import WEIGHTLESS, coloured, joint_weights, weighted


def test_weights_of_all_joints_sum_to_one_at_every_vertex(arm):
    (posed,) = deform(arm.rig, arm.rig.rest_pose())
    each = [joint_weights(arm.rig, posed, node) for node in range(3)]
    assert sum(each) == pytest.approx(np.ones(len(posed.positions)))
    assert each[0][0] == 1
    assert each[2][-1] == 1


def test_a_weight_map_has_the_weight_as_texture_coordinate(arm):
    (posed,) = deform(arm.rig, arm.rig.rest_pose())
    (map_,) = weighted(arm.rig, [posed], 1, 0)
    assert map_.texcoords[:, 0].tolist() == joint_weights(arm.rig, posed, 1).tolist()
    assert map_.paints[0].texture == 0


def test_a_surface_that_no_skin_moves_is_grey(square):
    rig = square()
    (map_,) = weighted(rig, deform(rig, rig.rest_pose()), 0, 0)
    assert map_.paints == (WEIGHTLESS,)


def test_a_surface_without_material_is_clay(arm):
    (made,) = coloured(arm.rig, deform(arm.rig, arm.rig.rest_pose()), Paints(()))
    assert made.paints == (PLAIN,)


def test_triangles_of_a_mirrored_mesh_are_turned_round(square):
    rig = square()
    mirror = rig.rest_pose().with_local(0, scale=(-1, 1, 1))
    paints = Paints((Paint(),))
    (plain,) = coloured(rig, deform(rig, rig.rest_pose()), paints)
    (turned,) = coloured(rig, deform(rig, mirror), paints)
    assert turned.faces.tolist() == plain.faces[:, ::-1].tolist()


def test_texture_coordinates_are_moved_as_the_paint_says(square):
    """KHR_texture_transform, with offset and scale."""
    rig = square(texcoords=(np.float32([[0, 0], [1, 0], [1, 1], [0, 1]]),))
    paints = Paints((Paint(texture=0, placed=((2.0, 0.0, 0.5), (0.0, 3.0, 0.25))),))
    (made,) = coloured(rig, deform(rig, rig.rest_pose()), paints)
    assert made.texcoords.tolist() == [[0.5, 0.25], [2.5, 0.25], [2.5, 3.25], [0.5, 3.25]]


def test_a_surface_without_normals_is_drawn_flat(square):
    rig = square()
    bare = replace(rig.meshes[0].surfaces[0], normals=None)
    rig = replace(rig, meshes=(Mesh((bare,)),))
    posed = deform(rig, rig.rest_pose())
    for made in (*coloured(rig, posed, Paints(())), *weighted(rig, posed, 0, 0)):
        assert len(made.positions) == 6
        assert made.normals.tolist() == [[0, 0, 1]] * 6
