"""A document with buffers: a JSON text in a container, and the bytes it refers to, wherever they are."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import ChainMap
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, ClassVar, Generic, Self, TypeVar

from pantin.base.errors import LimitExceeded
from pantin.base.files import BytesLike, Resolver, is_file
from pantin.base.limits import Budget, Limits
from pantin.base.records import Record, field_names
from pantin.formats.document.buffer import Buffer, Growth, load_uri
from pantin.formats.document.container import Container
from pantin.formats.json_text import JsonDocument

ContainerT = TypeVar("ContainerT", bound=Container[Any])


class BufferedDocument(JsonDocument, ABC, Generic[ContainerT]):
    """A file with all of its bytes. Read `tree`; change it with the methods only.

    `path` is the file it was read from (None for bytes), `text` the JSON in that file. `growth` has the
    buffers with new data. The methods change the document, never the file; an array or object that a copy of
    the document shares is copied before it changes.
    """

    ALIGNMENT: ClassVar[int]
    """New data in a buffer begins at a multiple of this."""

    def __init__(
        self, container: ContainerT, text: bytes, path: Path | None, resolver: Resolver, limits: Limits
    ) -> None:
        super().__init__(text)
        self.container = container
        self.path = path
        self.resolver = resolver
        self.limits = limits
        self.budget = Budget(limits, len(container.data))
        """The memory that data decoded from the file takes, in this document and all copies."""
        self.growth: dict[int, Growth] = {}
        self._buffers: dict[int, Buffer | LimitExceeded] = {}
        self._files: dict[Path, memoryview] = {}

    def copy(self) -> Self:
        """A document that can be changed without changing this one."""
        other = object.__new__(type(self))  # not `copy.copy`, which takes the state of a pickle
        other.__dict__.update(self.__dict__)
        other.growth = {index: grown.copy() for index, grown in self.growth.items()}
        other._buffers = dict(self._buffers)
        other._files = dict(self._files)
        other.take_edits(self)
        return other

    def __getstate__(self) -> dict[str, Any]:
        """Everything in the document, with the files beside it; nothing that was computed."""
        beside = dict(self._files)
        for _, reference in self.uris():
            with suppress(LimitExceeded):
                load_uri(reference, self.resolver, self.limits.file_bytes, beside)
        state = self.__dict__ | {"_parsed": [], "_buffers": {}, "budget": None}
        state["_files"] = {path: bytes(content) for path, content in beside.items()}
        state["_edits"] = self._edits and self._edits.copy()
        state["growth"] = {index: bytes(grown.data()) for index, grown in self.growth.items()}
        container = {name: getattr(self.container, name) for name in field_names(self.container)}
        state["container"] = type(self.container), container | {"data": bytes(self.container.data)}
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        kind, members = state["container"]
        self.__dict__.update(state)
        self.container = kind(**members | {"data": memoryview(members["data"])})
        self._files = {path: memoryview(content) for path, content in state["_files"].items()}
        self.growth = {index: Growth(parts=[content]) for index, content in state["growth"].items()}
        self.budget = Budget(self.limits, len(self.container.data))

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Undo all changes made in a `with` block that raises."""
        before = self.copy()
        try:
            yield
        except BaseException:
            revision = self.revision + 1
            self.__dict__.update(before.__dict__)
            self.revision = revision
            raise

    @abstractmethod
    def uris(self) -> Iterator[tuple[str, str]]:
        """The pointer and the value of every URI that names another file, in the order of the document."""

    @abstractmethod
    def _load_buffer(self, index: int) -> Buffer:
        """The bytes of a buffer that has no new data. Raises `LimitExceeded` alone."""

    @abstractmethod
    def _growing_buffer(self) -> int:
        """The index of the buffer that new data is appended to; adds it to `growth`."""

    def buffer(self, index: int) -> Buffer:
        """The bytes of a buffer, loaded on first use. Raises `LimitExceeded`, on every call."""
        if index in self.growth:
            return Buffer(self.growth[index].data(), None, "new")
        if index not in self._buffers:
            self._buffers[index] = self._load_or_catch_limit(index)
        loaded = self._buffers[index]
        if isinstance(loaded, LimitExceeded):
            # Thousands of accessors may ask: the exception must not collect their frames.
            raise loaded.with_traceback(None)
        return loaded

    def _load_or_catch_limit(self, index: int) -> Buffer | LimitExceeded:
        try:
            return self._load_buffer(index)
        except LimitExceeded as error:
            return error

    def load(self, uri: str) -> Buffer:
        """The bytes that a URI of the document refers to."""
        # A pickle has the files with it; those that are read here are not kept.
        return load_uri(uri, self.resolver, self.limits.file_bytes, ChainMap({}, self._files))

    def _load_shared(self, uri: str) -> Buffer:
        """As `load`, for buffers: a file that many of them name is read once."""
        known = len(self._files)
        buffer = load_uri(uri, self.resolver, self.limits.file_bytes, self._files)
        if len(self._files) > known:
            self.budget.stored += len(buffer.stored or b"")
        return buffer

    def before_change(self, collection: str | None) -> None:
        if collection == "buffers":
            self._buffers.clear()

    def grow(self, index: int, data: BytesLike, alignment: int | None = None) -> int:
        """Append data to a buffer in `growth`; returns its offset there."""
        offset = self.growth[index].add(bytes(data), alignment or self.ALIGNMENT)
        self.budget.stored += len(data)
        self.set(f"/buffers/{index}/byteLength", self.growth[index].length)
        return offset

    def append_view(
        self, data: BytesLike, alignment: int | None = None, *, instead_of: int | None = None, **members: Any
    ) -> int:
        """Append data, and a new buffer view for it, or one in place of another; returns its index."""
        index = self._growing_buffer()
        offset = self.grow(index, data, alignment)
        view = {"buffer": index, "byteOffset": offset, "byteLength": len(data), **members}
        if instead_of is None:
            return self.append("/bufferViews", view)
        self.set(f"/bufferViews/{instead_of}", view)
        return instead_of


class External(Record):
    """A file that the document names: the pointer, the URI, and the path, or why there is none."""

    pointer: str
    uri: str
    path: Path | None
    fault: str | None


def externals(document: BufferedDocument[Any]) -> list[External]:
    """Every file that a document names, in the order of the document."""
    return [_locate(document.resolver, pointer, uri) for pointer, uri in document.uris()]


def files_of(document: BufferedDocument[Any] | None, path: Path) -> list[Path]:
    """The files that a document at `path` names, existing or not; none without a document."""
    named = [] if document is None else externals(document)
    return [external.path for external in named if external.path is not None]


def _locate(resolver: Resolver, pointer: str, uri: str) -> External:
    if resolver.folder is None:
        return External(pointer, uri, None, "bytes in memory have no folder to find it in")
    try:
        path = resolver.resolve(uri)
        return External(pointer, uri, path, None if is_file(path) else "there is no such file")
    except (OSError, ValueError) as error:
        return External(pointer, uri, None, str(error))
