"""The lights of a model, by the formulas of KHR_lights_punctual. The page has the same: model_lights.ts."""

from __future__ import annotations

import numpy as np

from pantin.base.records import Record, replace
from pantin.deformation import deform
from pantin.motion import world_transforms
from pantin.rig import Doubles, Light, Pose, Rig
from pantin.viewer.camera import Camera, rotate
from pantin.viewer.studio import STUDIO
from pantin.viewer.vectors import Floats, dot

NARROWEST = np.float32(1e-3)
"""The least difference of the cosines of both cones of a spot light, as the specification has it."""

NEAREST = 0.25
"""The least distance at which the exposure measures a light, in diagonals of the model: one on its surface
would be infinitely bright."""


class ModelLight(Record, eq=False):
    """A light in the space of a camera.

    position  (3,) where it is, None at an infinite distance
    towards   (3,) unit vector against the direction in which it shines
    color     (3,) linear RGB in candela, or in lux at an infinite distance
    range     where it ends
    cones     cosines of the outer and the inner cone of a spot light
    """

    position: Floats | None
    towards: Floats
    color: Floats
    range: float = np.inf
    cones: tuple[np.float32, np.float32] | None = None

    def arriving(self, points: Floats) -> tuple[Floats, Floats]:
        """Unit vectors from points towards the light, and the irradiance of surfaces that face it: (3, n)."""
        if self.position is None:
            return self.towards[:, None], self.color[:, None]
        way = self.position[:, None] - points
        square = np.maximum(dot(way, way), np.float32(1e-12))
        towards = np.asarray(way / np.sqrt(square), np.float32)
        share = _window(square, self.range) / square
        if self.cones is not None:
            outer, inner = self.cones
            cosine = dot(towards, self.towards[:, None])
            inside = np.clip((cosine - outer) / np.maximum(inner - outer, NARROWEST), 0, 1)
            share = share * inside * inside
        return towards, np.asarray(self.color[:, None] * share, np.float32)


def _window(square: Floats, range_: float) -> Floats:
    """The part of the light that its range leaves at distances, given by their squares."""
    ratio = square / np.float32(range_ * range_)
    return np.asarray(np.clip(1 - ratio * ratio, 0, 1), np.float32)


def model_lights(pose: Pose, camera: Camera, factor: float) -> tuple[ModelLight, ...]:
    """The lights that a pose shows; `factor` is the exposure."""
    shown = pose.appearance
    nodes = np.flatnonzero((shown.nodes.lights >= 0) & shown.shown())
    if not len(nodes):
        return ()
    world = world_transforms(pose.rig, pose)
    return tuple(
        _in_camera(shown.lights[shown.nodes.lights[node]], world[node], camera, factor) for node in nodes
    )


def _in_camera(light: Light, world: Doubles, camera: Camera, factor: float) -> ModelLight:
    axis = rotate(world[:, 2], camera.axes)
    length = float(np.sqrt((axis * axis).sum()))
    near = light.kind != "directional"
    return ModelLight(
        position=camera.to_camera(world[:, 3]).astype(np.float32) if near else None,
        towards=(axis / (length or 1.0)).astype(np.float32),
        color=(np.array(light.color) * light.intensity * factor).astype(np.float32),
        range=np.inf if light.range is None else light.range,
        cones=(np.cos(np.float32(light.outer_cone)), np.cos(np.float32(light.inner_cone)))
        if light.kind == "spot"
        else None,
    )


def exposure(rig: Rig) -> float:
    """The factor of all lights of a model: 1, or what makes the brightest of them as bright as `STUDIO` says
    where it is nearest to the model. All lights of the scene count, also those that only a clip shows, each
    with its greatest intensity; cones do not."""
    in_scene = replace(rig, nodes=replace(rig.nodes, visible=np.ones(len(rig.nodes), bool))).shown()
    nodes = np.flatnonzero((rig.nodes.lights >= 0) & in_scene)
    if not len(nodes):
        return 1.0
    points = [np.asarray(mesh.positions, np.float64) for mesh in deform(rig, rig.rest_pose(), normals=False)]
    cloud = np.concatenate([np.zeros((0, 3)), *points])
    cloud = cloud[np.isfinite(cloud).all(axis=1)]
    if not len(cloud):
        return 1.0
    box = np.stack([cloud.min(axis=0), cloud.max(axis=0)])
    at = world_transforms(rig)[:, :, 3]
    brightest = max(_illuminance(rig, int(rig.nodes.lights[node]), at[node], box) for node in nodes)
    most = float(STUDIO["brightest"])
    return most / brightest if brightest > most else 1.0


def _illuminance(rig: Rig, index: int, position: Doubles, box: Doubles) -> float:
    """The lux that a light gives a model at most, at its nearest point."""
    light, intensity = rig.lights[index], _greatest_intensity(rig, index)
    if light.kind == "directional":
        return intensity
    nearest = np.clip(position, *box)
    inside = bool((nearest == position).all())
    away = position - (box.mean(axis=0) if inside else nearest)
    least = NEAREST * float(np.sqrt(((box[1] - box[0]) ** 2).sum()))
    square = max(float((away * away).sum()), least * least)
    range_ = np.inf if light.range is None else light.range
    return intensity * float(_window(np.array([square], np.float32), range_)[0]) / square if square else 0.0


def _greatest_intensity(rig: Rig, index: int) -> float:
    keys = [
        float(np.max(channel.values[:, 1] if channel.values.ndim == 3 else channel.values))
        for clip in rig.clips
        for channel in clip.properties
        if (channel.part, channel.index, channel.field) == ("lights", index, "intensity")
    ]
    return max(rig.lights[index].intensity, *keys, 0.0)
