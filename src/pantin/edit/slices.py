"""A posed 4D rig as 3D rigs: one slice, or many in turn as an animation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pantin.deformation import PosedMesh, deform
from pantin.edit.gathering import Gathering
from pantin.edit.slicing import Hyperplane, slice_mesh
from pantin.rig import Channel, Clip, Material, Mesh, Pose, Rig, Surface
from pantin.rig.triangulation import boundary

Named: TypeAlias = "tuple[str | None, Surface]"

SECONDS = 0.1
"""How long each slice of a sweep is shown."""

MOST_SLICES = 10_000
"""Slices of a sweep: a quarter of an hour of them. Each is a mesh and a node of its own."""


def cut(rig: Rig, pose: Pose, plane: Hyperplane) -> Rig:
    """A 3D rig with the slice of every surface that has tetrahedra, or cells; what is missed is left out."""
    return next(cuts(rig, pose, [plane]))


def cuts(rig: Rig, pose: Pose, planes: Sequence[Hyperplane]) -> Iterator[Rig]:
    """The slice of each 3-space as a rig of its own."""
    return (_rig(rig, [one]) for one in _slices(rig, pose, planes))


def sweep(rig: Rig, pose: Pose, planes: Sequence[Hyperplane]) -> Rig:
    """A 3D rig with one node for each slice, and a clip that shows them one after another."""
    return _rig(rig, list(_slices(rig, pose, planes)))


def planes_between(rig: Rig, pose: Pose, plane: Hyperplane, count: int) -> list[Hyperplane]:
    """`count` 3-spaces parallel to one, spread over the posed rig from its lowest to its highest point.

    Each stands in the middle of its share, so that none only touches the rig.
    """
    if not 1 <= count <= MOST_SLICES:
        raise ValueError(f"a sweep has at least one slice and at most {MOST_SLICES:,}, not {count:,}")
    _want_four(rig)
    heights = [one.positions @ plane.normal for one in deform(rig, pose, normals=False) if len(one.positions)]
    if not heights:
        raise ValueError("there is nothing to slice")
    low = min(float(one.min()) for one in heights)
    high = max(float(one.max()) for one in heights)
    return [
        Hyperplane(plane.normal, low + (high - low) * (at + 0.5) / count, plane.basis) for at in range(count)
    ]


def _want_four(rig: Rig) -> None:
    if rig.dimension != 4:
        raise ValueError(f"a 3-space cuts 4 dimensions, and this rig has {rig.dimension}")


def _slices(rig: Rig, pose: Pose, planes: Sequence[Hyperplane]) -> Iterator[list[Named]]:
    """The surfaces of each slice; the rig is posed, and its cells are cut into simplexes, once for all."""
    _want_four(rig)
    bodies = [
        (body, simplexes)
        for body in deform(rig, pose, normals=False)
        if (simplexes := boundary(rig.meshes[body.mesh].surfaces[body.surface])) is not None
        and simplexes.shape[1] == 4
    ]
    return ([made for body in bodies for made in _sliced(rig, *body, plane)] for plane in planes)


def _sliced(rig: Rig, body: PosedMesh, simplexes: NDArray[np.int64], plane: Hyperplane) -> Iterator[Named]:
    made = slice_mesh(body.positions.astype(np.float64), simplexes, plane, mirrored=bool(body.mirrored))
    if len(made.triangles):
        material = rig.meshes[body.mesh].surfaces[body.surface].material
        flat = Surface(made.positions, indices=made.triangles.reshape(-1), material=material)
        yield rig.nodes.names[body.node], flat


def _rig(rig: Rig, slices: list[list[Named]]) -> Rig:
    gathered, channels = Gathering("Slices"), []
    for number, surfaces in enumerate(slices):
        if not surfaces:
            continue
        name = surfaces[0][0] if len(slices) == 1 else f"Slice{number}"
        node = gathered.add(name, Mesh(tuple(one for _, one in surfaces), name))
        if len(slices) > 1:
            channels.append(_shown(node, number, len(slices)))
    materials = [Material(one.name, one.base_colour) for one in rig.materials]
    return gathered.rig(materials, [Clip(tuple(channels), "Sweep")] if channels else [])


def _shown(node: int, number: int, count: int) -> Channel:
    """Full size while it is a slice's turn, and no size else: glTF has no other switch that all viewers
    know."""
    times = [at * SECONDS for at in sorted({0, number, number + 1, count})]
    sizes = [1.0 if abs(one - number * SECONDS) < SECONDS / 2 else 0.0 for one in times]
    return Channel(
        node,
        "scale",
        np.array(times, np.float32),
        np.repeat(np.array(sizes, np.float32), 3).reshape(-1, 3),
        "STEP",
    )
