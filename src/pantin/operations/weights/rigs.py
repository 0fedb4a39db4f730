"""Weights of a rig: bind, transfer and clean. Each function gives a new rig, the rest as it was."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pantin.base.errors import MissingExtra
from pantin.base.extras import install_command
from pantin.base.short_repr import short_value
from pantin.maths import affine
from pantin.motion import world_transforms
from pantin.operations.weights.binding import bind_mesh
from pantin.operations.weights.bones import make_bones
from pantin.operations.weights.rows import (
    entry_rows,
    fill_empty_rows,
    from_entries,
    limit_rows,
    normalise_rows,
    prune_rows,
    row_sums,
)
from pantin.operations.weights.sides import mirror_weights, pair_joints, symmetric
from pantin.operations.weights.skins import SkinBuilder, find_skeleton, joint_parents
from pantin.operations.weights.surfaces import (
    find_instances,
    has_weights,
    influences_of,
    mean_rows,
    node_positions,
    pieces_at_rest,
    require_model,
    rows_of,
    weighted_instances,
    with_changed_rows,
    with_surfaces,
)
from pantin.operations.weights.transfer import transfer_weights
from pantin.operations.weights.transferred_bones import add_bones
from pantin.operations.weights.working_mesh import WorkingMesh
from pantin.rig import Doubles, Indices, Rig, Surface

if TYPE_CHECKING:
    from collections.abc import Callable

    from scipy.sparse import csr_matrix

DEFAULT_LIMIT = 4
MOST_INFLUENCES = 8
"""The most influences of a vertex: two sets of four (glTF 2.0 §3.7.3.3)."""

SOFT = 0.5
"""The share of the neighbours' weights in a pass of smoothing."""

SUM_TOLERANCE = 1e-6
"""A sum within this of 1 counts as 1: weights are float32."""

AXES = ("x", "y", "z", "-x", "-y", "-z")


class Worked(NamedTuple):
    """A rig, the instances with new weights, and the number of matched vertices of each (for a transfer)."""

    rig: Rig
    instances: list[int]
    matched: dict[int, int]


def require_extra() -> None:
    """Raise `MissingExtra` where the packages of the extra `weights` are not installed."""
    try:
        import robust_laplacian  # noqa: F401
        import scipy.sparse  # noqa: F401
    except ImportError:
        message = f"weights need the packages scipy and robust-laplacian: {install_command('weights')}"
        raise MissingExtra(message) from None


def check_limit(influences: int) -> int:
    """A number of influences; raises `ValueError` unless it is 1 to 8."""
    if isinstance(influences, bool) or not isinstance(influences, int | np.integer):
        raise TypeError(f"limit must be a whole number, not {short_value(influences)}")
    if not 1 <= influences <= MOST_INFLUENCES:
        raise ValueError(f"limit must be 1 to {MOST_INFLUENCES} influences, not {influences}")
    return int(influences)


def choose_instances(rig: Rig, meshes: Iterable[int | str] | None, every: bool) -> list[int]:
    """The instances that get weights: those named, all, or those without."""
    named = find_instances(rig, meshes)
    if named is not None:
        return named
    chosen = [index for index in range(len(rig.instances)) if every or not has_weights(rig, index)]
    if not chosen:
        why = (
            "every mesh has weights: choose all meshes, or one by name"
            if rig.instances
            else "there is no mesh"
        )
        raise ValueError(why)
    return chosen


def bind_rig(
    rig: Rig,
    meshes: Iterable[int | str] | None = None,
    every: bool = False,
    limit: int = DEFAULT_LIMIT,
    skeleton: int | str | None = None,
) -> Worked:
    """Weights from the shape of the skeleton."""
    require_extra()
    require_model(rig)
    most = check_limit(limit)
    instances = choose_instances(rig, meshes, every)
    joints = find_skeleton(rig, skeleton)
    worlds = world_transforms(rig)
    candidates = _usable(worlds, joints)
    pieces = pieces_at_rest(rig, instances, worlds)
    mesh = WorkingMesh([piece for index in instances for piece in pieces[index]])
    names = [rig.nodes.names[node] for node in candidates.tolist()]
    positions = node_positions(worlds, candidates)
    parents = joint_parents(rig, candidates)
    bones = make_bones(positions, parents, names)
    weights = symmetric(mesh, bind_mesh(mesh, bones, len(candidates)), positions, parents, names)
    weights = normalise_rows(limit_rows(weights, most))
    counts = [len(pieces[index]) for index in instances]
    return Worked(_put(rig, worlds, instances, counts, joints, candidates, mesh, weights), instances, {})


