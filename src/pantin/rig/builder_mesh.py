"""Check meshes for the builder: every array of a surface, its blend shapes and its topology."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeVar, get_args

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import replace
from pantin.rig.arrays import (
    Indices,
    InvalidRig,
    Reals,
    doubles,
    index,
    indices,
    read_only,
    reals,
    with_members,
)
from pantin.rig.mesh import Mesh
from pantin.rig.surface import BlendShape, Deltas, Influences, Mode, Surface
from pantin.rig.topology import Cells, ElementAttribute, Topology

PartT = TypeVar("PartT")

MODES = get_args(Mode)


def check_mesh(given: Mesh, what: str, dimension: int, materials: int) -> Mesh:
    """The mesh with every array checked; all its surfaces have the same number of blend shapes."""
    surfaces = _check_each(given.surfaces, f"{what} surface", check_surface, dimension, materials)
    counts = {len(surface.blend_shapes) for surface in surfaces}
    if len(counts) > 1:
        raise InvalidRig(
            f"{what}: all surfaces must have the same number of blend shapes, not {sorted(counts)}"
        )
    weights = given.blend_weights
    if weights is not None:
        weights = doubles(weights, f"{what} blend weights", (max(counts, default=0),))
    names = None if given.blend_names is None else tuple(given.blend_names)
    groups = None if given.group_names is None else tuple(given.group_names)
    return with_members(
        given, surfaces=surfaces, blend_weights=weights, blend_names=names, group_names=groups
    )


def _check_each(
    given: Sequence[PartT], what: str, check: Callable[..., PartT], *context: Any
) -> tuple[PartT, ...]:
    """Every part as `check(part, "what 0", *context)` returns it; the tuple itself if all stay the same."""
    checked = tuple([check(part, f"{what} {number}", *context) for number, part in enumerate(given)])
    unchanged = isinstance(given, tuple) and all(map(operator.is_, checked, given))
    return given if unchanged else checked  # type: ignore[return-value]


def check_surface(given: Surface, what: str, dimension: int, materials: int) -> Surface:
    """The surface with every array checked against the number of its vertices."""
    positions = reals(given.positions, f"{what} positions", (None, dimension))
    vertices = len(positions)
    check_mode(given.mode, f"{what} mode")
    checked = with_members(
        given,
        positions=positions,
        normals=_check_optional(given.normals, f"{what} normals", vertices, dimension),
        tangents=_check_optional(given.tangents, f"{what} tangents", vertices, dimension + 1),
        texcoords=_check_each(given.texcoords, f"{what} texcoords", reals, (vertices, None)),
        colours=_check_each(given.colours, f"{what} colours", check_colours, vertices),
        indices=None if given.indices is None else indices(given.indices, f"{what} indices", vertices),
        material=index(given.material, f"{what} material", materials),
        influences=None if given.influences is None else check_influences(given.influences, what, vertices),
        attributes=_check_attributes(given.attributes, what, vertices),
    )
    if not given.blend_shapes and given.topology is None:
        return checked
    shapes = tuple(
        _check_blend_shape(shape, f"{what} blend shape {number}", checked)
        for number, shape in enumerate(given.blend_shapes)
    )
    topology = given.topology
    if topology is not None:
        topology = check_topology(topology, what, vertices, dimension, len(shapes))
    return replace(checked, blend_shapes=shapes, topology=topology)


def check_mode(mode: str, what: str) -> None:
    if mode not in MODES:
        raise InvalidRig(f"{what} must be one of {', '.join(MODES)}, not {mode!r}")


def check_colours(values: Any, what: str, vertices: int) -> Reals:
    """Colours from 0 to 1: unsigned integers, as in pictures, are divided by the largest of their type."""
    colours = reals(values, what, (vertices, None))
    kind = np.asarray(values).dtype
    return (colours / np.iinfo(kind).max).astype(np.float32) if kind.kind == "u" else colours


def _check_attributes(
    given: Mapping[str, NDArray[Any]] | None, what: str, vertices: int
) -> Mapping[str, NDArray[Any]] | None:
    """One row per vertex, in the dtype that the file has."""
    if not given:
        return None
    checked = {}
    for name, values in given.items():
        array = np.asarray(values)
        if array.ndim != 2 or len(array) != vertices:
            shape = f"({vertices}, any), not {array.shape}"
            raise InvalidRig(f"{what} attribute {name!r} must have shape {shape}")
        if array.dtype.kind not in "iuf":
            raise InvalidRig(f"{what} attribute {name!r} must be numbers, not {array.dtype}")
        checked[name] = read_only(array)
    return MappingProxyType(checked)


def _check_optional(given: Reals | None, what: str, vertices: int, width: int) -> Reals | None:
    return None if given is None else reals(given, what, (vertices, width))


def check_influences(given: Influences, what: str, vertices: int) -> Influences:
    """Compressed rows of joints and weights for this many vertices."""
    weights = reals(given.weights, f"{what} weights", (None,))
    entries = len(weights)
    joints = indices(given.joints, f"{what} joints", 1 << 31, length=entries)
    offsets = indices(given.offsets, f"{what} influence offsets", entries + 1, length=vertices + 1)
    ends = int(offsets[0]), int(offsets[-1])
    if ends != (0, entries):
        raise InvalidRig(
            f"{what} influence offsets must go from 0 to {entries}, not from {ends[0]} to {ends[1]}"
        )
    if bool(np.any(offsets[1:] < offsets[:-1])):
        raise InvalidRig(f"{what} influence offsets must not descend")
    return Influences(offsets, joints, weights, given.stored)


def _check_blend_shape(given: BlendShape, what: str, base: Surface) -> BlendShape:
    tangents = None if base.tangents is None else base.tangents[:, :-1]
    return BlendShape(
        positions=_check_deltas(given.positions, f"{what} positions", base.positions),
        normals=_check_deltas(given.normals, f"{what} normals", base.normals),
        tangents=_check_deltas(given.tangents, f"{what} tangents", tangents),
        texcoords=_check_sets(given.texcoords, f"{what} texcoords", base.texcoords),
        colours=_check_sets(given.colours, f"{what} colours", base.colours),
    )


def _check_sets(
    given: Sequence[Deltas | None], what: str, bases: Sequence[Reals]
) -> tuple[Deltas | None, ...]:
    return tuple(
        _check_deltas(deltas, f"{what} {number}", bases[number] if number < len(bases) else None)
        for number, deltas in enumerate(given)
    )


def _check_deltas(given: Deltas | None, what: str, base: Reals | None) -> Deltas | None:
    if given is None:
        return None
    if base is None:
        raise InvalidRig(f"{what} change an attribute that the surface does not have")
    rows: Indices | None = None
    if given.indices is not None:
        rows = indices(given.indices, f"{what} indices", len(base))
    values = reals(given.values, what, (len(base) if rows is None else len(rows), base.shape[1]))
    return Deltas(values, rows)


def check_topology(given: Topology, what: str, vertices: int, dimension: int, blend_shapes: int) -> Topology:
    """The topology with every array checked; `blend_shapes` is how many the mesh has."""
    normals = (
        _check_attribute(attribute, f"{what} element normals {number}", vertices, dimension, blend_shapes)
        for number, attribute in enumerate(given.normals)
    )
    texcoords = (
        _check_attribute(attribute, f"{what} element texcoords {number}", vertices, None, blend_shapes)
        for number, attribute in enumerate(given.texcoords)
    )
    edges = _check_elements(given.edges, f"{what} edges", vertices)
    return Topology(
        _check_elements(given.simplexes, f"{what} simplexes", vertices),
        edges,
        tuple(normals),
        tuple(texcoords),
        _check_cells(given.cells, what, 0 if edges is None else len(edges)),
    )


def _check_cells(given: tuple[Cells, ...], what: str, below: int) -> tuple[Cells, ...]:
    """Every part is an element one dimension lower: an edge in the first tier."""
    checked = []
    for tier, cells in enumerate(given):
        flat = np.fromiter((part for cell in cells for part in cell), np.int64)
        indices(flat, f"{what} cells of dimension {tier + 2}", below)
        checked.append(tuple(tuple(cell) for cell in cells))
        below = len(cells)
    return tuple(checked)


def _check_elements(given: Indices | None, what: str, vertices: int) -> Indices | None:
    if given is None:
        return None
    array = np.asarray(given)
    if array.ndim != 2:
        raise InvalidRig(f"{what} must have shape (any, any), not {array.shape}")
    indices(array.reshape(-1), what, vertices)
    return read_only(array)


def _check_attribute(
    given: ElementAttribute, what: str, vertices: int, width: int | None, blend_shapes: int
) -> ElementAttribute:
    values = reals(given.values, f"{what} values", (None, width))
    value_indices = indices(given.value_indices, what, len(values))
    members = indices(given.vertices, f"{what} vertices", vertices)
    offsets = indices(given.offsets, f"{what} offsets", len(members) + 1, length=len(value_indices) + 1)
    if int(offsets[0]) != 0 or int(offsets[-1]) != len(members) or bool(np.any(np.diff(offsets) < 1)):
        raise InvalidRig(f"{what} offsets must give each element at least one of its {len(members)} vertices")
    if len(given.blend_deltas) not in (0, blend_shapes):
        count = len(given.blend_deltas)
        raise InvalidRig(f"{what} must have {blend_shapes} blend deltas, one per blend shape, not {count}")
    deltas = tuple(
        _check_deltas(shape, f"{what} blend deltas {number}", values)
        for number, shape in enumerate(given.blend_deltas)
    )
    return replace(
        given,
        values=values,
        value_indices=value_indices,
        offsets=offsets,
        vertices=members,
        blend_deltas=deltas,
    )
