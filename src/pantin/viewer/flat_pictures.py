"""Pictures of models of more than three dimensions: slices, or the edges of the whole model as tubes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pantin.assets import slicing
from pantin.deformation import deform
from pantin.edit.projection import project_points, surface_edges
from pantin.edit.rig_slices import slice_rig_at_each
from pantin.motion import world_transforms
from pantin.rig import Doubles, Pose, Rig
from pantin.viewer.animation import framing_frames
from pantin.viewer.camera import ViewAngles
from pantin.viewer.colour import Pixels, blend_over, encode_srgb, parse_colour
from pantin.viewer.depth_scale import DEPTH_TEXTURE, eye_distance, tube_radius
from pantin.viewer.draw import draw
from pantin.viewer.flattening import FlatFrame, Flattening, plan_flat, to_four
from pantin.viewer.geometry import Geometry, join
from pantin.viewer.lights import studio_lights
from pantin.viewer.material_reader import read_materials
from pantin.viewer.materials import Materials
from pantin.viewer.picture import Look
from pantin.viewer.skeleton import bone_geometry
from pantin.viewer.stage import Shot, Show, blend_faded, frame_points, plain_picture, with_shadow
from pantin.viewer.surfaces import MAX_LINES, mesh_geometry
from pantin.viewer.texture import MipMaps
from pantin.viewer.tubes import Wires, tube_geometry

if TYPE_CHECKING:
    from pantin.assets import Asset

THIN = 0.35
"""Radius of the tubes around a slice, relative to those of a projection."""


@dataclass(frozen=True, eq=False, slots=True)
class _Solid:
    """What a frame shows: the slice or the edges, or both, and the skeleton over it."""

    body: Geometry
    bones: Geometry
    is_empty: bool
    """Whether what was asked for is not there: the slice, or the edges of a projection."""


def draw_flat(
    asset: Asset,
    pose: Pose,
    flattening: Flattening,
    look: Look,
    views: Sequence[ViewAngles],
    phases: Sequence[float],
) -> tuple[Iterator[Pixels], tuple[str, ...]]:
    """The frames of an animation, or a still with one phase, each drawn when it is requested; and notes.

    The model is posed once. A slice at w = 0 that nobody asked for and that misses the model in all frames is
    replaced by a projection, and a note says so. Raises `ValueError` where there is nothing to show.
    """
    _check_show(look.show)
    model = _Model(pose, flattening, look.show)
    frames = plan_flat(flattening, model.points, phases)
    first = [frames[index] for index in framing_frames(len(frames))]
    # One iterator for both passes, because it poses the model when it is made.
    solids = model.solids([*first, *frames])
    seen = [next(solids) for _ in first]
    if all(solid.is_empty for solid in seen):
        notes = (f"{_explain_empty(asset, pose, flattening)}: its edges are drawn in perspective",)
        projected = replace(flattening, project="perspective")
        pictures, more = draw_flat(asset, pose, projected, look, views, phases)
        return pictures, notes + more
    clouds = [np.concatenate([solid.body.positions, solid.bones.positions]) for solid in seen]
    shots = frame_points([cloud[np.isfinite(cloud).all(axis=1)] for cloud in clouds], list(views), look.size)
    rest = iter(seen) if len(frames) == 1 else solids
    return (model.draw(solid, shot, look) for solid, shot in zip(rest, shots, strict=False)), model.notes


def _check_show(show: Show) -> None:
    for part in ("colliders", "weights"):
        if getattr(show, part) not in (False, None):
            raise ValueError(f"show: {part} can be drawn in three dimensions only")


def _explain_empty(asset: Asset, pose: Pose, flattening: Flattening) -> str:
    """Why a slice is empty. Raises it as `ValueError` if the slice was asked for."""
    if flattening.project is not None:
        raise ValueError("the model has no edges to project, or too many")
    try:
        slicing.slice(asset, w=flattening.w, plane=flattening.plane, rotate=flattening.rotate, pose=pose)
    except ValueError as error:
        if flattening.w is None and flattening.plane is None and not flattening.sweep:
            return str(error)
        raise
    raise ValueError("nothing to cut in any frame")


class _Model:
    """A posed model and how it is flattened; `solids` gives what each frame shows, `draw` a picture of it."""

    def __init__(self, pose: Pose, flattening: Flattening, show: Show) -> None:
        self.pose, self.flattening, self.show = pose, flattening, show
        self.points, self.edges = _wireframe(pose)
        self.nodes = world_transforms(pose.rig, pose)[:, :, -1]
        self.notes: tuple[str, ...] = ()
        if len(self.edges) > MAX_LINES:
            self.notes = (f"{len(self.edges):,} edges not drawn: the limit is {MAX_LINES:,}",)
            self.edges = self.edges[:0]
        given = flattening.distance
        self.distance = eye_distance(self.points) if given is None else given
        self.radius = tube_radius(self.points, len(self.edges))
        self.materials = Materials(()) if flattening.project else read_materials(pose.rig)
        self.mip_maps = MipMaps([*self.materials.textures, DEPTH_TEXTURE])
        self.notes += self.materials.notes

    def solids(self, frames: Sequence[FlatFrame]) -> Iterator[_Solid]:
        if self.flattening.project is not None:
            empty = not len(self.edges)
            return (self._solid([self._tubes(frame, 1.0)], frame, empty) for frame in frames)
        spaces = [frame.space.before_rotation(frame.rotation) for frame in frames]
        cuts = slice_rig_at_each(self.pose.rig, self.pose, spaces) if self.show.mesh else ()
        return self._sliced(iter(cuts), frames)

    def _sliced(self, cuts: Iterator[Rig], frames: Sequence[FlatFrame]) -> Iterator[_Solid]:
        for frame in frames:
            pieces = []
            if self.show.mesh:
                cut = next(cuts)
                pieces = mesh_geometry(cut, deform(cut, cut.rest_pose()), self.materials)
            is_empty = self.show.mesh and not pieces
            if self.show.wireframe:
                pieces.append(self._tubes(frame, THIN))
            yield self._solid(pieces, frame, is_empty)

    def _solid(self, pieces: list[Geometry], frame: FlatFrame, is_empty: bool) -> _Solid:
        body, bones = join(pieces), join([])
        if self.show.skeleton:
            nodes, distance = self._in_four(self.nodes, frame)
            positions = project_points(nodes, frame.space, distance)
            size = float(np.ptp(self.points, axis=0).max()) if len(self.points) else 1.0
            bones = join(bone_geometry(self.pose.rig, positions, size))
        return _Solid(body, bones, is_empty)

    def _in_four(self, points: Doubles, frame: FlatFrame) -> tuple[Doubles, float | None]:
        """(n, 4) points of the rotated model, with further dimensions projected first, and how far the
        eye is away. Edges around a slice are in perspective too, or near and far ones would coincide."""
        parallel = self.flattening.project == "orthographic"
        aside = abs(frame.space.offset) if self.flattening.distance is None else 0.0
        return to_four(points @ frame.rotation.T, None if parallel else self.distance + aside)

    def _tubes(self, frame: FlatFrame, thickness: float) -> Geometry:
        if not len(self.edges):
            return join([])
        points, distance = self._in_four(self.points, frame)
        heights = points @ frame.space.normal - frame.space.offset
        low, high = float(heights.min()), float(heights.max())
        flat = project_points(points, frame.space, distance)
        nearer = np.ones(len(flat)) if distance is None else distance / (distance - heights)
        shares = (heights - low) / (high - low) if high > low else np.full(len(flat), 0.5)
        wires = Wires(flat, self.radius * thickness * nearer, shares, self.edges)
        return tube_geometry(wires, len(self.materials.textures))

    @np.errstate(over="ignore", invalid="ignore")
    def draw(self, solid: _Solid, shot: Shot, look: Look) -> Pixels:
        plain = plain_picture(shot.camera.size, parse_colour(look.background))
        picture = with_shadow(plain, solid.body, shot) if look.shadow else plain
        lights = studio_lights(shot.camera, 0.0)
        drawn = draw(solid.body, self.mip_maps, shot.camera, lights)
        faded = self.show.skeleton and self.flattening.project is None
        picture = blend_faded(drawn, picture, plain) if faded else blend_over(drawn, picture)
        if len(solid.bones.faces):
            picture = blend_over(draw(solid.bones, self.mip_maps, shot.camera, lights), picture)
        return encode_srgb(picture)


def _wireframe(pose: Pose) -> tuple[Doubles, NDArray[np.int64]]:
    """(V, N) the posed vertices of all surfaces, and (E, 2) the edges between them."""
    points, edges, count = [np.zeros((0, pose.rig.dimension))], [np.zeros((0, 2), np.int64)], 0
    for mesh in deform(pose.rig, pose, normals=False):
        surface = pose.rig.meshes[mesh.mesh].surfaces[mesh.surface]
        points.append(np.asarray(mesh.positions, np.float64))
        edges.append(surface_edges(surface.topology) + count)
        count += len(mesh.positions)
    return np.concatenate(points), np.concatenate(edges)
