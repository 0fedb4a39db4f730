"""A glTF file kept whole: its bytes, the JSON tree they hold, and the typed view of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from pantin.errors import LimitExceeded
from pantin.files import BytesLike, Resolver
from pantin.formats.document.buffer import Buffer
from pantin.formats.document.document import BufferedDocument
from pantin.formats.document.growth import Growth
from pantin.formats.document.source import Source, read_content
from pantin.formats.gltf import buffer as buffers
from pantin.formats.gltf import container as containers
from pantin.formats.gltf.container import Container, Kind
from pantin.formats.json_text import check_depth
from pantin.limits import Limits

if TYPE_CHECKING:
    from pantin.formats.gltf.model import Gltf
    from pantin.report import Finding

# Files of these names are GLB whatever their first bytes; any other file is one when it begins like one.
GLB_SUFFIXES = frozenset({".glb", ".vrm", ".vrma"})


class Document(BufferedDocument[Container]):
    """A glTF file. Callers read `tree` and `model`, and change them only with the verbs."""

    ALIGNMENT = 4
    """Of the largest component (glTF 2.0 §3.6.2.4)."""

    def __init__(
        self, container: Container, text: bytes, path: Path | None, resolver: Resolver, limits: Limits
    ) -> None:
        super().__init__(container, text, path, resolver, limits)
        self._decoded: tuple[Gltf, list[Finding]] | None = None

    @property
    def kind(self) -> Kind:
        return self.container.kind

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

    def uris(self) -> Iterator[tuple[str, str]]:
        """Of buffers, images, and members `uri` inside extensions."""
        from pantin.formats.gltf.external import uris

        return uris(self.tree)

    def _load_buffer(self, index: int) -> Buffer:
        return buffers.load(self._said_of(index), index, self.container, self._load_shared)

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
        other = super().copy()
        if container is not None:
            other.container, other.text = container, bytes(container.json or b"")
        return other

    def changing(self, collection: str | None) -> None:
        super().changing(collection)
        self._decoded = None

    def append_bytes(self, data: BytesLike, target: int | None = None, alignment: int | None = None) -> int:
        """Put data behind what the document holds and a new buffer view over it; the index of the view.

        In a GLB it goes into the BIN chunk, else into a new buffer: a buffer in a file of its own may be
        shared with other assets, and is never written to. `save` decides where a new buffer is kept.
        """
        if not len(data):
            raise ValueError("a buffer view holds at least one byte (glTF 2.0 §5.11)")
        members: dict[str, Any] = {} if target is None else {"target": target}
        return self.append_view(data, alignment, **members)

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
        self.growth[index] = Growth() if base is None else Growth(base)
        return index


def read(
    source: Source,
    *,
    name: str | None = None,
    limits: Limits = Limits(),  # noqa: B008 (frozen)
    resolver: Resolver | None = None,
) -> Document:
    """Read a `.gltf`, `.glb`, `.vrm` or `.vrma` file, or bytes that are one, `name` saying how they would be
    called.

    Without a resolver, references resolve inside the file's own folder; those of bytes do not resolve. Raises
    `OSError` when the file cannot be read and `LimitExceeded` when it is larger than `limits` allow; whatever
    else is wrong with it is left for the rules to find.
    """
    content = read_content(source, name, limits)
    container = containers.parse(content.data, _kind(content.data, content.suffix), limits)
    if len(container.json or b"") > limits.json_bytes:
        raise LimitExceeded("json_bytes", f"the JSON text is longer than {limits.json_bytes:,} bytes")
    text = bytes(container.json or b"")
    check_depth(text, limits.json_depth)
    return Document(container, text, content.path, resolver or Resolver.of(source), limits)


def _kind(data: memoryview, suffix: str) -> Kind:
    return "glb" if suffix.lower() in GLB_SUFFIXES or bytes(data[:4]) == b"glTF" else "gltf"
