"""Check meshes for the builder: every array of a surface, its blend shapes and its topology."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeVar, get_args

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import replace
from pantin.base.short_repr import short_value
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


def check_mesh(mesh: Mesh, what: str, dimension: int, materials: int) -> Mesh:
    """The mesh with every array checked; all its surfaces have the same number of blend shapes."""
    surfaces = _check_each(mesh.surfaces, f"{what} surface", check_surface, dimension, materials)
    counts = {len(surface.blend_shapes) for surface in surfaces}
    if len(counts) > 1:
        raise InvalidRig(
            f"{what}: all surfaces must have the same number of blend shapes, not {sorted(counts)}"
        )
    weights = mesh.blend_weights
    if weights is not None:
        weights = doubles(weights, f"{what} blend weights", (max(counts, default=0),))
    names = None if mesh.blend_names is None else tuple(mesh.blend_names)
    groups = None if mesh.group_names is None else tuple(mesh.group_names)
    return with_members(mesh, surfaces=surfaces, blend_weights=weights, blend_names=names, group_names=groups)


def _check_each(
    parts: Sequence[PartT], what: str, check: Callable[..., PartT], *context: Any
) -> tuple[PartT, ...]:
    """Every part as `check(part, "what 0", *context)` returns it; the tuple itself if all stay the same."""
    checked = tuple([check(part, f"{what} {number}", *context) for number, part in enumerate(parts)])
    unchanged = isinstance(parts, tuple) and all(map(operator.is_, checked, parts))
    return parts if unchanged else checked  # type: ignore[return-value]


def check_surface(surface: Surface, what: str, dimension: int, materials: int) -> Surface:
    """The surface with every array checked against the number of its vertices."""
    positions = reals(surface.positions, f"{what} positions", (None, dimension))
    vertices = len(positions)
    check_mode(surface.mode, f"{what} mode")
    checked = with_members(
        surface,
        positions=positions,
        normals=_check_optional(surface.normals, f"{what} normals", vertices, dimension),
        tangents=_check_optional(surface.tangents, f"{what} tangents", vertices, dimension + 1),
        texcoords=_check_each(surface.texcoords, f"{what} texcoords", reals, (vertices, None)),
        colors=_check_each(surface.colors, f"{what} colours", check_colors, vertices),
        indices=None if surface.indices is None else indices(surface.indices, f"{what} indices", vertices),
        material=index(surface.material, f"{what} material", materials),
        influences=None
        if surface.influences is None
        else check_influences(surface.influences, what, vertices),
        attributes=_check_attributes(surface.attributes, what, vertices),
    )
    if not surface.blend_shapes and surface.topology is None:
        return checked
    shapes = tuple(
        _check_blend_shape(shape, f"{what} blend shape {number}", checked)
        for number, shape in enumerate(surface.blend_shapes)
    )
    topology = surface.topology
    if topology is not None:
        topology = check_topology(topology, what, vertices, dimension, len(shapes))
    return replace(checked, blend_shapes=shapes, topology=topology)


def check_mode(mode: str, what: str) -> None:
    if mode not in MODES:
        raise InvalidRig(f"{what} must be one of {', '.join(MODES)}, not {short_value(mode)}")


def check_colors(values: Any, what: str, vertices: int) -> Reals:
    """Colours from 0 to 1: unsigned integers, as in images, are divided by the largest of their type."""
    colors = reals(values, what, (vertices, None))
    kind = np.asarray(values).dtype
    return (colors / np.iinfo(kind).max).astype(np.float32) if kind.kind == "u" else colors


def given_colors(values: Any, what: str, vertices: int) -> Reals:
    """Colours that a caller gives: RGB or RGBA, as files store them."""
    colors = check_colors(values, what, vertices)
    if colors.shape[1] not in (3, 4):
        raise InvalidRig(f"{what} must have shape ({vertices}, 3) or ({vertices}, 4), not {colors.shape}")
    return colors


def _check_attributes(
    attributes: Mapping[str, NDArray[Any]] | None, what: str, vertices: int
) -> Mapping[str, NDArray[Any]] | None:
    """One row per vertex, in the dtype that the file has."""
    if not attributes:
        return None
    checked = {}
    for name, values in attributes.items():
        array = np.asarray(values)
        if array.ndim != 2 or len(array) != vertices:
            shape = f"({vertices}, any), not {array.shape}"
            raise InvalidRig(f"{what} attribute {name!r} must have shape {shape}")
        if array.dtype.kind not in "iuf":
            raise InvalidRig(f"{what} attribute {name!r} must be numbers, not {array.dtype}")
        checked[name] = read_only(array)
    return MappingProxyType(checked)


def _check_optional(values: Reals | None, what: str, vertices: int, width: int) -> Reals | None:
    return None if values is None else reals(values, what, (vertices, width))


def check_influences(influences: Influences, what: str, vertices: int) -> Influences:
    """Compressed rows of joints and weights for this many vertices."""
    weights = reals(influences.weights, f"{what} weights", (None,))
    entries = len(weights)
    joints = indices(influences.joints, f"{what} joints", 1 << 31, length=entries)
    offsets = indices(influences.offsets, f"{what} influence offsets", entries + 1, length=vertices + 1)
    ends = int(offsets[0]), int(offsets[-1])
    if ends != (0, entries):
        raise InvalidRig(
            f"{what} influence offsets must go from 0 to {entries}, not from {ends[0]} to {ends[1]}"
        )
    if bool(np.any(offsets[1:] < offsets[:-1])):
        raise InvalidRig(f"{what} influence offsets must be in ascending order")
    return Influences(offsets, joints, weights, influences.stored)


def _check_blend_shape(blend_shape: BlendShape, what: str, base: Surface) -> BlendShape:
    tangents = None if base.tangents is None else base.tangents[:, :-1]
    return BlendShape(
        positions=_check_deltas(blend_shape.positions, f"{what} positions", base.positions),
        normals=_check_deltas(blend_shape.normals, f"{what} normals", base.normals),
        tangents=_check_deltas(blend_shape.tangents, f"{what} tangents", tangents),
        texcoords=_check_sets(blend_shape.texcoords, f"{what} texcoords", base.texcoords),
        colors=_check_sets(blend_shape.colors, f"{what} colours", base.colors),
    )


def _check_sets(
    sets: Sequence[Deltas | None], what: str, bases: Sequence[Reals]
) -> tuple[Deltas | None, ...]:
    return tuple(
        _check_deltas(deltas, f"{what} {number}", bases[number] if number < len(bases) else None)
        for number, deltas in enumerate(sets)
    )


def _check_deltas(deltas: Deltas | None, what: str, base: Reals | None) -> Deltas | None:
    if deltas is None:
        return None
    if base is None:
        raise InvalidRig(f"{what} change an attribute that the surface does not have")
    rows: Indices | None = None
    if deltas.indices is not None:
        rows = indices(deltas.indices, f"{what} indices", len(base))
    values = reals(deltas.values, what, (len(base) if rows is None else len(rows), base.shape[1]))
    return Deltas(values, rows)


def check_topology(
    topology: Topology, what: str, vertices: int, dimension: int, blend_shapes: int
) -> Topology:
    """The topology with every array checked; `blend_shapes` is how many the mesh has."""
    normals = (
        _check_attribute(attribute, f"{what} element normals {number}", vertices, dimension, blend_shapes)
        for number, attribute in enumerate(topology.normals)
    )
    texcoords = (
        _check_attribute(attribute, f"{what} element texcoords {number}", vertices, None, blend_shapes)
        for number, attribute in enumerate(topology.texcoords)
    )
    edges = _check_elements(topology.edges, f"{what} edges", vertices)
    return Topology(
        _check_elements(topology.simplexes, f"{what} simplexes", vertices),
        edges,
        tuple(normals),
        tuple(texcoords),
        _check_cells(topology.cells, what, 0 if edges is None else len(edges)),
    )


def _check_cells(unchecked: tuple[Cells, ...], what: str, below: int) -> tuple[Cells, ...]:
    """Every part is an element one dimension lower: an edge in the first tier."""
    checked = []
    for tier, cells in enumerate(unchecked):
        flat = np.fromiter((part for cell in cells for part in cell), np.int64)
        indices(flat, f"{what} cells of dimension {tier + 2}", below)
        checked.append(tuple(tuple(cell) for cell in cells))
        below = len(cells)
    return tuple(checked)


def _check_elements(elements: Indices | None, what: str, vertices: int) -> Indices | None:
    if elements is None:
        return None
    array = np.asarray(elements)
    if array.ndim != 2:
        raise InvalidRig(f"{what} must have shape (any, any), not {array.shape}")
    indices(array.reshape(-1), what, vertices)
    return read_only(array)


def _check_attribute(
    attribute: ElementAttribute, what: str, vertices: int, width: int | None, blend_shapes: int
) -> ElementAttribute:
    values = reals(attribute.values, f"{what} values", (None, width))
    value_indices = indices(attribute.value_indices, what, len(values))
    members = indices(attribute.vertices, f"{what} vertices", vertices)
    offsets = indices(attribute.offsets, f"{what} offsets", len(members) + 1, length=len(value_indices) + 1)
    if int(offsets[0]) != 0 or int(offsets[-1]) != len(members) or bool(np.any(np.diff(offsets) < 1)):
        raise InvalidRig(f"{what} offsets must give each element at least one of its {len(members)} vertices")
    if len(attribute.blend_deltas) not in (0, blend_shapes):
        count = len(attribute.blend_deltas)
        raise InvalidRig(f"{what} must have {blend_shapes} blend deltas, one per blend shape, not {count}")
    deltas = tuple(
        _check_deltas(shape, f"{what} blend deltas {number}", values)
        for number, shape in enumerate(attribute.blend_deltas)
    )
    return replace(
        attribute,
        values=values,
        value_indices=value_indices,
        offsets=offsets,
        vertices=members,
        blend_deltas=deltas,
    )
