"""Weights in a rig: the meshes to edit, their surfaces in the world, and influences as rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from pantin.base.errors import NothingToDo
from pantin.base.records import replace
from pantin.motion import skin_palette
from pantin.operations.weights.rows import entry_rows, from_entries, normalise_rows
from pantin.operations.weights.working_mesh import Piece, WorkingMesh
from pantin.rig import Doubles, Indices, Influences, Mesh, Rig, Surface
from pantin.rig.rig import require_rig

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

Pieces = Mapping[int, list[Piece]]


def require_model(rig: Rig) -> None:
    """Raise `TypeError` for anything but a rig, and `NothingToDo` for a rig that is not in three
    dimensions."""
    require_rig(rig)
    if rig.dimension != 3:
        words = f"weights need a model of three dimensions, not {rig.dimension}"
        raise NothingToDo(words, f"{rig.dimension} dimensions")


def has_weights(rig: Rig, instance: int) -> bool:
    """Whether every surface of an instance has joints and weights for its skin."""
    target = rig.instances[instance]
    surfaces = rig.meshes[target.mesh].surfaces
    return target.skin is not None and all(
        surface.influences is not None and bool((surface.influences.weights > 0).any())
        for surface in surfaces
        if len(surface.positions)
    )


def find_instances(rig: Rig, meshes: Iterable[int | str] | None) -> list[int] | None:
    """The instances of named meshes; None without names. Raises `ValueError` for a name that no mesh has."""
    if meshes is None:
        return None
    listed = [meshes] if isinstance(meshes, str | int) else list(meshes)
    instances: set[int] = set()
    for which in listed:
        matching = [
            index
            for index, instance in enumerate(rig.instances)
            if which in (instance.mesh, rig.meshes[instance.mesh].name, rig.nodes.names[instance.node])
        ]
        if not matching:
            names = sorted({name for index in range(len(rig.instances)) for name in names_of(rig, index)})
            have = f"the meshes are {', '.join(map(repr, names))}" if names else "no mesh has a name"
            raise ValueError(f"there is no mesh {which!r}: {have}")
        instances.update(matching)
    return sorted(instances)


def names_of(rig: Rig, instance: int) -> list[str]:
    """The names of the mesh of an instance and of its node."""
    target = rig.instances[instance]
    return [name for name in (rig.meshes[target.mesh].name, rig.nodes.names[target.node]) if name]


def weighted_instances(rig: Rig, meshes: Iterable[int | str] | None) -> list[int]:
    """The instances to edit: those with weights. Raises `NothingToDo` if there is none."""
    require_model(rig)
    named = find_instances(rig, meshes)
    every = range(len(rig.instances)) if named is None else named
    # A mesh has one set of weights, whatever the number of its instances.
    first: dict[int, int] = {}
    for index in every:
        if rig.instances[index].skin is not None and _has_influences(rig, index):
            first.setdefault(rig.instances[index].mesh, index)
    if not first:
        raise NothingToDo("no mesh has weights to edit: bind it to the skeleton first", "no weights")
    return sorted(first.values())


def _has_influences(rig: Rig, instance: int) -> bool:
    surfaces = rig.meshes[rig.instances[instance].mesh].surfaces
    return any(surface.influences is not None for surface in surfaces)


def pieces_at_rest(rig: Rig, instances: Sequence[int], worlds: Doubles) -> Pieces:
    """The surfaces of instances in the world at rest, without blend shapes."""
    pieces: dict[int, list[Piece]] = {}
    for index in instances:
        target = rig.instances[index]
        pieces[index] = [
            Piece(_world_positions(rig, index, surface, worlds), surface.triangles)
            for surface in rig.meshes[target.mesh].surfaces
        ]
    return pieces


def _world_positions(rig: Rig, instance: int, surface: Surface, worlds: Doubles) -> Doubles:
    """The positions of a surface in the world: by its skin, where a vertex has weights, else by its node."""
    target = rig.instances[instance]
    points = surface.positions.astype(np.float64)
    placed = _transform_points(points, worlds[target.node][None])
    if target.skin is None or surface.influences is None:
        return placed
    skin = rig.skins[target.skin]
    rows = normalise_rows(rows_of(surface, len(skin.joints)))
    palette = skin_palette(skin, worlds).reshape(-1, 12)
    skinned = _transform_points(points, np.asarray(rows @ palette).reshape(-1, 3, 4))
    return np.where((np.diff(rows.indptr) > 0)[:, None], skinned, placed)


def _transform_points(points: Doubles, matrices: Doubles) -> Doubles:
    """Points (n, 3) transformed by one matrix each, or one for all; without BLAS, because its sums depend on
    the number of threads."""
    moved: Doubles = (matrices[:, :, :3] * points[:, None, :]).sum(axis=2) + matrices[:, :, 3]
    return np.where(np.isfinite(moved), moved, 0.0)


def rows_of(surface: Surface, joint_count: int) -> csr_matrix:
    """The influences of a surface as rows of weights."""
    influences, count = surface.influences, len(surface.positions)
    if influences is None:
        nothing = np.zeros(0, np.int64)
        return from_entries(nothing, nothing, np.zeros(0), (count, joint_count))
    rows = np.repeat(np.arange(count), np.diff(influences.offsets))
    joints = influences.joints.astype(np.int64)
    usable = np.flatnonzero((joints >= 0) & (joints < joint_count))
    weights = influences.weights.astype(np.float64)
    return from_entries(rows[usable], joints[usable], weights[usable], (count, joint_count))


def influences_of(rows: csr_matrix) -> Influences:
    """Rows of weights as influences, the largest weight first, in float32."""
    order = np.lexsort((rows.indices, -rows.data, entry_rows(rows)))
    return Influences(
        rows.indptr.astype(np.int64),
        rows.indices[order].astype(np.int64),
        rows.data[order].astype(np.float32),
    )


def with_changed_rows(surface: Surface, rows: csr_matrix, changed: Indices) -> Surface:
    """The surface with other influences of some vertices; those of all others keep every bit."""
    if not len(changed):
        return surface
    new = influences_of(rows)
    if surface.influences is None or len(changed) == len(surface.positions):
        return replace(surface, influences=new)
    old = surface.influences
    taken = np.zeros(len(surface.positions), bool)
    taken[changed] = True
    counts = np.where(taken, np.diff(new.offsets), np.diff(old.offsets))
    offsets = np.concatenate([[0], np.cumsum(counts)])
    begins = np.where(taken, new.offsets[:-1] + len(old.joints), old.offsets[:-1])
    slots = np.repeat(begins - offsets[:-1], counts) + np.arange(offsets[-1])
    joints = np.concatenate([old.joints.astype(np.int64), new.joints])
    weights = np.concatenate([old.weights, new.weights.astype(old.weights.dtype)])
    return replace(surface, influences=Influences(offsets, joints[slots], weights[slots]))


def with_surfaces(rig: Rig, changed: Mapping[int, Sequence[Surface]]) -> Rig:
    """The rig with other surfaces of some meshes; a rig without a change is the same."""
    meshes: list[Mesh] = list(rig.meshes)
    for mesh, surfaces in changed.items():
        meshes[mesh] = replace(meshes[mesh], surfaces=tuple(surfaces))
    return rig.replace(meshes=meshes)


def mean_rows(mesh: WorkingMesh, pieces: Sequence[csr_matrix]) -> csr_matrix:
    """The weights of the points of a mesh: the mean over the vertices there that have weights."""
    from scipy.sparse import diags, vstack

    rows = vstack(pieces, format="csr")
    points = np.concatenate([np.zeros(0, np.int64), *mesh.points_of])
    vertices = np.arange(len(points))
    weighted = (np.diff(rows.indptr) > 0).astype(np.float64)
    total = from_entries(points, vertices, weighted, (len(mesh), len(points)))
    counts = np.bincount(points, weighted, len(mesh))
    return (diags(1.0 / np.maximum(counts, 1.0)) @ (total @ rows)).tocsr()


def node_positions(worlds: Doubles, nodes: Indices) -> Doubles:
    """The positions (J, 3) of nodes in the world."""
    positions: Doubles = worlds[nodes][:, :, 3]
    return positions
