"""`concatenate`: several surfaces as one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.rig import BlendShape, Deltas, Influences, Surface


def concatenate(surfaces: Sequence[Surface], needs_tangents: bool = True) -> Surface:
    """Triangles of all surfaces, with the material of the first. Missing attributes are filled with neutral
    values: white colours, texture coordinates 0. Tangents stay only if all surfaces that need them have them;
    otherwise viewers compute them. A surface without normals gets those of its triangles.
    """
    if len(surfaces) == 1:
        return surfaces[0]
    if any(surface.normals is None for surface in surfaces) and any(
        surface.normals is not None for surface in surfaces
    ):
        surfaces = [
            surface if surface.normals is not None else with_flat_normals(surface) for surface in surfaces
        ]
    counts = [len(surface.positions) for surface in surfaces]
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    indices = [surface.triangles + start for surface, start in zip(surfaces, starts, strict=True)]
    shapes = len(surfaces[0].blend_shapes)
    tangents = all(surface.tangents is not None for surface in surfaces) and needs_tangents
    return Surface(
        positions=_stack([surface.positions for surface in surfaces]),
        normals=None if surfaces[0].normals is None else _stack([surface.normals for surface in surfaces]),
        tangents=_stack([surface.tangents for surface in surfaces]) if tangents else None,
        texcoords=_sets([surface.texcoords for surface in surfaces], counts, 0.0),
        colors=_sets([surface.colors for surface in surfaces], counts, 1.0),
        indices=np.concatenate(indices).reshape(-1),
        material=surfaces[0].material,
        influences=_influences([surface.influences for surface in surfaces], counts),
        blend_shapes=tuple(
            _blend_shape([surface.blend_shapes[shape] for surface in surfaces], counts)
            for shape in range(shapes)
        ),
        extras=surfaces[0].extras,
        attributes=_shared_attributes(surfaces),
    )


def with_flat_normals(surface: Surface) -> Surface:
    """The surface with a vertex for each corner of a triangle, and the normals of the triangles
    (glTF 2.0 §3.7.2.1: without normals, shading is flat)."""
    corners = surface.triangles.reshape(-1)
    triangles = surface.positions[corners].astype(np.float64).reshape(-1, 3, 3)
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    normals = np.where(lengths > 0, normals / np.where(lengths > 0, lengths, 1.0), (0.0, 0.0, 1.0))
    taken = take_vertices(surface, corners)
    return taken.replace(normals=np.repeat(normals, 3, axis=0).astype(surface.positions.dtype))


def take_vertices(surface: Surface, vertices: NDArray[np.int64]) -> Surface:
    """A surface of these vertices, in triangles of three that follow each other."""

    def rows(values: Any) -> Any:
        return None if values is None else values[vertices]

    def deltas(differences: Deltas | None) -> Deltas | None:
        if differences is None:
            return None
        return Deltas(dense(differences, len(surface.positions))[vertices])

    influences = surface.influences
    if influences is not None:
        first, counts = influences.offsets[vertices], np.diff(influences.offsets)[vertices]
        offsets = np.concatenate([[0], np.cumsum(counts)])
        entries = np.repeat(first - offsets[:-1], counts) + np.arange(offsets[-1])
        influences = Influences(offsets, influences.joints[entries], influences.weights[entries])
    return surface.replace(
        positions=surface.positions[vertices],
        normals=rows(surface.normals),
        tangents=rows(surface.tangents),
        texcoords=tuple(rows(values) for values in surface.texcoords),
        colors=tuple(rows(values) for values in surface.colors),
        indices=np.arange(len(vertices)),
        mode="triangles",
        influences=influences,
        attributes=None
        if surface.attributes is None
        else {k: v[vertices] for k, v in surface.attributes.items()},
        blend_shapes=tuple(
            BlendShape(
                deltas(shape.positions),
                deltas(shape.normals),
                deltas(shape.tangents),
                tuple(deltas(values) for values in shape.texcoords),
                tuple(deltas(values) for values in shape.colors),
            )
            for shape in surface.blend_shapes
        ),
    )


def dense(deltas: Deltas, count: int) -> NDArray[Any]:
    """Differences for every vertex."""
    if deltas.indices is None:
        return deltas.values
    every = np.zeros((count, *deltas.values.shape[1:]), deltas.values.dtype)
    np.add.at(every, deltas.indices, deltas.values)
    return every


def _stack(arrays: Sequence[Any]) -> NDArray[Any]:
    dtype = np.result_type(*arrays)
    return np.concatenate([array.astype(dtype, copy=False) for array in arrays])


def _sets(sets: Sequence[Sequence[Any]], counts: Sequence[int], missing: float) -> tuple[NDArray[Any], ...]:
    """Sets of values, as many as the surface with most of them; a missing component has the same value."""
    result = []
    for number in range(max(map(len, sets))):
        width = max(listed[number].shape[1] for listed in sets if len(listed) > number)
        stacked = [
            _widen(listed[number], width, missing)
            if len(listed) > number
            else np.full((count, width), missing, np.float32)
            for listed, count in zip(sets, counts, strict=True)
        ]
        result.append(np.concatenate(stacked))
    return tuple(result)


def _widen(values: NDArray[Any], width: int, missing: float) -> NDArray[Any]:
    fill = np.full((len(values), width - values.shape[1]), missing, values.dtype)
    return np.concatenate([values, fill], axis=1)


def _influences(listed: Sequence[Influences | None], counts: Sequence[int]) -> Influences | None:
    if all(influences is None for influences in listed):
        return None
    parts = [
        influences
        or Influences(np.zeros(count + 1, np.int64), np.zeros(0, np.int64), np.zeros(0, np.float32))
        for influences, count in zip(listed, counts, strict=True)
    ]
    sizes = [int(part.offsets[-1]) for part in parts]
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    offsets = [part.offsets[:-1] + start for part, start in zip(parts, starts, strict=True)]
    return Influences(
        np.concatenate([*offsets, [sum(sizes)]]).astype(np.int64),
        _stack([part.joints for part in parts]),
        _stack([part.weights for part in parts]),
    )


def _blend_shape(shapes: Sequence[BlendShape], counts: Sequence[int]) -> BlendShape:
    def sets(name: str) -> tuple[Deltas | None, ...]:
        listed = [getattr(shape, name) for shape in shapes]
        return tuple(
            _deltas([values[number] if len(values) > number else None for values in listed], counts)
            for number in range(max(map(len, listed)))
        )

    return BlendShape(
        _deltas([shape.positions for shape in shapes], counts),
        _deltas([shape.normals for shape in shapes], counts),
        _deltas([shape.tangents for shape in shapes], counts),
        sets("texcoords"),
        sets("colors"),
    )


def _deltas(listed: Sequence[Deltas | None], counts: Sequence[int]) -> Deltas | None:
    """The differences of those surfaces that have any, at their vertices."""
    present = [deltas for deltas in listed if deltas is not None]
    if not present:
        return None
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    indices = [
        (np.arange(count) if deltas.indices is None else deltas.indices) + start
        for deltas, count, start in zip(listed, counts, starts, strict=True)
        if deltas is not None
    ]
    values = _stack([deltas.values for deltas in present])
    if len(present) == len(listed) and all(deltas.indices is None for deltas in present):
        return Deltas(values)
    return Deltas(values, np.concatenate(indices))


def _shared_attributes(surfaces: Sequence[Surface]) -> dict[str, NDArray[Any]] | None:
    """The file's own attributes that all surfaces have."""
    sets = [surface.attributes or {} for surface in surfaces]
    shared = [name for name in sets[0] if all(name in attributes for attributes in sets)]
    return {name: _stack([attributes[name] for attributes in sets]) for name in shared} or None
