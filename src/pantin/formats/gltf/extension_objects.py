"""The objects of extensions as structs, for the extensions whose record has a `schema`."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from pantin.base.tuples import NamedTuple
from pantin.formats.gltf.extensions import every, find, is_read
from pantin.formats.gltf.objects import Census, Reference, objects, references
from pantin.formats.gltf.tolerant_decode import decode_object, report
from pantin.formats.members.decode import decode_strictly
from pantin.formats.members.faults import Fault, findings
from pantin.report.pointer import JsonPath

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document
    from pantin.formats.gltf.extension import Schema
    from pantin.formats.gltf.schema import Property
    from pantin.report import Finding


class ExtensionObjects(NamedTuple):
    """Objects of extensions with their paths, without broken members.

    objects   those that the rules of core glTF check
    own       those whose structs name the rules of their extension
    findings  what the rules of core glTF report: faults for which no annotation names a rule
    broken    the faults that these findings are about
    faults    those that rules of extensions report, and all of `own`
    """

    objects: list[tuple[JsonPath, Property]]
    own: list[tuple[JsonPath, Property]]
    findings: list[Finding]
    broken: list[Fault]
    faults: list[Fault]

    def objects_of(self, extension: str) -> Iterator[tuple[JsonPath, Any]]:
        """The objects that other objects hold under the name of an extension, without the objects inside
        these."""
        for path, value in (*self.objects, *self.own):
            if path[-2:] == ("extensions", extension):
                yield path, value


def decode_extensions(
    document: Document, census: Census | None = None, names: tuple[str, ...] = ()
) -> ExtensionObjects:
    """The objects of the extensions that a file lists as used, and of those that are always read.

    Like the Khronos validator, it skips other extensions, and objects in places where the extension is not
    allowed: rules report both. With `names`, it reads these extensions alone, listed or not. `census` saves
    the work of counting the model again.
    """
    decoder = _Decoder(document, names)
    if decoder.schemas:
        decoder.run(census or Census(document.model))
    return decoder.result


def document_references(document: Document, *, uncounted: bool = False) -> Iterator[Reference]:
    """All references of a document, including those of extensions with a schema; see `references`."""
    extended = decode_extensions(document)
    return references(document.model, [*extended.objects, *extended.own], uncounted=uncounted)


def is_listed(document: Document, name: str) -> bool:
    """Whether `extensionsUsed` lists an extension, even if another item of the list is broken."""
    if document.has_complete_model:
        return name in (document.model.extensions_used or ())
    used = document.tree.get("extensionsUsed")
    return isinstance(used, list) and name in used


class _Decoder:
    def __init__(self, document: Document, names: tuple[str, ...]) -> None:
        self.document, self.model = document, document.model
        self.trusted = False
        self.used = self.model.extensions_used or ()
        self.schemas: dict[str, Schema] = {}
        for name in names or (*self.used, *self.unlisted_names()):
            extension = find(name)
            if extension is None or not is_read(extension, document):
                continue
            if extension.schema is not None:
                self.schemas[name] = extension.schema.get()
        self.result = ExtensionObjects([], [], [], [], [])

    def unlisted_names(self) -> list[str]:
        """The names of extensions that are read even if not listed."""
        names = self.document.names
        if not names["extensions"]:
            return []
        read = [extension for extension in every() if extension.read_unlisted]
        return [name for extension in read for name in extension.names if names[name]]

    def run(self, census: Census) -> None:
        """Decode extension objects in objects of the file, then extension objects inside those."""
        # The structs allow None for any member, so a document with `null` anywhere is not trusted.
        self.trusted = not self.document.edited and b"null" not in self.document.text
        waiting = deque(census.objects_with("extensions"))
        while waiting:
            path, holder = waiting.popleft()
            for name, payload in (holder.extensions or {}).items():
                cls, at = self.struct_of(name, holder), (*path, "extensions", name)
                decoded = self.decode(at, payload, cls) if cls is not None else None
                if decoded is not None:
                    inside = list(objects(decoded, at))
                    kept = self.result.own if decoded.rules else self.result.objects
                    kept += inside
                    waiting += [each for each in inside if each[1].extensions]

    def struct_of(self, name: str, holder: Property) -> type[Property] | None:
        kinds = self.schemas.get(name, {})
        return next((cls for kind, cls in kinds.items() if isinstance(holder, kind)), None)

    def decode(self, path: JsonPath, payload: Any, cls: type[Property]) -> Property | None:
        if cls.rules and not self.document.has_complete_model:
            payload = self.stated(path, payload)
        if self.trusted:
            decoded = decode_strictly(payload, cls)
            if decoded is not None and (self.document.has_complete_model or _is_finite(payload)):
                return decoded
        tolerated, faults = decode_object(path, payload, cls, self.used)
        self.result.faults.extend(fault for fault in faults if cls.rules or fault.rule is not None)
        unnamed = [fault for fault in faults if fault.rule is None]
        self.result.broken.extend(unnamed)
        self.result.findings.extend(findings(unnamed, report))
        return tolerated

    def stated(self, path: JsonPath, payload: Any) -> Any:
        """The value in the file, where the model has an empty object in place of another type."""
        value: Any = self.document.tree
        for token in path:
            try:
                value = value[token]
            except (KeyError, IndexError, TypeError):
                return payload
        return value


def _is_finite(payload: Any) -> bool:
    """Whether all numbers are finite: JSON may contain 1e999, which msgspec encodes as null."""
    try:
        return b"null" not in msgspec.json.encode(payload)
    except (OverflowError, RecursionError, UnicodeError):
        return False
