"""Fixes of accessors: bounds, unit vectors, and the place of their bytes. Accessors keep index and name.
Changed bytes go to a separate buffer view, which replaces the old one if that becomes unused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.formats.gltf import accessor
from pantin.formats.gltf.accessor import BadAccessor
from pantin.formats.gltf.array_users import Users, put_accessor
from pantin.formats.gltf.codes import INDICES, INTEGER_RANGES, VERTICES
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.model import get
from pantin.formats.gltf.objects import references
from pantin.formats.gltf.rules.accessor_data import by_columns
from pantin.formats.members.description import Described, members_by_name
from pantin.report import Finding
from pantin.report.pointer import pointer, tokens

Array = NDArray[Any]

SHORTEST = 1e-6
"""Vectors shorter than this have no usable direction."""


def value_at(document: Document, where: str) -> Any:
    """The value at a pointer; None if missing."""
    value: Any = document.tree
    for token in tokens(where):
        try:
            value = value[int(token)] if isinstance(value, list) else value[token]
        except (LookupError, TypeError, ValueError):
            return None
    return value


def index_at(document: Document, path: tuple[str, ...]) -> int | None:
    """The index at a path; None if missing. It comes from the model of an unchanged document if that is
    complete, so the JSON of a large file need not be parsed to mark fixable findings."""
    if document.edited or not document.has_complete_model:
        index = value_at(document, pointer(*path))
        return index if type(index) is int else None
    value: Any = document.model
    for token in path:
        try:
            if isinstance(value, tuple | list):
                value = value[int(token)]
            elif isinstance(value, Described):
                value = getattr(value, members_by_name(type(value))[token].attribute)
            else:
                value = value[token]
        except (LookupError, TypeError, ValueError):
            return None
    return value if type(value) is int else None


def accessor_of(document: Document, finding: Finding) -> int | None:
    """The accessor of a finding: at its pointer, or referenced by the member there."""
    path = tokens(finding.pointer or "")
    if path[:1] == ("accessors",) and len(path) > 1:
        return int(path[1])
    if path[-1:] == ("sampler",):  # a channel: its values
        sampler = index_at(document, path)
        path = ("animations", path[1], "samplers", "" if sampler is None else str(sampler), "output")
    return index_at(document, path)


def read(document: Document, index: int | None) -> Array | None:
    """The stored numbers of an accessor; None if unreadable or compressed."""
    if index is None:
        return None
    if index in document.arrays and document.has_complete_model and not document.edited:
        stated = document.model.accessors[index]  # one in a buffer view without anything special
        return document.arrays[index] if stated is not None and not stated.extensions else None
    try:
        entry = document.tree["accessors"][index]
        view = document.tree["bufferViews"][entry["bufferView"]] if "bufferView" in entry else {}
        packed = "extensions" in entry or "extensions" in view
        return None if packed else accessor.view(document, index)
    except (BadAccessor, LookupError, TypeError):
        return None


def distinct(document: Document, findings: Iterable[Finding]) -> list[int]:
    """The accessors of findings, without repetition."""
    indices = (accessor_of(document, finding) for finding in findings)
    return list(dict.fromkeys(index for index in indices if index is not None))


# Bounds


def has_bounds(document: Document, finding: Finding) -> bool:
    """Whether the bounds of the accessor of a finding can be computed."""
    index = accessor_of(document, finding)
    try:
        array = None if index is None else accessor.view(document, index)
    except BadAccessor:
        return False
    return array is not None and len(array) > 0 and bool(np.isfinite(array).all())


def write_bounds(document: Document, findings: Sequence[Finding]) -> int:
    """Write the actual minimum and maximum of each component."""
    indices = distinct(document, findings)
    for index in indices:
        rows = by_columns(accessor.view(document, index))
        for member, bound in (("min", rows.min(axis=0)), ("max", rows.max(axis=0))):
            document.set(pointer("accessors", index, member), bound.tolist())
    return len(indices)


# Where bytes lie


def is_plain(document: Document, finding: Finding) -> bool:
    """Whether the accessors of a finding can be stored elsewhere, or nothing uses its buffer view."""
    indices = _accessors_in_view(document, finding)
    if not indices:
        return _is_idle_stride(document, finding)
    return all(read(document, index) is not None for index in indices)


def _accessors_in_view(document: Document, finding: Finding) -> list[int]:
    """The accessor of a finding; for a buffer view, all accessors in it."""
    where = finding.pointer or ""
    if not where.startswith("/bufferViews/"):
        index = accessor_of(document, finding)
        return [] if index is None else [index]
    return _stored_in(document, int(tokens(where)[1]))


def _stored_in(document: Document, view: int) -> list[int]:
    """The accessors in a buffer view. A broken file may list things that are none."""
    listed = enumerate(document.model.accessors)
    return [index for index, entry in listed if entry is not None and entry.buffer_view == view]


def _is_idle_stride(document: Document, finding: Finding) -> bool:
    """Whether a finding is about the stride of an unused buffer view."""
    path = tokens(finding.pointer or "")
    return path[:1] == ("bufferViews",) and "byteStride" in path and not _other_users(document, int(path[1]))


def store_apart(document: Document, findings: Sequence[Finding]) -> int:
    """Give each accessor a separate buffer view, aligned and with the stride and target of its use."""
    indices = dict.fromkeys(index for finding in findings for index in _accessors_in_view(document, finding))
    idle = {finding.pointer or "" for finding in findings if not _accessors_in_view(document, finding)}
    users, targets = Users(document), targets_of(document)
    for index in indices:
        array = read(document, index)
        if array is not None:
            put_accessor(users, index, array, target=targets.get(index), **_options(document, index))
    for where in idle:
        document.remove(where)
    users.drop_unused_tail()
    users.drop_unused_buffers()
    return len(indices) + len(idle)


def _options(document: Document, index: int) -> dict[str, bool]:
    """The options to store an array as the accessor does, apart from its type."""
    entry = document.tree["accessors"][index]
    return {"normalized": bool(entry.get("normalized")), "min_max": "min" in entry or "max" in entry}


def targets_of(document: Document) -> dict[int, int]:
    """The buffer view targets of the accessors in meshes."""
    targets: dict[int, int] = {}
    for mesh in document.model.meshes:
        for primitive in (mesh.primitives or ()) if mesh else ():
            if primitive.indices is not None:
                targets[primitive.indices] = INDICES
            for attributes in (primitive.attributes, *(primitive.targets or ())):
                targets |= {index: VERTICES for index in (attributes or {}).values() if index is not None}
    return targets


def split_view(document: Document, findings: Sequence[Finding]) -> int:
    """Correct the target of a buffer view with one purpose; if it has several, move the accessors of the
    findings to separate views."""
    targets, corrected, mixed = targets_of(document), set[int](), []
    for finding in findings:
        index = accessor_of(document, finding)
        view = document.tree["accessors"][index]["bufferView"] if index is not None else -1
        purposes = {targets.get(other) for other in _stored_in(document, view)}
        target = purposes.pop()
        if purposes or _other_users(document, view):
            mixed.append(finding)
        elif view not in corrected:
            corrected.add(view)
            _set_target(document, view, target)
    return len(corrected) + (store_apart(document, mixed) if mixed else 0)


def _other_users(document: Document, view: int) -> bool:
    """Whether images or sparse parts also use a buffer view."""
    users = (each for each in references(document.model) if each.collection == "bufferViews")
    return any(
        user.index == view and (user.path[0], *user.path[2:]) != ("accessors", "bufferView") for user in users
    )


def _set_target(document: Document, view: int, target: int | None) -> None:
    if target is not None:
        document.set(pointer("bufferViews", view, "target"), target)
    else:
        document.remove(pointer("bufferViews", view, "target"))


def has_view(document: Document, finding: Finding) -> bool:
    accessor = get(document.model.accessors, accessor_of(document, finding))
    return accessor is not None and accessor.buffer_view is not None


def write_targets(document: Document, findings: Sequence[Finding]) -> int:
    """Write the targets of buffer views."""
    targets, written = targets_of(document), set()
    for finding in findings:
        index = accessor_of(document, finding)
        if index is not None and index in targets:
            view = document.tree["accessors"][index]["bufferView"]
            _set_target(document, view, targets[index])
            written.add(view)
    return len(written)


# Unit vectors


def _change_rows(
    document: Document, findings: Sequence[Finding], change: Callable[[Array, Finding], Array]
) -> int:
    """Replace the numbers of the findings' accessors, keeping their type."""
    users, targets, count = Users(document), targets_of(document), 0
    done = set()
    for finding in findings:
        index = accessor_of(document, finding)
        array = read(document, index)
        if index is None or array is None or index in done:
            continue
        done.add(index)
        whole = _whole(document, index)
        rows = array.astype(np.float64) / (whole or 1)
        fresh = change(rows, finding)
        count += int(np.count_nonzero((fresh != rows).any(axis=1)))
        stored = (np.rint(fresh * whole) if whole else fresh).astype(array.dtype)
        put_accessor(users, index, stored, target=targets.get(index), **_options(document, index))
    users.drop_unused_tail()
    users.drop_unused_buffers()
    return count


