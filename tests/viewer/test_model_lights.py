"""Lights of a model against a slow transcription of KHR_lights_punctual."""

from __future__ import annotations

from math import cos, pi, radians, sqrt

import numpy as np
import pytest

import pantin
from pantin.rig import Clip, Instance, Light, Material, Mesh, Node, PropertyChannel, Scene, Surface, build
from pantin.viewer.camera import VIEWS, Camera, Framing
from pantin.viewer.environment import LEVELS, Environment
from pantin.viewer.lights import Lights, ShadedPoints
from pantin.viewer.model_lights import exposure, model_lights

CORNERS = np.array([[-1, 0, -1], [-1, 0, 1], [1, 0, 1], [1, 0, -1]], np.float32)
DOWN = (-sqrt(0.5), 0.0, 0.0, sqrt(0.5))
"""The rotation that turns the −Z of a light to −Y."""


def lit_plane(light, clips=(), **node):
    node = {"translation": (0.0, 1.0, 0.0), "rotation": DOWN, **node}
    return build(
        nodes=[Node("plane"), Node("lamp", light=0, **node)],
        meshes=[Mesh((Surface(CORNERS, indices=np.array([0, 1, 2, 0, 2, 3]), material=0),))],
        materials=[Material(base_color=(0.2, 0.2, 0.2, 1.0), metallic=0.0)],
        instances=[Instance(0, 0)],
        lights=[light],
        scenes=[Scene((0, 1))],
        clips=clips,
    )


def seen_from(view="auto"):
    framing = Framing((64, 48))
    framing.add(CORNERS.astype(float), VIEWS[view])
    return framing.camera(VIEWS[view])


def transcribed(light, point, normal, at, axis):
    """(3,) the irradiance at a point, step by step as the specification says."""
    if light.kind == "directional":
        towards, share = -axis, 1.0
    else:
        towards = at - point
        distance = sqrt(float(towards @ towards))
        towards = towards / distance
        share = 1.0 / distance**2
        if light.range is not None:
            share = max(min(1.0 - (distance / light.range) ** 4, 1.0), 0.0) / distance**2
    if light.kind == "spot":
        scale = 1.0 / max(0.001, cos(light.inner_cone) - cos(light.outer_cone))
        attenuation = float(axis @ -towards) * scale - cos(light.outer_cone) * scale
        share *= min(max(attenuation, 0.0), 1.0) ** 2
    return np.array(light.color) * light.intensity * share * max(float(normal @ towards), 0.0)


LIGHTS = {
    "point": Light("point", (1.0, 0.8, 0.5), 1.5),
    "range": Light("point", (0.2, 1.0, 0.5), 2.0, range=1.3),
    "spot": Light("spot", (1.0, 0.5, 1.0), 2.0, inner_cone=0.3, outer_cone=0.7),
    "narrow": Light("spot", (1.0, 1.0, 1.0), 2.0, range=3.0, inner_cone=0.5, outer_cone=0.5001),
    "directional": Light("directional", (0.3, 0.6, 1.0), 1.2),
}


@pytest.mark.parametrize("name", LIGHTS)
def test_a_matt_plane_reflects_what_the_specification_says(name):
    """Points of a white plane without reflections: its light is the irradiance by π."""
    light, camera = LIGHTS[name], seen_from()
    rig = lit_plane(light, scale=(2.0, 0.5, 3.0))
    random = np.random.default_rng(43)
    points = np.stack([random.uniform(-1, 1, 200), np.zeros(200), random.uniform(-1, 1, 200)], axis=1)
    normal = np.array([0.0, 1.0, 0.0])
    shown = model_lights(rig.rest_pose(), camera, 1.0)
    light_there = reflect(shown, camera, points, normal)
    at, axis = np.array([0.0, 1.0, 0.0]), np.array([0.0, -1.0, 0.0])
    expected = [transcribed(light, point, normal, at, axis) / pi for point in points]
    assert pytest.approx(np.array(expected), abs=2e-4) == light_there.T
    assert np.ptp(light_there) > 0


def reflect(shown, camera: Camera, points, normal):
    """(3, n) what white points without reflections give of lights alone."""
    one = np.ones(len(points), np.float32)
    dark = Environment(np.array([[0.0, 1.0, 0.0]]), np.zeros((1, LEVELS * 128, 3), np.float32))
    vectors = np.repeat((camera.axes @ normal)[:, None], len(points), axis=1).astype(np.float32)
    position = camera.to_camera(points).T.astype(np.float32)
    surface = ShadedPoints(
        position=position,
        base=np.ones_like(position),
        normal=vectors,
        towards=-position / np.linalg.norm(position, axis=0),
        metallic=0 * one,
        roughness=one,
        specular=0 * one,
        occlusion=one,
        edge=np.float32(0),
    )
    return Lights(np.zeros((0, 3)), np.zeros((0, 3)), dark, shown).reflect(surface).light


def test_lights_up_to_the_exposure_are_drawn_as_they_are():
    assert exposure(lit_plane(Light("directional", intensity=2.0))) == 1.0
    assert exposure(lit_plane(Light("point", intensity=2.0))) == 1.0  # one metre above
    assert exposure(pantin.load("examples/arm.glb").rig) == 1.0


def test_a_sun_is_scaled_down_and_a_lamp_by_its_distance():
    assert exposure(lit_plane(Light("directional", intensity=100_000.0))) == pytest.approx(2e-5)
    lamp = Light("point", intensity=80.0)
    assert exposure(lit_plane(lamp)) == pytest.approx(2 / 80)
    assert exposure(lit_plane(lamp, translation=(4.0, 4.0, 0.0))) == pytest.approx(2 * (9 + 16) / 80)
    # On the plane: a quarter of its diagonal counts.
    assert exposure(lit_plane(lamp, translation=(0.0, 0.0, 0.0))) == pytest.approx(2 * 0.5 / 80)
    half = Light("point", intensity=80.0, range=2**0.25)
    assert exposure(lit_plane(half)) == pytest.approx(2 / 40)


def test_the_greatest_intensity_of_a_clip_counts_also_while_the_light_is_hidden():
    keys = PropertyChannel("lights", 0, "intensity", np.array([0.0, 1.0]), np.array([[0.0], [400.0]]))
    rig = lit_plane(
        Light("directional", intensity=1.0), [Clip((), "flash", properties=(keys,))], visible=False
    )
    assert exposure(rig) == pytest.approx(2 / 400)
    assert model_lights(rig.rest_pose(), seen_from(), 1.0) == ()


def test_an_animated_light_is_drawn_with_the_values_of_its_clip():
    keys = PropertyChannel("lights", 0, "intensity", np.array([0.0, 1.0]), np.array([[0.0], [2.0]]))
    rig = lit_plane(Light("directional", intensity=1.0), [Clip((), "fade", properties=(keys,))])
    pose = pantin.sample(rig, "fade", 0.75)
    (light,) = model_lights(pose, seen_from(), 0.5)
    assert light.color == pytest.approx([0.75] * 3)


def test_a_picture_is_brighter_below_a_lamp():
    from pantin.viewer.picture import Look, draw_picture

    look = Look((64, 48), VIEWS["top"], shadow=False)
    spot = Light("spot", intensity=2.0, inner_cone=radians(10), outer_cone=radians(20))
    lit, notes = draw_picture(lit_plane(spot), look=look)
    plain, _ = draw_picture(lit_plane(Light("spot", intensity=0.0)), look=look)
    more = lit[..., :3].astype(int).sum(axis=2) - plain[..., :3].astype(int).sum(axis=2)
    assert not notes
    assert more[24, 32] > 30
    assert more[24, 14] == 0
