from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pantin.viewer import draw as drawing
from pantin.viewer.camera import VIEWS, Framing, ViewAngles
from pantin.viewer.draw import draw
from pantin.viewer.geometry import build_geometry, join
from pantin.viewer.lights import studio_lights
from pantin.viewer.materials import Material, TextureUse
from pantin.viewer.shading import Wire
from pantin.viewer.texture import MipMaps, Texture

CORNERS = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], float)
FACES = np.array([[0, 1, 2], [0, 2, 3]])
TEXCOORDS = np.array([[[0, 1]], [[1, 1]], [[1, 0]], [[0, 0]]], float)
NORMALS = np.tile([0.0, 0.0, 1.0], (4, 1))
RED, GREEN, BLUE = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def plate(colour, z=0.0, **options):
    return build_geometry(
        CORNERS + np.array([0, 0, z]),
        NORMALS,
        FACES,
        Material((*colour, options.pop("alpha", 1.0)), unlit=True, **options),
    )


def camera(size=(40, 40), view=VIEWS["front"]):
    framing = Framing(size)
    framing.add(CORNERS, view)
    return framing.camera(view)


def drawn(*pieces, textures=(), wire=None, view=None):
    eye = view or camera()
    return draw(join(pieces), MipMaps(textures), eye, studio_lights(eye), wire)


