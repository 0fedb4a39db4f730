"""A G4MF file kept whole: its bytes, the JSON tree they hold, and small verbs that change it."""

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
from pantin.formats.json_text import FRACTION_OF_ZERO, JsonFault, check_depth, with_integers

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pantin.formats.g4mf.accessor import Extent

BINARY_SUFFIXES = frozenset({".g4b", ".g3b"})
TEXT_SUFFIXES = frozenset({".g4tf", ".g3tf"})
EITHER_SUFFIX = ".g4mf"
"""Some programs use it for both containers, although the specification has no such suffix; a file keeps its
own."""
SUFFIXES = BINARY_SUFFIXES | TEXT_SUFFIXES

PARSED_GAIN = 24
"""How many times its length a parsed text may take: `{},` is three bytes of text and 72 of memory."""

FIRST_MADE = 1 << 60
"""The indices of accessors that are only in memory: far above those that a file can have."""

VIEW_ALIGNMENT = 16
"""New arrays begin at a multiple of the largest component, so that they suit any type."""


class Document(BufferedDocument[Container]):
    """A G4MF file. Its `text` is decoded; `text_fault` says why there is none."""

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
        """Arrays that are only in memory, by the indices of their accessors."""
        self.newest: tuple[int, Document | None] | None = None
        """The newest form of the document at a revision, None where it is this one (see `newest`)."""
        self._typed: tuple[int, Model] | None = None
        self._extents: tuple[int, dict[int, Extent]] = (0, {})

    def __getstate__(self) -> dict[str, Any]:
        return super().__getstate__() | {"newest": None, "_typed": None}

    @property
    def kind(self) -> Kind:
        return self.container.kind

    @property
    def model(self) -> Model:
        """The typed model of the tree: rules and `lift` read the same one."""
        if self._typed is None or self._typed[0] != self.revision:
            self._typed = self.revision, read_model(self.tree)
        return self._typed[1]

    @property
    def extents(self) -> dict[int, Extent]:
        """Those of the accessors that were asked for since the last change."""
        if self._extents[0] != self.revision:
            self._extents = self.revision, {}
        return self._extents[1]

    @property
    def has_text(self) -> bool:
        readable = self.container.json_chunk is not None and self.text_fault is None
        return self.container.kind == "g4tf" or readable

    def _parse_text(self) -> tuple[Any, JsonFault | None]:
        """An integer of JSON Schema may be written with a fraction of zero: `2.0` is the index 2."""
        root, fault = super()._parse_text()
        return (with_integers(root) if FRACTION_OF_ZERO.search(self.text) else root), fault

    def uris(self) -> Iterator[tuple[str, str]]:
        """The URIs of buffers and files."""
        from pantin.formats.g4mf.external import uris

        return uris(self)

    def _load_buffer(self, index: int) -> Buffer:
        listed = objects(self.tree, "buffers")
        entry = listed[index] if 0 <= index < len(listed) else None
        return buffers.load(entry, index, self.container, self._load_shared, self.budget)

    def _growing_buffer(self) -> int:
        """The index of the buffer for appended data, made once: shared files and chunks stay unchanged."""
        if not self.growth:
            entry: dict[str, Any] = {"byteLength": 0}
            if self.kind == "g4b":
                entry["chunk"] = len(self.container.chunks)
            self.growth[self.append("/buffers", entry)] = Growth()
        return next(iter(self.growth))

    def append_array(self, array: NDArray[Any], type: str) -> int:
        """Put an array behind what the document holds, with a view and an accessor; the accessor's index.

        `array` is (count,) or (count, size) and is stored as the component `type`.
        """
        from pantin.formats.g4mf.accessor import to_bytes

        view = self.append_view(to_bytes(array, type))
        result: dict[str, Any] = {"bufferView": view, "componentType": type}
        if array.ndim == 2 and array.shape[1] != 1:
            result["vectorSize"] = array.shape[1]
        return self.append("/accessors", result)

    def append_indices(self, array: NDArray[np.int64]) -> int:
        """Put indices behind what the document holds, in the smallest type that holds them all."""
        from pantin.formats.g4mf.accessor import index_type

        return self.append_array(array, index_type(int(array.max(initial=0))))

    def append_reals(self, array: NDArray[Any]) -> int:
        """Put numbers behind what the document holds, in the floating type they are kept in."""
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
    """The JSON text, unpacked if it has to be. A Zstandard chunk does not say how large it will be."""
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
