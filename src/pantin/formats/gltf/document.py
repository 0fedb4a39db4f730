"""`Document`: a glTF file with all of its bytes, its JSON tree, and the typed view of the tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from pantin.base.errors import LimitExceeded, Unsupported
from pantin.base.files import BytesLike, Resolver
from pantin.base.limits import Limits
from pantin.base.records import replace
from pantin.formats import uri
from pantin.formats.document.buffer import Buffer, BufferFault, Growth
from pantin.formats.document.container import Source, read_content
from pantin.formats.document.document import BufferedDocument
from pantin.formats.format import Condition
from pantin.formats.gltf import container as containers
from pantin.formats.gltf.container import Container, Kind
from pantin.formats.json_text import JsonFault, check_depth
from pantin.report.pointer import pointer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pantin.formats.gltf.model import Decoded, Gltf
    from pantin.formats.members.faults import Fault
    from pantin.report import Finding

# Files with these suffixes are GLB in any case; any other file is GLB if it begins like one.
GLB_SUFFIXES = frozenset({".glb", ".vrm", ".vrma"})

T = TypeVar("T")


LONG_TEXT = 1 << 16
"""In JSON of at least this many bytes, searching for a name takes longer than most rules."""


class NamesInText(dict[str, bool]):
    """Tells whether the JSON text of a document contains a name, as a member or a string. The text is
    searched on demand. A text with escapes may contain any name.
    """

    def __init__(self, document: Document) -> None:
        self.text = msgspec.json.encode(document.tree) if document.edited else document.text
        # A single byte is found in a tenth of the time, and most texts have no backslash.
        self.is_escaped = b"\\" in self.text and b"\\u" in self.text

    def __missing__(self, name: str) -> bool:
        occurs = self[name] = self.is_escaped or b'"%s"' % name.encode() in self.text
        return occurs

    def lacking(self, names: tuple[str, ...]) -> frozenset[str]:
        """The names known to be absent from the text. A long text is not searched."""
        if self.is_escaped:
            return frozenset()
        if len(self.text) > LONG_TEXT:
            return frozenset([name for name in names if self.get(name) is False])
        text, words = self.text, _quoted(names)
        return frozenset([name for name, word in zip(names, words, strict=True) if word not in text])


@cache
def _quoted(names: tuple[str, ...]) -> tuple[bytes, ...]:
    return tuple(b'"%s"' % name.encode() for name in names)


class Document(BufferedDocument[Container]):
    """A glTF file. Read `tree` and `model`; change them with the methods only."""

    ALIGNMENT = 4
    """The size of the largest component, in bytes (glTF 2.0 §3.6.2.4)."""

    def __init__(
        self, container: Container, text: bytes, path: Path | None, resolver: Resolver, limits: Limits
    ) -> None:
        super().__init__(container, text, path, resolver, limits)
        self._decoded: Decoded | None = None
        self._derived: dict[tuple[Any, ...], Any] = {}
        self.raw_weights = False
        self.draft = False
        """Whether the rig keeps the stored weights instead of dividing them by their sums."""
        self.arrays: dict[int, NDArray[Any]] = {}
        """The accessors read so far that share the bytes of the file, by index; for rules and `lift`."""

    def __getstate__(self) -> dict[str, Any]:
        return super().__getstate__() | {"_decoded": None, "_derived": {}, "arrays": {}}

    @property
    def kind(self) -> Kind:
        return self.container.kind

    @property
    def has_text(self) -> bool:
        return self.container.json is not None

    @property
    def model(self) -> Gltf:
        """The typed view of the tree. Members that break the schema are None in it."""
        decoded = self._decoded  # asked for thousands of times: one call less
        return (self._decode() if decoded is None else decoded).model

    @property
    def shape_findings(self) -> list[Finding]:
        """The violations of the schema, from decoding `model`."""
        return self._decode().findings

    @property
    def shape_faults(self) -> list[Fault]:
        """The faults that `shape_findings` report."""
        return self._decode().faults

    @property
    def has_complete_model(self) -> bool:
        """Whether `model` has every member of the tree, so that the tree need not be parsed."""
        return self._decode().complete

    @property
    def json_error(self) -> JsonFault | None:
        return None if self.has_complete_model and not self.edited else super().json_error

    @property
    def is_version_2(self) -> bool:
        """Whether the document is valid by the schema and states version 2; for others, look in the tree."""
        asset = self.model.asset
        return not self.shape_findings and asset is not None and (asset.version or "").startswith("2.")

    def member(self, name: str) -> Any:
        """A member of the root as plain JSON. It is taken from a complete model if possible: parsing the
        whole tree for a few materials takes longer.
        """
        if self.has_complete_model:
            return msgspec.to_builtins(getattr(self.model, name))
        return self.tree.get(name)

    def _decode(self) -> Decoded:
        if self._decoded is None:
            from pantin.formats.gltf.model import decode

            text = msgspec.json.encode(self.tree) if self.edited else self.text
            self._decoded = decode(text, lambda: self.tree)
        return self._decoded

    def uris(self) -> Iterator[tuple[str, str]]:
        """The URIs of buffers, images, and members `uri` inside extensions."""
        return _uris(self.tree)

    def _load_buffer(self, index: int) -> Buffer:
        return load_buffer(self._entry(index), index, self.container, self._load_shared)

    def _entry(self, buffer: int) -> object:
        """The JSON object of a buffer, from the model if that is complete."""
        if self._decoded is not None and self._decoded.complete:
            typed = self._decoded.model.buffers
            entry = typed[buffer] if 0 <= buffer < len(typed) else None
            if entry is None:
                return None
            return {"byteLength": entry.byte_length} | ({} if entry.uri is None else {"uri": entry.uri})
        listed = self.tree.get("buffers")
        return listed[buffer] if isinstance(listed, list) and 0 <= buffer < len(listed) else None

    def copy(self, container: Container | None = None) -> Document:
        """A document that can be changed without changing this one, optionally in another container."""
        other = super().copy()
        if container is not None:
            self._parse()  # the text that both have until now
            other.container, other.text = container, bytes(container.json or b"")
            other._derived, other.arrays = {}, {}
        return other

    @property
    def names(self) -> NamesInText:
        """The names that occur in the text, in quotes."""
        return self.derive(NamesInText)

    def derive(self, make: Callable[..., T], *arguments: Any) -> T:
        """Cache `make(self, *arguments)` until the document changes."""
        key = (make, *arguments)
        if key not in self._derived:
            self._derived[key] = make(self, *arguments)
        derived: T = self._derived[key]
        return derived

    def before_change(self, collection: str | None) -> None:
        super().before_change(collection)
        self._decoded = None
        # Not cleared: copies of the document as it was use them too.
        self._derived, self.arrays = {}, {}

    def append_bytes(
        self,
        data: BytesLike,
        target: int | None = None,
        alignment: int | None = None,
        *,
        instead_of: int | None = None,
    ) -> int:
        """Append data, and a buffer view for it; returns the index of the view, which is `instead_of` if
        given.

        In a GLB the data goes into the BIN chunk, else into a new buffer: a buffer in another file may be
        shared with other assets and is never changed. `save` decides where a new buffer is stored.
        """
        if not len(data):
            raise ValueError("a buffer view needs at least one byte (glTF 2.0 §5.11)")
        members: dict[str, Any] = {} if target is None else {"target": target}
        return self.append_view(data, alignment, instead_of=instead_of, **members)

    def _growing_buffer(self) -> int:
        """The buffer that new data is appended to. In a GLB it is the first one, without URI (glTF 2.0
        §4.4.3.3).
        """
        if self.growth:
            return next(iter(self.growth))
        listed = self.tree.get("buffers", [])
        chunk = self.container.bin if self.kind == "glb" else None
        if listed and chunk is not None and self.buffer(0).storage == "chunk" and not self.buffer(0).fault:
            return self._begin_growth(0, chunk)
        # No view refers to the chunk of a GLB without buffers, but its bytes stay.
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
    raw_weights: bool = False,
    draft: bool = False,
) -> Document:
    """Read a `.gltf`, `.glb`, `.vrm` or `.vrma` file, or the bytes of a file called `name`.

    Without a resolver, references resolve inside the folder of the file; those of bytes do not resolve.
    With `raw_weights`, `lift` does not divide the weights of vertices by their sums. With `draft`, extensions
    and versions that are drafts are read by their texts as they stand.
    Raises `OSError` if the file cannot be read and `LimitExceeded` if it is larger than `limits` allow; the
    rules find everything else.
    """
    content = read_content(source, name, limits)
    container = containers.parse(content.data, _kind(content.data, content.suffix), limits)
    if len(container.json or b"") > limits.json_bytes:
        raise LimitExceeded("json_bytes", f"the JSON is larger than {limits.json_bytes:,} bytes")
    text = bytes(container.json or b"")
    check_depth(text, limits.json_depth)
    document = Document(container, text, content.path, resolver or Resolver.for_source(source), limits)
    document.raw_weights, document.draft = raw_weights, draft
    return document


def _kind(data: memoryview, suffix: str) -> Kind:
    return "glb" if suffix.lower() in GLB_SUFFIXES or bytes(data[:4]) == b"glTF" else "gltf"


def load_buffer(entry: object, index: int, container: Container, load_uri: Callable[[str], Buffer]) -> Buffer:
    """The bytes of buffer `index`, described by `entry`: in the BIN chunk, in a data URI, or in another file.

    It has the fault `short` if the entry states more bytes than there are.
    """
    if not isinstance(entry, dict):
        return Buffer(fault=BufferFault("not_object", f"there is no buffer {index}"))
    buffer = _find_buffer(entry, index, container, load_uri)
    stated = entry.get("byteLength")
    if buffer.stored is None or not isinstance(stated, int | float) or stated <= len(buffer.stored):
        return buffer
    fault = BufferFault("short", f"buffer {index} states {stated} bytes but has {len(buffer.stored)}")
    return replace(buffer, fault=fault)


def _find_buffer(
    entry: dict[str, Any], index: int, container: Container, load_uri: Callable[[str], Buffer]
) -> Buffer:
    if "uri" in entry:
        reference = entry["uri"]
        if not isinstance(reference, str):
            return Buffer(fault=BufferFault("bad_uri", "the URI is not a string"))
        return load_uri(reference)
    if container.kind == "gltf" or index != 0:
        return Buffer(
            fault=BufferFault("no_uri", f"buffer {index} has no URI and is not the BIN chunk of a GLB")
        )
    chunk = container.bin
    if chunk is None:
        return Buffer(None, BufferFault("no_chunk", "the GLB has no BIN chunk"), "chunk")
    return Buffer(chunk, None, "chunk")


def _uris(tree: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The pointer and the value of every URI in a buffer, an image or an extension that names a file.

    Web addresses are not files, and `uri` has no meaning in `extras`.
    """
    stack: list[tuple[tuple[str | int, ...], Any]] = [
        ((key,), item)
        for key, item in reversed(tree.items())
        if key != "extras" and _may_have_uris(key, item)
    ]
    while stack:
        path, value = stack.pop()
        if path[-1:] == ("uri",) and isinstance(value, str):
            if _names_a_file(value):
                yield pointer(*path), value
        elif isinstance(value, dict):
            stack += [((*path, key), item) for key, item in reversed(value.items()) if key != "extras"]
        elif isinstance(value, list):
            stack += [((*path, index), item) for index, item in reversed(list(enumerate(value)))]


def _may_have_uris(member: str, value: Any) -> bool:
    """Whether a member of the root may contain a URI. Searching its JSON is faster than walking a million
    nodes, except for members that may contain gigabytes of data URIs.
    """
    return member in ("buffers", "images", "uri") or b'"uri"' in msgspec.json.encode(value)


def _names_a_file(reference: str) -> bool:
    try:
        return uri.scheme(reference) is None
    except uri.UriError:
        return False


def other_version(document: Document) -> str:
    """The glTF version of a document if Pantin does not support it; otherwise an empty string."""
    about = document.tree.get("asset")
    stated = about.get("version") if isinstance(about, dict) else None
    other = isinstance(stated, str) and stated[:1].isdigit() and not stated.startswith("2.")
    return str(stated) if other else ""


def condition(document: Document) -> Condition:
    """Raise `Unsupported` for other versions of glTF."""
    if not document.is_version_2:
        if not document.tree:
            return Condition.EMPTY
        if stated := other_version(document):
            raise Unsupported(f"glTF {stated} is not supported; Pantin reads glTF 2")
    return Condition.DAMAGED if document.container.is_cut else Condition.WHOLE
