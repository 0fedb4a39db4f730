"""Cameras (glTF 2.0 §3.10), and lights (KHR_lights_punctual)."""

from __future__ import annotations

from math import pi
from typing import Any

from pantin.formats.gltf.lift.members import Members
from pantin.formats.gltf.lift.source import Source
from pantin.rig import Camera, Light, Orthographic, Perspective

LIGHTS = "KHR_lights_punctual"
KINDS = {"directional": "directional", "point": "point", "spot": "spot"}
STAND_IN = Perspective(pi / 4, 0.1)
"""The projection of a camera that cannot be used, so that those after it keep their indices."""


def cameras(source: Source) -> list[Camera]:
    """Every camera of the file."""
    listed = source.document.tree.get("cameras")
    return [_camera(source, value, index) for index, value in enumerate(listed if isinstance(listed, list) else ())]


def _camera(source: Source, value: Any, index: int) -> Camera:
    members = Members(source, value, ("cameras", index), source.named("camera", index))
    kind = members.choice("type", {"perspective": "perspective", "orthographic": "orthographic"}, None)
    lens = members.member(kind) if kind else None
    projection: Perspective | Orthographic | None = None
    if lens is not None and kind == "perspective":
        projection = Perspective(
            lens.number("yfov", 0.0),
            lens.number("znear", 0.0),
            lens.optional_number("zfar"),
            lens.optional_number("aspectRatio"),
        )
        projection = projection if 0 < projection.fov < pi else None
    elif lens is not None:
        projection = Orthographic(
            2 * lens.number("ymag", 0.0),
            lens.number("znear", 0.0),
            lens.number("zfar", 0.0),
            2 * lens.number("xmag", 0.0),
        )
    if projection is None:
        source.skip(members.place, members.what, "it has no valid projection")
    return Camera(projection or STAND_IN, members.text("name"), members.json("extras"))


def lights(source: Source) -> list[Light]:
    """Every light of the file."""
    root = source.document.tree.get("extensions")
    block = root.get(LIGHTS) if isinstance(root, dict) else None
    listed = block.get("lights") if isinstance(block, dict) else None
    return [_light(source, value, index) for index, value in enumerate(listed if isinstance(listed, list) else ())]


def _light(source: Source, value: Any, index: int) -> Light:
    members = Members(source, value, ("extensions", LIGHTS, "lights", index), f"light {index}")
    spot = members.member("spot")
    return Light(
        members.choice("type", KINDS, "point"),
        members.numbers("color", (1.0, 1.0, 1.0)),
        members.number("intensity", 1.0),
        members.optional_number("range"),
        spot.number("innerConeAngle", 0.0),
        spot.number("outerConeAngle", pi / 4),
        members.text("name"),
        members.json("extras"),
    )
