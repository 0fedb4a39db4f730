"""Cameras and lights as attributes of models."""

from __future__ import annotations

import math

from pantin.formats.fbx.lift.axes import Axes
from pantin.formats.fbx.lift.views import DIRECTIONAL, FULL, ORTHO_UNIT, POINT, SPOT
from pantin.formats.fbx.lower.builder import node, prop, properties, vector
from pantin.formats.fbx.nodes import Node
from pantin.maths import exact
from pantin.rig import Camera, Light, Orthographic

FILM_HEIGHT = 24.0 / 25.4
"""Inches: the height of a full frame, which focal lengths are stated for."""

SQUARE = 1.0


def camera_nodes(camera: Camera, axes: Axes) -> list[Node]:
    projection = camera.projection
    if isinstance(projection, Orthographic):
        aspect = (projection.width or projection.height) / projection.height
        far: float | None = projection.far
        entries = [
            prop("CameraProjectionType", "enum", "", "", 1),
            prop("OrthoZoom", "double", "Number", "", projection.height * axes.unit / ORTHO_UNIT),
        ]
    else:
        aspect = projection.aspect or SQUARE
        far = projection.far
        half = exact.sin(projection.fov / 2) / exact.cos(projection.fov / 2)
        entries = [
            prop("CameraProjectionType", "enum", "", "", 0),
            prop("ApertureMode", "enum", "", "", 2),
            prop("FilmHeight", "double", "Number", "", FILM_HEIGHT),
            prop("FilmWidth", "double", "Number", "", FILM_HEIGHT * aspect),
            prop("FilmAspectRatio", "double", "Number", "", aspect),
            prop("FieldOfView", "FieldOfView", "", "A", math.degrees(projection.fov)),
            prop("FieldOfViewX", "FieldOfViewX", "", "A", 2 * math.degrees(exact.atan2(half * aspect, 1.0))),
            prop("FieldOfViewY", "FieldOfViewY", "", "A", math.degrees(projection.fov)),
            prop("FocalLength", "Number", "", "A", 12.0 / half),
        ]
    near = projection.near * axes.unit
    entries += [
        prop("AspectWidth", "double", "Number", "", aspect),
        prop("AspectHeight", "double", "Number", "", 1.0),
        prop("NearPlane", "double", "Number", "", near),
        prop("FarPlane", "double", "Number", "", near * 1e5 if far is None else far * axes.unit),
    ]
    position = [node("Position", 0.0, 0.0, 0.0), node("Up", 0.0, 1.0, 0.0), node("LookAt", 1.0, 0.0, 0.0)]
    return [properties(entries), node("TypeFlags", "Camera"), node("GeometryVersion", 124), *position]


def light_nodes(light: Light) -> list[Node]:
    kind = {"point": POINT, "directional": DIRECTIONAL, "spot": SPOT}[light.kind]
    entries = [
        prop("LightType", "enum", "", "", kind),
        prop("CastLight", "bool", "", "", 1),
        vector("Color", "Color", "", "A", light.color),
        prop("Intensity", "Number", "", "A", light.intensity * FULL),
        prop("DecayType", "enum", "", "", 0 if light.kind == "directional" else 2),
    ]
    if light.kind == "spot":
        entries += [
            prop("InnerAngle", "Number", "", "A", 2 * math.degrees(light.inner_cone)),
            prop("OuterAngle", "Number", "", "A", 2 * math.degrees(light.outer_cone)),
        ]
    return [properties(entries), node("TypeFlags", "Light"), node("GeometryVersion", 124)]
