"""A rig ready to draw: what is shown, the cameras, and the picture of each pose."""

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
from pantin.viewer.camera import Camera, Framing, ViewAngles, box_centre
from pantin.viewer.colliders import draw_colliders
from pantin.viewer.colour import blend_over, linear_rgb, to_linear
from pantin.viewer.draw import Light, draw
from pantin.viewer.geometry import Geometry, join
from pantin.viewer.ground_shadow import compute_shadow, project_shadow
from pantin.viewer.lights import studio_lights
from pantin.viewer.materials import Materials, document_materials, plain_materials, with_expressions
from pantin.viewer.shading import Wire
from pantin.viewer.skeleton import NO_TAILS, joints_of, skeleton_geometry, tail_positions
from pantin.viewer.surfaces import line_geometry, mesh_geometry, undrawn_notes, weight_map_geometry
from pantin.viewer.texture import MipMaps
from pantin.viewer.weight_scale import SCALE_TEXTURE

if TYPE_CHECKING:
    from pantin.assets import Asset

WIRE = Wire(0.4, linear_rgb("#20242c"))
"""Edges 0.8 pixels wide."""

FADED_MESH = 0.55
"""Opacity of a mesh under its skeleton."""


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
    """A camera, and the height of the ground."""

    camera: Camera
    ground: float


class Stage:
    """A rig with its materials. `draw` draws it; `shots` finds cameras that show all poses.

    Numbers of broken files may be too large for either: what is not finite is not drawn.
    """

    def __init__(self, subject: Asset | Rig, show: Show = MESH, solver: Solver | None = None) -> None:
        self.rig = subject if isinstance(subject, Rig) else subject.rig
        self.tails = NO_TAILS if isinstance(subject, Rig) else subject.tails
        if self.rig.dimension != 3:
            hint = " (`pantin slice` makes it 3D)" if self.rig.dimension == 4 else ""
            raise OnlyIn3D(
                f"only 3D rigs can be rendered; this one has {self.rig.dimension} dimensions{hint}"
            )
        check_vertex_limit(self.rig, None if isinstance(subject, Rig) else subject.budget)
        self.show = show
        self.solver = solver
        self.materials = self._load_materials(None if isinstance(subject, Rig) else subject.document)
        self.mip_maps = MipMaps([SCALE_TEXTURE] if show.weights is not None else self.materials.textures)

    @property
    def notes(self) -> tuple[str, ...]:
        """What could not be drawn."""
        return self.materials.notes + (undrawn_notes(self.rig) if self._has_mesh else ())

    def _load_materials(self, document: object) -> Materials:
        if isinstance(document, Document) and self.show.mesh and self.show.weights is None:
            return document_materials(document)
        return plain_materials(self.rig)

    @np.errstate(over="ignore", invalid="ignore")
    def shots(self, poses: Iterable[Pose], views: list[ViewAngles], size: tuple[int, int]) -> list[Shot]:
        """A shot for each view, all from the same distance, with all poses in the picture."""
        seen = [self._points_in_view(pose) for pose in poses]
        boxes = [np.stack([points.min(axis=0), points.max(axis=0)]) for points in seen if len(points)]
        middle = box_centre(boxes)
        framing = Framing(size)
        for view in dict.fromkeys(views):
            for points in seen:
                framing.add(points, view, middle)
        ground = min((float(box[0, 1]) for box in boxes), default=0.0)
        return [Shot(framing.camera(view, middle), ground) for view in views]

    def _points_in_view(self, pose: Pose) -> Doubles:
        """The points that must be in the picture."""
        parts: list[Doubles] = []
        if self._has_mesh:
            parts += [np.asarray(mesh.positions, np.float64) for mesh in self._deform(pose, normals=False)]
        if self.show.skeleton or not parts:
            positions = world_transforms(pose.rig, pose)[:, :, 3]
            joints = np.concatenate([positions[joints_of(self.rig)], tail_positions(pose, self.tails)[1]])
            # A single joint has no size: then all nodes count, by which `draw` sizes bones.
            parts.append(joints if _size([*parts, joints]) else positions)
        if self.show.colliders:
            parts += [collider.positions for collider in draw_colliders(pose, _size(parts))]
        points = np.concatenate(parts) if parts else np.zeros((0, 3))
        return points[np.isfinite(points).all(axis=1)]

    @np.errstate(over="ignore", invalid="ignore")
    def draw(self, pose: Pose, shot: Shot, background: tuple[float, ...], shade: bool = True) -> Light:
        """(rows, columns, 4) premultiplied linear light with alpha."""
        posed = self._deform(pose)
        body = join(list(self._mesh_geometry(posed, with_expressions(self.materials, pose))))
        size = _size([body.positions]) or _size([world_transforms(pose.rig, pose)[:, :, 3]])
        across, down = shot.camera.size
        draw_picture = np.empty((down, across, 4), np.float32)
        draw_picture[...] = (*(to_linear(np.array(background[:3])) * background[3]).tolist(), background[3])
        if shade:
            self._draw_shadow(draw_picture, body, shot)
        lights = studio_lights(shot.camera)
        if self._has_mesh:
            drawn = draw(body, self.mip_maps, shot.camera, lights, self._wire)
            faded = FADED_MESH if self.show.skeleton and self.show.weights is None else 1.0
            draw_picture = blend_over(drawn * np.float32(faded), draw_picture)
        for extra in self._overlays(pose, size):
            draw_picture = blend_over(draw(extra, self.mip_maps, shot.camera, lights), draw_picture)
        return draw_picture

    @property
    def _wire(self) -> Wire | None:
        filled = self.show.mesh or self.show.weights is not None
        return replace(WIRE, alone=not filled) if self.show.wireframe else None

    @property
    def _has_mesh(self) -> bool:
        return self.show.mesh or self.show.wireframe or self.show.weights is not None

    def _deform(self, pose: Pose, normals: bool = True) -> list[PosedMesh]:
        return deform(self.rig, pose, solver=self.solver, normals=normals)

    def _mesh_geometry(self, posed: list[PosedMesh], materials: Materials) -> list[Geometry]:
        if self.show.weights is not None:
            return weight_map_geometry(self.rig, posed, self.show.weights, 0)
        return mesh_geometry(self.rig, posed, materials) + line_geometry(self.rig, posed, materials)

    def _overlays(self, pose: Pose, size: float) -> Iterator[Geometry]:
        if self.show.colliders:
            yield join(draw_colliders(pose, size))
        if self.show.skeleton:
            yield join(skeleton_geometry(self.rig, pose, size, self.show.weights, self.tails))

    def _draw_shadow(self, draw_picture: Light, body: Geometry, shot: Shot) -> None:
        cast_shadow = compute_shadow(body.positions, body.faces, shot.ground, shot.camera)
        if cast_shadow is not None:
            dark = project_shadow(cast_shadow, shot.camera)
            draw_picture *= (1 - dark)[..., None]
            draw_picture[..., 3] += dark


def _size(parts: list[Doubles]) -> float:
    """The longest side of the bounding box of points; 0 for none."""
    points = np.concatenate(parts) if parts else np.zeros((0, 3))
    return float((points.max(axis=0) - points.min(axis=0)).max()) if len(points) else 0.0
