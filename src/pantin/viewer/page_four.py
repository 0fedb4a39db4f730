"""A 4D rig as the data of a page, which poses, rotates, cuts and projects it (viewer/src/four_dimensions)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from pantin.base.records import Record
from pantin.deformation import deform
from pantin.maths.rotor import parse_planes, rotation_matrix
from pantin.motion import sample, world_transforms
from pantin.operations.edit.projection import surface_edges
from pantin.rig import Clip, Doubles, Instance, Pose, Rig, Surface
from pantin.rig.triangulation import boundary
from pantin.viewer.depth_scale import DEPTH_STOPS, eye_distance, tube_radius
from pantin.viewer.four_clips import bake_clips
from pantin.viewer.materials import DEFAULT_MATERIAL

Planes: TypeAlias = "str | Mapping[str, float]"
"""Degrees in planes, as text (`"xw:30,yz:10"`) or by plane."""

MAX_EDGES = 20_000
"""Edges that a page draws: each is a tube of 32 triangles that is computed again whenever the model turns."""

MAX_TETRAHEDRA = 400_000
"""Tetrahedra that a page cuts: beyond, a slice takes longer than a tenth of a second."""


Bounds: TypeAlias = "dict[str, list[float]] | None"
"""A box, in three dimensions."""

MOVING_FRAMES = 24
"""Frames of each clip that the camera distance and the first view allow for."""

MAX_MOVING = 1 << 22
"""Vertices posed for them, of each clip; for larger models they are those of the rest pose."""


class FourModel(Record):
    """The 4D model of a page: JSON values as viewer/src/four_dimensions/rig.ts declares them, the arrays they
    refer to, the bounds of what is seen first, those of each clip together with it, and notes on what is not
    shown."""

    data: dict[str, Any]
    arrays: bytes
    bounds: Bounds
    moving: tuple[Bounds, ...]
    notes: tuple[str, ...]


class _Arrays(Struct):
    """Arrays one after another, each at a multiple of 8 bytes."""

    parts: list[bytes] = field(default_factory=list)
    length: int = 0

    def add(self, array: NDArray[Any], dtype: str) -> int:
        """Where the array begins, in bytes."""
        data = np.ascontiguousarray(array, dtype).tobytes()
        data += bytes(-len(data) % 8)
        start = self.length
        self.parts.append(data)
        self.length += len(data)
        return start


def describe_rotation(rotate: Planes | None) -> str:
    """A rotation in planes as text, checked. Raises `ValueError`."""
    if rotate is None:
        return ""
    rotation_matrix(rotate, 4)
    planes = parse_planes(rotate) if isinstance(rotate, str) else rotate.items()
    return ",".join(f"{plane}:{float(degrees)!r}" for plane, degrees in planes)


def build_four(rig: Rig, pose: Pose | None = None, rotate: Planes | None = None) -> FourModel:
    """The 4D model of a page that starts in a pose, with a rotation of the model and its slice at w = 0."""
    posed = pose or rig.rest_pose()
    arrays = _Arrays()
    shown = rig.shown()
    bodies = [
        _body(arrays, posed, index, group)
        for index, instance in enumerate(rig.instances)
        if shown[instance.node]
        for group in _on_common_vertices(rig.meshes[instance.mesh].surfaces)
    ]
    notes = tuple(_drop_too_many(bodies))
    clips, left_out = bake_clips(rig, arrays.add)
    text = describe_rotation(rotate)
    rotation = rotation_matrix(text, 4).T if text else np.identity(4)
    points = _posed_points(posed)
    moved = [np.concatenate([points, _played_points(rig, clip)]) for clip in rig.clips]
    distance = eye_distance(np.concatenate([points, *moved]))
    data = {
        "locals": [matrix.reshape(-1).tolist() for matrix in posed.local],
        "order": rig.nodes.order.tolist(),
        "posed": np.flatnonzero((posed.local != rig.rest_pose().local).any(axis=(1, 2))).tolist(),
        "bodies": bodies,
        "clips": clips,
        "scale": [list(stop) for stop in DEPTH_STOPS],
        "distance": distance,
        "radius": tube_radius(points, sum(body["edgeCount"] for body in bodies)),
        "start": {"rotate": text, "w": _first_w(points @ rotation)},
    }
    return FourModel(
        data,
        b"".join(arrays.parts),
        _bounds(points @ rotation, distance),
        tuple(_bounds(part @ rotation, distance) for part in moved),
        notes + left_out,
    )


def _drop_too_many(bodies: list[dict[str, Any]]) -> Iterator[str]:
    """Remove edges or tetrahedra that would make a page slow; yields notes."""
    edges = sum(body["edgeCount"] for body in bodies)
    tetrahedra = sum(part["count"] for body in bodies for part in body["parts"])
    if edges > MAX_EDGES:
        yield f"The edges are not shown: there are {edges:,}, and a page draws up to {MAX_EDGES:,}."
    if tetrahedra > MAX_TETRAHEDRA:
        many = f"there are {tetrahedra:,} tetrahedra, and a page cuts up to {MAX_TETRAHEDRA:,}"
        yield f"Slices are not shown: {many}."
    for body in bodies:
        body["edgeCount"] *= edges <= MAX_EDGES
        body["parts"] *= tetrahedra <= MAX_TETRAHEDRA


def _on_common_vertices(surfaces: tuple[Surface, ...]) -> list[list[tuple[int, Surface]]]:
    """Surfaces of one mesh, with their indices, by the vertices they share: together they are a boundary."""
    groups: list[list[tuple[int, Surface]]] = []
    for index, surface in enumerate(surfaces):
        if groups and _has_same_vertices(groups[-1][0][1], surface):
            groups[-1].append((index, surface))
        else:
            groups.append([(index, surface)])
    return groups


def _has_same_vertices(one: Surface, other: Surface) -> bool:
    same_binding = (one.influences is None) == (other.influences is None)
    return same_binding and np.array_equal(one.positions, other.positions)


def _body(arrays: _Arrays, pose: Pose, number: int, group: list[tuple[int, Surface]]) -> dict[str, Any]:
    """Surfaces of one instance of a mesh that have the same vertices."""
    rig, instance, first = pose.rig, pose.rig.instances[number], group[0][1]
    edges = np.concatenate([surface_edges(surface.topology) for _, surface in group])
    edges = np.unique(np.sort(edges, axis=1), axis=0)
    return {
        "node": instance.node,
        "vertices": len(first.positions),
        "positions": arrays.add(first.positions, "<f8"),
        "parts": [part for index, surface in group for part in _part(arrays, rig, instance, index, surface)],
        "edges": arrays.add(edges, "<u4"),
        "edgeCount": len(edges),
        **_binding(arrays, rig, instance, first),
        "shapes": _shapes(arrays, first),
        "weights": pose.blend[number].tolist(),
    }


def _part(
    arrays: _Arrays, rig: Rig, instance: Instance, index: int, surface: Surface
) -> list[dict[str, Any]]:
    """The tetrahedra of a surface with its material; none where it has none."""
    simplexes = boundary(surface)
    if simplexes is None or simplexes.shape[1] != 4:
        return []
    chosen = None if instance.materials is None else instance.materials[index]
    number = surface.material if chosen is None else chosen
    color, metallic, roughness = (
        DEFAULT_MATERIAL.factor,
        DEFAULT_MATERIAL.metallic,
        DEFAULT_MATERIAL.roughness,
    )
    if number is not None:
        material = rig.materials[number]
        color, metallic, roughness = material.base_color, material.metallic, material.roughness
    return [
        {
            "simplexes": arrays.add(simplexes, "<u4"),
            "count": len(simplexes),
            "normals": _corner_normals(arrays, surface, simplexes),
            "colour": list(color),
            "metallic": metallic,
            "roughness": roughness,
        }
    ]


def _corner_normals(arrays: _Arrays, surface: Surface, simplexes: NDArray[np.int64]) -> dict[str, int] | None:
    """The normal of each corner of the tetrahedra; None for a surface that is shaded flat."""
    for bound in () if surface.topology is None else surface.topology.normals:
        if bound.elements == "corners" and np.array_equal(bound.vertices, simplexes.reshape(-1)):
            return {
                "indices": arrays.add(bound.value_indices, "<u4"),
                "values": arrays.add(bound.values, "<f4"),
                "count": len(bound.values),
            }
    if surface.normals is None:
        return None
    return {
        "indices": arrays.add(simplexes, "<u4"),
        "values": arrays.add(surface.normals, "<f4"),
        "count": len(surface.normals),
    }


def _binding(arrays: _Arrays, rig: Rig, instance: Instance, surface: Surface) -> dict[str, Any]:
    """The matrices that move the vertices of a surface, and their weights."""
    if instance.skin is None or surface.influences is None:
        return {"palette": [{"node": instance.node, "bind": None}], "influences": None}
    skin, influences = rig.skins[instance.skin], surface.influences
    fixed = -1 if skin.root is None else skin.root
    palette = [
        {
            "node": int(joint) if joint >= 0 else fixed,
            "bind": None if skin.inverse_binds is None else skin.inverse_binds[index].reshape(-1).tolist(),
        }
        for index, joint in enumerate(skin.joints)
    ]
    return {
        "palette": palette,
        "influences": {
            "offsets": arrays.add(influences.offsets, "<u4"),
            "matrices": arrays.add(influences.joints, "<u4"),
            "weights": arrays.add(influences.weights, "<f8"),
            "count": len(influences.joints),
        },
    }


def _shapes(arrays: _Arrays, surface: Surface) -> list[int | None]:
    """Where the differences of each blend shape begin; None for one that moves no vertex."""
    starts: list[int | None] = []
    for shape in surface.blend_shapes:
        if shape.positions is None:
            starts.append(None)
            continue
        dense = np.zeros(surface.positions.shape)
        listed = shape.positions.indices
        np.add.at(dense, np.arange(len(dense)) if listed is None else listed, shape.positions.values)
        starts.append(arrays.add(dense, "<f8"))
    return starts


def _posed_points(pose: Pose) -> Doubles:
    """(n, 4) the vertices in a pose, or where the nodes are if there are none."""
    meshes = deform(pose.rig, pose, normals=False)
    parts = [np.asarray(mesh.positions, np.float64) for mesh in meshes if len(mesh.positions)]
    points = np.concatenate(parts) if parts else world_transforms(pose.rig, pose)[:, :, -1]
    return points[np.isfinite(points).all(axis=1)]


def _played_points(rig: Rig, clip: Clip) -> Doubles:
    """(n, 4) the vertices in some frames of a clip."""
    vertices = sum(len(part.positions) for mesh in rig.meshes for part in mesh.surfaces)
    if (vertices + len(rig.nodes)) * MOVING_FRAMES > MAX_MOVING:
        return np.zeros((0, 4))
    frames = sample(rig, clip, np.linspace(0.0, clip.duration, MOVING_FRAMES))
    return np.concatenate([_posed_points(pose) for pose in frames])


def _first_w(points: Doubles) -> float:
    """Where the first slice is: at 0, or in the middle of a model that is elsewhere."""
    low, high = (float(points[:, 3].min()), float(points[:, 3].max())) if len(points) else (0.0, 0.0)
    return 0.0 if low <= 0 <= high else (low + high) / 2


def _bounds(points: Doubles, distance: float) -> dict[str, list[float]] | None:
    """A box around the model in parallel and in perspective along w."""
    if not len(points):
        return None
    nearer = distance / (distance - points[:, 3:])
    seen = np.concatenate([points[:, :3], points[:, :3] * nearer])
    return {"min": seen.min(axis=0).tolist(), "max": seen.max(axis=0).tolist()}
