"""Cameras and lights of a rig as the objects that G4MF nodes have."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any

import numpy as np

from pantin.formats.g4mf.lower.data_builder import DataBuilder
from pantin.formats.g4mf.lower.losses import Losses
from pantin.formats.g4mf.lower.node_tree import NodeTree
from pantin.formats.g4mf.views import DEFAULT_INTENSITY, LARGEST_FOV, intensity_factor, scale_of
from pantin.maths import affine
from pantin.report.pointer import pointer
from pantin.rig import Camera, Doubles, Light, Perspective, Rig


def write_views(
    rig: Rig, local: Doubles, tree: NodeTree, node_map: Mapping[int, int], data: DataBuilder, losses: Losses
) -> dict[int, bool]:
    """Write cameras and lights: on their node, or on a child where it is something else already. The nodes
    with lights, and whether they are shown; `local` are the transforms of the rig's nodes."""
    nodes, shown = rig.nodes, rig.shown()
    lit: dict[int, bool] = {}
    world = affine.world_transforms(nodes.parents, nodes.order, local) if (nodes.lights >= 0).any() else None
    for node in np.flatnonzero((nodes.cameras >= 0) | (nodes.lights >= 0)).tolist():
        camera, light = int(nodes.cameras[node]), int(nodes.lights[node])
        if camera >= 0:
            members = camera_json(data, losses, rig.cameras[camera], camera)
            tree.nodes[tree.free_node(node_map[node])]["camera"] = members
        if light >= 0:
            assert world is not None
            free = tree.free_node(node_map[node])
            members = light_json(data, rig.lights[light], scale_of(world[node]), rig.dimension)
            tree.nodes[free]["light"] = members
            lit[free] = bool(shown[node])
    for kind, count, used in (
        ("camera", len(rig.cameras), nodes.cameras),
        ("light", len(rig.lights), nodes.lights),
    ):
        for index in sorted(set(range(count)) - set(used.tolist())):
            losses.add("", "not on any node", pointer(f"{kind}s", index))
    return lit


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
