"""A rig ready to draw: its visible parts, the cameras, and the image of each pose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from pantin.base.records import Record, replace
from pantin.deformation import PosedMesh, deform
from pantin.deformation.limits import check_vertex_limit
from pantin.maths import quaternion
from pantin.maths.srgb import to_linear
from pantin.motion import world_transforms
from pantin.operations.humanoid.body import measure_axes
from pantin.operations.humanoid.bone_map import map_bones
from pantin.rig import Doubles, OnlyIn3D, Pose, Rig, Solver
from pantin.viewer.bone_shapes import draw_bone_shapes, undrawn_bone_shapes
from pantin.viewer.camera import Camera, Framing, ViewAngles, box_centre
from pantin.viewer.colliders import draw_colliders
from pantin.viewer.colour import blend_over, linear_rgb
from pantin.viewer.draw import Light, draw
from pantin.viewer.geometry import Geometry, join
from pantin.viewer.ground_shadow import compute_shadow, edge_fade, project_shadow
from pantin.viewer.lights import studio_lights
from pantin.viewer.material_reader import MaterialReader
from pantin.viewer.materials import Materials, with_expressions
from pantin.viewer.model_lights import exposure, model_lights
from pantin.viewer.portrait import MOST_BONES, face_points
from pantin.viewer.shading import Wire
from pantin.viewer.skeleton import NO_TAILS, joints_of, skeleton_geometry, tail_positions
from pantin.viewer.surfaces import (
    line_geometry,
    mesh_geometry,
    outline_geometry,
    undrawn_notes,
    weight_map_geometry,
)
from pantin.viewer.texture import MipMaps
from pantin.viewer.weight_scale import SCALE_TEXTURE

if TYPE_CHECKING:
    from pantin.verbs.asset import Asset

WIRE = Wire(0.4, linear_rgb("#20242c"))
"""Edges 0.8 pixels wide."""

FADED_MESH = 0.55
"""Opacity of a mesh under its skeleton."""


class Show(Record):
    """The contents of an image. `shapes` are bone shapes; `weights` is the node whose weights colour the
    mesh."""

    mesh: bool = True
    skeleton: bool = False
    wireframe: bool = False
    colliders: bool = False
    shapes: bool = False
    weights: int | None = None


MESH = Show()
"""The mesh alone."""


class Shot(Record, eq=False):
    """A camera, and the height of the ground."""

    camera: Camera
    ground: float


class Stage:
    """A rig with its materials. `draw` draws it; `shots` finds cameras that show all poses.

    Numbers of broken files may be too large for either: what is not finite is not drawn.
    """

    def __init__(self, subject: Asset | Rig, show: Show = MESH, solver: Solver | None = None) -> None:
        self.rig = subject if isinstance(subject, Rig) else subject.rig
        origin = None if isinstance(subject, Rig) else subject.origin
        self.tails = NO_TAILS if origin is None else origin.tails
        if self.rig.dimension != 3:
            raise OnlyIn3D(f"a stage shows 3D rigs; this one has {self.rig.dimension} dimensions")
        check_vertex_limit(self.rig, None if isinstance(subject, Rig) else subject.budget)
        self.show = show
        self.solver = solver
        shown = show.mesh and show.weights is None
        self.reader = MaterialReader(subject) if shown else None
        self.materials = Materials(()) if self.reader is None else self.reader.read()
        self.front = front_yaw(self.rig)
        self.exposure = exposure(self.rig)
        self.mip_maps = MipMaps([SCALE_TEXTURE] if show.weights is not None else self.materials.textures)

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on parts that are missing or could not be drawn."""
        meshes = undrawn_notes(self.rig) if self._has_mesh else ()
        shapes = undrawn_bone_shapes(self.rig) if self.show.shapes else ()
        colliders = ("the model has no colliders",) if self._lacks_colliders else ()
        return self.materials.notes + meshes + shapes + colliders

    @property
    def _lacks_colliders(self) -> bool:
        return self.show.colliders and not (self.rig.springs and self.rig.springs.colliders)

    def _materials_in(self, pose: Pose) -> Materials:
        """The materials as a clip and expressions change them."""
        materials = self.materials
        if self.reader is not None and pose.properties:
            materials = self.reader.read_changed(materials, pose.appearance.materials)
            if len(materials.textures) > len(self.mip_maps):
                self.mip_maps = MipMaps(materials.textures)
        return with_expressions(materials, pose)

    @np.errstate(over="ignore", invalid="ignore")
    def shots(
        self,
        poses: Iterable[Pose],
        views: list[ViewAngles],
        size: tuple[int, int],
        *,
        portrait: bool = False,
    ) -> list[Shot]:
        """A shot for each view, all from the same distance, with all poses in the image; or with the face
        of a humanoid, for a portrait."""
        return frame_points([self._points_in_view(pose, portrait) for pose in poses], views, size)

    def _points_in_view(self, pose: Pose, portrait: bool) -> Doubles:
        """The points that must be in the image."""
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
        if self.show.shapes:
            parts += [shape.positions for shape in draw_bone_shapes(pose)]
        points = np.concatenate(parts) if parts else np.zeros((0, 3))
        finite = points[np.isfinite(points).all(axis=1)]
        face = face_points(pose, finite) if portrait else None
        return finite if face is None else face

    @np.errstate(over="ignore", invalid="ignore")
    def draw(self, pose: Pose, shot: Shot, background: tuple[float, ...], shade: bool = True) -> Light:
        """(rows, columns, 4) premultiplied linear light with alpha."""
        posed = self._deform(pose)
        world = world_transforms(pose.rig, pose)
        materials = self._materials_in(pose)
        body = join(list(self._mesh_geometry(posed, materials, world)))
        size = _size([body.positions]) or _size([world[:, :, 3]])
        plain = plain_picture(shot.camera.size, background)
        picture = with_shadow(plain, body, shot) if shade else plain
        lights = studio_lights(shot.camera, self.front)
        if self._has_mesh:
            outlined = join([body, *self._outlines(posed, materials, shot)])
            lit = replace(lights, model=model_lights(pose, shot.camera, self.exposure))
            drawn = draw(outlined, self.mip_maps, shot.camera, lit, self._wire, picture)
            faded = self.show.skeleton and self.show.weights is None
            picture = blend_faded(drawn, picture, plain) if faded else blend_over(drawn, picture)
        for extra in self._overlays(pose, size):
            picture = blend_over(draw(extra, self.mip_maps, shot.camera, lights), picture)
        return picture

    @property
    def _wire(self) -> Wire | None:
        filled = self.show.mesh or self.show.weights is not None
        return replace(WIRE, alone=not filled) if self.show.wireframe else None

    @property
    def _has_mesh(self) -> bool:
        return self.show.mesh or self.show.wireframe or self.show.weights is not None

    def _deform(self, pose: Pose, normals: bool = True) -> list[PosedMesh]:
        return deform(self.rig, pose, solver=self.solver, normals=normals)

    def _mesh_geometry(self, posed: list[PosedMesh], materials: Materials, world: Doubles) -> list[Geometry]:
        if self.show.weights is not None:
            return weight_map_geometry(self.rig, posed, self.show.weights, 0)
        scales = np.sqrt((world[:, :, :3] ** 2).sum(axis=1)).mean(axis=1).tolist()
        return mesh_geometry(self.rig, posed, materials, scales) + line_geometry(self.rig, posed, materials)

    def _overlays(self, pose: Pose, size: float) -> Iterator[Geometry]:
        if self.show.colliders:
            yield join(draw_colliders(pose, size))
        if self.show.shapes:
            yield join(draw_bone_shapes(pose))
        if self.show.skeleton:
            yield join(skeleton_geometry(self.rig, pose, size, self.show.weights, self.tails))

    def _outlines(self, posed: list[PosedMesh], materials: Materials, shot: Shot) -> list[Geometry]:
        if not self.show.mesh or self.show.weights is not None:
            return []
        camera = shot.camera
        points = [np.asarray(mesh.positions, np.float64) for mesh in posed if len(mesh.positions)]
        distance = (
            max(
                float(
                    -camera.to_camera(
                        np.array(
                            box_centre(np.stack([cloud.min(axis=0), cloud.max(axis=0)]) for cloud in points)
                        )
                    )[2]
                ),
                0.0,
            )
            if points
            else 0.0
        )
        return outline_geometry(self.rig, posed, materials, distance * camera.size[1] / camera.focal)


