"""The registry of glTF extensions: `find` and `every` give the records of those that Pantin knows, `register`
adds one. Code of core glTF asks these records and imports no extension.

The package tells the registry where its own records are (`add_later`); they are imported when one is first
asked for.
"""

from __future__ import annotations

from _thread import RLock  # that of `threading`, which takes longer to import than a format
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pantin.base.later import Later
    from pantin.formats.gltf.document import Document
    from pantin.formats.gltf.extension import Extension, Part
    from pantin.rig import Rig

PLUG_INS = "pantin.extensions"
"""The entry point group for extensions from other packages."""

_records: list[Extension] = []
_by_name: dict[str, Extension] = {}
_waiting: list[Later] = []
_lock = RLock()


def add_later(records: Later) -> None:
    """Defer importing records until one is needed."""
    _waiting.append(records)


def every() -> tuple[Extension, ...]:
    """All records: those of Pantin in the order of checking and lifting, then registered ones."""
    if _waiting:
        _import_waiting()
    return tuple(_records)


def find(name: str) -> Extension | None:
    """The record for a name; None if the extension is unknown."""
    if _waiting:
        _import_waiting()
    if name not in _by_name:
        load_plug_ins()
    return _by_name.get(name)


@cache
def load_plug_ins() -> None:
    """Load the records of other packages. This happens only for an unknown name, so files with known
    extensions are read without it."""
    from pantin.base.plug_ins import load
    from pantin.formats.gltf.extension import Extension

    def accept(value: object) -> None:
        if not isinstance(value, Extension):
            raise TypeError("it is not a pantin.formats.Extension")
        taken = [name for name in value.names if name in _by_name]
        if taken:
            raise ValueError(f"extension {taken[0]} is already registered")
        _add(value)

    load(PLUG_INS, "extension", accept)


def register(extension: Extension) -> None:
    """Register a record from outside Pantin; raises `ValueError` if its name is taken."""
    taken = [name for name in extension.names if find(name) is not None]
    if taken:
        raise ValueError(f"extension {taken[0]} is already registered")
    _add(extension)


def unregister(extension: Extension) -> None:
    """Undo `register`, and remove the rules of the extension from the catalogue. Raises `ValueError` if it is
    not registered."""
    from pantin.report import CATALOGUE

    if extension not in _records:
        raise ValueError(f"{', '.join(extension.names)} is not registered")
    _records.remove(extension)
    for name in extension.names:
        del _by_name[name]
    for rule in [rule for group in extension.rule_groups() for rule in group]:
        CATALOGUE.pop(rule.id, None)


@contextmanager
def registered(extension: Extension) -> Iterator[None]:
    """Register a record for the duration of a `with` block."""
    register(extension)
    try:
        yield
    finally:
        unregister(extension)


def in_use(document: Document, among: Iterable[Extension] | None = None) -> Iterator[Extension]:
    """The records, of all or of some, whose names occur in the source of a document, declared or not.

    A text with escapes may contain any name, so it counts as using every extension.
    """
    if not may_use_extensions(document):
        return
    names = document.names
    for extension in every() if among is None else among:
        if is_read(extension, document) and any(names[name] for name in extension.names):
            yield extension


def may_use_extensions(document: Document) -> bool:
    """Whether a document may use or list any extension: one search instead of dozens."""
    model = document.model
    is_listed = bool(model.extensions_used or model.extensions_required) or not document.has_complete_model
    return is_listed or document.names["extensions"]


def is_read(extension: Extension, document: Document) -> bool:
    """Whether objects of an extension are read: a draft is read only on request."""
    return document.draft or not extension.draft


def families() -> dict[str, str]:
    """Descriptions of the rule families of extensions, for `pantin explain`."""
    return {family: about for extension in every() for family, about in extension.families.items()}


def has_part(rig: Rig, part: Part) -> bool:
    """Whether a rig has a part that core glTF cannot store."""
    if part == "springs":
        return bool(rig.springs.springs or rig.springs.colliders)
    if part == "bones":
        return bool((rig.nodes.bone_lengths == rig.nodes.bone_lengths).any())
    if part == "visibility":
        from pantin.rig.properties import nodes_hidden_by_clips

        return not rig.nodes.visible.all() or bool(nodes_hidden_by_clips(rig))
    return bool(getattr(rig, part))


def strip(document: Document, rig: Rig, part: Part) -> bool:
    """Remove a part of the rig from all extensions of a document that store it; returns whether there was
    any."""
    functions = [extension.strip for extension in every() if extension.holds == part]
    removed = [function(document, rig) for function in functions if function is not None]
    return any(removed)


def _import_waiting() -> None:
    with _lock:  # whoever comes second waits until the records are there
        for records in list(_waiting):
            for extension in records.get():
                _add(extension)
            _waiting.remove(records)


def _add(extension: Extension) -> None:
    _records.append(extension)
    _by_name.update(dict.fromkeys(extension.names, extension))
