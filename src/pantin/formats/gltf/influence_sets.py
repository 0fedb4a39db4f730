"""Change the sets JOINTS_n / WEIGHTS_n of primitives: read them as two arrays, and write them back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pantin.formats.gltf import accessor
from pantin.formats.gltf.accessor import NORMALISING_DIVISORS, BadAccessor
from pantin.formats.gltf.array_users import Users, put_accessor
from pantin.formats.gltf.codes import VERTICES
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.edits import append_accessor, repoint, unlist_unused, unpack_primitive
from pantin.report.pointer import pointer

Flags: TypeAlias = NDArray[np.bool_]
SLOTS = 4
"""Influences in one set (glTF 2.0 §3.7.3.3)."""


class Sets(Struct):
    """Influences of V vertices, all sets side by side, to be changed.

    joints   (V, 4 × sets) in their stored type
    weights  (V, 4 × sets) in their stored type, or float32 where the sets are stored in different types
    whole    the integer that means weight 1, None for floats
    """

    joints: NDArray[Any]
    weights: NDArray[Any]
    whole: int | None

    @property
    def count(self) -> int:
        return int(self.weights.shape[1]) // SLOTS


def change_sets(document: Document, change: Callable[[Sets], Flags]) -> int:
    """Apply `change` to the influences of every primitive; returns the number of changed vertices.

    Primitives that share accessors share the new ones too. What cannot be read stays as it is.
    """
    changed: dict[tuple[int, ...], tuple[Sets, int]] = {}
    users: list[tuple[int, int, tuple[int, ...]]] = []
    # Read everything before writing: each change of a document rebuilds its model.
    for mesh_index, mesh in enumerate(document.model.meshes):
        for index, primitive in enumerate((mesh.primitives or ()) if mesh else ()):
            stored = _accessors(primitive.attributes or {})
            if stored and stored not in changed:
                changed[stored] = _apply_change(document, stored, change)
            if stored and changed[stored][1]:
                users.append((mesh_index, index, stored))
    unpacked = [unpack_primitive(document, mesh_index, index) for mesh_index, index, _ in users]
    arrays = Users(document)
    shares = Counter(stored for _, _, stored in users)
    whole = {
        stored for stored in shares if not any(unpacked) and _are_all_users(arrays, stored, shares[stored])
    }
    new = {
        stored: _store(arrays, sets, stored if stored in whole else ())
        for stored, (sets, count) in changed.items()
        if count
    }
    for mesh_index, index, stored in users:
        attributes = pointer("meshes", mesh_index, "primitives", index, "attributes")
        _repoint(document, attributes, stored, new[stored])
    if users:
        arrays.drop_unused_tail()
        unlist_unused(document)
    return sum(changed[stored][1] for _, _, stored in users)


def _are_all_users(arrays: Users, stored: tuple[int, ...], count: int) -> bool:
    """Whether nothing but these primitives refers to their accessors, so that they can be replaced."""
    return len(set(stored)) == len(stored) and all(
        arrays.is_replaceable("accessors", index, users=count) for index in stored
    )


def read_sets(document: Document, attributes: Mapping[str, int | None]) -> Sets | None:
    """The influences of a primitive with these attributes; None if they cannot be read or changed."""
    stored = _accessors(attributes)
    try:
        return _read(document, stored) if stored else None
    except BadAccessor:
        return None


def _accessors(attributes: Mapping[str, int | None]) -> tuple[int, ...]:
    """The accessors JOINTS_0, WEIGHTS_0, JOINTS_1, … up to the first missing one."""
    accessors: list[int] = []
    while True:
        number = len(accessors) // 2
        pair = attributes.get(f"JOINTS_{number}"), attributes.get(f"WEIGHTS_{number}")
        if pair[0] is None or pair[1] is None:
            return tuple(accessors)
        accessors += [pair[0], pair[1]]


def _apply_change(
    document: Document, stored: tuple[int, ...], change: Callable[[Sets], Flags]
) -> tuple[Sets, int]:
    """The influences in these accessors after the change, and the number of changed vertices."""
    try:
        sets = _read(document, stored)
    except BadAccessor:
        return Sets(np.zeros((0, SLOTS), np.uint8), np.zeros((0, SLOTS), np.float32), None), 0
    return sets, int(np.count_nonzero(change(sets)))


def _store(arrays: Users, sets: Sets, replaced: tuple[int, ...]) -> list[int]:
    """The accessors of all sets, joints and weights in turn: new ones, or in place of those `replaced`."""
    new: list[int] = []
    for number in range(sets.count):
        part = slice(SLOTS * number, SLOTS * number + SLOTS)
        normalized = sets.whole is not None
        for array, options in (
            (sets.joints[:, part], {"target": VERTICES}),
            (sets.weights[:, part], {"target": VERTICES, "normalized": normalized}),
        ):
            if len(new) < len(replaced):
                put_accessor(arrays, replaced[len(new)], array, **options)
                new.append(replaced[len(new)])
            else:
                new.append(append_accessor(arrays.document, array, **options))
    return new


def _read(document: Document, stored: tuple[int, ...]) -> Sets:
    joints = [accessor.view(document, index) for index in stored[::2]]
    weights = [accessor.view(document, index) for index in stored[1::2]]
    kinds = {array.dtype for array in weights}
    whole = None
    if len(kinds) > 1 or next(iter(kinds)).kind == "f":
        weights = [accessor.values(document, index) for index in stored[1::2]]
    else:
        described = document.model.accessors[stored[1]]
        divisor = NORMALISING_DIVISORS.get((described.component_type if described else None) or 0)
        if described is None or not described.normalized or divisor is None:
            raise BadAccessor("undefined", f"accessor {stored[1]} stores integers that are not normalised")
        whole = int(divisor)
    shapes = {array.shape for array in (*joints, *weights)}
    if len(shapes) > 1 or next(iter(shapes))[1:] != (SLOTS,):
        raise BadAccessor("undefined", "joints and weights are not sets of four for the same vertices")
    if not all(np.isfinite(array).all() for array in weights):
        raise BadAccessor("undefined", "weights are not finite: nobody knows what they should be")
    return Sets(np.concatenate(joints, axis=1), np.concatenate(weights, axis=1), whole)


def _repoint(document: Document, attributes: str, stored: tuple[int, ...], new: list[int]) -> None:
    for number in range(len(stored) // 2):
        for name, index in ((f"JOINTS_{number}", 2 * number), (f"WEIGHTS_{number}", 2 * number + 1)):
            if index < len(new):
                repoint(document, f"{attributes}/{name}", new[index])
            else:
                document.remove(f"{attributes}/{name}")
