"""Images of models of more than three dimensions: slices, or the edges of the whole model as tubes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record, replace
from pantin.deformation import deform
from pantin.motion import world_transforms
from pantin.operations.edit.mesh_slice import Hyperplane
from pantin.operations.edit.projection import project_points, surface_edges
from pantin.operations.edit.rig_slices import PosedBodies
from pantin.rig import Doubles, Pose, Rig
from pantin.verbs.slice import slice as slice_asset
from pantin.viewer.animation import framing_frames
from pantin.viewer.camera import ViewAngles
from pantin.viewer.colour import Pixels, blend_over, encode_srgb, parse_colour
from pantin.viewer.depth_scale import DEPTH_TEXTURE, EYE, eye_distance, tube_radius
from pantin.viewer.draw import draw
from pantin.viewer.flattening import Flattening, sweep_share
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
    from pantin.verbs.asset import Asset

THIN = 0.35
"""Radius of the tubes around a slice, relative to those of a projection."""


class _Solid(Record, eq=False):
    """The contents of a frame: the slice, the edges, or both, and the skeleton over it."""

    body: Geometry
    bones: Geometry
    is_empty: bool
    """Whether what was asked for is not there: the slice, or the edges of a projection."""


def draw_flat(
    asset: Asset,
    poses: Callable[[int], Pose],
    flattening: Flattening,
    look: Look,
    views: Sequence[ViewAngles],
    phases: Sequence[float],
) -> tuple[Iterator[Pixels], tuple[str, ...]]:
    """The frames of an animation, or a still with one phase, each drawn when it is requested; and notes.

    `poses` gives the pose of each frame; one that is held is the same object in all of them. A slice at w = 0
    that nobody asked for and that misses the model in all frames is replaced by a projection, with a note.
    Raises `ValueError` where there is nothing to show.
    """
    _check_show(look.show)
    spaces = flattening.spaces(phases, asset.rig.dimension)
    framing = framing_frames(len(phases))
    model = _Model([poses(index) for index in framing], flattening, look.show)

    def solid_of(index: int) -> _Solid:
        model.take(poses(index))
        return model.solid(spaces[index], phases[index])

    seen = {index: solid_of(index) for index in framing}
    if all(solid.is_empty for solid in seen.values()):
        note = f"{_explain_empty(asset, poses(0), flattening)}: its edges are drawn in perspective"
        projected = replace(flattening, project="perspective")
        pictures, notes = draw_flat(asset, poses, projected, look, views, phases)
        return pictures, (note, *notes)
    clouds = [np.concatenate([solid.body.positions, solid.bones.positions]) for solid in seen.values()]
    shots = frame_points([cloud[np.isfinite(cloud).all(axis=1)] for cloud in clouds], list(views), look.size)
    if len(phases) > 1:
        seen.clear()  # an animation may be long, and solids are large

    def pictures_of_frames() -> Iterator[Pixels]:
        for index, shot in enumerate(shots):
            yield model.draw(seen.get(index) or solid_of(index), shot, look)

    return pictures_of_frames(), model.notes


def _check_show(show: Show) -> None:
    for part in ("colliders", "shapes", "weights"):
        if getattr(show, part) not in (False, None):
            raise ValueError(f"show: {part} can be drawn in three dimensions only")


def _explain_empty(asset: Asset, pose: Pose, flattening: Flattening) -> str:
    """Why a slice is empty. Raises it as `ValueError` if the slice was asked for."""
    if flattening.project is not None:
        raise ValueError("the model has no edges to project, or too many")
    try:
        slice_asset(
            asset,
            w=flattening.w,
            v=flattening.v,
            u=flattening.u,
            t=flattening.t,
            s=flattening.s,
            plane=flattening.plane,
            rotate=flattening.rotate,
            pose=pose,
        )
    except ValueError as error:
        if not {*flattening.stated} - {"rotate", "turntable"}:
            return str(error)
        raise
    raise ValueError("the slice misses the model in every frame")


class _Model:
    """A posed model and how it is flattened; `solid` gives what a frame shows, `draw` an image of it. The
    eye stays where it is far enough for every one of `framing` poses."""

    def __init__(self, framing: Sequence[Pose], flattening: Flattening, show: Show) -> None:
        pose = framing[0]
        self.flattening, self.show = flattening, show
        self.pose: Pose | None = None
        self.rig = pose.rig
        self.take(pose)
        self.edges = _wireframe(pose)[1]
        self.notes: tuple[str, ...] = ()
        if len(self.edges) > MAX_LINES:
            self.notes = (f"{len(self.edges):,} edges not drawn: the limit is {MAX_LINES:,}",)
            self.edges = self.edges[:0]
        distance = flattening.distance
        if distance is None:
            distinct = {id(each): each for each in framing}.values()
            distance = max(eye_distance(_wireframe(each)[0]) for each in distinct)
        self.distance = distance
        self.radius = tube_radius(self.points, len(self.edges))
        self.materials = Materials(()) if flattening.project else read_materials(pose.rig)
        self.mip_maps = MipMaps([*self.materials.textures, DEPTH_TEXTURE])
        self.notes += self.materials.notes

    def take(self, pose: Pose) -> None:
        """Move the model to a pose."""
        if pose is self.pose:
            return
        self.pose, rig = pose, pose.rig
        self.bodies = PosedBodies.from_rig(rig, pose)
        self.points = _wireframe(pose)[0]
        self.nodes = world_transforms(rig, pose)[:, :, -1]

    def solid(self, spaces: Sequence[Hyperplane], phase: float) -> _Solid:
        """The contents of a frame."""
        if self.flattening.project is not None:
            return self._with_bones([self._tubes(spaces, 1.0)], spaces, not len(self.edges))
        pieces: list[Geometry] = []
        if self.show.mesh:
            cut, spaces = self._slice(spaces, phase)
            pieces = mesh_geometry(cut, deform(cut, cut.rest_pose()), self.materials)
        is_empty = self.show.mesh and not pieces
        if self.show.wireframe:
            pieces.append(self._tubes(spaces, THIN))
        return self._with_bones(pieces, spaces, is_empty)

    def _slice(self, spaces: Sequence[Hyperplane], phase: float) -> tuple[Rig, Sequence[Hyperplane]]:
        """The slice as a 3D rig, and the spaces that cut it: a sweep moves the last one."""
        *first, last = spaces
        if not self.flattening.sweep:
            return self.bodies.cut_through(first, last).slice(last), spaces
        bodies = self.bodies.cut_through(first)
        low, high = bodies.heights(last) or (last.offset, last.offset)
        last = replace(last, offset=low + (high - low) * sweep_share(phase))
        return bodies.slice(last), [*first, last]

    def _with_bones(self, pieces: list[Geometry], spaces: Sequence[Hyperplane], is_empty: bool) -> _Solid:
        body, bones = join(pieces), join([])
        if self.show.skeleton:
            size = float(np.ptp(self.points, axis=0).max()) if len(self.points) else 1.0
            bones = join(bone_geometry(self.rig, self._project(self.nodes, spaces)[0], size))
        return _Solid(body, bones, is_empty)

    def _project(self, points: Doubles, spaces: Sequence[Hyperplane]) -> tuple[Doubles, Doubles, Doubles]:
        """(n, 3) points projected to one space after another; and how far each is above the last one, and how
        much larger it is drawn. Edges around a slice are in perspective too, or near and far ones would
        coincide. The eye is farther for each further projection, by as much as near things have grown."""
        distance = None if self.flattening.project == "orthographic" else self.distance
        heights, nearer = np.zeros(len(points)), np.ones(len(points))
        for space in spaces:
            aside = abs(space.offset) if self.flattening.distance is None else 0.0
            away = None if distance is None else distance + aside
            heights = points @ space.normal - space.offset
            points = project_points(points, space, away)
            nearer = nearer if away is None else away / (away - heights)
            distance = None if distance is None else distance * EYE / (EYE - 1)
        return points, heights, nearer

    def _tubes(self, spaces: Sequence[Hyperplane], thickness: float) -> Geometry:
        if not len(self.edges):
            return join([])
        points, heights, nearer = self._project(self.points, spaces)
        low, high = float(heights.min()), float(heights.max())
        shares = (heights - low) / (high - low) if high > low else np.full(len(points), 0.5)
        wires = Wires(points, self.radius * thickness * nearer, shares, self.edges)
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