def frame_points(seen: Sequence[Doubles], views: list[ViewAngles], size: tuple[int, int]) -> list[Shot]:
    """A shot for each view, all from the same distance, with all clouds of points (n, 3) in the image."""
    boxes = [np.stack([points.min(axis=0), points.max(axis=0)]) for points in seen if len(points)]
    middle = box_centre(boxes)
    framing = Framing(size)
    for view in dict.fromkeys(views):
        for points in seen:
            framing.add(points, view, middle)
    ground = min((float(box[0, 1]) for box in boxes), default=0.0)
    return [Shot(framing.camera(view, middle), ground) for view in views]


def with_shadow(plain: Light, body: Geometry, shot: Shot) -> Light:
    """The image with the shadow of a body on the ground."""
    cast_shadow = compute_shadow(body.positions, body.faces, shot.ground, shot.camera)
    if cast_shadow is None:
        return plain
    dark = project_shadow(cast_shadow, shot.camera) * edge_fade(shot.camera.size)
    picture = plain * (1 - dark)[..., None]
    picture[..., 3] += dark
    return picture


def blend_faded(drawn: Light, picture: Light, plain: Light) -> Light:
    """A mesh that is faded under its skeleton, over the image. Through it the background is seen and not
    the shadow on the ground: bones would be hard to tell from it."""
    covered = drawn[..., 3:]
    behind = picture + (plain - picture) * covered
    return blend_over(drawn * np.float32(FADED_MESH), behind)


