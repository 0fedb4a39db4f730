"""The result of `deform`: posed surfaces in world space, and counts of degenerate numbers."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from importlib import import_module
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record
from pantin.deprecated import FormerNames, WithFormerNames
from pantin.rig import Reals, Surface


class PosedMesh(FormerNames, Record, eq=False, metaclass=WithFormerNames):
    """One surface of one instance in a pose, in world space. For F poses, every shape has F in front.

    node, mesh, surface  where it comes from: indices into the rig and the mesh
    positions            (V, N)
    normals              (V, N) of length 1; None if not requested, or without normals and triangles to
                         compute them from
    tangents             (V, N + 1) of length 1 and the sign of the bitangent; None likewise
    texcoords, colors    the sets of the surface with blend shapes applied; without F where all poses share
                         them
    mirrored             whether the pose mirrors the surface, which reverses the winding of its triangles.
                         Normals still point outwards; reverse the triangles when you write them
    source               the surface of the rig

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> (arm,) = pantin.deform(rig, rig.rest_pose())
    >>> arm
    <PosedMesh node=3 mesh=0 surface=0 positions=(52, 3)>
    >>> arm.triangles.shape, arm.bounds.shape
    ((96, 3), (2, 3))
    """

    former: ClassVar = {"colours": "colors"}

    node: int
    mesh: int
    surface: int
    positions: Reals
    normals: Reals | None
    tangents: Reals | None
    texcoords: tuple[Reals, ...]
    colors: tuple[Reals, ...]
    mirrored: NDArray[np.bool_] | np.bool_
    source: Surface | None = None

    def __repr__(self) -> str:
        location = f"node={self.node} mesh={self.mesh} surface={self.surface}"
        return f"<PosedMesh {location} positions={self.positions.shape}>"

    @property
    def triangles(self) -> NDArray[np.int64]:
        """(T, 3) vertex indices, as in the surface; (0, 3) for points and lines."""
        return np.zeros((0, 3), np.int64) if self.source is None else self.source.triangles

    @property
    def bounds(self) -> Reals:
        """(2, N) the lowest and the highest coordinates, over all poses of a batch; NaN without vertices."""
        return _bounds([self])


class DegenerateCounts(Record):
    """How many degenerate numbers `deform` met and replaced. True where there is any.

    transforms  transforms of joints or nodes, and blend weights, that were too large: clamped
    normals     normals that vanished: replaced by the normal before the pose
    tangents    tangents that vanished: likewise
    vertices    vertices whose position, texture coordinates or colour became too large: clamped

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> bool(pantin.deform(rig, rig.rest_pose()).degenerate)
    False
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

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> posed = pantin.deform(rig, rig.rest_pose())
    >>> len(posed), posed.positions.shape, posed.triangles.shape
    (1, (52, 3), (96, 3))
    """

    def __init__(self, meshes: Iterable[PosedMesh], degenerate: DegenerateCounts) -> None:
        super().__init__(meshes)
        self.degenerate = degenerate

    def __repr__(self) -> str:
        poses = "" if not self or self[0].positions.ndim == 2 else f" poses={len(self[0].positions)}"
        return f"<PosedMeshes {len(self)}{poses} vertices={sum(mesh.positions.shape[-2] for mesh in self)}>"

    @property
    def bounds(self) -> Reals:
        """(2, N) the lowest and the highest coordinates of all meshes, over all poses of a batch.

        >>> rig = pantin.load("examples/arm.glb").rig
        >>> pantin.deform(rig, pantin.sample(rig, "bend", [0, 1])).bounds.shape
        (2, 3)
        """
        return _bounds(self)

    @property
    def positions(self) -> Reals:
        """(V, N) or (F, V, N) the vertices of all meshes, one mesh after the other."""
        if not self:
            return np.zeros((0, 3))
        joined: Reals = np.concatenate([mesh.positions for mesh in self], axis=-2)
        return joined

    @property
    def triangles(self) -> NDArray[np.int64]:
        """(T, 3) indices into `positions`."""
        counts = [mesh.positions.shape[-2] for mesh in self]
        starts = np.cumsum([0, *counts])
        parts = [mesh.triangles + start for mesh, start in zip(self, starts, strict=False)]
        return np.concatenate([np.zeros((0, 3), np.int64), *parts])

    def to_trimesh(self) -> Any:
        """All meshes as one `trimesh.Trimesh` in the world, its vertices and faces in the order of
        `positions` and `triangles`. It needs trimesh. Raises `ValueError` for a batch of poses, and in other
        dimensions than three.

        >>> rig = pantin.load("examples/arm.glb").rig
        >>> pantin.deform(rig, rig.rest_pose()).to_trimesh().faces.shape  # doctest: +SKIP
        (96, 3)
        """
        if self and self[0].positions.ndim != 2:
            raise ValueError("to_trimesh needs one pose, not a batch: take deform(rig, poses[i])")
        if self.positions.shape[-1] != 3:
            raise ValueError(f"to_trimesh needs 3 dimensions, not {self.positions.shape[-1]}")
        try:
            trimesh = import_module("trimesh")
        except ModuleNotFoundError:
            raise ImportError("to_trimesh needs trimesh: pip install trimesh") from None
        starts = np.cumsum([0, *(len(mesh.positions) for mesh in self)])
        faces = [
            (mesh.triangles[:, ::-1] if mesh.mirrored else mesh.triangles) + start
            for mesh, start in zip(self, starts, strict=False)
        ]
        joined = np.concatenate([np.zeros((0, 3), np.int64), *faces])
        return trimesh.Trimesh(self.positions, joined, process=False)

    @property
    def guarded(self) -> DegenerateCounts:
        """Deprecated name of `degenerate`."""
        warnings.warn("guarded is now called degenerate", DeprecationWarning, stacklevel=2)
        return self.degenerate


def _bounds(meshes: Iterable[PosedMesh]) -> Reals:
    points = [mesh.positions.reshape(-1, mesh.positions.shape[-1]) for mesh in meshes]
    filled = [part for part in points if len(part)]
    if not filled:
        return np.full((2, points[0].shape[1] if points else 3), np.nan)
    lowest = np.min([part.min(axis=0) for part in filled], axis=0)
    bounds: Reals = np.stack([lowest, np.max([part.max(axis=0) for part in filled], axis=0)])
    return bounds
