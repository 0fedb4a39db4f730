"""The reports of the steps of `slim`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pantin.base.records import Record, TypesByName

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document


class SlimStep(Record):
    """The savings of one step; `note` gives the reason why it was not applied.

    >>> [step.name for step in pantin.slim("examples/arm.glb").steps][:2]
    ['unused objects and gaps', 'unused texture coordinates and tangents']
    """

    name: str
    bytes_saved: int = 0
    keys_saved: int = 0
    note: str = ""

    @property
    def title(self) -> str:
        return f"{self.name}: {self.note}" if self.note else self.name

    def to_builtins(self) -> dict[str, Any]:
        return {"name": self.title, "bytes_saved": self.bytes_saved, "keys_saved": self.keys_saved}


class SlimLevel(Record, metaclass=TypesByName, eq=False):
    """A lower level of detail: its triangles, the largest distance from the original surface to it, and the
    document with this level only, if levels are written to separate files.

    >>> [level.triangles for level in pantin.slim("examples/springs/skirt.glb", lod=[0.5]).levels]
    [64]
    """

    triangles: int
    posed_error: float
    document: Document | None = None

    def to_builtins(self) -> dict[str, Any]:
        return {"triangles": self.triangles, "posed_error": self.posed_error}
