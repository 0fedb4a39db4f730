from __future__ import annotations

import numpy as np
import pytest

from pantin.base.records import replace
from pantin.deformation import deform
from pantin.rig import Mesh
from pantin.viewer import surfaces as module
from pantin.viewer.materials import DEFAULT_MATERIAL, Material, Materials, TextureUse, Toon
from pantin.viewer.picture import Look, draw_picture
from pantin.viewer.surfaces import (
    UNSKINNED,
    joint_weights,
    line_geometry,
    mesh_geometry,
    outline_geometry,
    segments,
    undrawn_notes,
    weight_map_geometry,
)


def test_weights_of_all_joints_sum_to_one_at_every_vertex(arm):
    (posed,) = deform(arm.rig, arm.rig.rest_pose())
    each = [joint_weights(arm.rig, posed, node) for node in range(3)]
    assert sum(each) == pytest.approx(np.ones(len(posed.positions)))
    assert each[0][0] == 1
    assert each[2][-1] == 1


def test_a_weight_map_has_the_weight_as_texture_coordinate(arm):
    (posed,) = deform(arm.rig, arm.rig.rest_pose())
    (map_,) = weight_map_geometry(arm.rig, [posed], 1, 0)
    assert map_.texcoords[:, 0, 0].tolist() == joint_weights(arm.rig, posed, 1).tolist()
    assert map_.materials[0].base_texture == TextureUse(0)


def test_a_surface_that_no_skin_moves_is_grey(square):
    rig = square()
    (map_,) = weight_map_geometry(rig, deform(rig, rig.rest_pose()), 0, 0)
    assert map_.materials == (UNSKINNED,)


def test_a_surface_without_material_has_the_default(arm):
    (geometry,) = mesh_geometry(arm.rig, deform(arm.rig, arm.rig.rest_pose()), Materials(()))
    assert geometry.materials == (DEFAULT_MATERIAL,)


def test_triangles_of_a_mirrored_mesh_are_turned_round(square):
    rig = square()
    mirror = rig.rest_pose().with_local(0, scale=(-1, 1, 1))
    materials = Materials((Material(),))
    (plain,) = mesh_geometry(rig, deform(rig, rig.rest_pose()), materials)
    (turned,) = mesh_geometry(rig, deform(rig, mirror), materials)
    assert turned.faces.tolist() == plain.faces[:, ::-1].tolist()


def test_texture_coordinates_are_moved_as_the_paint_says(square):
    """KHR_texture_transform, with offset and scale."""
    rig = square(texcoords=(np.float32([[0, 0], [1, 0], [1, 1], [0, 1]]),))
    materials = Materials((Material(base_texture=TextureUse(0, 0, ((2.0, 0.0, 0.5), (0.0, 3.0, 0.25)))),))
    (geometry,) = mesh_geometry(rig, deform(rig, rig.rest_pose()), materials)
    assert geometry.texcoords[:, 0].tolist() == [[0.5, 0.25], [2.5, 0.25], [2.5, 3.25], [0.5, 3.25]]


def test_a_surface_without_normals_is_drawn_flat(square):
    rig = square()
    bare = replace(rig.meshes[0].surfaces[0], normals=None)
    rig = replace(rig, meshes=(Mesh((bare,)),))
    posed = deform(rig, rig.rest_pose())
    for geometry in (*mesh_geometry(rig, posed, Materials(())), *weight_map_geometry(rig, posed, 0, 0)):
        assert len(geometry.positions) == 6
        assert geometry.normals.tolist() == [[0, 0, 1]] * 6


@pytest.fixture
def wire(square):
    """The four corners of a square, joined by lines."""

    def make(mode="line_loop", indices=None):
        rig = square()
        given = rig.meshes[0].surfaces[0]
        geometry = replace(given, normals=None, mode=mode, indices=indices)
        return replace(rig, meshes=(Mesh((geometry,)),))

    return make


@pytest.mark.parametrize(
    ("mode", "pairs"),
    [
        ("lines", [[0, 1], [2, 3]]),
        ("line_strip", [[0, 1], [1, 2], [2, 3]]),
        ("line_loop", [[0, 1], [1, 2], [2, 3], [3, 0]]),
    ],
)
def test_lines_are_cut_as_their_mode_says(wire, mode, pairs):
    """glTF 2.0 §3.7.2.1."""
    assert segments(wire(mode).meshes[0].surfaces[0]).tolist() == pairs


def test_a_bar_runs_from_end_to_end_and_is_as_thick_all_along(wire):
    rig = wire("lines", np.array([0, 1], np.uint8))
    (geometry,) = line_geometry(rig, deform(rig, rig.rest_pose()), Materials((Material(),)))
    start, end = np.asarray(rig.meshes[0].surfaces[0].positions, np.float64)[:2]
    assert geometry.positions[:3].mean(axis=0) == pytest.approx(start)
    assert geometry.positions[3:].mean(axis=0) == pytest.approx(end)
    around = np.linalg.norm(geometry.positions - np.repeat([start, end], 3, axis=0), axis=1)
    assert around == pytest.approx(np.full(6, around[0]))
    assert sorted(set(geometry.faces.ravel().tolist())) == [0, 1, 2, 3, 4, 5]
    assert len(geometry.faces) == 6


def test_a_line_of_no_length_is_no_bar(wire):
    rig = wire("lines", np.array([0, 0], np.uint8))
    (geometry,) = line_geometry(rig, deform(rig, rig.rest_pose()), Materials(()))
    assert len(geometry.faces) == 0


def test_lines_are_in_the_picture(wire):
    pixels, notes = draw_picture(wire(), look=Look((64, 48), background="white", shadow=False))
    assert not notes
    assert (pixels[..., 1] < 250).any()  # thinner than a pixel, and so pale


def test_what_is_left_out_is_said(wire, monkeypatch):
    assert undrawn_notes(wire("points")) == ("1 point cloud not drawn: points are not supported",)
    monkeypatch.setattr(module, "MAX_LINES", 3)
    rig = wire()
    assert undrawn_notes(rig) == ("4 lines not drawn: the limit is 3",)
    assert line_geometry(rig, deform(rig, rig.rest_pose()), Materials(())) == []


def test_an_outline_is_the_surface_grown_along_its_normals_and_turned_inside_out(square):
    """VRMC_materials_mtoon 1.0, outlineWidthMode: metres, or a part of the height of the picture."""
    rig = square()
    posed = deform(rig, rig.rest_pose())
    for on_screen, height in ((False, 0.25), (True, 0.5)):
        toon = Toon(outline=(0.1, 0.2, 0.3), outline_lit=0.5, outline_width=0.25, on_screen=on_screen)
        (outline,) = outline_geometry(rig, posed, Materials((Material(toon=toon),)), 2.0)
        assert outline.positions[:, 2].tolist() == [height] * 4
        assert outline.faces.tolist() == rig.meshes[0].surfaces[0].triangles[:, ::-1].tolist()
        assert outline.materials[0].factor == pytest.approx((0.04, 0.08, 0.12, 1.0))
        assert outline.materials[0].emissive == (0.05, 0.1, 0.15)
    assert outline_geometry(rig, posed, Materials((Material(toon=Toon()),)), 2.0) == []