def middle(picture):
    return picture[picture.shape[0] // 2, picture.shape[1] // 2].tolist()


def test_an_unlit_face_has_its_colour_and_nothing_else_has_any():
    """KHR_materials_unlit; the tone curve leaves pure red as it is but for its shoulder."""
    picture = drawn(plate(RED))
    red, green, blue, alpha = middle(picture)
    assert red > 0.75
    assert (green, blue, alpha) == pytest.approx((0, 0, 1), abs=0.05)
    assert picture[0, 0].tolist() == [0, 0, 0, 0]


def test_coverage_of_pixels_sums_to_the_area_on_the_screen():
    """Nine samples a pixel: along an edge each pixel errs by at most half a sample row."""
    eye = camera()
    x, y, _ = eye.project(eye.to_camera(CORNERS))
    area = np.ptp(x) * np.ptp(y)
    assert drawn(plate(RED))[..., 3].sum() == pytest.approx(area, rel=0.02)


def test_an_edge_that_crosses_pixels_covers_part_of_them():
    alpha = drawn(plate(RED), view=camera((41, 37), ViewAngles(20, 10)))[..., 3]
    assert ((alpha > 0.05) & (alpha < 0.95)).any()


def test_the_nearer_of_two_plates_hides_the_other():
    assert middle(drawn(plate(RED, 0.0), plate(BLUE, -0.5)))[0] > 0.7
    assert middle(drawn(plate(BLUE, -0.5), plate(RED, 0.0)))[0] > 0.7


def test_seen_from_behind_a_face_is_there_only_if_double_sided():
    back = Framing((40, 40))
    back.add(CORNERS, VIEWS["back"])
    eye = back.camera(VIEWS["back"])
    assert drawn(plate(RED), view=eye)[..., 3].max() == 0
    assert drawn(plate(RED, double_sided=True), view=eye)[..., 3].max() == 1


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_transparent_plates_are_blended_from_front_to_back_in_any_order(order):
    """Porter-Duff over: ½ red + ½ · ½ green over opaque blue."""
    plates = [
        plate(RED, 0.2, alpha=0.5, transparent=True),
        plate(GREEN, 0.1, alpha=0.5, transparent=True),
        plate(BLUE),
    ]
    full = [middle(drawn(plate(colour)))[index] for index, colour in enumerate((RED, GREEN, BLUE))]
    red, green, blue, alpha = middle(drawn(*(plates[index] for index in order)))
    spill = 0.06  # the tone curve adds a little white to saturated light
    assert red == pytest.approx(0.5 * full[0], abs=spill)
    assert green == pytest.approx(0.25 * full[1], abs=spill)
    assert blue == pytest.approx(0.25 * full[2], abs=spill)
    assert alpha == pytest.approx(1)


def test_transparent_over_nothing_leaves_alpha():
    assert middle(drawn(plate(RED, alpha=0.25, transparent=True)))[3] == pytest.approx(0.25)


def test_a_cut_out_lets_what_is_behind_through_where_alpha_is_below_the_cutoff():
    """glTF 2.0 §3.9.4, MASK."""
    holes = np.array([[[255, 0, 0, 255], [255, 0, 0, 0]]], np.uint8)
    front = plate((1, 1, 1), 0.1, base_texture=TextureUse(0), transparent=True, cutoff=0.5)
    front = replace(front, texcoords=TEXCOORDS)
    picture = drawn(front, plate(BLUE), textures=[Texture(holes, (1, 1))])
    left, right = picture[20, 10], picture[20, 30]
    assert left[0] > 0.7
    assert right[2] > 0.7
    assert left[3] == right[3] == 1


def test_the_quarters_of_a_texture_are_where_texture_coordinates_put_them():
    quarters = np.array(
        [[[255, 0, 0, 255], [0, 255, 0, 255]], [[0, 0, 255, 255], [255, 255, 255, 255]]], np.uint8
    )
    board = plate((1, 1, 1), base_texture=TextureUse(0))
    board = replace(board, texcoords=TEXCOORDS)
    picture = drawn(board, textures=[Texture(quarters, (1, 1), nearest=True)])
    corners = [picture[y, x, :3].argmax() for y, x in ((10, 10), (10, 30), (30, 10))]
    assert corners == [0, 1, 2]
    assert picture[30, 30, :3].min() > 0.7


def test_a_fine_texture_seen_from_afar_is_even_grey():
    """The copy with about one texel a sample is used: a checkerboard of single texels does not flicker."""
    checks = np.indices((256, 256)).sum(axis=0) % 2 * 255
    pixels = np.dstack([checks] * 3 + [np.full_like(checks, 255)]).astype(np.uint8)
    board = plate((1, 1, 1), base_texture=TextureUse(0))
    board = replace(board, texcoords=TEXCOORDS)
    inside = drawn(board, textures=[Texture(pixels)])[10:30, 10:30, 0]
    assert inside == pytest.approx(0.5, abs=0.01)


def test_vertex_colours_run_between_corners():
    colours = np.array([[1, 0, 0], [0, 0, 1], [0, 0, 1], [1, 0, 0]], float)
    textures = build_geometry(CORNERS, NORMALS, FACES, Material((1, 1, 1, 1), unlit=True), colours=colours)
    row = drawn(textures)[20, 6:34]
    assert (np.diff(row[:, 0]) <= 1e-6).all()
    assert (np.diff(row[:, 2]) >= -1e-6).all()


def test_wire_alone_has_edges_and_is_clear_between():
    picture = drawn(plate(RED), wire=Wire(0.5, BLUE, alone=True), view=camera((90, 90)))
    diagonal, between = picture[40, 49, 3], picture[30, 45, 3]
    assert diagonal > 0.6
    assert between == 0


def test_wire_on_a_face_leaves_it_opaque():
    picture = drawn(plate(RED), wire=Wire(0.5, BLUE), view=camera((90, 90)))
    assert picture[40, 49, 2] > 0.5
    assert picture[40, 49, 3] == 1
    assert picture[30, 45].tolist() == pytest.approx(middle(drawn(plate(RED))), abs=1e-6)


def test_bands_change_nothing(monkeypatch):
    pieces = [plate(RED, 0.2, alpha=0.5, transparent=True), plate(BLUE)]
    whole = drawn(*pieces)
    monkeypatch.setattr(drawing, "BAND", 1)
    assert np.array_equal(drawn(*pieces), whole)


def test_a_face_behind_the_camera_is_left_out():
    assert drawn(plate(RED, 1000.0))[..., 3].max() == 0


def test_nothing_is_nothing():
    assert drawn()[..., 3].max() == 0


def test_a_face_that_reaches_out_of_all_numbers_is_not_drawn():
    far = plate(GREEN)
    far.positions[0] = (1e308, -1e308, 0)
    with np.errstate(all="ignore"):
        picture = drawn(plate(RED), far)
    assert np.isfinite(picture).all()
    assert picture[..., 0].any()
