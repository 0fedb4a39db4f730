"""Cameras and lights of a rig as the objects that G4MF nodes have."""

from __future__ import annotations

from math import inf
from typing import Any

from pantin.formats.g4mf.lower.data_builder import DataBuilder
from pantin.formats.g4mf.lower.losses import Losses
from pantin.formats.g4mf.views import DEFAULT_INTENSITY, LARGEST_FOV, intensity_factor
from pantin.report.pointer import pointer
from pantin.rig import Camera, Light, Perspective


def camera_json(data: DataBuilder, losses: Losses, camera: Camera, index: int) -> dict[str, Any]:
    """The camera on a node. `fov` and `size` are those of the height, as `keepAspect` has by default."""
    lens, where = camera.projection, pointer("cameras", index)
    members: dict[str, Any] = data.item(camera.name, camera.extras)
    if isinstance(lens, Perspective):
        members["fov"] = min(lens.fov, LARGEST_FOV)
        width, what, nearest = lens.aspect, "the aspect ratio", 0.0
    else:
        members |= {"type": "orthographic"} | ({"size": lens.height} if lens.height > 0 else {})
        width, what, nearest = lens.width, "the width", -inf
        if lens.height <= 0:
            losses.add("the height", "G4MF needs more than 0", where)
    if width is not None:
        losses.add(what, "G4MF takes it from the window", where)
    if lens.near > nearest and (lens.far is None or lens.far > lens.near):
        members["clipNear"] = lens.near
    else:
        losses.add("the near plane", "it must be in front of the camera and the far plane", where)
    if lens.far is not None and lens.far > nearest:
        members["clipFar"] = lens.far
    return members


def light_json(data: DataBuilder, light: Light, scale: float, dimension: int) -> dict[str, Any]:
    """The light on a node whose world transform scales by `scale`.

    The intensity and the range of a G4MF light grow with its node, those of a rig do not (G4MF light,
    intensity and range; KHR_lights_punctual).
    """
    members: dict[str, Any] = data.item(light.name, light.extras)
    members["type"] = light.kind
    if light.color != (1.0, 1.0, 1.0):
        members["color"] = list(light.color)
    intensity = light.intensity / intensity_factor(scale, dimension)
    if intensity != DEFAULT_INTENSITY:
        members["intensity"] = intensity
    if light.range is not None:
        members["range"] = light.range / scale
    plain = Light(light.kind)
    if light.kind == "spot" or (light.inner_cone, light.outer_cone) != (plain.inner_cone, plain.outer_cone):
        members |= {"coneInnerAngle": light.inner_cone, "coneOuterAngle": light.outer_cone}
    return members
