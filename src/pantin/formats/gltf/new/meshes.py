"""Meshes of a new document: surfaces as primitives, influences in sets of four, morph targets dense or
sparse.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

import numpy as np

from pantin.formats.gltf.array_store import Array, least_unsigned
from pantin.formats.gltf.codes import INDICES, VERTICES
from pantin.formats.gltf.new.file_layout import order_members
from pantin.formats.gltf.new.store import Store, to_float32
from pantin.rig import BlendShape, Deltas, Influences, Mesh, Mode, Surface

MODES: tuple[Mode, ...] = get_args(Mode)
TRIANGLES = 4
SET = 4
"""Influences per set JOINTS_n / WEIGHTS_n (glTF 2.0 §3.7.3.3)."""

# The largest value of an index type restarts strips, so it is not an index (glTF 2.0 §3.7.2.1).
RESTART = 1


def mesh_json(store: Store, mesh: Mesh, what: str) -> dict[str, Any]:
    """The JSON of a mesh with stored arrays. Surfaces that draw nothing are dropped, because glTF forbids
    them.
    """
    primitives = [
        _Primitive(store, surface, f"{what} surface {index}").json()
        for index, surface in enumerate(mesh.surfaces)
        if surface.is_drawn
    ]
    members: dict[str, Any] = {"name": mesh.name, "primitives": primitives}
    if mesh.blend_weights is not None:
        members["weights"] = mesh.blend_weights.tolist()
    extras = dict(mesh.extras or {})
    if mesh.blend_names is not None:
        extras["targetNames"] = list(mesh.blend_names)
    members["extras"] = extras
    return order_members(store.layout, "mesh", members)


class _Primitive:
    """Writes one surface into the store."""

    def __init__(self, store: Store, surface: Surface, what: str) -> None:
        self.store = store
        self.surface = surface
        self.what = what

    def json(self) -> dict[str, Any]:
        surface, layout = self.surface, self.store.layout
        arrays = self._arrays()
        indices = None if surface.indices is None else self._indices(surface.indices)
        names = [*sorted(arrays), *(["indices"] if indices is not None else [])]
        names.sort(key=lambda name: _sort_key(layout.arrays, name))
        stored = {
            name: self.store.store_array(indices, target=INDICES)
            if name == "indices" and indices is not None
            else self._store(name, arrays[name])
            for name in names
        }
        mode = MODES.index(surface.mode)
        members: dict[str, Any] = {
            "indices": stored.pop("indices", None),
            "attributes": {
                name: stored[name]
                for name in sorted(stored, key=lambda name: _sort_key(layout.attributes, name))
            },
            "material": surface.material,
            "mode": None if mode == TRIANGLES and not layout.write_defaults else mode,
            "targets": [self._target(shape) for shape in surface.blend_shapes],
            "extras": None if surface.extras is None else dict(surface.extras),
        }
        return order_members(layout, "primitive", members)

    def _arrays(self) -> dict[str, Array]:
        surface = self.surface
        arrays: dict[str, Any] = {
            "POSITION": surface.positions,
            "NORMAL": surface.normals,
            "TANGENT": surface.tangents,
            **{f"TEXCOORD_{number}": array for number, array in enumerate(_flat_sets(surface.texcoords))},
            **{f"COLOR_{number}": array for number, array in enumerate(surface.colors)},
        }
        if surface.influences is not None:
            arrays |= self._influences(surface.influences)
        for name, array in (surface.attributes or {}).items():
            stored = storable_attribute(name, array)
            if stored is not None:
                arrays[name] = stored
        return {name: array for name, array in arrays.items() if array is not None}

    def _influences(self, influences: Influences) -> dict[str, Array]:
        parts = (influences.offsets, influences.joints, influences.weights)
        return self.store.once("influences", parts, lambda: _sets(influences, self.store.layout.wide))

    def _store(self, name: str, array: Array) -> int:
        return self.store.once(name, (array,), lambda: self._store_attribute(name, array))

    def _store_attribute(self, name: str, array: Array) -> int:
        if name.startswith("_"):
            return self.store.store_array(array, target=VERTICES)
        numbers = array if name.startswith("JOINTS_") else to_float32(array, f"{self.what} {name}")
        bounds = array if self.store.layout.as_given else numbers
        return self.store.store_array(numbers, target=VERTICES, min_max=name == "POSITION" and bounds)

    def _indices(self, indices: Array) -> Array:
        allowed = ("u4",) if self.store.layout.wide else ("u2", "u4")
        largest = len(self.surface.positions) - 1 + RESTART
        return indices.astype("<" + least_unsigned(largest, allowed)).reshape(-1, 1)

    def _target(self, target: BlendShape) -> dict[str, int]:
        sets = len(_flat_sets(self.surface.texcoords))
        differences: list[tuple[str, Deltas | None]] = [
            ("POSITION", target.positions),
            ("NORMAL", target.normals),
            ("TANGENT", target.tangents),
            *((f"TEXCOORD_{number}", deltas) for number, deltas in enumerate(target.texcoords[:sets])),
            *((f"COLOR_{number}", deltas) for number, deltas in enumerate(target.colors)),
        ]
        stored = {
            name: self._share_deltas(name, deltas) for name, deltas in differences if deltas is not None
        }
        if stored:
            return stored
        # A target without changes must have an attribute (glTF 2.0 §5.24): zeros take no bytes.
        return {"POSITION": self._deltas("POSITION", Deltas(np.zeros((0, 3)), np.zeros(0, np.int64)))}

    def _share_deltas(self, name: str, deltas: Deltas) -> int:
        parts = (deltas.values,) if deltas.indices is None else (deltas.values, deltas.indices)
        key = f"{name} of {len(self.surface.positions)} vertices"
        return self.store.once(key, parts, lambda: self._deltas(name, deltas))

    def _deltas(self, name: str, deltas: Deltas) -> int:
        rows, values = (None, deltas.values) if deltas.indices is None else _sort_by_index(deltas)
        stored = to_float32(values, f"{self.what} blend {name}")
        bounds = values if self.store.layout.as_given else stored
        if rows is None:
            return self.store.store_array(stored, target=VERTICES, min_max=name == "POSITION" and bounds)
        count = len(self.surface.positions)
        if len(rows) < count:
            bounds = np.concatenate([bounds, np.zeros((1, bounds.shape[1]), bounds.dtype)])
        bounds_of = bounds if name == "POSITION" else None
        return self.store.store_sparse(rows, stored, count, bounds_of=bounds_of)


def _sort_key(order: Iterable[str], name: str) -> tuple[int, str, int]:
    """Sorts names as listed, the others by name at the end, and sets of one kind by number: TEXCOORD_2 is
    before TEXCOORD_10."""
    stem, _, digits = name.rpartition("_")
    kind, number = (f"{stem}_", int(digits)) if digits.isdecimal() else (name, 0)
    rank = 0
    for rank, listed in enumerate(order):
        if listed in (name, kind):
            return rank, kind, number
    # Indices come after all attributes unless they are listed.
    return rank + 1 + (name == "indices"), kind, number


ATTRIBUTE_TYPES = ("i1", "u1", "i2", "u2", "f4")
"""The types of vertex attributes: 32-bit integers are for indices alone (glTF 2.0 §3.7.2.1)."""


def storable_attribute(name: str, array: Array) -> Array | None:
    """An attribute of the application as glTF can store it, exactly; None where it cannot.

    Its name begins with an underscore, and it has one to four finite numbers per vertex.
    """
    if not name.startswith("_") or not 1 <= array.shape[1] <= 4:
        return None
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        return None
    if array.dtype.str[1:] in ATTRIBUTE_TYPES:
        return array.astype(array.dtype.newbyteorder("<"), copy=False)
    with np.errstate(over="ignore"):
        single = array.astype("<f4")
    return single if bool((single.astype(array.dtype) == array).all()) else None


def _flat_sets(texcoords: tuple[Any, ...]) -> list[Any]:
    """Texture coordinates that glTF can store: two-component sets, up to the first other set."""
    is_flat = [array.shape[1] == 2 for array in texcoords]
    return list(texcoords[: is_flat.index(False)] if False in is_flat else texcoords)


def _sets(influences: Influences, wide: bool) -> dict[str, Array]:
    """Joints and weights in sets of four, empty slots at joint 0 with weight 0."""
    vertices = len(influences.offsets) - 1
    rows, joint, weight = _merge_joints(influences)
    counts = np.bincount(rows, minlength=vertices)
    sets = max(-(-int(counts.max(initial=0)) // SET), 1)
    columns = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
    allowed = ("u2",) if wide else ("u1", "u2")
    least = least_unsigned(int(joint.max(initial=0)), allowed)
    joints = np.zeros((vertices, sets * SET), "<" + least)
    weights = np.zeros((vertices, sets * SET), weight.dtype)
    joints[rows, columns] = joint
    weights[rows, columns] = weight
    slices = [slice(SET * number, SET * number + SET) for number in range(sets)]
    return {
        **{f"JOINTS_{number}": joints[:, part] for number, part in enumerate(slices)},
        **{f"WEIGHTS_{number}": weights[:, part] for number, part in enumerate(slices)},
    }


def _merge_joints(influences: Influences) -> tuple[Array, Array, Array]:
    """Vertex, joint and weight of each influence. Weights of a vertex for the same joint are added, because
    glTF allows a joint once per vertex (§3.7.3.3).
    """
    offsets = influences.offsets.astype(np.int64)
    counts = offsets[1:] - offsets[:-1]
    rows = np.repeat(np.arange(len(counts)), counts)
    joints, weights = influences.joints, influences.weights
    pairs = rows * (int(joints.max(initial=0)) + 1) + joints
    longest = int(counts.max(initial=0))
    # A few comparisons along the rows cost less than sorting all pairs, and are nearly always enough.
    if longest <= 2 * SET and not any((pairs[step:] == pairs[:-step]).any() for step in range(1, longest)):
        return rows, joints, weights
    _, first, which = np.unique(pairs, return_index=True, return_inverse=True)
    sums = np.bincount(which.reshape(-1), weights)
    order = np.argsort(first)
    return rows[first[order]], joints[first[order]], sums[order].astype(weights.dtype)


def _sort_by_index(deltas: Deltas) -> tuple[Array, Array]:
    """Sort sparse deltas by index, adding those with the same index (glTF 2.0 §3.6.2.3 allows each once)."""
    assert deltas.indices is not None
    rows, positions = np.unique(deltas.indices, return_inverse=True)
    if len(rows) == len(deltas.indices) and bool((rows == deltas.indices).all()):
        return rows, deltas.values
    values = np.zeros((len(rows), deltas.values.shape[1]), deltas.values.dtype)
    np.add.at(values, positions.reshape(-1), deltas.values)
    return rows, values