def plain_picture(size: tuple[int, int], background: tuple[float, ...]) -> Light:
    """An image of the background alone."""
    across, down = size
    picture = np.empty((down, across, 4), np.float32)
    picture[...] = (*(to_linear(np.array(background[:3])) * background[3]).tolist(), background[3])
    return picture


def front_yaw(subject: Asset | Rig) -> float:
    """The yaw of a model's front in degrees: 0 for +Z, the front of glTF 2.0 §3.4, which many files of
    characters do not follow: their bones say where the body looks.

    VRM 0.x models face −Z (unlike VRM 1.0), and their files say so. The `forward` of Rigy is −Z too, but no
    file that a source is compiled to can say it: a source is seen from +Z, like the model made of it.
    """
    rig = subject if isinstance(subject, Rig) else subject.rig
    if rig.character is not None:
        return 180.0 if rig.character.faces_back else 0.0
    return _body_yaw(rig)


def _body_yaw(rig: Rig) -> float:
    """The yaw of the front of a human body, a multiple of 90 degrees, by its left and right bones; 0 for
    other rigs, for one that lies, and where its sides are not certain."""
    if len(rig.nodes) > MOST_BONES:
        return 0.0
    bones = map_bones(rig)
    if not bones.humanoid or any(bone.startswith(("left", "right")) for bone in bones.uncertain):
        return 0.0
    to_body = quaternion.conjugate(measure_axes(bones.nodes, world_transforms(rig)[:, :, 3]))
    up, front = (quaternion.rotate(to_body, np.array(axis)) for axis in ((0.0, 1.0, 0.0), (0.0, 0.0, 1.0)))
    return float(round(np.degrees(np.arctan2(front[0], front[2])))) if up[1] > 0.5 else 0.0


def _size(parts: list[Doubles]) -> float:
    """The longest side of the bounding box of points; 0 for none."""
    points = np.concatenate(parts) if parts else np.zeros((0, 3))
    return float((points.max(axis=0) - points.min(axis=0)).max()) if len(points) else 0.0
