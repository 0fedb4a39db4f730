"""A rig on a stage: what of it is shown, from where, and the light that reaches the camera in each pose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from pantin.deformation import PosedMesh, deform
from pantin.deformation.limits import check_vertex_limit
from pantin.formats.gltf.document import Document
from pantin.motion import world_transforms
from pantin.rig import Doubles, OnlyIn3D, Pose, Rig, Solver
from pantin.viewer.bones import joints_of, skeleton
from pantin.viewer.camera import Camera, Framing, View, centre
from pantin.viewer.colliders import draw_colliders
from pantin.viewer.colour import linear, over, to_linear
from pantin.viewer.draw import Light, draw
from pantin.viewer.geometry import Geometry, joined
from pantin.viewer.ground import cast, shadow
from pantin.viewer.lights import studio
from pantin.viewer.paint import Paints, document_paints, plain_paints
from pantin.viewer.ramp import RAMP
from pantin.viewer.shading import Wire
from pantin.viewer.strokes import strokes, undrawn
from pantin.viewer.surfaces import coloured, weighted
from pantin.viewer.texture import Gallery

if TYPE_CHECKING:
    from pantin.assets import Asset

WIRE = Wire(0.4, linear("#20242c"))
"""Edges 0.8 pixels wide."""

GHOST = 0.55
"""How much of a mesh is left where its skeleton is drawn over it."""


@dataclass(frozen=True, slots=True)
class Show:
    """What a picture shows. `weights` is the node whose weights colour the mesh."""

    mesh: bool = True
    skeleton: bool = False
    wireframe: bool = False
    colliders: bool = False
    weights: int | None = None


MESH = Show()
"""The mesh alone."""


@dataclass(frozen=True, eq=False, slots=True)
class Shot:
    """Where a stage is seen from, and the height of the ground under it."""

    camera: Camera
    ground: float


class Stage:
    """A rig with its paints. `light` draws it; `shots` finds cameras that have all poses in the picture."""

    def __init__(self, subject: Asset | Rig, show: Show = MESH, solver: Solver | None = None) -> None:
        self.rig = subject if isinstance(subject, Rig) else subject.rig
        if self.rig.dimension != 3:
            hint = ": `pantin slice` cuts or projects it" if self.rig.dimension == 4 else ""
            raise OnlyIn3D(f"pictures are of 3 dimensions; this rig has {self.rig.dimension}{hint}")
        check_vertex_limit(self.rig)
        self.show = show
        self.solver = solver
        self.paints = self._paints(None if isinstance(subject, Rig) else subject.document)
        self.gallery = Gallery([RAMP] if show.weights is not None else self.paints.textures)

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences about what could not be drawn."""
        return self.paints.notes + (undrawn(self.rig) if self._has_mesh else ())

    def _paints(self, document: object) -> Paints:
        if isinstance(document, Document) and self.show.mesh and self.show.weights is None:
            return document_paints(document)
        return plain_paints(self.rig)

    def shots(self, poses: Iterable[Pose], views: list[View], size: tuple[int, int]) -> list[Shot]:
        """A shot for each view, all from one distance, with everything the poses show in each of them."""
        seen = [self._outline(pose) for pose in poses]
        boxes = [np.stack([one.min(axis=0), one.max(axis=0)]) for one in seen if len(one)]
        middle = centre(boxes)
        framing = Framing(size)
        for view in dict.fromkeys(views):
            for points in seen:
                framing.add(points, view, middle)
        ground = min((float(box[0, 1]) for box in boxes), default=0.0)
        return [Shot(framing.camera(view, middle), ground) for view in views]

    def _outline(self, pose: Pose) -> Doubles:
        """Points that the picture must hold."""
        parts: list[Doubles] = []
        if self._has_mesh:
            parts += [np.asarray(one.positions, np.float64) for one in self._posed(pose, normals=False)]
        if self.show.skeleton or not parts:
            places = world_transforms(pose.rig, pose)[:, :, 3]
            joints = places[joints_of(self.rig)]
            # One joint alone has no size: then all nodes are in the picture, by which `light` sizes bones.
            parts.append(joints if _size([*parts, joints]) else places)
        if self.show.colliders:
            parts += [one.positions for one in draw_colliders(pose, _size(parts))]
        points = np.concatenate(parts) if parts else np.zeros((0, 3))
        return points[np.isfinite(points).all(axis=1)]

    def light(self, pose: Pose, shot: Shot, background: tuple[float, ...], shade: bool = True) -> Light:
        """(rows, columns, 4) light with alpha, multiplied by it already."""
        posed = self._posed(pose)
        body = joined(list(self._body(posed)))
        size = _size([body.positions]) or _size([world_transforms(pose.rig, pose)[:, :, 3]])
        across, down = shot.camera.size
        picture = np.empty((down, across, 4), np.float32)
        picture[...] = (*(to_linear(np.array(background[:3])) * background[3]).tolist(), background[3])
        if shade:
            self._darken(picture, body, shot)
        lights = studio(shot.camera)
        if self._has_mesh:
            drawn = draw(body, self.gallery, shot.camera, lights, self._wire)
            faded = GHOST if self.show.skeleton and self.show.weights is None else 1.0
            picture = over(drawn * np.float32(faded), picture)
        for extra in self._overlays(pose, size):
            picture = over(draw(extra, self.gallery, shot.camera, lights), picture)
        return picture

    @property
    def _wire(self) -> Wire | None:
        filled = self.show.mesh or self.show.weights is not None
        return replace(WIRE, alone=not filled) if self.show.wireframe else None

    @property
    def _has_mesh(self) -> bool:
        return self.show.mesh or self.show.wireframe or self.show.weights is not None

    def _posed(self, pose: Pose, normals: bool = True) -> list[PosedMesh]:
        return deform(self.rig, pose, solver=self.solver, normals=normals)

    def _body(self, posed: list[PosedMesh]) -> list[Geometry]:
        if self.show.weights is not None:
            return weighted(self.rig, posed, self.show.weights, 0)
        return coloured(self.rig, posed, self.paints) + strokes(self.rig, posed, self.paints)

    def _overlays(self, pose: Pose, size: float) -> Iterator[Geometry]:
        if self.show.colliders:
            yield joined(draw_colliders(pose, size))
        if self.show.skeleton:
            yield joined(skeleton(self.rig, pose, size, self.show.weights))

    def _darken(self, picture: Light, body: Geometry, shot: Shot) -> None:
        made = shadow(body.positions, body.faces, shot.ground, shot.camera)
        if made is not None:
            dark = cast(made, shot.camera)
            picture *= (1 - dark)[..., None]
            picture[..., 3] += dark


def _size(parts: list[Doubles]) -> float:
    """The longest side of the box around points; 0 for none."""
    points = np.concatenate(parts) if parts else np.zeros((0, 3))
    return float((points.max(axis=0) - points.min(axis=0)).max()) if len(points) else 0.0
