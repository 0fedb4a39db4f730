"""The light of the studio in the space of a camera, and what surfaces reflect of it.

The reflection model is that of three.js (r187), so that images and the page show a model alike: GGX with
the correlated shadowing of Smith, Fresnel by Schlick, and light scattered more than once.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, radians, sin

import numpy as np

from pantin.base.records import Record, replace
from pantin.rig import Doubles
from pantin.viewer.camera import Camera, rotate
from pantin.viewer.colour import linear_rgb
from pantin.viewer.environment import Environment, blur_level, reflect_evenly, studio_environment
from pantin.viewer.grooves import Grooves
from pantin.viewer.model_lights import ModelLight
from pantin.viewer.studio import STUDIO
from pantin.viewer.thin_film import Film
from pantin.viewer.vectors import Floats, dot, normalise

MIN_ROUGHNESS = np.float32(0.045)
"""A mirror would show a lamp as a point."""

MEAN_FRESNEL = np.float32(1 / 21)
"""The mean of Schlick's Fresnel term over all directions."""

PI = np.float32(np.pi)
FULL = np.float32(1)


class Lights(Record, eq=False):
    """Light in the space of a camera.

    directions   (3, 3) unit vectors towards each lamp
    colors       (3, 3) irradiance of a surface that faces the lamp
    environment  the studio
    model        the lights of the model
    """

    directions: Doubles
    colors: Doubles
    environment: Environment
    model: tuple[ModelLight, ...] = ()

    def arriving(self, points: Floats) -> Iterable[tuple[Floats, Floats]]:
        """From each lamp and light: unit vectors towards it from points, and the irradiance of surfaces that
        face it, (3, n) or (3, 1)."""
        for direction, color in zip(self.directions, self.colors, strict=True):
            yield direction.astype(np.float32)[:, None], color.astype(np.float32)[:, None]
        for light in self.model:
            yield light.arriving(points)

    def reflect(self, surface: ShadedPoints) -> Reflected:
        """The light that points of surfaces reflect towards the camera."""
        sheen = surface.sheen
        lamps, studio = self._reflect_lamps(surface), self._reflect_studio(surface)
        if sheen is None:
            return lamps + studio
        faded = sheen.fade(sheen.albedo(surface.facing))
        irradiance = self.environment.irradiance(surface.normal)
        fibres = irradiance * sheen.color * sheen.albedo(surface.facing) * surface.occlusion
        fibres = fibres + self._reflect_fibres(surface, sheen)
        return lamps + Reflected(studio.matt * faded, studio.shiny * faded + fibres)

    def _reflect_lamps(self, surface: ShadedPoints) -> Reflected:
        base, metal, edge = surface.base, surface.metallic, surface.edge
        diffuse = base * (1 - metal) / PI
        head_on = surface.specular + (base - surface.specular) * metal
        scale, offset = reflect_evenly(surface.facing, surface.roughness)
        compensation = 1 + head_on * (1 / (scale + offset) - 1)
        matt, shiny = np.zeros_like(base), np.zeros_like(base)
        for towards, irradiance in self.arriving(surface.position):
            lit = np.maximum(dot(surface.normal, towards), 0)
            strength, fresnel = _highlight(surface, towards, lit)
            arriving = lit * irradiance
            if surface.sheen is not None:
                albedo = np.maximum(surface.sheen.albedo(surface.facing), surface.sheen.albedo(lit))
                arriving = arriving * surface.sheen.fade(albedo)
            mirrored = head_on + (edge - head_on) * fresnel
            if surface.film is not None:
                mirrored = surface.film.cover(mirrored, metal)
            shiny += mirrored * strength * compensation * arriving
            matt += diffuse * (1 - (surface.specular + (edge - surface.specular) * fresnel)) * arriving
        return Reflected(matt, shiny)

    def _reflect_fibres(self, surface: ShadedPoints, sheen: Fibres) -> Floats:
        """The light of the lamps scattered by fibres (Estevez and Kulla 2017, with the shadowing of Neubelt
        2013)."""
        total = np.zeros_like(surface.base)
        facing = surface.facing
        for towards, irradiance in self.arriving(surface.position):
            lit = np.clip(dot(surface.normal, towards), 0, 1)
            half = normalise(surface.towards + towards)
            centred = np.clip(dot(surface.normal, half), 0, 1)
            inverse = 1 / (sheen.roughness * sheen.roughness)
            sine2 = np.maximum(1 - centred * centred, np.float32(2**-7))
            spread = (2 + inverse) * sine2 ** (inverse * np.float32(0.5)) / (2 * PI)
            masking = np.clip(1 / np.maximum(4 * (lit + facing - lit * facing), np.float32(1e-6)), 0, 1)
            total += sheen.color * (spread * masking * lit) * irradiance
        return total

    def _reflect_studio(self, surface: ShadedPoints) -> Reflected:
        base, metal, normal, edge = surface.base, surface.metallic, surface.normal, surface.edge
        scale, offset = reflect_evenly(surface.facing, surface.roughness)
        even = scale, offset * edge, offset
        plain, of_metal = np.broadcast_to(surface.specular, base.shape), base
        if surface.film is not None:
            plain, of_metal = surface.film.head_on(plain, of_metal, surface.facing)
        single, multiple = _scatter(plain, *even)
        metal_single, metal_multiple = _scatter(of_metal, *even)
        matt = base * (1 - metal) * (1 - single - multiple)
        single = single + (metal_single - single) * metal
        multiple = multiple + (metal_multiple - multiple) * metal
        irradiance = self.environment.irradiance(normal)
        towards, roughness, grooves = surface.towards, surface.roughness, surface.grooves
        mirror = normal if grooves is None else grooves.bend(normal, towards, roughness)
        radiance = self._studio_reflection(mirror, towards, roughness)
        shiny = (radiance * single + irradiance * multiple) * surface.specular_occlusion
        return Reflected(irradiance * matt * surface.occlusion, shiny)

    def _studio_reflection(self, normal: Floats, towards: Floats, roughness: Floats) -> Floats:
        """The light of the studio that a rough mirror shows."""
        mirrored = 2 * dot(normal, towards) * normal - towards
        bent = np.asarray(mirrored + (normal - mirrored) * _fourth(roughness), np.float32)
        return self.environment.radiance(normalise(bent), blur_level(roughness))

    def reflect_coat(self, coat: ShadedPoints) -> Floats:
        """(3, n) what a clear coat reflects, which is not metal and has no colour."""
        total = np.zeros_like(coat.normal)
        for towards, irradiance in self.arriving(coat.position):
            lit = np.maximum(dot(coat.normal, towards), 0)
            strength, fresnel = _highlight(coat, towards, lit)
            total += (COAT + (1 - COAT) * fresnel) * strength * lit * irradiance
        scale, offset = reflect_evenly(coat.facing, coat.roughness)
        radiance = self._studio_reflection(coat.normal, coat.towards, coat.roughness)
        return np.asarray(total + radiance * (COAT * scale + offset) * coat.occlusion, np.float32)