def _usable(worlds: Doubles, joints: Indices) -> Indices:
    """The joints, each once, without those with a singular transform."""
    nodes = joints[np.sort(np.unique(joints, return_index=True)[1])]
    usable = nodes[~affine.invert(worlds[nodes])[1]]
    return usable if len(usable) else nodes


def _put(
    rig: Rig,
    worlds: Doubles,
    instances: Sequence[int],
    counts: Sequence[int],
    joints: Indices,
    nodes: Indices,
    mesh: WorkingMesh,
    weights: csr_matrix,
) -> Rig:
    """The rig with these weights of a mesh, with nodes as columns; `joints` are those of a new skin, and
    `counts` the surfaces of each instance."""
    builder = SkinBuilder(rig, worlds)
    influences = {}
    number = 0
    for index, count in zip(instances, counts, strict=True):
        rows = [weights[points] for points in mesh.points_of[number : number + count]]
        number += count
        used = np.unique(np.concatenate([np.zeros(0, np.int64), *(matrix.indices for matrix in rows)]))
        skin = builder.skin_for(index, joints, nodes[used])
        slots = {int(node): slot for slot, node in reversed(list(enumerate(builder.skins[skin].joints)))}
        columns = np.array([slots.get(int(node), 0) for node in nodes], np.int64)
        own = builder.own_mesh(index)
        builder.put(index, own, skin)
        width = len(builder.skins[skin].joints)
        influences[own] = [influences_of(_with_columns(matrix, columns, width)) for matrix in rows]
    return builder.rig_with(influences)


def _with_columns(matrix: csr_matrix, columns: Indices, width: int) -> csr_matrix:
    shape = (matrix.shape[0], width)
    return from_entries(entry_rows(matrix), columns[matrix.indices], matrix.data, shape)


def transfer_rig(
    rig: Rig,
    body: Rig,
    meshes: Iterable[int | str] | None = None,
    every: bool = False,
    limit: int = DEFAULT_LIMIT,
) -> Worked:
    """Weights of the meshes of another rig, or of others of the same."""
    require_extra()
    require_model(rig)
    require_model(body)
    most = check_limit(limit)
    instances = choose_instances(rig, meshes, every)
    worn = set(instances) if body is rig else set()
    sources = [
        index for index in range(len(body.instances)) if index not in worn and has_weights(body, index)
    ]
    if not sources:
        raise ValueError("the body has no mesh with weights")
    nodes, body_mesh, weights = _body_weights(body, sources)
    if not len(body_mesh):
        raise ValueError("the meshes of the body have no vertices")
    carried, columns = add_bones(rig, body, nodes)
    worlds = world_transforms(carried)
    pieces = pieces_at_rest(carried, instances, worlds)
    joints, slots = np.unique(columns, return_inverse=True)
    weights = _with_columns(weights, slots.reshape(-1), len(joints))
    influences: list[csr_matrix] = []
    matched = {}
    # Each mesh by itself: what "far" means depends on its size.
    points_of: list[Indices] = []
    for index in instances:
        mesh = WorkingMesh(pieces[index])
        result = transfer_weights(mesh, body_mesh, weights)
        matched[index] = int(sum(result.matched[points].sum() for points in mesh.points_of))
        start = sum(matrix.shape[0] for matrix in influences)
        points_of += [points + start for points in mesh.points_of]
        influences.append(normalise_rows(limit_rows(result.weights, most)))
    counts = [len(pieces[index]) for index in instances]
    stacked = _stack(influences)
    used = np.unique(stacked.indices)
    nodes, whole = joints[used], stacked[:, used].tocsr()
    return Worked(
        _put(carried, worlds, instances, counts, nodes, nodes, _JoinedMeshes(points_of), whole),
        instances,
        matched,
    )


