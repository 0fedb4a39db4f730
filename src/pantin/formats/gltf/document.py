"""A glTF file kept whole: its bytes, the JSON tree they hold, and the typed view of it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from pantin import files
from pantin.errors import LimitExceeded
from pantin.formats.gltf import buffer as buffers
from pantin.formats.gltf import container as containers
from pantin.formats.gltf.buffer import Buffer, Surroundings
from pantin.formats.gltf.container import Container, Kind
from pantin.formats.json_text import JsonDocument, check_depth
from pantin.limits import Limits

if TYPE_CHECKING:
    from pantin.formats.gltf.model import Gltf
    from pantin.report import Finding

# Files of these names are GLB whatever their first bytes; any other file is one when it begins like one.
GLB_SUFFIXES = frozenset({".glb", ".vrm", ".vrma"})


@dataclass(slots=True)
class Growth:
    """Bytes appended to a buffer: what it held before (of the BIN chunk, or nothing), and the parts behind
    it.
    """

    base: memoryview
    parts: list[bytes]
    length: int

    def add(self, data: bytes, alignment: int) -> int:
        """Append data at the next multiple of `alignment`; its offset in the buffer."""
        padding = -self.length % alignment
        self.parts += (bytes(padding), data)
        self.length += padding + len(data)
        return self.length - len(data)

    def copy(self) -> Growth:
        return Growth(self.base, list(self.parts), self.length)


class Document(JsonDocument):
    """A glTF file. Callers read `tree` and `model`, and change them only with the verbs below.

    `path` is the file it was read from (None for bytes), `text` the JSON as it stands there. The verbs change
    the document, never the file; an array or object that a copy of the document shares is copied before it
    changes.
    """

    def __init__(self, container: Container, path: Path | None, around: Surroundings, text: bytes) -> None:
        super().__init__(text)
        self.container = container
        self.path = path
        self.surroundings = around
        self.growth: dict[int, Growth] = {}
        self._decoded: tuple[Gltf, list[Finding]] | None = None
        self._buffers: dict[int, Buffer] = {}

    @property
    def kind(self) -> Kind:
        return self.container.kind

    @property
    def limits(self) -> Limits:
        return self.surroundings.limits

    @property
    def has_text(self) -> bool:
        return self.container.json is not None

    @property
    def model(self) -> Gltf:
        """The typed view of the tree. Members that break the schema are None in it."""
        return self._decode()[0]

    @property
    def shape_findings(self) -> list[Finding]:
        """What the tree breaks of the schema: found while `model` is made."""
        return self._decode()[1]

    def _decode(self) -> tuple[Gltf, list[Finding]]:
        if self._decoded is None:
            from pantin.formats.gltf.model import decode

            text = msgspec.json.encode(self.tree) if self.edited else self.text
            self._decoded = decode(text, lambda: self.tree)
        return self._decoded

    def buffer(self, index: int) -> Buffer:
        """The bytes of a buffer, loaded when first asked for."""
        if index not in self._buffers:
            grown = self.growth.get(index)
            if grown is None:
                found = buffers.load(self._said_of(index), index, self.container, self.surroundings)
            else:
                found = Buffer(memoryview(b"".join((grown.base, *grown.parts))), None, "new")
            self._buffers[index] = found
        return self._buffers[index]

    def _said_of(self, buffer: int) -> object:
        """What the JSON says of a buffer. A model without fault says the same, and makes no one wait for the
        tree."""
        if self._decoded is not None and not self._decoded[1]:
            typed = self._decoded[0].buffers
            entry = typed[buffer] if 0 <= buffer < len(typed) else None
            if entry is None:
                return None
            return {"byteLength": entry.byte_length} | ({} if entry.uri is None else {"uri": entry.uri})
        listed = self.tree.get("buffers")
        return listed[buffer] if isinstance(listed, list) and 0 <= buffer < len(listed) else None

    def copy(self, container: Container | None = None) -> Document:
        """A document that can be changed without changing this one, in another container if one is given."""
        text = self.text if container is None else bytes(container.json or b"")
        other = Document(container or self.container, self.path, self.surroundings, text)
        other.growth = {index: grown.copy() for index, grown in self.growth.items()}
        other.take_edits(self)
        other._decoded = self._decoded
        other._buffers = dict(self._buffers)
        return other

    def changing(self, collection: str | None) -> None:
        self._decoded = None
        if collection == "buffers":
            self._buffers.clear()

    def append_bytes(self, data: files.BytesLike, target: int | None = None, alignment: int = 4) -> int:
        """Put data behind what the document holds and a new buffer view over it; the index of the view.

        In a GLB it goes into the BIN chunk, else into a new buffer: a buffer in a file of its own may be
        shared with other assets, and is never written to. `save` decides where a new buffer is kept.
        """
        if not len(data):
            raise ValueError("a buffer view holds at least one byte (glTF 2.0 §5.11)")
        index = self._growing_buffer()
        offset = self.grow(index, data, alignment)
        view = {"buffer": index, "byteOffset": offset, "byteLength": len(data)}
        if target is not None:
            view["target"] = target
        return self.append("/bufferViews", view)

    def grow(self, index: int, data: files.BytesLike, alignment: int = 4) -> int:
        """Append data to a buffer that `growth` lists; its offset there."""
        offset = self.growth[index].add(bytes(data), alignment)
        self.set(f"/buffers/{index}/byteLength", self.growth[index].length)
        return offset

    def _growing_buffer(self) -> int:
        """The buffer that new data goes into. A GLB's own is the first, without URI (glTF 2.0 §4.4.3.3)."""
        if self.growth:
            return next(iter(self.growth))
        listed = self.tree.get("buffers", [])
        chunk = self.container.bin if self.kind == "glb" else None
        if listed and chunk is not None and self.buffer(0).storage == "chunk" and not self.buffer(0).fault:
            return self._begin_growth(0, chunk)
        # The chunk of a GLB without buffers has no view into it, but its bytes stay.
        return self._begin_growth(self.append("/buffers", {"byteLength": 0}), None if listed else chunk)

    def _begin_growth(self, index: int, base: memoryview | None) -> int:
        held = memoryview(b"") if base is None else base
        self.growth[index] = Growth(held, [], len(held))
        return index


def read(
    source: str | os.PathLike[str] | bytes | bytearray | memoryview,
    *,
    name: str | None = None,
    limits: Limits = Limits(),  # noqa: B008 (frozen)
    allow_outside: bool = False,
) -> Document:
    """Read a `.gltf`, `.glb`, `.vrm` or `.vrma` file, or bytes that are one, `name` saying how they would be
    called.

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
    if len(container.json or b"") > limits.json_bytes:
        raise LimitExceeded("json_bytes", f"the JSON text is longer than {limits.json_bytes:,} bytes")
    around = Surroundings(None if path is None else path.parent, limits, allow_outside)
    text = bytes(container.json or b"")
    check_depth(text, limits.json_depth)
    return Document(container, path, around, text)


def _kind(data: memoryview, suffix: str) -> Kind:
    return "glb" if suffix.lower() in GLB_SUFFIXES or bytes(data[:4]) == b"glTF" else "gltf"