COAT = np.float32(0.04)
"""The head-on reflectance of a coat with index of refraction 1.5 (KHR_materials_clearcoat)."""


class Reflected(Record, eq=False):
    """(3, n) light that is scattered below a surface, and light that its boundary reflects."""

    matt: Floats
    shiny: Floats

    @property
    def light(self) -> Floats:
        return self.matt + self.shiny

    def __add__(self, other: Reflected) -> Reflected:
        return Reflected(self.matt + other.matt, self.shiny + other.shiny)


class Fibres(Record, eq=False):
    """The sheen of points: colour (3, n) and roughness (n,)."""

    color: Floats
    roughness: Floats

    def albedo(self, facing: Floats) -> Floats:
        """What white fibres scatter of even light by the cosine to the viewer: the fit of three.js to the
        distribution of Estevez and Kulla."""
        rough = self.roughness
        inverse = 1 / (rough + np.float32(0.1))
        slope = -1.9362 + 1.0678 * rough + 0.4573 * rough * rough - 0.8469 * inverse
        offset = -0.6014 + 0.5538 * rough - 0.4670 * rough * rough - 0.1255 * inverse
        return np.asarray(np.clip(np.exp(slope * facing + offset), 0, 1), np.float32)

    def fade(self, albedo: Floats) -> Floats:
        """The fraction of light that passes the fibres."""
        return np.asarray(1 - self.color.max(axis=0) * albedo, np.float32)