class _JoinedMeshes(WorkingMesh):
    """Several meshes as one, of which only the points are used."""

    def __init__(self, points: list[Indices]) -> None:
        self.points_of = points


def _stack(matrices: Sequence[csr_matrix]) -> csr_matrix:
    from scipy.sparse import vstack

    return vstack(matrices, format="csr")


def _body_weights(body: Rig, sources: Sequence[int]) -> tuple[Indices, WorkingMesh, csr_matrix]:
    """The nodes that move the meshes of a body, the meshes at rest, and the weights of their vertices."""
    worlds = world_transforms(body)
    pieces = pieces_at_rest(body, sources, worlds)
    mesh = WorkingMesh([piece for index in sources for piece in pieces[index]])
    matrices = []
    for index in sources:
        instance = body.instances[index]
        skin = body.skins[instance.skin or 0]
        for surface in body.meshes[instance.mesh].surfaces:
            rows = rows_of(surface, len(skin.joints))
            columns = np.where(skin.joints >= 0, skin.joints, 0).astype(np.int64)
            matrices.append(_with_columns(rows, columns, len(body.nodes)))
    whole = normalise_rows(fill_empty_rows(mean_rows(mesh, matrices), mesh.positions))
    nodes = np.unique(whole.indices).astype(np.int64)
    return nodes, mesh, whole[:, nodes].tocsr()


def edit_rows(rig: Rig, meshes: Iterable[int | str] | None, edit: Callable[[csr_matrix], csr_matrix]) -> Rig:
    """The rig with edited rows of each surface; unchanged rows keep every bit. Vertices without
    weights get those of the closest vertex."""
    require_extra()
    changed: dict[int, list[Surface]] = {}
    for index in weighted_instances(rig, meshes):
        instance = rig.instances[index]
        count = len(rig.skins[instance.skin or 0].joints)
        surfaces = rig.meshes[instance.mesh].surfaces
        listed = []
        for surface in surfaces:
            before = rows_of(surface, count)
            after = normalise_rows(edit(fill_empty_rows(before, surface.positions.astype(np.float64))))
            listed.append(with_changed_rows(surface, after, _changed_rows(before, after)))
        changed[instance.mesh] = listed
    return with_surfaces(rig, changed)


def _changed_rows(before: csr_matrix, after: csr_matrix) -> Indices:
    """The rows that an edit changed, or that do not sum to 1."""
    difference = abs(before - after)
    sums = row_sums(before)
    return np.flatnonzero((row_sums(difference.tocsr()) > SUM_TOLERANCE) | (np.abs(sums - 1) > SUM_TOLERANCE))


def edit_points(
    rig: Rig,
    meshes: Iterable[int | str] | None,
    edit: Callable[[WorkingMesh, csr_matrix, Indices], tuple[csr_matrix, Indices]],
) -> Rig:
    """The rig with edited weights of the points of each mesh, in the world at rest. `edit` takes the mesh,
    its weights and the nodes of the joints, and returns the weights and the changed points."""
    require_extra()
    worlds = world_transforms(rig)
    changed: dict[int, list[Surface]] = {}
    for index in weighted_instances(rig, meshes):
        instance = rig.instances[index]
        skin = rig.skins[instance.skin or 0]
        surfaces = rig.meshes[instance.mesh].surfaces
        mesh = WorkingMesh(pieces_at_rest(rig, [index], worlds)[index])
        rows = [rows_of(surface, len(skin.joints)) for surface in surfaces]
        weights = normalise_rows(fill_empty_rows(mean_rows(mesh, rows), mesh.positions))
        after, points = edit(mesh, weights, np.where(skin.joints >= 0, skin.joints, 0).astype(np.int64))
        moved = np.zeros(len(mesh), bool)
        moved[points] = True
        listed = []
        for surface, before, at in zip(surfaces, rows, mesh.points_of, strict=True):
            changes = moved[at] | (np.diff(before.indptr) == 0)
            listed.append(with_changed_rows(surface, after[at], np.flatnonzero(changes)))
        changed[instance.mesh] = listed
    return with_surfaces(rig, changed)


