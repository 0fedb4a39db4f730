"""The interpretation of a document: its scene and rig, with faults and dropped parts. Computed once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.formats.fbx.document import Document
from pantin.formats.fbx.lift.context import Context
from pantin.formats.fbx.scene import Scene

if TYPE_CHECKING:
    from pantin.formats.fbx.lift.rigs import RigReader
    from pantin.rig import Rig


class Reading:
    """A document read as a rig."""

    def __init__(self, document: Document) -> None:
        from pantin.formats.fbx.lift.rigs import RigReader

        self.document = document
        self.context = Context(Scene(document))
        self.reader: RigReader = RigReader(self.context)
        self.rig: Rig = self.reader.read()

    @property
    def scene(self) -> Scene:
        return self.context.scene


def reading_of(document: Document) -> Reading:
    """The reading of a document in its current state; the document caches it. Raises `LimitExceeded`."""
    known: tuple[int, Reading] | None = document.reading
    if known is None or known[0] != document.revision:
        known = document.revision, Reading(document.without_reading())
        document.reading = known
    return known[1]
