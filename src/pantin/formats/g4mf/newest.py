"""Convert a document to the newest form for reading: rules and `lift` know no other. The file does not
change. Arrays that older forms lack, such as the indices of a binding, exist only in memory, and every
pointer can be traced back to its member in the file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from pantin.base.records import replace
from pantin.formats.g4mf.dialects import has_older_forms
from pantin.formats.g4mf.document import FIRST_MADE, Document
from pantin.formats.g4mf.upgrade import Upgrade

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pantin.formats.g4mf.accessor import Extent
    from pantin.formats.g4mf.upgrade import FaultKind, UpgradeFault
    from pantin.report import Finding


class NewestForm(Document):
    """An older document in the newest form. `faults` lists the parts it cannot express."""

    def __init__(self, document: Document) -> None:
        container, path, resolver = document.container, document.path, document.resolver
        super().__init__(container, document.text, path, resolver, document.limits, document.text_fault)
        self.budget = document.budget
        self.growth = document.growth
        self._buffers = document._buffers
        self._files = document._files
        self.take_edits(document)
        self.made = {}
        self._kept_extents: dict[int, Extent] = {}
        upgrade = Upgrade(self, for_reading=True)
        upgrade.run()
        self._moved, self._made_of = upgrade.moved, upgrade.made
        self.faults: tuple[UpgradeFault, ...] = tuple(upgrade.faults)

    @property
    def extents(self) -> dict[int, Extent]:
        """Extents. An upgrade adds accessors and changes none."""
        return self._kept_extents

    def before_change(self, collection: str | None) -> None:
        """Keep buffer bytes: an upgrade changes only the names of encoding and chunk."""

    def append_array(self, array: NDArray[Any], type: str) -> int:
        index = FIRST_MADE + len(self.made)
        rows = array if array.ndim == 2 else array[:, None]
        self.made[index] = rows.astype(type, copy=False)
        return index

    def origin(self, pointer: str) -> str:
        """The pointer into the file for a pointer into this document."""
        here = pointer
        while here:
            if here in self._made_of:
                return self.origin(self._made_of[here])
            if here in self._moved:
                return self.origin(self._moved[here] + pointer[len(here) :])
            here = here.rpartition("/")[0]
        return pointer

    def trace(self, findings: Iterable[Finding]) -> Iterator[Finding]:
        """The findings with pointers into the file; findings on several members from one older member are
        merged."""
        seen: set[tuple[str, str]] = set()
        for finding in findings:
            origin = finding.pointer if finding.pointer is None else self.origin(finding.pointer)
            if origin is None or origin == finding.pointer:
                yield finding
            elif (finding.rule, origin) not in seen:
                seen.add((finding.rule, origin))
                yield replace(finding, pointer=origin)


def newest_form(document: Document) -> Document:
    """The document in the newest form; the same document if it already is."""
    if document.newest is None or document.newest[0] != document.revision:
        older = not isinstance(document, NewestForm) and has_older_forms(document)
        document.newest = (document.revision, NewestForm(document) if older else None)
    return document.newest[1] or document


def upgrade_faults(document: Document, kind: FaultKind) -> list[UpgradeFault]:
    """The faults in the older forms of a document."""
    faults = document.faults if isinstance(document, NewestForm) else ()
    return [fault for fault in faults if fault.kind == kind]


def origin(document: Document, pointer: str) -> str:
    """The pointer into the file for one into the newest form of a document."""
    return document.origin(pointer) if isinstance(document, NewestForm) else pointer


def trace(document: Document, findings: Iterable[Finding]) -> Iterable[Finding]:
    """Findings about the newest form of a document, with pointers into the file."""
    return document.trace(findings) if isinstance(document, NewestForm) else findings
