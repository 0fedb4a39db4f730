"""Decide whether a document can be rewritten directly. `slim` follows its indices and copies its data; for a
faulty file, or one with data in half or double precision, it rewrites the rig instead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numpy.typing import NDArray

from pantin.formats.gltf.accessor import BadAccessor, view
from pantin.formats.gltf.codes import DOUBLE, HALF
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.extension_objects import decode_extensions
from pantin.formats.gltf.slim.compaction import is_packed
from pantin.formats.gltf.slim.draft import packing_of
from pantin.formats.gltf.slim.idle import influence_sets
from pantin.formats.gltf.slim.references import every_reference


def is_sound(document: Document) -> bool:
    """Whether every member has a valid type, every index an object and every accessor its data."""
    return not any(_faults(document))


def _faults(document: Document) -> Iterator[bool]:
    """Whether there are faults of each kind, computed lazily: later checks assume that earlier ones pass."""
    tree = document.tree
    yield any(finding.severity == "error" for finding in document.shape_findings)
    yield any(accessor.component_type in (HALF, DOUBLE) for accessor in document.model.accessors if accessor)
    yield not all(map(_is_object, _extensions(tree)))
    extended = decode_extensions(document)
    yield bool(extended.broken or extended.faults)
    yield any(
        reference.index >= len(tree.get(reference.collection, ())) for reference in every_reference(document)
    )
    yield any(
        channel["sampler"] >= len(animation["samplers"])
        for animation in tree.get("animations", ())
        for channel in animation["channels"]
    )
    yield not all(_is_stored(document, packing_of(view) or view) for view in tree.get("bufferViews", ()))
    yield not all(_is_readable(document, index) for index in range(len(document.model.accessors)))
    plain = [
        primitive
        for mesh in tree.get("meshes", ())
        for primitive in mesh["primitives"]
        if not is_packed(primitive)
    ]
    yield not all(_has_influences(document, primitive["attributes"]) for primitive in plain)
    yield not all(_has_vertices(document, primitive) for primitive in plain)
    yield not all(_has_binds(document, skin) for skin in tree.get("skins", ()))


def _extensions(tree: Any) -> Iterator[Any]:
    """The value of every extension of every object, known or unknown."""
    stack = [tree]
    while stack:
        value = stack.pop()
        if isinstance(value, list):
            stack += value
        elif isinstance(value, dict):
            held = value.get("extensions")
            yield from held.values() if isinstance(held, dict) else ()
            stack += [item for key, item in value.items() if key != "extras"]


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


def _is_stored(document: Document, settings: dict[str, Any]) -> bool:
    """Whether the bytes of a buffer view exist; a compressed stream may state any size."""
    numbers = [settings.get(name, 0) for name in ("buffer", "byteOffset", "byteLength")]
    if not all(type(number) is int and number >= 0 for number in numbers):
        return False
    buffer, start, length = numbers
    data = document.buffer(buffer).data
    return data is not None and start + length <= len(data)


def _is_readable(document: Document, index: int) -> bool:
    try:
        view(document, index)
    except BadAccessor as fault:
        return fault.reason == "needs-extra"  # not a fault of the file
    return True


def _has_influences(document: Document, attributes: dict[str, int]) -> bool:
    """Whether every set of influences of a primitive has a weight for each joint, and joints are integers."""
    for names in influence_sets(attributes):
        joints, weights = (_numbers(document, attributes[name]) for name in names)
        if joints is None or weights is None:
            continue
        if joints.dtype.kind != "u" or joints.shape != weights.shape:
            return False
    return True


def _has_vertices(document: Document, primitive: dict[str, Any]) -> bool:
    """Whether a primitive has a vertex for each of its indices."""
    if "indices" not in primitive or "POSITION" not in primitive["attributes"]:
        return True
    indices = _numbers(document, primitive["indices"])
    positions = _numbers(document, primitive["attributes"]["POSITION"])
    return indices is None or positions is None or int(indices.max(initial=0)) < max(len(positions), 1)


def _has_binds(document: Document, skin: dict[str, Any]) -> bool:
    """Whether a skin has a matrix for every joint, or none at all."""
    matrices = _numbers(document, skin["inverseBindMatrices"]) if "inverseBindMatrices" in skin else None
    return matrices is None or (matrices.ndim == 3 and len(matrices) >= len(skin["joints"]))


def _numbers(document: Document, index: int) -> NDArray[Any] | None:
    """The numbers of an accessor; None where reading them needs something that is not installed."""
    try:
        return view(document, index)
    except BadAccessor:
        return None
