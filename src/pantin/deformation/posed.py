"""The result of `deform`: posed surfaces in world space, and counts of degenerate numbers."""

from __future__ import annotations

import warnings
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record
from pantin.rig import Reals


class PosedMesh(Record, eq=False):
    """One surface of one instance in a pose, in world space. For F poses, every shape has F in front.

    node, mesh, surface  where it comes from: indices into the rig and the mesh
    positions            (V, N)
    normals              (V, N) of length 1; None if not requested, or without normals and triangles to
    compute
                         them from
    tangents             (V, N + 1) of length 1 and the sign of the bitangent; None likewise
    texcoords, colours   the sets of the surface with blend shapes applied; without F where all poses share
    them
    mirrored             whether the pose mirrors the surface, which reverses the winding of its triangles.
                         Normals still point outwards; reverse the triangles when you write them

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


class DegenerateCounts(Record):
    """How many degenerate numbers `deform` met and replaced. True where there is any.

    transforms  transforms of joints or nodes, and blend weights, that were too large: clamped
    normals     normals that vanished: replaced by the normal before the pose
    tangents    tangents that vanished: likewise
    vertices    vertices whose position, texture coordinates or colour became too large: clamped
    """

    transforms: int = 0
    normals: int = 0
    tangents: int = 0
    vertices: int = 0

    def __add__(self, other: DegenerateCounts) -> DegenerateCounts:
        # Written out: a rig may have a hundred thousand surfaces, and `fields` takes most of the time.
        return DegenerateCounts(
            self.transforms + other.transforms,
            self.normals + other.normals,
            self.tangents + other.tangents,
            self.vertices + other.vertices,
        )

    def __bool__(self) -> bool:
        return bool(self.transforms or self.normals or self.tangents or self.vertices)

    @property
    def maps(self) -> int:
        """Deprecated name of `transforms`."""
        warnings.warn("maps is now called transforms", DeprecationWarning, stacklevel=2)
        return self.transforms


class PosedMeshes(list[PosedMesh]):
    """Posed surfaces in the order of the rig's instances, and of the surfaces in each mesh.

    degenerate  counts of numbers that had to be replaced to keep everything finite
    """

    def __init__(self, meshes: Iterable[PosedMesh], degenerate: DegenerateCounts) -> None:
        super().__init__(meshes)
        self.degenerate = degenerate

    @property
    def guarded(self) -> DegenerateCounts:
        """Deprecated name of `degenerate`."""
        warnings.warn("guarded is now called degenerate", DeprecationWarning, stacklevel=2)
        return self.degenerate