def _whole(document: Document, index: int) -> int | None:
    """The integer that represents 1; None for floats."""
    entry = document.tree["accessors"][index]
    return INTEGER_RANGES[entry["componentType"]][1] if entry.get("normalized") else None


def _first_lengths(rows: Array, components: int) -> Array:
    lengths: Array = np.linalg.norm(rows[:, :components], axis=1)
    return lengths


def has_directions(document: Document, finding: Finding) -> bool:
    """Whether all normals, tangents or rotations of a finding are finite and not zero."""
    array = read(document, accessor_of(document, finding))
    if array is None or array.ndim != 2:
        return False
    rows = array[slice(*_values(document, finding))].astype(np.float64)
    components = 4 if _is_channel(finding) else 3
    return bool(np.isfinite(rows).all() and (_first_lengths(rows, components) > SHORTEST).all())


def normalise_vectors(document: Document, findings: Sequence[Finding]) -> int:
    """Normalise normals and tangents; returns the number of vectors."""

    def divide(rows: Array, finding: Finding) -> Array:
        fresh = rows.copy()
        fresh[:, :3] /= _first_lengths(rows, 3)[:, None]
        return fresh

    return _change_rows(document, findings, divide)


def normalise_rotations(document: Document, findings: Sequence[Finding]) -> int:
    """Normalise animated rotations; returns the number of rotations."""

    def divide(rows: Array, finding: Finding) -> Array:
        fresh, part = rows.copy(), slice(*_values(document, finding))
        fresh[part] /= _first_lengths(rows[part], 4)[:, None]
        return fresh

    return _change_rows(document, findings, divide)


def _is_channel(finding: Finding) -> bool:
    return (finding.pointer or "").startswith("/animations/")


def _values(document: Document, finding: Finding) -> tuple[int, None, int]:
    """Select the rows with values: a cubic spline has tangents before and after each."""
    if not _is_channel(finding):
        return 0, None, 1
    animation = tokens(finding.pointer or "")[1]
    sampler = value_at(document, finding.pointer or "")
    kind = value_at(document, pointer("animations", animation, "samplers", sampler, "interpolation"))
    return (1, None, 3) if kind == "CUBICSPLINE" else (0, None, 1)


def has_signs(document: Document, finding: Finding) -> bool:
    """Whether the sign of every tangent is known."""
    array = read(document, accessor_of(document, finding))
    return array is not None and array.shape[1:] == (4,) and bool((np.abs(array[:, 3]) > 0).all())


def write_signs(document: Document, findings: Sequence[Finding]) -> int:
    """Write 1 or -1 as the fourth component of tangents; returns the number of tangents."""

    def sign(rows: Array, finding: Finding) -> Array:
        fresh = rows.copy()
        fresh[:, 3] = np.sign(rows[:, 3])
        return fresh

    return _change_rows(document, findings, sign)