class ShadedPoints(Record, eq=False):
    """Points of surfaces: vectors are (3, n) in camera space, numbers (n,).

    position   where they are
    base       base colour
    towards    unit vector towards the camera
    specular   the part of light that is reflected head-on where it is not metal, or (3, n) its colour
    occlusion  the part of the light from all sides that arrives
    edge       the part of light that is reflected at a grazing angle
    """

    position: Floats
    base: Floats
    normal: Floats
    towards: Floats
    metallic: Floats
    roughness: Floats
    specular: Floats
    occlusion: Floats
    edge: Floats | np.float32 = FULL
    sheen: Fibres | None = None
    film: Film | None = None
    grooves: Grooves | None = None

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


def _highlight(surface: ShadedPoints, towards: Floats, lit: Floats) -> tuple[Floats, Floats]:
    """How strongly surfaces reflect a lamp before its Fresnel term, and the fifth power in that."""
    half = normalise(surface.towards + towards)
    alpha2 = _fourth(np.maximum(surface.roughness, MIN_ROUGHNESS))
    centred = np.clip(dot(surface.normal, half), 0, 1)
    spread = centred * centred * (alpha2 - 1) + 1
    facing = surface.facing
    masking = lit * np.sqrt(alpha2 + (1 - alpha2) * facing * facing)
    masking += facing * np.sqrt(alpha2 + (1 - alpha2) * lit * lit)
    strength: Floats = np.asarray(
        alpha2 / (PI * spread * spread) * np.float32(0.5) / np.maximum(masking, np.float32(1e-6)), np.float32
    )
    if surface.grooves is not None:
        rough = np.maximum(surface.roughness, MIN_ROUGHNESS)
        strength = surface.grooves.highlight(surface.normal, surface.towards, towards, rough, strength)
    grazing = 1 - np.clip(dot(surface.towards, half), 0, 1)
    return strength, np.asarray(_fourth(grazing) * grazing, np.float32)


def _fourth(values: Floats) -> Floats:
    """The fourth power, by squaring: `power` rounds differently from one processor to another."""
    squares = values * values
    return np.asarray(squares * squares, np.float32)


def _scatter(head_on: Floats, scale: Floats, edge_offset: Floats, offset: Floats) -> tuple[Floats, Floats]:
    """Reflection of uniform light after one bounce between microfacets, and after several."""
    single = head_on * scale + edge_offset
    lost = 1 - (scale + offset)
    mean = head_on + (1 - head_on) * MEAN_FRESNEL
    return single, single * mean / (1 - lost * mean) * lost


def studio_lights(camera: Camera, front: float = 0.0) -> Lights:
    """The studio around a model whose front is at a yaw in degrees; lamps move with the camera."""
    lamps = STUDIO["lamps"]
    towards = np.array([lamp["direction"] for lamp in lamps])
    towards = towards / np.sqrt((towards * towards).sum(axis=1))[:, None]
    colors = np.array([np.array(linear_rgb(lamp["colour"])) * lamp["power"] for lamp in lamps])
    studio = studio_environment()
    x, y, z = studio.axes.T
    turn = radians(front)
    turned = np.stack([x * cos(turn) + z * sin(turn), y, z * cos(turn) - x * sin(turn)], axis=1)
    return Lights(towards, colors, replace(studio, axes=rotate(turned, camera.axes)))
