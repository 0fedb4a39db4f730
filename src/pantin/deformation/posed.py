"""What `deform` gives back: posed surfaces in world space, and counts of what had to be guarded."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from pantin.rig import Reals


@dataclass(frozen=True, eq=False, slots=True)
class PosedMesh:
    """One surface of one instance where a pose puts it, in world space. For F poses, F stands in front of
    each shape.

    node, mesh, surface  where it comes from: indices into the rig and the mesh
    positions            (V, N)
    normals              (V, N) of length 1; None when not asked for, or where there is nothing to make them
    from
    tangents             (V, N + 1) of length 1 and the sign of the bitangent; None likewise
    texcoords, colours   the sets of the surface with blend shapes applied; without F where all poses share
    them
    mirrored             whether the pose mirrors the surface, so that its triangles are wound the other way
    round.
                         Normals still point outwards; who writes triangles out reverses them

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> (arm,) = pantin.deform(rig, rig.rest_pose())
    >>> arm.positions.shape, arm.normals.shape
    ((52, 3), (52, 3))
    """

    node: int
    mesh: int
    surface: int
    positions: Reals
    normals: Reals | None
    tangents: Reals | None
    texcoords: tuple[Reals, ...]
    colours: tuple[Reals, ...]
    mirrored: NDArray[np.bool_] | np.bool_


@dataclass(frozen=True, slots=True)
class Guarded:
    """How often `deform` met a number it could not use, and what it used instead.

    maps      joint or node maps, and blend amounts, with a number too large to go on with: drawn back to a
              large finite one
    normals   normals that vanished: the normal before the pose is kept
    tangents  tangents that vanished: likewise
    vertices  vertices whose position, texture coordinates or colour became too large: drawn back likewise
    """

    maps: int = 0
    normals: int = 0
    tangents: int = 0
    vertices: int = 0

    def __add__(self, other: Guarded) -> Guarded:
        return Guarded(*(getattr(self, one.name) + getattr(other, one.name) for one in fields(self)))

    def __bool__(self) -> bool:
        return any(getattr(self, one.name) for one in fields(self))


class Deformed(list[PosedMesh]):
    """Posed surfaces in the order of the rig's instances, and of the surfaces in each mesh."""

    def __init__(self, meshes: Iterable[PosedMesh], guarded: Guarded) -> None:
        super().__init__(meshes)
        self.guarded = guarded
