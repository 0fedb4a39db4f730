from __future__ import annotations

import numpy as np
import pytest

from pantin.base.records import replace
from pantin.viewer import draw as drawing
from pantin.viewer.camera import VIEWS, Framing, ViewAngles
from pantin.viewer.draw import draw
from pantin.viewer.geometry import build_geometry, join
from pantin.viewer.lights import studio_lights
from pantin.viewer.materials import Coat, Glass, Material, TextureUse, Toon
from pantin.viewer.shading import Wire
from pantin.viewer.texture import MipMaps, Texture

CORNERS = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], float)
FACES = np.array([[0, 1, 2], [0, 2, 3]])
TEXCOORDS = np.array([[[0, 1]], [[1, 1]], [[1, 0]], [[0, 0]]], float)
NORMALS = np.tile([0.0, 0.0, 1.0], (4, 1))
RED, GREEN, BLUE = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def plate(color, z=0.0, **options):
    return build_geometry(
        CORNERS + np.array([0, 0, z]),
        NORMALS,
        FACES,
        Material((*color, options.pop("alpha", 1.0)), unlit=True, **options),
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
    full = [middle(drawn(plate(color)))[index] for index, color in enumerate((RED, GREEN, BLUE))]
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
    colors = np.array([[1, 0, 0], [0, 0, 1], [0, 0, 1], [1, 0, 0]], float)
    textures = build_geometry(CORNERS, NORMALS, FACES, Material((1, 1, 1, 1), unlit=True), colors=colors)
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


def test_an_opaque_face_ignores_the_alpha_of_its_texture():
    """glTF 2.0 §3.9.4, OPAQUE."""
    clear = np.array([[[255, 0, 0, 0]]], np.uint8)
    front = replace(plate((1, 1, 1), base_texture=TextureUse(0)), texcoords=TEXCOORDS)
    assert middle(drawn(front, textures=[Texture(clear)])) == pytest.approx([1, 0, 0, 1])


def lit_plate(normal=(0.0, 0.0, 1.0), color=0.5, **options):
    """A grey plate of a material that lamps and studio light."""
    material = Material((color, color, color, 1.0), **options)
    board = build_geometry(CORNERS, np.tile(normal, (4, 1)), FACES, material)
    return replace(board, texcoords=TEXCOORDS)


def texel(*values):
    """A texture of one colour, or of one set of numbers."""
    return [Texture(np.array([[[*values, 255]]], np.uint8), data=True)]


def test_emission_is_the_factor_times_its_texture():
    """glTF 2.0 §3.9.3."""
    glowing = lit_plate(emissive=(0.2, 0.2, 0.2), emissive_texture=TextureUse(0))
    dark, red = middle(drawn(lit_plate())), middle(drawn(glowing, textures=texel(255, 0, 0)))
    assert red[0] == pytest.approx(dark[0] + 0.2, abs=0.02)
    assert red[2] == pytest.approx(dark[2], abs=0.02)


def test_a_normal_map_bends_normals_towards_u_and_against_v():
    """glTF 2.0 §3.9.3: red is along u, green up in the image. A plate bent so is lit as one turned so."""
    mapped = lit_plate(normal_texture=TextureUse(0))
    for color, x, y in (((128, 218, 218), 0, 1), ((128, 38, 218), 0, -1), ((218, 128, 218), 1, 0)):
        bent = middle(drawn(mapped, textures=texel(*color)))
        same = middle(drawn(lit_plate(np.array([x, y, 1]) / np.sqrt(2))))
        assert bent == pytest.approx(same, abs=0.01)
    assert middle(drawn(lit_plate((0, 1, 1)))) != pytest.approx(
        middle(drawn(lit_plate((0, -1, 1)))), abs=0.05
    )


def test_roughness_is_green_and_metalness_is_blue():
    """glTF 2.0 §3.9.2."""
    packed = lit_plate(metallic=1.0, roughness=1.0, metallic_roughness_texture=TextureUse(0))
    plain = lit_plate(metallic=0.2, roughness=0.4)
    assert middle(drawn(packed, textures=texel(255, 102, 51))) == pytest.approx(
        middle(drawn(plain)), abs=1e-5
    )


def test_occlusion_darkens_by_its_strength():
    """glTF 2.0 §3.9.3: 1 + strength · (red − 1)."""
    plates = [
        lit_plate(occlusion_texture=TextureUse(0), occlusion_strength=strength) for strength in (0, 0.5, 1)
    ]
    none, half, full = (middle(drawn(each, textures=texel(0, 255, 255)))[0] for each in plates)
    assert none == pytest.approx(middle(drawn(lit_plate()))[0], abs=1e-6)
    assert half == pytest.approx((none + full) / 2, abs=0.02)
    assert full < none - 0.1


def test_toon_shading_has_two_colours():
    """VRMC_materials_mtoon 1.0: lit towards the lamp, shaded away from it. The tone curve takes 0.04 away."""
    toon = Toon(shade=(0.1, 0.0, 0.0), toony=1.0)
    lit, shaded = (middle(drawn(lit_plate(normal, toon=toon))) for normal in ((0, 0, 1), (0, -1, 0)))
    assert lit[:3] == pytest.approx([0.46] * 3, abs=0.01)
    assert shaded[:3] == pytest.approx([0.1, 0, 0], abs=0.02)


def test_an_edge_that_alpha_cuts_is_as_smooth_as_that_of_a_face():
    ramp = np.repeat(np.arange(0, 256, 17, dtype=np.uint8)[None], 16, axis=0)
    pixels = np.dstack([np.full_like(ramp, 255)] * 3 + [ramp])
    slanted = replace(
        plate((1, 1, 1), base_texture=TextureUse(0), transparent=True, cutoff=0.5),
        texcoords=np.array([[[0, 1]], [[0.8, 1]], [[1, 0]], [[0.2, 0]]], float),
    )
    alpha = drawn(slanted, textures=[Texture(pixels, (1, 1))])[10:30, 10:30, 3]
    assert {0.0, 1.0} < set(np.unique(alpha).tolist())


def pane(z=1.0, **options):
    """A plate of clear glass, before what is drawn at z = 0."""
    glass = Glass(
        1.0, **{name: options.pop(name) for name in ("thickness", "tint", "ior") if name in options}
    )
    return build_geometry(
        CORNERS + np.array([0, 0, z]),
        NORMALS,
        FACES,
        Material((1, 1, 1, 1), roughness=options.pop("roughness", 0.0), glass=glass, **options),
    )


def test_glass_shows_what_is_behind_it_and_reflects_a_little():
    """KHR_materials_transmission: a thin wall shifts nothing; 4 % is reflected on its way."""
    alone, behind = middle(drawn(plate(RED))), middle(drawn(plate(RED), pane()))
    assert behind[0] > 0.8 * alone[0]
    assert behind[0] > 2 * behind[1]
    assert behind[3] == 1


def test_glass_that_is_cut_out_is_there():
    """Transmission with alpha mode MASK: what is left of it is glass, and does not vanish."""
    picture = drawn(plate(RED), pane(transparent=True, cutoff=0.5))
    assert middle(picture) == pytest.approx(middle(drawn(plate(RED), pane())), abs=1e-3)


def test_glass_tints_light_by_its_thickness():
    """KHR_materials_volume: transmittance is the tint to the power of the distance (Beer's law)."""
    white = plate((1.0, 1.0, 1.0))
    tint = (0.5, 1.0, 0.25)
    once, twice = (middle(drawn(white, pane(thickness=t, tint=tint, ior=1.0001))) for t in (1.0, 2.0))
    assert once[1] > 0.7
    assert once[0] / once[1] > twice[0] / twice[1]
    assert once[2] / once[1] > twice[2] / twice[1]


def test_rough_glass_blurs_what_is_behind_it():
    left = build_geometry(
        CORNERS * np.array([0.5, 1, 1]) - np.array([0.5, 0, 0]),
        NORMALS,
        FACES,
        Material((1, 1, 1, 1), unlit=True),
    )
    clear, rough = (drawn(left, pane(roughness=value))[20, :, 0] for value in (0.0, 0.6))
    assert np.abs(np.diff(clear)).max() > 3 * np.abs(np.diff(rough[5:-5])).max()


def test_glass_before_nothing_shows_the_background_once():
    eye = camera()
    blue = np.zeros((40, 40, 4), np.float32)
    blue[...] = (0, 0, 0.5, 1)
    seen = draw(join([pane()]), MipMaps(()), eye, studio_lights(eye), None, blue)
    assert middle(seen)[3] == 1
    assert middle(seen)[2] > middle(seen)[0] + 0.2
    nothing = draw(join([pane()]), MipMaps(()), eye, studio_lights(eye))
    assert middle(nothing)[3] < 0.1


def test_a_coat_makes_a_matt_surface_shine_where_a_lamp_is_mirrored():
    matt = Material((0.2, 0.0, 0.0, 1.0), roughness=1.0)
    coated = replace(matt, coat=Coat(1.0, 0.05))
    plain, shiny = (drawn(build_geometry(CORNERS, NORMALS, FACES, one)) for one in (matt, coated))
    assert shiny[..., 1].max() > plain[..., 1].max()
