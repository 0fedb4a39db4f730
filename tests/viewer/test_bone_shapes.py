"""Shapes of bones in pictures: a closed surface with the volume that the formula of Steiner gives."""

from __future__ import annotations

import numpy as np
import pytest

import pantin
from pantin.formats.bone_extras import with_bone
from pantin.formats.g4mf.shape_volume import general_volume
from pantin.rig import Node
from pantin.viewer.bone_shapes import bone_shape_data, draw_bone_shapes, shape_triangles, undrawn_bone_shapes

SHAPES = {
    "box": {"size": [0.2, 1.0, 0.4]},
    "ball": {"curves": [{"radii": [0.5, 0.5, 0.5]}]},
    "capsule": {"size": [0, 1.0, 0], "curves": [{"radii": [0.2, 0.2, 0.2]}]},
    "cylinder along x": {"size": [1.0, 0, 0], "curves": [{"radii": [0, 0.3, 0.3]}]},
    "cylinder along y": {"size": [0, 1.0, 0], "curves": [{"radii": [0.3, 0, 0.2]}]},
    "rounded box": {"size": [0.5, 1.0, 0.3], "curves": [{"radii": [0.1, 0.2, 0.1], "exponent": 4}]},
    "a longer box": {"size": [1.0, 1.0, 1.0], "curves": [{"radii": [0, 0.5, 0]}]},
    "diamond": {"curves": [{"radii": [1, 1, 1], "exponent": 1}]},
}


@pytest.mark.parametrize("name", SHAPES)
def test_the_surface_is_closed_and_has_the_volume(name):
    shape = SHAPES[name]
    triangles = shape_triangles(shape)
    assert triangles is not None
    areas = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]) / 2
    np.testing.assert_allclose(areas.sum(axis=0), 0.0, atol=1e-9)
    volume = abs(np.einsum("ij,ij->i", triangles[:, 0], np.cross(triangles[:, 1], triangles[:, 2])).sum()) / 6
    expected = general_volume(shape, 3)
    flat = name in ("box", "a longer box", "diamond")
    # Chords of 15 degrees are inside a circle by 1 - sinc(15°) = 1.1 % of its area; a ball loses twice that.
    assert volume == pytest.approx(expected, rel=1e-9 if flat else 0.035)
    assert flat or volume < expected


def test_it_is_in_the_middle_of_the_length_with_the_axes_of_the_bone():
    """G4MF, "Bone", "Shape": at L / 2 along +Y of the bone, and its scale counts."""
    extras = with_bone(None, {"mass": 1.0, "shape": {"size": [0.2, 1.0, 0.4]}})
    turn = [0, 0, np.sqrt(0.5), np.sqrt(0.5)]  # +Y of the bone along −X
    node = Node("arm", translation=(1, 2, 3), rotation=turn, scale=(2, 2, 2), bone_length=3.0, extras=extras)
    (drawn,) = draw_bone_shapes(pantin.build(nodes=[node]).rest_pose())
    middle, reach = np.array([1 - 2 * 1.5, 2, 3]), np.array([1.0, 0.2, 0.4])
    np.testing.assert_allclose(drawn.positions.min(axis=0), middle - reach, atol=1e-9)
    np.testing.assert_allclose(drawn.positions.max(axis=0), middle + reach, atol=1e-9)


def test_a_page_has_them_in_the_space_of_their_nodes():
    extras = with_bone(None, {"shape": {"size": [0.2, 1.0, 0.4]}})
    rig = pantin.build(
        nodes=[Node("hip"), Node("arm", translation=(5, 0, 0), bone_length=3.0, extras=extras)]
    )
    (data,) = bone_shape_data(rig)
    corners = np.array(data["corners"]).reshape(-1, 3)
    assert data["node"] == 1
    assert (corners.min(axis=0).tolist(), corners.max(axis=0).tolist()) == (
        [-0.1, 1.0, -0.2],
        [0.1, 2.0, 0.2],
    )


@pytest.mark.parametrize(
    "shape",
    [
        {"type": "plane"},
        {"size": [1, 1]},
        {"size": [1, 1, -1]},
        {"curves": [{"radii": [1, 1, 1], "taper": [{"position": [0, 1, 0], "radii": [0.5, 0.5, 0.5]}]}]},
        {"curves": [{"radii": [1, 1, 0]}, {"radii": [0, 1, 1]}]},
    ],
)
def test_other_shapes_are_named(shape):
    assert shape_triangles(shape) is None
    rig = pantin.build(nodes=[Node("arm", bone_length=1.0, extras=with_bone(None, {"shape": shape}))])
    assert draw_bone_shapes(rig.rest_pose()) == []
    assert undrawn_bone_shapes(rig) == (
        'the shape of node "arm" (0) is not drawn: only boxes with rounded parts are',
    )


def test_a_picture_shows_them_where_asked():
    extras = with_bone(None, {"shape": {"size": [1.0, 1.0, 1.0]}})
    rig = pantin.build(nodes=[Node("hip", bone_length=1.0, extras=extras)])
    look = {"size": (48, 48), "background": "transparent", "shadow": False, "camera": "front"}
    assert pantin.render(rig, show="shapes", **look).pixels[24, 24, 3] > 0
    assert pantin.render(rig, show="mesh,wireframe", **look).pixels[..., 3].max() == 0
