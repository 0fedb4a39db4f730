"""Whether a document can be rewritten as it is. `slim` follows its indices and copies its data; of a file
with faults in them, or with data in half or double precision, it rewrites the rig."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.formats.gltf.accessor import BadAccessor, view
from pantin.formats.gltf.codes import DOUBLE, HALF
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.extension_objects import decode_extensions
from pantin.formats.gltf.slim.draft import packing_of
from pantin.formats.gltf.slim.references import every_reference


def is_sound(document: Document) -> bool:
    """Whether every member has its type, every index an object and every accessor its numbers."""
    return not any(_faults(document))


def _faults(document: Document) -> Iterator[bool]:
    """Whether there are faults of each kind. A kind is looked for if there are none of those before it."""
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
    yield not all(_is_stored(document, packing_of(given) or given) for given in tree.get("bufferViews", ()))
    yield not all(_is_readable(document, index) for index in range(len(document.model.accessors)))


def _extensions(tree: Any) -> Iterator[Any]:
    """The value of every extension, known or not, of every object."""
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
    """Whether the bytes of a buffer view are there; a stream may state anything."""
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
