from __future__ import annotations

import numpy as np
import pytest

from pantin.base.records import replace
from pantin.viewer.camera import VIEWS, Framing
from pantin.viewer.environment import LEVELS, Environment, reflect_evenly, studio_environment
from pantin.viewer.lights import Fibres, Lights, ShadedPoints, studio_lights

WHITE = (1.0, 1.0, 1.0)


def lights(view="front", front=0.0):
    return studio_lights(Framing((10, 10)).camera(VIEWS[view]), front)


def surface(normal, base=(0.5, 0.5, 0.5), metallic=0.0, roughness=0.8, occlusion=1.0):
    def number(value):
        return np.array([value], np.float32)

    vector = np.array(normal, np.float32)[:, None] / np.float32(np.linalg.norm(normal))
    return ShadedPoints(
        position=np.zeros((3, 1), np.float32),
        base=np.array(base, np.float32)[:, None],
        normal=vector,
        towards=np.array([[0], [0], [1]], np.float32),
        metallic=number(metallic),
        roughness=number(roughness),
        specular=number(0.04),
        occlusion=number(occlusion),
    )


def lit(normal, view="front", **options):
    return lights(view).reflect(surface(normal, **options)).light[:, 0]


def even(light=1.0):
    """Lights without lamps, and the same light from all sides."""
    profiles = np.full((1, LEVELS * 128, 3), light, np.float32)
    return Lights(np.zeros((0, 3)), np.zeros((0, 3)), Environment(np.array([[0.0, 1.0, 0.0]]), profiles))


def test_every_lamp_has_a_direction_of_length_1():
    assert np.linalg.norm(lights().directions, axis=1) == pytest.approx([1, 1, 1])


def test_a_surface_facing_the_camera_has_about_its_own_colour():
    assert lit((0, 0, 1)) == pytest.approx([0.5] * 3, rel=0.25)


def test_the_key_side_is_brighter_than_the_other_and_nothing_is_black():
    key, other, below = lit((-1, 0.5, 0.5)), lit((1, -0.5, 0.3)), lit((0, -1, 0.05))
    assert key.mean() > 1.5 * other.mean()
    assert below.min() > 0.05


def test_the_sky_stays_above_when_the_camera_looks_down():
    assert lights("front").environment.axes[0].tolist() == pytest.approx([0, 1, 0])
    assert lights("top").environment.axes[0].tolist() == pytest.approx([0, 0, 1])


def test_the_studio_turns_with_the_front_of_the_model():
    """Seen from its own front, a model that faces −Z is lit as one that faces +Z."""
    turned = lights("back", 180.0).environment.axes
    assert turned == pytest.approx(lights("front").environment.axes)


def test_the_key_is_warm_and_the_fill_is_cool():
    key, fill, _ = lights().colors
    assert key[0] > key[2]
    assert fill[0] < fill[2]


@pytest.mark.parametrize("roughness", [0.1, 0.5, 1.0])
def test_white_metal_in_even_light_reflects_all_of_it(roughness):
    """The white furnace: what one bounce between microfacets loses, the others give back."""
    light = even().reflect(surface((0, 0.3, 1), WHITE, 1.0, roughness)).light
    assert light[:, 0] == pytest.approx(WHITE, abs=0.02)


def test_a_white_surface_that_is_not_metal_keeps_energy_too():
    light = even().reflect(surface((0, 0.3, 1), WHITE, 0.0, 0.5)).light
    assert light[:, 0] == pytest.approx(WHITE, abs=0.02)


def test_occlusion_darkens_light_from_all_sides_only():
    open_, blocked = (even().reflect(surface((0, 0, 1), occlusion=value)).light for value in (1.0, 0.0))
    assert blocked.max() < 0.05 * open_.max()
    lamps_only = lights()
    lamps_only = Lights(lamps_only.directions, lamps_only.colors, even(0.0).environment)
    first, second = (lamps_only.reflect(surface((0, 0, 1), occlusion=value)).light for value in (1.0, 0.0))
    assert np.array_equal(first, second)


@pytest.mark.parametrize("roughness", [0.3, 0.7, 1.0])
def test_fibres_in_even_light_take_from_what_is_below_what_they_add(roughness):
    """KHR_materials_sheen, "Albedo-scaling": a white surface with white fibres is not brighter than white."""
    white = np.ones((3, 1), np.float32)
    fibres = Fibres(white, np.array([roughness], np.float32))
    plain = surface((0, 0.3, 1), WHITE, 0.0, 0.5)
    light = even().reflect(replace(plain, sheen=fibres)).light
    assert light[:, 0] == pytest.approx(even().reflect(plain).light[:, 0], abs=0.01)
    black = surface((0, 0.3, 1), (0, 0, 0), 0.0, 1.0)
    assert (even().reflect(replace(black, sheen=fibres)).light > even().reflect(black).light).all()


def test_reflections_without_strength_leave_the_diffuse_light():
    """KHR_materials_specular: a factor of 0 switches the reflection off, at grazing angles too."""
    none = replace(surface((0, 0.9, 0.3)), specular=np.zeros(1, np.float32), edge=np.float32(0))
    reflected = even().reflect(none)
    assert reflected.shiny.max() == 0
    assert reflected.matt[:, 0] == pytest.approx([0.5] * 3)


def test_a_coat_reflects_what_its_index_of_refraction_says():
    """KHR_materials_clearcoat: 0.04 head-on, nearly everything at a grazing angle."""
    smooth = {"roughness": 0.05}
    head_on, grazing = (even().reflect_coat(surface(n, **smooth)) for n in ((0, 0, 1), (0, 1, 0.05)))
    assert head_on[:, 0] == pytest.approx([0.04] * 3, abs=0.005)
    assert grazing.min() > 0.5


def test_a_mirror_shows_the_panel_and_a_rough_metal_blurs_it():
    """At the centre of the key panel a mirror is brighter than rough metal, beside it darker."""
    environment = studio_environment()
    centre = environment.axes[1].astype(np.float32)[:, None]
    levels = [np.array([level], np.float32) for level in (0, LEVELS - 1)]
    sharp, rough = (environment.radiance(centre, level).mean() for level in levels)
    assert sharp > 1.5 * rough
    beside = np.array([[0.0], [0.0], [1.0]], np.float32)
    assert environment.radiance(beside, levels[0]).mean() < environment.radiance(beside, levels[1]).mean()


def test_even_light_on_a_smooth_surface_seen_from_the_front_is_its_reflection_head_on():
    """Fresnel at normal incidence: scale 1, offset 0."""
    scale, offset = reflect_evenly(np.array([1.0], np.float32), np.array([0.05], np.float32))
    assert scale[0] == pytest.approx(1, abs=0.01)
    assert offset[0] == pytest.approx(0, abs=0.01)
