"""Slice a posed rig of four dimensions and more into 3D rigs: one slice, or an animation of many."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pantin.base.records import Record, replace
from pantin.operations.edit.mesh_collector import MeshCollector
from pantin.operations.edit.mesh_slice import Hyperplane
from pantin.operations.edit.slice_bodies import BoundaryBody, pose_bodies
from pantin.rig import Channel, Clip, Mesh, Pose, Rig, Surface

SECONDS = 0.1
"""How long each slice of a sweep is shown."""

MOST_SLICES = 10_000
"""The most slices of a sweep, for a quarter of an hour. Each slice is a mesh on a separate node."""


class PosedBodies(Record, eq=False):
    """A posed rig, ready to be cut: it is posed, and its cells are divided, once for any number of cuts."""

    rig: Rig
    bodies: tuple[BoundaryBody, ...]

    @classmethod
    def from_rig(cls, rig: Rig, pose: Pose) -> PosedBodies:
        """The bodies of a posed rig of 4 dimensions and more."""
        if rig.dimension < 4:
            raise ValueError(f"slicing needs a rig of 4 dimensions or more; this rig has {rig.dimension}")
        return cls(rig, tuple(pose_bodies(rig, pose)))

    def cut(self, plane: Hyperplane) -> PosedBodies:
        """The slices of all bodies, in one dimension less."""
        return replace(self, bodies=tuple(body.cut(plane) for body in self.bodies))

    def cut_through(self, planes: Sequence[Hyperplane], last: Hyperplane | None = None) -> PosedBodies:
        """The slices of one hyperplane after another, each in the axes of the one before. Simplexes that miss
        a later hyperplane, or the `last` one, which does not cut yet, are dropped before they are cut."""
        wanted = [*planes, *([] if last is None else [last])]
        reached = self
        for number, plane in enumerate(planes):
            bodies = (body.cut_by(wanted[number:]) for body in reached.bodies)
            reached = replace(self, bodies=tuple(bodies)).cut(plane)
        return reached

    def heights(self, plane: Hyperplane) -> tuple[float, float] | None:
        """The lowest and the highest point along the normal of a hyperplane; None without a point."""
        ranges = [
            heights for body in self.bodies for heights in (body.heights(plane.normal),) if len(heights)
        ]
        return (min(float(h.min()) for h in ranges), max(float(h.max()) for h in ranges)) if ranges else None

    def slice(self, plane: Hyperplane) -> Rig:
        """A 3D rig with the slice of every body that meets the 3-space."""
        return _build_rig(self.rig, [_surfaces(self.cut(plane))])

    def sweep(self, plane: Hyperplane, count: int) -> Rig:
        """A 3D rig with one node for each of `count` slices, and a clip that shows them one after another."""
        planes = self.spread(plane, count)
        return _build_rig(self.rig, [_surfaces(self.cut(plane)) for plane in planes])

    def spread(self, plane: Hyperplane, count: int) -> list[Hyperplane]:
        """`count` 3-spaces parallel to one, spread over the bodies from the lowest to the highest point.

        Each is in the middle of an equal part, so that none merely touches a body. Without bodies there are
        none.
        """
        if not 1 <= count <= MOST_SLICES:
            raise ValueError(f"the number of slices must be 1 to {MOST_SLICES:,}, not {count:,}")
        low, high = self.heights(plane) or (0.0, 0.0)
        return [
            Hyperplane(plane.normal, low + (high - low) * (index + 0.5) / count, plane.basis)
            for index in range(count if self.heights(plane) else 0)
        ]


def slice_rig(rig: Rig, pose: Pose, plane: Hyperplane) -> Rig:
    """A 3D rig with the slice of every mesh of a 4D rig that meets the 3-space and has tetrahedra or
    cells."""
    return PosedBodies.from_rig(rig, pose).slice(plane)


def _surfaces(cut: PosedBodies) -> list[tuple[str | None, Surface]]:
    return [(body.name, surface) for body in cut.bodies for surface in body.surfaces()]


def _build_rig(rig: Rig, slices: list[list[tuple[str | None, Surface]]]) -> Rig:
    gathered, channels = MeshCollector(rig, "Slices"), []
    for number, surfaces in enumerate(slices):
        if not surfaces:
            continue
        name = surfaces[0][0] if len(slices) == 1 else f"Slice{number}"
        node = gathered.add(name, Mesh(tuple(surface for _, surface in surfaces), name))
        if len(slices) > 1:
            channels.append(_show_channel(node, number, len(slices)))
    return gathered.rig([Clip(tuple(channels), "Sweep")] if channels else [])


def _show_channel(node: int, number: int, count: int) -> Channel:
    """Channels with scale 1 while a slice is shown and 0 otherwise: glTF has no other switch that all viewers
    support."""
    times = [frame * SECONDS for frame in sorted({0, number, number + 1, count})]
    sizes = [1.0 if abs(time - number * SECONDS) < SECONDS / 2 else 0.0 for time in times]
    return Channel(
        node,
        "scale",
        np.array(times, np.float32),
        np.repeat(np.array(sizes, np.float32), 3).reshape(-1, 3),
        "STEP",
    )
