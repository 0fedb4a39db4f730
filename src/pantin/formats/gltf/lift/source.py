"""What the parts of `lift` read from: the document, its arrays, and the list of what was left out."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from numpy.typing import NDArray

from pantin.errors import LimitExceeded
from pantin.formats.gltf import accessor
from pantin.formats.gltf.accessor import BadAccessor
from pantin.formats.gltf.lift.left_out import left_out
from pantin.formats.gltf.model import get
from pantin.report.pointer import pointer

if TYPE_CHECKING:
    from collections.abc import Callable

    from pantin.formats.gltf.document import Document
    from pantin.formats.gltf.model import Accessor
    from pantin.report import Finding

Array = NDArray[Any]
Place = tuple[str | int, ...]
Reading: TypeAlias = "Callable[[Document, int], Array]"

_EXACTLY = partial(accessor.values, exact=True)


class Source:
    """A document being lifted. An accessor that several parts use is read once, so they share its array."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.model = document.model
        self._findings: dict[Finding, None] = {}
        self._arrays: dict[tuple[int, Reading], Array] = {}
        self._made = 0

    def leave_out(self, place: Place, what: str, why: str) -> None:
        """Note that `what`, at this place of the file, is not in the rig."""
        self._findings[left_out.at(pointer(*place), what=what, why=why)] = None

    @property
    def findings(self) -> list[Finding]:
        """What was left out, in the order it was met, each once."""
        return list(self._findings)

    def forget_clips(self) -> None:
        """Drop what was noted about clips, which are about to be lifted again."""
        kept = [one for one in self._findings if not (one.pointer or "").startswith("/animations/")]
        self._findings = dict.fromkeys(kept)

    def accessor(self, index: int) -> Accessor | None:
        return get(self.model.accessors, index)

    def stored(self, index: int) -> Array:
        """The numbers of an accessor as stored; raises `BadAccessor`."""
        return self._read(index, accessor.view)

    def values(self, index: int) -> Array:
        """The numbers an accessor stands for, as floats; raises `BadAccessor`."""
        return self._read(index, accessor.values)

    def exact_values(self, index: int) -> Array:
        """As `values`, with fractions in double precision."""
        return self._read(index, _EXACTLY)

    def _read(self, index: int, reading: Reading) -> Array:
        key = (index, reading)
        if key not in self._arrays:
            self._refuse_endless_zeros(index)
            array = reading(self.document, index)
            if array.flags.owndata:
                self.make_room(array.nbytes)
            self._arrays[key] = array
        return self._arrays[key]

    def make_room(self, size: int) -> None:
        """Count bytes that are made. Thousands of accessors may lie over the same bytes, and where each
        becomes other numbers (sparse, normalised, put side by side) a small file could fill any memory.
        """
        self._made += size
        if self._made > self.document.limits.file_bytes:
            what = f"its accessors become more than {self._made:,} bytes that the file does not store"
            raise LimitExceeded("file_bytes", what)

    def _refuse_endless_zeros(self, index: int) -> None:
        """A few bytes of JSON can stand for a billion zeros, of which a rig would hold and sum up each."""
        found = self.accessor(index)
        if found is not None and found.buffer_view is None:
            size = accessor.view(self.document, index).nbytes
            if size > self.document.limits.sparse_bytes:
                what = f"accessor {index} stands for {size} bytes that the file does not store"
                raise LimitExceeded("sparse_bytes", what)

    def optional(self, index: int, place: Place, what: str, shape: tuple[int | None, ...]) -> Array | None:
        """The values of an accessor of this shape (None: any length); None, with a note, if there are
        none.
        """
        try:
            array = self.values(index)
        except BadAccessor as fault:
            self.leave_out(place, what, str(fault))
            return None
        misfit = mismatch(array, shape)
        if misfit:
            self.leave_out(place, what, f"accessor {index} {misfit}")
            return None
        return array


def mismatch(array: Array, shape: tuple[int | None, ...]) -> str:
    """How an array differs from a shape, in words; empty if it does not."""
    pairs = zip(array.shape, shape, strict=False)
    if array.ndim == len(shape) and all(want is None or want == have for have, want in pairs):
        return ""
    wanted = " × ".join("any" if length is None else str(length) for length in shape)
    return f"has {' × '.join(map(str, array.shape))} numbers where {wanted} are expected"
