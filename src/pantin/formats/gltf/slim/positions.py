"""Quantise positions to an integer grid in a cube; inverse bind matrices or nodes undo it."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.formats.gltf.accessor import values, view
from pantin.formats.gltf.codes import VERTICES
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.extension_names import MESH_QUANTIZATION as QUANTIZATION
from pantin.formats.gltf.slim.compaction import Frozen
from pantin.formats.gltf.slim.draft import Draft, Tree
from pantin.formats.gltf.slim.geometry import Floats, is_float, require_extension, unpack
from pantin.formats.gltf.slim.references import every_reference, named_nodes
from pantin.maths import quaternion
from pantin.operations.comparison.vertices import VertexTable
from pantin.rig import Rig

SHORT = 32767
"""The largest stored integer, which represents 1."""

FEWEST = 512
"""The least number of steps from the middle of a mesh to its farthest vertex: a coarser grid is visible on
small parts."""


class _Cube(NamedTuple):
    """Positions are `centre` plus fractions times `size`. All sides are equal, so that normals keep their
    directions. A larger step needs a cube larger than the mesh, with smaller integers."""

    centre: Floats
    size: float

    @property
    def matrix(self) -> Floats:
        matrix = np.diag([self.size, self.size, self.size, 1.0])
        matrix[:3, 3] = self.centre
        return matrix


def quantize_positions(
    document: Document,
    keep: Collection[str] = (),
    steps: Mapping[int, float] | None = None,
    *,
    rounding: bool = False,
) -> Document:
    """Positions, and those of morph targets, as whole numbers of steps, the finest that 16 bits allow without
    `steps` of meshes: in a cube around all meshes of a skin, whose inverse bind matrices undo it, or around a
    mesh without a skin, whose node does. Nodes called as in `keep` stay as they are. With `rounding`,
    positions of other meshes are rounded too, and stay floats, which a filter of compression stores as whole
    numbers."""
    draft, steps = Draft(unpack(document)), steps or {}
    for skins, meshes in _skin_groups(draft):
        cube = _quantize(draft, meshes, steps)
        if cube is not None:
            _scale_skins(draft, skins, cube)
    for node in _free_nodes(draft, keep):
        cube = _quantize(draft, {node["mesh"]}, steps)
        if cube is not None:
            _scale_node(node, cube)
    if rounding:
        _round_others(draft, steps)
    return draft.finish()


def steps_within(rig: Rig, distance: float) -> dict[int, float]:
    """By mesh, the grid step for which rounding moves no vertex further than this at rest: rounding is off by
    at most half a step along each axis."""
    table = VertexTable.from_rig(rig)
    steps: dict[int, float] = {}
    for part in table.parts:
        own, shown = _spread(part.surface.positions), _spread(table.rest[part.vertices])
        mesh = table.instance(part).mesh
        if own > 0 and shown > 0:
            step = 2 / math.sqrt(3) * distance * own / shown
            steps[mesh] = min(step, steps.get(mesh, math.inf))
    return steps


def _spread(points: NDArray[np.floating]) -> float:
    """The largest distance of points from their middle, which is independent of rotation."""
    return float(np.sqrt(np.square(points - points.mean(axis=0, dtype=np.float64)).sum(axis=1).mean()))


def _quantize(draft: Draft, meshes: set[int], steps: Mapping[int, float]) -> _Cube | None:
    """Store the positions of meshes as fractions of a cube; None if they are not floats, or all equal."""
    parts = [part for mesh in sorted(meshes) for part in draft.entries("meshes")[mesh]["primitives"]]
    accessors = [part["attributes"].get("POSITION") for part in parts]
    if not all(accessor is not None and is_float(draft, accessor) for accessor in accessors):
        return None
    arrays = [values(draft.document, accessor).astype(np.float64) for accessor in accessors]
    shapes = [target for part in parts for target in part.get("targets", ()) if "POSITION" in target]
    deltas = [values(draft.document, target["POSITION"]).astype(np.float64) for target in shapes]
    points = np.concatenate(arrays)
    centre = (points.max(axis=0) + points.min(axis=0)) / 2
    reach = np.abs(points - centre).max(initial=0.0)
    size = max([float(reach), *(float(np.abs(delta).max(initial=0.0)) for delta in deltas)])
    if size <= 0:
        return None
    size = max(size, SHORT * min(min(steps.get(mesh, 0.0) for mesh in meshes), size / FEWEST))
    for part, array in zip(parts, arrays, strict=True):
        part["attributes"]["POSITION"] = _add_short(draft, (array - centre) / size)
    for target, delta in zip(shapes, deltas, strict=True):
        target["POSITION"] = _add_short(draft, delta / size)
    require_extension(draft, QUANTIZATION)
    return _Cube(centre, size)


def _round_others(draft: Draft, steps: Mapping[int, float]) -> None:
    """Round the positions that are still floats to multiples of a power of two, one per mesh."""
    for index, mesh in enumerate(draft.entries("meshes")):
        owners = [
            owner
            for part in mesh["primitives"]
            for owner in (part["attributes"], *part.get("targets", ()))
            if "POSITION" in owner and is_float(draft, owner["POSITION"])
        ]
        stored = [values(draft.document, owner["POSITION"]).astype(np.float64) for owner in owners]
        largest = max((float(np.abs(points).max(initial=0.0)) for points in stored), default=0.0)
        if not 0 < largest < math.inf:
            continue
        step = max(largest / SHORT, min(steps.get(index, 0.0), largest / FEWEST))
        step = 2.0 ** math.floor(math.log2(step))
        for owner, points in zip(owners, stored, strict=True):
            rounded = (np.round(points / step) * step).astype("<f4")
            has_bounds = "min" in draft.entries("accessors")[owner["POSITION"]]
            owner["POSITION"] = draft.store_array(rounded, target=VERTICES, min_max=has_bounds)


def _skin_groups(draft: Draft) -> list[tuple[set[int], set[int]]]:
    """Skins with the meshes they move, grouped where a mesh has several. Meshes that a node shows without a
    skin, and skins with extensions, are left out."""
    groups: list[tuple[set[int], set[int]]] = []
    rigid = {node["mesh"] for node in draft.entries("nodes") if "mesh" in node and "skin" not in node}
    for node in draft.entries("nodes"):
        if "mesh" not in node or "skin" not in node:
            continue
        skins, meshes = {node["skin"]}, {node["mesh"]}
        for group in [group for group in groups if group[0] & skins or group[1] & meshes]:
            groups.remove(group)
            skins, meshes = skins | group[0], meshes | group[1]
        groups.append((skins, meshes))
    return [
        (skins, meshes)
        for skins, meshes in groups
        if not meshes & rigid and not any("extensions" in draft.entries("skins")[skin] for skin in skins)
    ]


def _free_nodes(draft: Draft, keep: Collection[str]) -> list[Tree]:
    """Nodes that only place an unshared mesh: no skin, no children, and only the hierarchy refers to them."""
    document = draft.document
    frozen, named = Frozen.from_document(document), named_nodes(document)
    users = [reference.index for reference in every_reference(document) if reference.collection == "meshes"]
    first, first_mesh = frozen.first("nodes", draft.tree), frozen.first("meshes", draft.tree)
    free = []
    for index, node in enumerate(draft.entries("nodes")):
        more = {"skin", "children", "camera", "extensions", "extras"} & set(node)
        if "mesh" not in node or more or index in named or index < first or node.get("name") in keep:
            continue
        mesh = draft.entries("meshes")[node["mesh"]]
        plain = not any("extensions" in item for item in (mesh, *mesh["primitives"]))
        if plain and users.count(node["mesh"]) == 1 and node["mesh"] >= first_mesh:
            free.append(node)
    return free


def _scale_node(node: Tree, cube: _Cube) -> None:
    """Prepend the conversion from fractions to positions to a node's transform."""
    if "matrix" in node:
        matrix = np.array(node["matrix"], np.float64).reshape(4, 4).T @ cube.matrix
        node["matrix"] = matrix.T.ravel().tolist()
        return
    scale = np.array(node.get("scale", (1.0, 1.0, 1.0)), np.float64)
    turned = quaternion.rotate(np.array(node.get("rotation", (0.0, 0.0, 0.0, 1.0))), scale * cube.centre)
    node["translation"] = (np.array(node.get("translation", (0.0, 0.0, 0.0))) + turned).tolist()
    node["scale"] = (scale * cube.size).tolist()


def _add_short(draft: Draft, fractions: Floats) -> int:
    rounded = np.round(fractions * SHORT).astype("<i2")
    return draft.store_array(rounded, normalized=True, target=VERTICES, min_max=True)


def _scale_skins(draft: Draft, skins: set[int], cube: _Cube) -> None:
    """Prepend the conversion from fractions to positions to inverse bind matrices."""
    for skin in (draft.entries("skins")[index] for index in sorted(skins)):
        binds = skin.get("inverseBindMatrices")
        count = len(skin["joints"])
        matrices = np.tile(np.eye(4), (count, 1, 1))
        if binds is not None:
            matrices = np.asarray(view(draft.document, binds), np.float64)[:count]
        skin["inverseBindMatrices"] = draft.store_array(matrices @ cube.matrix, type="MAT4")
