"""A G4MF file kept whole: its bytes, the JSON tree they hold, and small verbs that change it."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin import files
from pantin.errors import LimitExceeded
from pantin.formats.g4mf import buffer as buffers
from pantin.formats.g4mf import container as containers
from pantin.formats.g4mf.buffer import Buffer, Surroundings
from pantin.formats.g4mf.container import Container, Kind
from pantin.formats.g4mf.encoding import EncodingFault, decode
from pantin.formats.g4mf.model import objects
from pantin.formats.json_text import JsonDocument, check_depth
from pantin.limits import Limits

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BINARY_SUFFIXES = frozenset({".g4b", ".g3b"})
TEXT_SUFFIXES = frozenset({".g4tf", ".g3tf"})
SUFFIXES = BINARY_SUFFIXES | TEXT_SUFFIXES

VIEW_ALIGNMENT = 16
"""New arrays begin at a multiple of the largest component, so that they suit any type."""


@dataclass(slots=True)
class Growth:
    """The buffer that new arrays go into: its index in the document, and its parts."""

    index: int
    parts: list[bytes] = field(default_factory=list)
    length: int = 0

    def add(self, data: bytes) -> int:
        padding = -self.length % VIEW_ALIGNMENT
        self.parts += (bytes(padding), data)
        self.length += padding + len(data)
        return self.length - len(data)

    def data(self) -> memoryview:
        """All parts as one, joined once for all who read before the next is added."""
        if len(self.parts) != 1:
            self.parts = [b"".join(self.parts)]
        return memoryview(self.parts[0])

    def copy(self) -> Growth:
        return Growth(self.index, list(self.parts), self.length)


class Document(JsonDocument):
    """A G4MF file. Callers read `tree`, and change it only with the verbs below.

    `path` is the file it was read from (None for bytes), `text` the JSON as it stands there, decoded.
    `text_fault` says why there is none. The verbs change the document, never the file.
    """

    def __init__(
        self,
        container: Container,
        path: Path | None,
        around: Surroundings,
        text: bytes,
        text_fault: EncodingFault | None = None,
    ) -> None:
        super().__init__(text)
        self.container = container
        self.path = path
        self.surroundings = around
        self.text_fault = text_fault
        self.growth: Growth | None = None
        self._buffers: dict[int, Buffer] = {}
        self._refused: dict[int, LimitExceeded] = {}
        self._unpacked = 0

    @property
    def kind(self) -> Kind:
        return self.container.kind

    @property
    def limits(self) -> Limits:
        return self.surroundings.limits

    @property
    def has_text(self) -> bool:
        readable = self.container.json_chunk is not None and self.text_fault is None
        return self.container.kind == "g4tf" or readable

    def buffer(self, index: int) -> Buffer:
        """The bytes of a buffer, loaded and decoded when first asked for, or the limit that it goes past."""
        if self.growth is not None and index == self.growth.index:
            return Buffer(self.growth.data())
        if index not in self._buffers and index not in self._refused:
            self._load(index)
        if index in self._refused:
            # Thousands of accessors may ask: the exception must not gather their frames.
            raise self._refused[index].with_traceback(None)
        return self._buffers[index]

    def _load(self, index: int) -> None:
        listed = objects(self.tree, "buffers")
        entry = listed[index] if 0 <= index < len(listed) else None
        try:
            found = buffers.load(entry, index, self.container, self.surroundings, self._unpacked)
        except LimitExceeded as error:
            self._refused[index] = error
        else:
            self._buffers[index] = found
            self._unpacked += found.unpacked

    def copy(self) -> Document:
        """A document that can be changed without changing this one."""
        other = Document(self.container, self.path, self.surroundings, self.text, self.text_fault)
        other.growth = self.growth and self.growth.copy()
        other.take_edits(self)
        other._buffers, other._unpacked = dict(self._buffers), self._unpacked
        return other

    def changing(self, collection: str | None) -> None:
        if collection == "buffers":
            self._buffers.clear()
            self._refused.clear()
            self._unpacked = 0

    def append_array(self, array: NDArray[Any], type: str) -> int:
        """Put an array behind what the document holds, with a view and an accessor; the accessor's index.

        `array` is (count,) or (count, size) and is stored as the component `type`. New data go into a buffer
        of their own: a file or chunk that others may share is never written to.
        """
        from pantin.formats.g4mf.store import stored

        if self.growth is None:
            entry: dict[str, Any] = {"byteLength": 0}
            if self.kind == "g4b":
                entry["chunk"] = len(self.container.chunks)
            self.growth = Growth(self.append("/buffers", entry))
        data = stored(array, type)
        offset = self.growth.add(data)
        self.set(f"/buffers/{self.growth.index}/byteLength", self.growth.length)
        view: dict[str, Any] = {"buffer": self.growth.index, "byteOffset": offset, "byteLength": len(data)}
        made: dict[str, Any] = {"bufferView": self.append("/bufferViews", view), "componentType": type}
        if array.ndim == 2 and array.shape[1] != 1:
            made["vectorSize"] = array.shape[1]
        return self.append("/accessors", made)

    def append_indices(self, array: NDArray[np.int64]) -> int:
        """Put indices behind what the document holds, in the smallest type that holds them all."""
        from pantin.formats.g4mf.store import index_type

        return self.append_array(array, index_type(int(array.max(initial=0))))

    def append_reals(self, array: NDArray[Any]) -> int:
        """Put numbers behind what the document holds, in the floating type they are kept in."""
        from pantin.formats.g4mf.store import real_type

        return self.append_array(array, real_type(array))


def read(
    source: str | os.PathLike[str] | bytes | bytearray | memoryview,
    *,
    name: str | None = None,
    limits: Limits = Limits(),  # noqa: B008 (frozen)
    allow_outside: bool = False,
) -> Document:
    """Read a `.g4tf` or `.g4b` file, or bytes that are one, `name` saying how they would be called.

    Raises `OSError` when the file cannot be read and `LimitExceeded` when it is larger than `limits` allow;
    whatever else is wrong with it is left for the rules to find.
    """
    if isinstance(source, bytes | bytearray | memoryview):
        path, data = None, memoryview(source).cast("B").toreadonly()
        if len(data) > limits.file_bytes:
            raise LimitExceeded("file_bytes", f"there are more than {limits.file_bytes:,} bytes")
        suffix = Path(name or "").suffix
    else:
        path = Path(source)
        data, suffix = files.read(path, limits.file_bytes), path.suffix
    container = containers.parse(data, _kind(data, suffix), limits)
    text, fault = _text(container, limits)
    check_depth(text, limits.json_depth)
    around = Surroundings(None if path is None else path.parent, limits, allow_outside)
    return Document(container, path, around, text, fault)


def _kind(data: memoryview, suffix: str) -> Kind:
    start = bytes(data[:4])
    binary = start == b"G4MF" or (suffix.lower() in BINARY_SUFFIXES and not start.lstrip().startswith(b"{"))
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
        text = bytes(decode(encoding, stored, most + 1, most + 1))
    except EncodingFault as fault:
        return b"", fault
    if len(text) > most:
        raise LimitExceeded("json_bytes", f"the JSON text is longer than {most:,} bytes")
    return text, None
