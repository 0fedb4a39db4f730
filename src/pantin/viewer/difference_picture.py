"""`render_difference`: two models side by side, coloured by how far each vertex is from the other model."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pantin.base.arguments import check_arguments
from pantin.base.errors import Unsuitable
from pantin.base.records import replace
from pantin.deformation import deform
from pantin.operations.comparison.distances import vertex_distances
from pantin.rig import Material, Rig
from pantin.verbs.asset import Asset
from pantin.viewer.camera import VIEWS, Framing, ViewAngles, box_centre
from pantin.viewer.colour import Pixels, linear_rgb
from pantin.viewer.picture import STILLS, Look, finish_picture, save_picture
from pantin.viewer.stage import Shot, Stage, front_yaw
from pantin.viewer.weight_scale import SCALE_STOPS, draw_scale

if TYPE_CHECKING:
    from pantin.rig import Doubles, Instance, Mesh, Surface
    from pantin.verbs.model import Model

SIZE = (1200, 600)
"""Pixels of both images together."""


@check_arguments
def render_difference(
    a: Model,
    b: Model,
    path: str | os.PathLike[str] | None = None,
    *,
    size: tuple[int, int] = SIZE,
    camera: tuple[float, float] | None = None,
) -> Pixels:
    """Draw two models side by side in their rest poses, each vertex in the colour of its largest distance
    from the other model at rest and over the clips that both have. The pixels are returned, and written to
    `path` (.png, .webp) where one is given.

    camera  (yaw, pitch) in degrees, as in `render`: (0, 0) is the front

    Raises `Unsupported` for models that are not in three dimensions.

    >>> pixels = pantin.render_difference(pantin.load("examples/arm.glb"), pantin.load("examples/loose.glb"))
    >>> pixels.shape
    (600, 1200, 4)
    """
    if path is not None and Path(path).suffix.lower() not in STILLS:
        raise ValueError(f"{Path(path).name}: not a supported image format (supported: {', '.join(STILLS)})")
    assets = [Asset.from_model(subject) for subject in (a, b)]
    rigs = [asset.rig for asset in assets]
    if any(rig.dimension != 3 for rig in rigs):
        raise Unsuitable("an image of differences needs models in three dimensions")
    distances = vertex_distances(rigs[0], rigs[1])
    view = VIEWS["auto"] if camera is None else ViewAngles(*camera)
    look = Look((size[0] // 2, size[1]), view.rotate(front_yaw(assets[0])))
    shot = _shot(rigs, look)
    halves = []
    for rig, far in zip(rigs, distances.sides, strict=True):
        stage = Stage(colour_by_distance(rig, far, distances.largest))
        halves.append(finish_picture(stage, stage.rig.rest_pose(), shot, look))
    numbers = tuple(f"{distances.largest * part:.3g}" for part in (0, 0.5, 1))
    pixels = draw_scale(np.concatenate(halves, axis=1), "distance", (numbers[0], numbers[1], numbers[2]))
    if path is not None:
        save_picture(pixels, path)
    return pixels


def _shot(rigs: list[Rig], look: Look) -> Shot:
    """One camera that shows both rigs at rest."""
    points = [deform(rig, rig.rest_pose(), normals=False) for rig in rigs]
    seen = [np.asarray(mesh.positions, np.float64) for meshes in points for mesh in meshes]
    seen = [part[np.isfinite(part).all(axis=1)] for part in seen]
    boxes = [np.stack([part.min(axis=0), part.max(axis=0)]) for part in seen if len(part)]
    if not boxes:
        raise ValueError("neither of the models has a mesh to draw")
    middle, framing = box_centre(boxes), Framing(look.size)
    for part in seen:
        framing.add(part, look.view, middle)
    return Shot(framing.camera(look.view, middle), min(float(box[0, 1]) for box in boxes))


STOPS, COLOURS = zip(*((stop, linear_rgb(color)) for stop, color in SCALE_STOPS), strict=True)


def colour_by_distance(rig: Rig, distances: list[Doubles], largest: float) -> Rig:
    """The rig in one matte material, with the colour of each vertex by its distance."""
    far = iter(distances)
    meshes: list[Mesh] = []
    instances: list[Instance] = []
    for instance in rig.instances:  # instances of one mesh may be at different distances
        mesh = rig.meshes[instance.mesh]
        surfaces = [_colour_by_distance(surface, next(far) / (largest or 1.0)) for surface in mesh.surfaces]
        instances.append(replace(instance, mesh=len(meshes)))
        meshes.append(replace(mesh, surfaces=tuple(surfaces)))
    matte = Material("distance", double_sided=True)
    return rig.replace(meshes=meshes, instances=instances, materials=[matte], textures=(), images=())


def _colour_by_distance(surface: Surface, parts: Doubles) -> Surface:
    channels = [np.interp(parts, STOPS, [color[channel] for color in COLOURS]) for channel in range(3)]
    colors = np.stack([*channels, np.ones_like(parts)], axis=1).astype(np.float32)
    return replace(surface, colors=(colors,), material=0)
