"""Meshes and their surfaces. A surface without vertices replaces a primitive that cannot be used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any, get_args

import numpy as np

from pantin.base.records import replace
from pantin.formats.gltf.accessor import BadAccessor
from pantin.formats.gltf.codes import FLOATS, HALF, SUM_TOLERANCE_PER_WEIGHT
from pantin.formats.gltf.extensions import find
from pantin.formats.gltf.lift.nodes import blend_weights
from pantin.formats.gltf.lift.source import Array, Source, mismatch
from pantin.formats.gltf.lift.targets import targets
from pantin.formats.gltf.model import Mesh as FileMesh
from pantin.formats.gltf.model import Primitive
from pantin.report.pointer import JsonPath
from pantin.report.wording import counted
from pantin.rig import BlendShape, Influences, Mesh, Mode, Surface

MODES: tuple[Mode, ...] = get_args(Mode)
"""Drawing modes in the order of their numbers in glTF 2.0 §3.7.2.1: points 0 … triangle_fan 6."""


def meshes(source: Source) -> list[Mesh]:
    """Every mesh of the file."""
    return [_mesh(source, mesh, index) for index, mesh in enumerate(source.model.meshes)]


def _mesh(source: Source, file_mesh: FileMesh | None, index: int) -> Mesh:
    path = ("meshes", index)
    if file_mesh is None or file_mesh.primitives is None:
        source.skip(path, source.named("mesh", index), "it lists no primitives")
        return Mesh((), file_mesh.name if file_mesh else None)
    surfaces = [
        _surface(source, primitive, (*path, "primitives", number))
        for number, primitive in enumerate(file_mesh.primitives)
    ]
    count = max(len(surface.blend_shapes) for surface in surfaces)
    padded = tuple(_pad_targets(surface, count) for surface in surfaces)
    extras = dict(source.extras(file_mesh.extras, path) or {})
    names = blend_names(file_mesh)
    if list(names or ()) == extras.get("targetNames"):
        del extras["targetNames"]
    mesh = Mesh(padded, file_mesh.name, blend_names=names, extras=extras or None)
    if file_mesh.weights is None:
        return mesh
    return replace(mesh, blend_weights=blend_weights(source, file_mesh.weights, count, (*path, "weights")))


def _pad_targets(surface: Surface, count: int) -> Surface:
    """Add empty targets to a surface until it has as many as the others of its mesh (§3.7.2.2 requires
    it).
    """
    missing = count - len(surface.blend_shapes)
    return (
        replace(surface, blend_shapes=surface.blend_shapes + (BlendShape(),) * missing)
        if missing
        else surface
    )


def blend_names(mesh: FileMesh) -> tuple[str, ...] | None:
    """Blend shape names: most tools write them to `extras.targetNames` of the mesh (glTF 2.0 §3.7.2.2,
    implementation note), exporters of VRM 0.x to the primitives.
    """
    for owner in (mesh, *(mesh.primitives or ())):
        names = owner.extras.get("targetNames") if isinstance(owner.extras, dict) else None
        if isinstance(names, list) and all(isinstance(name, str) for name in names):
            return tuple(names)
    return None


def empty_surface(targets: int) -> Surface:
    """The surface that replaces an unusable one."""
    return Surface(np.zeros((0, 3), np.float32), blend_shapes=(BlendShape(),) * targets)


def _surface(source: Source, primitive: Primitive, path: JsonPath) -> Surface:
    attributes = primitive.attributes or {}
    listed = _listed_targets(source, primitive, path)
    index = attributes.get("POSITION")
    if index is None:
        source.skip(path, source.named_primitive(path), "it has no positions")
        return empty_surface(len(listed))
    positions = source.attribute(path, "POSITION", index, (None, 3), what="")
    if positions is None:
        return empty_surface(len(listed))
    count = len(positions)
    try:
        corners, mode = _indices(source, primitive, count)
        vertex_influences = influences(source, attributes, count)
    except BadAccessor as fault:
        source.skip(path, source.named_primitive(path), str(fault))
        return empty_surface(len(listed))
    base = Surface(
        positions,
        _attribute(source, attributes, "NORMAL", count, 3, path),
        _attribute(source, attributes, "TANGENT", count, 4, path),
        _sets(source, attributes, "TEXCOORD", count, 2, path),
        _sets(source, attributes, "COLOR", count, None, path),
        corners,
        mode,
        _material(source, primitive, path),
        vertex_influences,
        extras=source.extras(primitive.extras, path),
        attributes=_own_attributes(source, attributes, count, path) or None,
    )
    return replace(base, blend_shapes=targets(source, listed, base, path)) if listed else base


def _own_attributes(
    source: Source, attributes: Mapping[str, int | None], count: int, path: JsonPath
) -> dict[str, Array]:
    """Application-specific attributes: their names start with an underscore (glTF 2.0 §3.7.2.1)."""
    arrays = {}
    for name, index in attributes.items():
        if not name.startswith("_") or index is None:
            continue
        accessor = source.accessor(index)
        try:
            plain = accessor is None or not (accessor.normalized or accessor.component_type == HALF)
            array = source.stored(index) if plain else source.values(index)
            misfit = mismatch(array.shape, (count, None))
        except BadAccessor as fault:
            misfit = str(fault)
        if misfit:
            what = f"{name} of {source.named_primitive(path)}"
            source.skip((*path, "attributes", name), what, misfit)
        else:
            arrays[name] = array
    return arrays


def _listed_targets(
    source: Source, primitive: Primitive, path: JsonPath
) -> Sequence[Mapping[str, int | None]]:
    """The blend shapes of a primitive. The model drops the whole list if any item is broken; here an empty
    blend shape replaces each broken one, so that weights still match.
    """
    if primitive.targets is not None or not source.document.shape_findings:
        return primitive.targets or ()
    _, mesh, _, number = path
    written = source.document.tree["meshes"][mesh]["primitives"][number].get("targets")
    return [_indices_in(target) for target in written] if isinstance(written, list) else ()


def _indices_in(target: Any) -> dict[str, int | None]:
    if not isinstance(target, dict):
        return {}
    return {name: index if type(index) is int and index >= 0 else None for name, index in target.items()}


def _indices(source: Source, primitive: Primitive, vertices: int) -> tuple[Array | None, Mode]:
    """The indices of a primitive, and its mode. Strips, loops or fans with restarts become lines or
    triangles."""
    number = 4 if primitive.mode is None else primitive.mode
    mode = MODES[number]
    if primitive.indices is None:
        return None, mode
    corners = source.stored(primitive.indices)
    if corners.dtype.kind != "u" or corners.shape[1:] != (1,):
        raise BadAccessor("undefined", f"accessor {primitive.indices} does not store indices")
    if int(corners.max()) == np.iinfo(corners.dtype).max and number in _restart_modes(source):
        runs = split_restarts(corners[:, 0])
        size = sum(24 * max(len(run) - 1, 1) for run in runs)
        corners = source.hold(
            size, f"accessor {primitive.indices}", lambda: list_elements(runs, mode)[:, None]
        )
        mode = "lines" if mode.startswith("line") else "triangles"
        if not len(corners):
            return corners[:, 0], mode
    if int(corners.max()) >= vertices:
        raise BadAccessor(
            "undefined",
            f"its indices reach vertex {int(corners.max())}, but it has {counted(vertices, 'vertex')}",
        )
    accessor = source.accessor(primitive.indices)
    if accessor is not None and accessor.buffer_view is None:
        # A few bytes can declare a billion corners, and each becomes an integer of eight bytes.
        corners = source.hold(8 * len(corners), f"accessor {primitive.indices}", corners.view)
    return corners[:, 0], mode


def _restart_modes(source: Source) -> frozenset[int]:
    records = (find(name) for name in source.model.extensions_used or ())
    return frozenset().union(*(record.restart_modes for record in records if record is not None))


def split_restarts(indices: Array) -> list[Array]:
    """Split indices at restarts, the largest value of their type."""
    stops = np.flatnonzero(indices == np.iinfo(indices.dtype).max)
    runs = np.split(indices, stops)
    return [runs[0], *(run[1:] for run in runs[1:])]


def list_elements(runs: Sequence[Array], mode: Mode) -> Array:
    """Convert strips, loops or fans to lists of lines or triangles (glTF 2.0 §3.7.2.1)."""
    lists = [np.zeros(0, np.uint32)]
    for run in runs:
        flat = run.astype(np.uint32)
        if mode.startswith("line"):
            following = np.roll(flat, -1) if mode == "line_loop" else flat[1:]
            pairs = np.stack([flat[: len(following)], following], axis=1)
            lists.append(pairs.ravel() if len(flat) > 1 else lists[0])
        else:
            triangles = Surface(np.zeros((0, 3)), indices=flat, mode=mode).triangles
            lists.append(triangles.astype(np.uint32).ravel())
    return np.concatenate(lists)


def _attribute(
    source: Source, attributes: dict[str, Any], name: str, count: int, width: int | None, path: JsonPath
) -> Array | None:
    index = attributes.get(name)
    if index is None:
        return None
    return source.attribute(path, name, index, (count, width), what=f"{name} of ")


def _sets(
    source: Source, attributes: dict[str, Any], name: str, count: int, width: int | None, path: JsonPath
) -> tuple[Array, ...]:
    """The sets 0, 1, … of an attribute up to the first missing one (glTF 2.0 §3.7.2.1 forbids gaps)."""
    sets: list[Array] = []
    while attributes.get(f"{name}_{len(sets)}") is not None:
        array = _attribute(source, attributes, f"{name}_{len(sets)}", count, width, path)
        if array is None:
            break
        sets.append(array)
    _skip_other_sets(source, attributes, name, len(sets), path)
    return tuple(sets)


def _skip_other_sets(
    source: Source, attributes: dict[str, Any], name: str, count: int, path: JsonPath
) -> None:
    """Report the sets after a missing or unusable one."""
    for other in attributes:
        stem, _, number = other.rpartition("_")
        if stem == name and not (number.isdecimal() and int(number) <= count):
            why = f"{name}_{count} is missing or cannot be used"
            source.skip((*path, "attributes", other), f"{other} of {source.named_primitive(path)}", why)


def _material(source: Source, primitive: Primitive, path: JsonPath) -> int | None:
    if primitive.material is not None and primitive.material >= len(source.model.materials):
        what = f"the material of {source.named_primitive(path)}"
        source.skip((*path, "material"), what, f"there is no material {primitive.material}")
        return None
    return primitive.material


def influences(source: Source, attributes: Mapping[str, int | None], vertices: int) -> Influences | None:
    """The influences of every vertex with a weight, set 0 first, in the order of the file; None without sets.
    Weights are divided by their sum, unless the document was read with `raw_weights`.

    Raises `BadAccessor` where a set cannot be read: a vertex without some of its influences would end up in
    the wrong place, which is worse than no mesh.
    """
    sets: list[tuple[int, int]] = []
    while (names := _set(attributes, len(sets))) is not None:
        sets.append(names)
    if not sets:
        return None
    key = (vertices, *sets)
    if key not in source.influences:  # primitives share accessors
        source.influences[key] = _read_sets(source, sets, vertices)
    return source.influences[key]


def _read_sets(source: Source, sets: list[tuple[int, int]], vertices: int) -> Influences:
    joints = _join_sets(source, [_joints(source, index, vertices) for index, _ in sets])
    weights = _join_sets(source, [_weights(source, index, vertices) for _, index in sets])
    used = weights != 0
    counts = np.count_nonzero(used, axis=1)
    as_stored = weights
    if not source.document.raw_weights:
        weights = _normalise(source, weights, counts)
    size = 8 * vertices
    if bool(used.all()):
        flat_joints, flat_weights = joints.reshape(-1), weights.reshape(-1)
    else:
        each = joints.itemsize + weights.itemsize
        size += each * int(counts.sum())
        flat_joints, flat_weights = joints[used], weights[used]
    offsets = source.hold(
        size, "influences", lambda: np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    )
    stored = None
    if weights is not as_stored or (len(sets) > 1 and not bool(used.all())):
        slots = weights.shape[1]
        every = np.arange(0, vertices * slots + 1, slots)
        stored = Influences(every, joints.reshape(-1), as_stored.reshape(-1))
    return Influences(offsets, flat_joints, flat_weights, stored)


def _normalise(source: Source, weights: Array, counts: Array) -> Array:
    """The weights with a sum of 1 at each vertex; the same array if they have it.

    glTF asks files for such sums (§3.7.3.3) and readers for nothing; engines divide. A vertex without
    weights, or with a negative or an infinite one, stays as it is: there is no sum to divide by.
    """
    # Column by column: reducing short rows takes many times as long.
    with np.errstate(invalid="ignore"):  # a signalling NaN
        sums: Array = reduce(np.add, weights.astype(np.float64).T)
    uneven = np.abs(sums - 1) > SUM_TOLERANCE_PER_WEIGHT * counts
    uneven &= (sums > 0) & np.isfinite(sums)
    rows = np.flatnonzero(uneven)
    rows = rows[(weights[rows] >= 0).all(axis=1)]
    if not len(rows):
        return weights
    normalised = source.hold(weights.nbytes, "weights", weights.copy)
    normalised[rows] = weights[rows] / sums[rows, None]
    return normalised


def _join_sets(source: Source, sets: list[Array]) -> Array:
    """The columns of all sets. A single set, the usual case, is not copied."""
    if len(sets) == 1:
        return sets[0]
    size = sum(array.nbytes for array in sets)
    return source.hold(size, "influences", lambda: np.concatenate(sets, axis=1))


def _set(attributes: Mapping[str, int | None], number: int) -> tuple[int, int] | None:
    """The accessors of one set; None after the last. A set with only one of the two is unusable."""
    joints, weights = attributes.get(f"JOINTS_{number}"), attributes.get(f"WEIGHTS_{number}")
    if joints is None and weights is None:
        return None
    if joints is None or weights is None:
        raise BadAccessor("undefined", f"it has only one of JOINTS_{number} and WEIGHTS_{number}")
    return joints, weights


def _joints(source: Source, index: int, vertices: int) -> Array:
    stored = source.stored(index)
    if stored.dtype.kind != "u" or stored.shape != (vertices, 4):
        raise BadAccessor("undefined", f"accessor {index} does not store 4 joints per vertex")
    return stored


def _weights(source: Source, index: int, vertices: int) -> Array:
    accessor, values = source.accessor(index), source.values(index)
    integers = accessor is not None and accessor.component_type not in FLOATS
    if values.shape != (vertices, 4) or (integers and not (accessor and accessor.normalized)):
        raise BadAccessor("undefined", f"accessor {index} does not store 4 weights per vertex")
    return values
