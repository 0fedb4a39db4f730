"""Convert a document to the newest form for reading: rules and `lift` know no other. The file does not
change. Arrays that older forms lack, such as the indices of a binding, exist only in memory, and every
pointer can be traced back to its member in the file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pantin.base.records import replace
from pantin.formats.g4mf.dialects import has_older_forms
from pantin.formats.g4mf.document import FIRST_MADE, Document
from pantin.formats.g4mf.upgrade import Upgrade
from pantin.formats.json_text.document import EditedTree

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pantin.formats.g4mf.accessor import Extent
    from pantin.formats.g4mf.upgrade import FaultKind, UpgradeFault
    from pantin.report import Finding


class UnwrittenTree(EditedTree):
    """A tree that is never written: values are neither checked nor copied, and changes not recorded. Each
    container is looked up once. Pointers have no escaped characters."""

    def __init__(self, root: dict[str, Any]) -> None:
        super().__init__(root)
        self._open: dict[str, Any] = {}

    def set(self, pointer: str, value: Any) -> None:
        container, _, name = pointer.rpartition("/")
        self._forget(pointer)
        self._at(container)[name] = value

    def remove(self, pointer: str) -> None:
        container, _, name = pointer.rpartition("/")
        self._forget(pointer)
        del self._at(container)[name]

    def append(self, pointer: str, value: Any) -> int:
        container, _, name = pointer.rpartition("/")
        self._at(container).setdefault(name, [])
        array = self._at(pointer)
        array.append(value)
        return len(array) - 1

    def _at(self, pointer: str) -> Any:
        """The container at a pointer, which is that of this tree alone."""
        known = self._open.get(pointer)
        if known is not None:
            return known
        if not pointer:
            known = self.root = self.root.copy()
        else:
            parent, _, name = pointer.rpartition("/")
            outer = self._at(parent)
            key = int(name) if isinstance(outer, list) else name
            known = outer[key] = outer[key].copy()
        self._open[pointer] = known
        return known

    def _forget(self, pointer: str) -> None:
        if pointer in self._open:  # what is in it was looked up through it
            inside = f"{pointer}/"
            for known in [known for known in self._open if known == pointer or known.startswith(inside)]:
                del self._open[known]


class NewestForm(Document):
    """An older document in the newest form."""

    def __init__(self, document: Document) -> None:
        container, path, resolver = document.container, document.path, document.resolver
        super().__init__(container, document.text, path, resolver, document.limits, document.text_fault)
        self.budget = document.budget
        self.growth = document.growth
        self._buffers = document._buffers
        self._files = document._files
        self._parsed = document._parsed
        self._edits = UnwrittenTree(document.tree)
        self.made = {}
        self._kept_extents: dict[int, Extent] = {}
        self._upgrade = Upgrade(self, for_reading=True)
        self._upgrade.run()
        self._moved, self._made_of = self._upgrade.moved, self._upgrade.made

    @cached_property
    def faults(self) -> tuple[UpgradeFault, ...]:
        """The parts that the newest form cannot express."""
        return tuple(self._upgrade.all_faults())

    @property
    def extents(self) -> dict[int, Extent]:
        """Extents. An upgrade adds accessors and changes none."""
        return self._kept_extents

    def _edit(self, pointer: str) -> EditedTree:
        """Nothing that was computed is dropped: an upgrade changes no buffer but the names of its encoding
        and its chunk."""
        assert self._edits is not None
        return self._edits

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
