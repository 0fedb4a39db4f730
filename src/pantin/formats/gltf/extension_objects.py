"""The objects of extensions as structs, for the extensions whose record has a `schema`."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple

from pantin.formats.gltf.extensions import find
from pantin.formats.gltf.objects import Census, Place, objects
from pantin.formats.gltf.tolerant_decode import decode_object, report
from pantin.formats.members.decode import decode_strictly
from pantin.formats.members.faults import findings

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document
    from pantin.formats.gltf.extension import Schema
    from pantin.formats.gltf.schema import Property
    from pantin.report import Finding


class ExtensionObjects(NamedTuple):
    """Objects of extensions with their paths, without broken members, and a finding for each of those."""

    objects: list[tuple[Place, Property]]
    findings: list[Finding]


def decode_extensions(document: Document, census: Census | None = None) -> ExtensionObjects:
    """The objects of the extensions that a file lists as used; `census` is that of its model, if there is
    one. Like the Khronos validator, do not read those of others, nor those at places that the extension does
    not allow: rules report them.
    """
    decoder = _Decoder(document)
    if decoder.schemas:
        decoder.run(census or Census(document.model))
    return ExtensionObjects(decoder.made, decoder.findings)


class _Decoder:
    def __init__(self, document: Document) -> None:
        self.document, self.model = document, document.model
        self.trusted = False
        self.used = self.model.extensions_used or ()
        self.schemas: dict[str, Schema] = {}
        for name in self.used:
            extension = find(name)
            if extension is not None and extension.schema is not None:
                self.schemas[name] = extension.schema.get()
        self.made: list[tuple[Place, Property]] = []
        self.findings: list[Finding] = []

    def run(self, census: Census) -> None:
        """Decode what the objects of the file hold, then what those of extensions hold."""
        # The structs allow None for any member, so a document with `null` anywhere is not trusted.
        self.trusted = not self.document.edited and b"null" not in self.document.text
        waiting = deque(census.objects_with("extensions"))
        while waiting:
            place, holder = waiting.popleft()
            for name, payload in (holder.extensions or {}).items():
                cls, at = self.struct_of(name, holder), (*place, "extensions", name)
                made = self.decode(at, payload, cls) if cls is not None else None
                if made is not None:
                    inside = list(objects(made, at))
                    self.made += inside
                    waiting += [each for each in inside if each[1].extensions]

    def struct_of(self, name: str, holder: Property) -> type[Property] | None:
        kinds = self.schemas.get(name, {})
        return next((cls for kind, cls in kinds.items() if isinstance(holder, kind)), None)

    def decode(self, place: Place, payload: Any, cls: type[Property]) -> Property | None:
        if self.trusted:
            made = decode_strictly(payload, cls)
            if made is not None:
                return made
        tolerated, faults = decode_object(place, payload, cls, self.used)
        self.findings += findings(faults, report)
        return tolerated