def smooth_rig(rig: Rig, passes: int, meshes: Iterable[int | str] | None = None) -> Rig:
    """Weights blended with those of the neighbours."""
    if isinstance(passes, bool) or not isinstance(passes, int | np.integer):
        raise TypeError(f"smooth needs a whole number of passes, not {short_value(passes)}")
    if passes < 0:
        raise ValueError(f"smooth must be 0 passes or more, not {passes}")
    require_model(rig)

    def edit(mesh: WorkingMesh, weights: csr_matrix, joints: Indices) -> tuple[csr_matrix, Indices]:
        from scipy.sparse import diags, identity

        degrees = row_sums(mesh.edges)
        share = np.where(degrees > 0, SOFT, 0.0)
        mean = diags(share / np.maximum(degrees, 1.0)) @ mesh.edges
        step = (identity(len(mesh), format="csr").multiply((1 - share)[:, None]) + mean).tocsr()
        for _ in range(passes):
            weights = (step @ weights).tocsr()
            weights.data[weights.data < 1e-6] = 0.0
            weights.eliminate_zeros()
        return normalise_rows(weights), np.flatnonzero(degrees > 0)

    return edit_points(rig, meshes, edit) if passes else rig


def mirror_rig(rig: Rig, axis: str, meshes: Iterable[int | str] | None = None) -> Rig:
    """The weights of one side for the other."""
    if axis not in AXES:
        raise ValueError(f"axis must be one of {', '.join(AXES)}, not {short_value(axis)}")
    require_model(rig)
    worlds = world_transforms(rig)
    number, sign = "xyz".index(axis[-1]), -1.0 if axis.startswith("-") else 1.0

    def edit(mesh: WorkingMesh, weights: csr_matrix, joints: Indices) -> tuple[csr_matrix, Indices]:
        names = [rig.nodes.names[node] for node in joints.tolist()]
        partners = pair_joints(node_positions(worlds, joints), names, number)
        return mirror_weights(mesh, weights, partners, number, sign)

    return edit_points(rig, meshes, edit)


def rigid_rig(rig: Rig, meshes: Iterable[int | str] | None = None) -> Rig:
    """Bind each connected part to one joint: the one with most weight there."""
    require_model(rig)

    def edit(mesh: WorkingMesh, weights: csr_matrix, joints: Indices) -> tuple[csr_matrix, Indices]:
        count, parts = len(mesh), mesh.parts
        gather = from_entries(
            parts, np.arange(count), np.ones(count), (int(parts.max(initial=-1)) + 1, count)
        )
        best = limit_rows((gather @ weights).tocsr(), 1)
        chosen = best.indices[best.indptr[:-1]][parts] if count else np.zeros(0, np.int64)
        return from_entries(np.arange(count), chosen, np.ones(count), weights.shape), np.arange(count)

    return edit_points(rig, meshes, edit)


def limit_rig(rig: Rig, influences: int, meshes: Iterable[int | str] | None = None) -> Rig:
    most = check_limit(influences)
    return edit_rows(rig, meshes, lambda rows: limit_rows(rows, most))


def prune_rig(rig: Rig, below: float, meshes: Iterable[int | str] | None = None) -> Rig:
    if not isinstance(below, int | float) or not 0 <= below <= 1:
        raise ValueError(f"prune must be a weight from 0 to 1, not {short_value(below)}")

    def edit(rows: csr_matrix) -> csr_matrix:
        # What is left grows when its sum becomes 1, so that a second look never finds more to drop.
        return prune_rows(normalise_rows(rows), below)

    return edit_rows(rig, meshes, edit)


def normalise_rig(rig: Rig, meshes: Iterable[int | str] | None = None) -> Rig:
    return edit_rows(rig, meshes, lambda rows: rows)
