"""A lossless G4MF document: its bytes, their JSON tree, and methods to change it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin.base.errors import LimitExceeded
from pantin.base.files import Resolver
from pantin.base.limits import Budget, Limits
from pantin.formats.document.buffer import Buffer, Growth
from pantin.formats.document.container import Source, read_content
from pantin.formats.document.document import BufferedDocument
from pantin.formats.g4mf import buffer as buffers
from pantin.formats.g4mf import container as containers
from pantin.formats.g4mf.container import Container, Kind
from pantin.formats.g4mf.encoding import EncodingFault, decode
from pantin.formats.g4mf.model import Model, objects, read_model
from pantin.formats.json_text import JsonFault, check_depth, parse

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pantin.formats.g4mf.accessor import Extent

BINARY_SUFFIXES = frozenset({".g4b", ".g3b"})
TEXT_SUFFIXES = frozenset({".g4tf", ".g3tf"})
EITHER_SUFFIX = ".g4mf"
"""A suffix that some programs use for both containers, although it is not in the specification. A file with
it keeps its container."""
SUFFIXES = BINARY_SUFFIXES | TEXT_SUFFIXES

PARSED_GAIN = 24
"""Memory of parsed JSON per byte of text: `{},` is three bytes of text and takes 72."""

FIRST_MADE = 1 << 60
"""The first index for accessors that exist only in memory, far above any index of a file."""

VIEW_ALIGNMENT = 16
"""Alignment of new arrays in bytes, which suits components of any type."""


class Document(BufferedDocument[Container]):
    """A G4MF file. `text` is decoded; `text_fault` gives the reason if there is none."""

    ALIGNMENT = VIEW_ALIGNMENT

    def __init__(
        self,
        container: Container,
        text: bytes,
        path: Path | None,
        resolver: Resolver,
        limits: Limits,
        text_fault: EncodingFault | None = None,
    ) -> None:
        super().__init__(container, text, path, resolver, limits)
        self.text_fault = text_fault
        self.made: dict[int, NDArray[Any]] = {}
        """Arrays that exist only in memory, by accessor index."""
        self.newest: tuple[int, Document | None] | None = None
        """A revision of the document and its newest form; None if the document already is in the newest form
        (see `newest`)."""
        self._typed: tuple[int, Model] | None = None
        self._extents: tuple[int, dict[int, Extent]] = (0, {})

    def __getstate__(self) -> dict[str, Any]:
        return super().__getstate__() | {"newest": None, "_typed": None}

    @property
    def kind(self) -> Kind:
        return self.container.kind

    @property
    def model(self) -> Model:
        """The typed model of the tree, shared by rules and `lift`."""
        if self._typed is None or self._typed[0] != self.revision:
            self._typed = self.revision, read_model(self.tree)
        return self._typed[1]

    @property
    def extents(self) -> dict[int, Extent]:
        """The extents of accessors, cached since the last change."""
        if self._extents[0] != self.revision:
            self._extents = self.revision, {}
        return self._extents[1]

    @property
    def has_text(self) -> bool:
        readable = self.container.json_chunk is not None and self.text_fault is None
        return self.container.kind == "g4tf" or readable

    def _read_tree(self, text: bytes) -> tuple[Any, JsonFault | None]:
        """As in JSON Schema, a number with a zero fraction is an integer: `2.0` is the index 2."""
        return parse(text, integers=True)

    def uris(self) -> Iterator[tuple[str, str]]:
        """The URIs of buffers and files."""
        from pantin.formats.g4mf.external import uris

        return uris(self)

    def _load_buffer(self, index: int) -> Buffer:
        listed = objects(self.tree, "buffers")
        entry = listed[index] if 0 <= index < len(listed) else None
        return buffers.load(entry, index, self.container, self._load_shared, self.budget)

    def _growing_buffer(self) -> int:
        """The index of the buffer for appended data, created once: shared files and chunks stay unchanged."""
        if not self.growth:
            entry: dict[str, Any] = {"byteLength": 0}
            if self.kind == "g4b":
                entry["chunk"] = len(self.container.chunks)
            self.growth[self.append("/buffers", entry)] = Growth()
        return next(iter(self.growth))

    def append_array(self, array: NDArray[Any], type: str) -> int:
        """Append an array with a view and an accessor; returns the accessor's index. `array` is (count,) or
        (count, size) and is stored as the component `type`."""
        from pantin.formats.g4mf.accessor import to_bytes

        view = self.append_view(to_bytes(array, type))
        result: dict[str, Any] = {"bufferView": view, "componentType": type}
        if array.ndim == 2 and array.shape[1] != 1:
            result["vectorSize"] = array.shape[1]
        return self.append("/accessors", result)

    def append_indices(self, array: NDArray[np.int64]) -> int:
        """Append indices in the smallest type that holds them all."""
        from pantin.formats.g4mf.accessor import index_type

        return self.append_array(array, index_type(int(array.max(initial=0))))

    def append_reals(self, array: NDArray[Any]) -> int:
        """Append numbers in their floating-point type."""
        from pantin.formats.g4mf.accessor import real_type

        return self.append_array(array, real_type(array))


def read(
    source: Source,
    *,
    name: str | None = None,
    limits: Limits = Limits(),  # noqa: B008 (frozen)
    resolver: Resolver | None = None,
) -> Document:
    """Read a `.g4tf` or `.g4b` file, or bytes that are one, `name` saying how they would be called.

    Without a resolver, references resolve inside the file's own folder; those of bytes do not resolve. Raises
    `OSError` when the file cannot be read and `LimitExceeded` when it is larger than `limits` allow; whatever
    else is wrong with it is left for the rules to find.
    """
    content = read_content(source, name, limits)
    container = containers.parse(content.data, _kind(content.data, content.suffix), limits)
    text, fault = _text(container, limits)
    check_depth(text, limits.json_depth)
    return Document(container, text, content.path, resolver or Resolver.for_source(source), limits, fault)


def _kind(data: memoryview, suffix: str) -> Kind:
    start = bytes(data[:4])
    binary = start == b"G4MF" or (
        suffix.lower() in {*BINARY_SUFFIXES, EITHER_SUFFIX} and not start.lstrip().startswith(b"{")
    )
    return "g4b" if binary else "g4tf"


def _text(container: Container, limits: Limits) -> tuple[bytes, EncodingFault | None]:
    """The JSON text, decompressed if necessary. A Zstandard chunk does not state its decompressed size."""
    most = limits.json_bytes
    if container.kind == "g4tf":
        stored, encoding = container.data, containers.PLAIN
    elif container.json_chunk is None:
        return b"", None
    else:
        stored = container.content(container.json_chunk)
        encoding = container.chunks[container.json_chunk].encoding
    try:
        budget = Budget(limits, len(container.data))
        text = bytes(decode(encoding, stored, most + 1, budget))
    except EncodingFault as fault:
        return b"", fault
    if len(text) > most:
        raise LimitExceeded("json_bytes", f"the JSON text is longer than {most:,} bytes")
    if encoding != containers.PLAIN:
        budget.check(PARSED_GAIN * len(text), "the parsed JSON text")
    return text, None
