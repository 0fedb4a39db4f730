"""The light of the studio in the space of a camera, and what surfaces reflect of it.

The reflection model is that of three.js (r187), so that pictures and the page show a model alike: GGX with
the correlated shadowing of Smith, Fresnel by Schlick, and light scattered more than once.
"""

from __future__ import annotations

from math import cos, radians, sin

import numpy as np

from pantin.base.records import Record, replace
from pantin.rig import Doubles
from pantin.viewer.camera import Camera, rotate
from pantin.viewer.colour import linear_rgb
from pantin.viewer.environment import Environment, blur_level, reflect_evenly, studio_environment
from pantin.viewer.studio import STUDIO
from pantin.viewer.vectors import Floats, dot, normalise

MIN_ROUGHNESS = np.float32(0.045)
"""A mirror would show a lamp as a point."""

MEAN_FRESNEL = np.float32(1 / 21)
"""The mean of Schlick's Fresnel term over all directions."""

PI = np.float32(np.pi)


class Lights(Record, eq=False):
    """Light in the space of a camera.

    directions   (3, 3) unit vectors towards each lamp
    colours      (3, 3) irradiance of a surface that faces the lamp
    environment  the studio
    """

    directions: Doubles
    colours: Doubles
    environment: Environment

    def reflect(self, surface: Surface) -> Floats:
        """(3, n) the light that points of surfaces reflect towards the camera."""
        return self._reflect_lamps(surface) + self._reflect_studio(surface)

    def _reflect_lamps(self, surface: Surface) -> Floats:
        base, metal = surface.base, surface.metallic
        diffuse = base * (1 - metal) / PI
        head_on = surface.specular + (base - surface.specular) * metal
        scale, offset = reflect_evenly(surface.facing, surface.roughness)
        compensation = 1 + head_on * (1 / (scale + offset) - 1)
        total = np.zeros_like(base)
        for direction, colour in zip(self.directions, self.colours, strict=True):
            lit = np.maximum(dot(surface.normal, direction.astype(np.float32)), 0)
            strength, fresnel = _highlight(surface, direction, lit)
            shiny = (head_on + (1 - head_on) * fresnel) * strength * compensation
            matt = diffuse * (1 - (surface.specular + (1 - surface.specular) * fresnel))
            total += (shiny + matt) * (lit * colour.astype(np.float32)[:, None])
        return total

    def _reflect_studio(self, surface: Surface) -> Floats:
        base, metal, normal = surface.base, surface.metallic, surface.normal
        scale, offset = reflect_evenly(surface.facing, surface.roughness)
        single, multiple = _scatter(np.broadcast_to(surface.specular, base.shape), scale, offset)
        metal_single, metal_multiple = _scatter(base, scale, offset)
        matt = base * (1 - metal) * (1 - single - multiple)
        single = single + (metal_single - single) * metal
        multiple = multiple + (metal_multiple - multiple) * metal
        mirrored = 2 * dot(normal, surface.towards) * normal - surface.towards
        bent = np.asarray(mirrored + (normal - mirrored) * _fourth(surface.roughness), np.float32)
        radiance = self.environment.radiance(normalise(bent), blur_level(surface.roughness))
        irradiance = self.environment.irradiance(normal)
        reflected: Floats = radiance * single * surface.specular_occlusion
        reflected += irradiance * (multiple * surface.specular_occlusion + matt * surface.occlusion)
        return reflected


class Surface(Record, eq=False):
    """Points of surfaces: vectors are (3, n) in camera space, numbers (n,).

    base       base colour
    towards    unit vector towards the camera
    specular   the part of light that is reflected head-on where it is not metal
    occlusion  the part of the light from all sides that arrives
    """

    base: Floats
    normal: Floats
    towards: Floats
    metallic: Floats
    roughness: Floats
    specular: Floats
    occlusion: Floats

    @property
    def facing(self) -> Floats:
        """The cosine between the normal and the direction to the camera."""
        return np.clip(dot(self.normal, self.towards), 0, 1)

    @property
    def specular_occlusion(self) -> Floats:
        """Occlusion of reflections: less than that of diffuse light where they are sharp (Lagarde, 2014)."""
        if (self.occlusion == 1).all():
            return self.occlusion
        exponent = np.exp2(-16 * self.roughness - 1)
        blocked = (self.facing + self.occlusion) ** exponent - 1 + self.occlusion
        return np.asarray(np.clip(blocked, 0, 1))


def _highlight(surface: Surface, direction: Doubles, lit: Floats) -> tuple[Floats, Floats]:
    """How strongly surfaces reflect a lamp before its Fresnel term, and the fifth power in that."""
    towards = direction.astype(np.float32)[:, None]
    half = normalise(surface.towards + towards)
    alpha2 = _fourth(np.maximum(surface.roughness, MIN_ROUGHNESS))
    centred = np.clip(dot(surface.normal, half), 0, 1)
    spread = centred * centred * (alpha2 - 1) + 1
    facing = surface.facing
    masking = lit * np.sqrt(alpha2 + (1 - alpha2) * facing * facing)
    masking += facing * np.sqrt(alpha2 + (1 - alpha2) * lit * lit)
    strength = alpha2 / (PI * spread * spread) * np.float32(0.5) / np.maximum(masking, np.float32(1e-6))
    grazing = 1 - np.clip(dot(surface.towards, half), 0, 1)
    return np.asarray(strength, np.float32), np.asarray(_fourth(grazing) * grazing, np.float32)


def _fourth(values: Floats) -> Floats:
    """The fourth power, by squaring: `power` rounds differently from one processor to another."""
    squares = values * values
    return np.asarray(squares * squares, np.float32)


def _scatter(head_on: Floats, scale: Floats, offset: Floats) -> tuple[Floats, Floats]:
    """What is reflected of even light after one bounce between microfacets, and after several."""
    single = head_on * scale + offset
    lost = 1 - (scale + offset)
    mean = head_on + (1 - head_on) * MEAN_FRESNEL
    return single, single * mean / (1 - lost * mean) * lost


def studio_lights(camera: Camera, front: float = 0.0) -> Lights:
    """The studio around a model whose front is at a yaw in degrees; lamps move with the camera."""
    lamps = STUDIO["lamps"]
    towards = np.array([lamp["direction"] for lamp in lamps])
    towards = towards / np.sqrt((towards * towards).sum(axis=1))[:, None]
    colours = np.array([np.array(linear_rgb(lamp["colour"])) * lamp["power"] for lamp in lamps])
    studio = studio_environment()
    x, y, z = studio.axes.T
    turn = radians(front)
    turned = np.stack([x * cos(turn) + z * sin(turn), y, z * cos(turn) - x * sin(turn)], axis=1)
    return Lights(towards, colours, replace(studio, axes=rotate(turned, camera.axes)))
