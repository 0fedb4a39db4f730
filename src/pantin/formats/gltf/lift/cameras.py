"""Cameras (glTF 2.0 §3.10)."""

from __future__ import annotations

from math import pi
from typing import Any

from pantin.formats.gltf.lift.members import Members
from pantin.formats.gltf.lift.source import Source
from pantin.rig import Camera, Orthographic, Perspective

STAND_IN = Perspective(pi / 4, 0.1)
"""The projection of a camera that cannot be used, so that those after it keep their indices."""


def cameras(source: Source) -> list[Camera]:
    """Every camera of the file."""
    listed = source.document.member("cameras")
    return [
        _camera(source, value, index)
        for index, value in enumerate(listed if isinstance(listed, list | tuple) else ())
    ]


def _camera(source: Source, value: Any, index: int) -> Camera:
    members = Members(source, value, ("cameras", index), source.named("camera", index))
    kind = members.choice("type", {"perspective": "perspective", "orthographic": "orthographic"}, None)
    lens = members.member(kind) if kind else None
    for other in ("perspective", "orthographic"):
        if kind is not None and other != kind and other in members:
            source.skip((*members.path, other), f'"{other}" of {members.what}', f"its type is {kind}")
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
        source.skip(members.path, members.what, "it has no valid projection")
    return Camera(projection or STAND_IN, members.text("name"), members.json("extras"))
