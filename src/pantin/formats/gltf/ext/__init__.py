"""glTF extensions: `EXTENSIONS` has a record for each that Pantin knows, and every question about extensions
is asked of these records. An extension without a record stays byte for byte as it is.

To add one, write its record (in a folder of its own if it has code) and name it here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec

from pantin.formats.gltf.ext import (
    draco,
    mesh_quantization,
    meshopt,
    recognised,
    staik_skeletons,
    vrm0,
    vrmc_node_constraint,
    vrmc_spring_bone,
    vrmc_vrm,
    vrmc_vrm_animation,
)
from pantin.formats.gltf.ext.extension import Extension

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document
    from pantin.formats.gltf.ext.extension import Part
    from pantin.rig import Rig

EXTENSIONS: tuple[Extension, ...] = (
    staik_skeletons.EXTENSION,
    vrmc_spring_bone.EXTENSION,
    vrmc_vrm.EXTENSION,
    vrmc_node_constraint.EXTENSION,
    vrm0.EXTENSION,
    vrmc_vrm_animation.EXTENSION,
    mesh_quantization.EXTENSION,
    draco.EXTENSION,
    meshopt.EXTENSION,
    *recognised.EXTENSIONS,
)
"""In the order in which their rules run and what they hold is lifted."""

_registered = list(EXTENSIONS)
_by_name = {name: extension for extension in EXTENSIONS for name in extension.names}


def every() -> tuple[Extension, ...]:
    """All records: those of Pantin, then those that were registered."""
    return tuple(_registered)


def find(name: str) -> Extension | None:
    """The record that a name belongs to; None for an extension that is not known."""
    return _by_name.get(name)


def in_use(document: Document, among: Iterable[Extension] | None = None) -> Iterator[Extension]:
    """Those records, of all or of some, whose names stand in the text of a document, declared there or not.

    A text with escapes may spell any name, and so may use every one.
    """
    text = msgspec.json.encode(document.tree) if document.edited else document.text
    escaped = b"\\u" in text
    for extension in every() if among is None else among:
        if escaped or any(b'"%s"' % name.encode() in text for name in extension.names):
            yield extension


def families() -> dict[str, str]:
    """What `pantin explain` says of each family of rules that extensions have."""
    return {family: about for extension in every() for family, about in extension.families.items()}


def lower(document: Document, rig: Rig) -> None:
    """Write what a rig has beyond core glTF into the document that was made of it, node for node."""
    for extension in every():
        if extension.lower is not None:
            extension.lower(document, rig)


def strip(document: Document, rig: Rig, part: Part) -> bool:
    """Remove a part of the rig from a document, whichever extensions hold it; whether there was anything."""
    functions = [extension.strip for extension in every() if extension.holds == part]
    removed = [function(document, rig) for function in functions if function is not None]
    return any(removed)


def register(extension: Extension) -> None:
    """Add a record that is not Pantin's own; raises `ValueError` for a name that has one already."""
    taken = [name for name in extension.names if name in _by_name]
    if taken:
        raise ValueError(f"extension {taken[0]} has a record already")
    _registered.append(extension)
    _by_name.update(dict.fromkeys(extension.names, extension))


def unregister(extension: Extension) -> None:
    """Take back `register`, and the rules of the extension out of the catalogue."""
    from pantin.report import CATALOGUE

    _registered.remove(extension)
    for name in extension.names:
        del _by_name[name]
    for rule in [rule for group in extension.rule_groups() for rule in group]:
        CATALOGUE.pop(rule.id, None)


@contextmanager
def registered(extension: Extension) -> Iterator[None]:
    """A record registered for a while."""
    register(extension)
    try:
        yield
    finally:
        unregister(extension)
