"""An FBX file: its bytes, its tree of nodes, and edits that change nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pantin.base import files
from pantin.base.errors import LimitExceeded
from pantin.base.files import Resolver
from pantin.base.gc_pause import pause_gc
from pantin.base.limits import Budget, Limits
from pantin.formats.fbx import binary, text
from pantin.formats.fbx.binary import BinaryFile
from pantin.formats.fbx.faults import Fault, Faults
from pantin.formats.fbx.nodes import Node, Value, as_integer
from pantin.formats.fbx.text import TextFile

OWN_HEADER = 6000
"""In binary files older than this version, the header has the version of the container only; a node has the
version of the scene."""


class Document:
    """A file that was read, or the tree of a new one.

    content   the binary or text file that the nodes are decoded from; None without a header of either
    roots     the top-level nodes
    version   7400 for 7.4; 0 where the file does not say
    name      the name of the file, without its suffix
    resolver  finds the files beside it: textures
    """

    kind = "fbx"

    def __init__(
        self, data: bytes, name: str, limits: Limits | None = None, resolver: Resolver | None = None
    ) -> None:
        self.name, self.resolver = name, resolver
        self.limits = limits or Limits()
        self.revision = 0
        self.budget = Budget(self.limits, len(data))
        self._faults = Faults()
        self._stored = data
        self._written: tuple[int, bytes] = (0, data)
        self.content: BinaryFile | TextFile | None = None
        if binary.read_header(data):
            self.content = BinaryFile(data, self.budget, self._faults)
        elif is_text(data):
            self.content = TextFile(data, self.budget, self._faults)
        self.reading: Any = None
        """The result of `reading_of`, with its revision."""
        self.images: dict[str, bytes] = {}
        """Images of a new document, by path; they are written beside the file."""
        with pause_gc():  # all nodes of a text file are made at once
            self.roots: list[Node] = self.content.roots() if self.content is not None else []
        self.version = self._find_version()

    def without_reading(self) -> Document:
        """The same tree without the cached reading. The reading refers to its document, so keeping it here
        would form a cycle that stays in memory until the garbage collector runs."""
        other = object.__new__(Document)  # not `copy.copy`, which takes the state of a pickle
        other.__dict__.update(self.__dict__)
        other.reading = None
        return other

    def copy(self) -> Document:
        """A document that can be edited without changing this one."""
        other = object.__new__(Document)
        other.__setstate__(self.__getstate__())
        return other

    def __getstate__(self) -> dict[str, Any]:
        """The state to pickle: the data to read again, because nodes hold functions of the file."""
        names = ("data", "name", "limits", "resolver", "revision", "images")
        return {name: getattr(self, name) for name in names}

    def __setstate__(self, state: dict[str, Any]) -> None:
        Document.__init__(self, state["data"], state["name"], state["limits"], state["resolver"])
        self.revision, self.images = state["revision"], dict(state["images"])
        self._written = (self.revision, state["data"])

    @property
    def is_text(self) -> bool:
        return isinstance(self.content, TextFile)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The faults in the nodes decoded so far; call `visit` to decode all."""
        return tuple(self._faults.by_key.values())

    def visit(self) -> None:
        """Decode all remaining values and arrays, so that every fault is known."""
        from pantin.formats.fbx.nodes import Array

        pending = list(self.roots)
        while pending:
            node = pending.pop()
            if node.count >= 2 and node.all_numbers().size:
                pending += node.children
                continue
            for value in node.values:
                if isinstance(value, Array):
                    value.numbers  # noqa: B018  (decodes them)
            pending += node.children

    def section(self, name: str) -> Node | None:
        """The first top-level node with this name."""
        return next((node for node in self.roots if node.name == name), None)

    def _find_version(self) -> int:
        if isinstance(self.content, BinaryFile) and self.content.version >= OWN_HEADER:
            return self.content.version
        header = self.section("FBXHeaderExtension")
        stated = header.first("FBXVersion") if header is not None else None
        if stated is not None:
            return as_integer(stated.value())
        if isinstance(self.content, BinaryFile):
            return self.content.version
        opening = text.OPENING.match(self._stored)
        if opening is None:
            return 0
        major, minor, patch = (int(part[:4]) for part in opening.groups())
        return 1000 * major + 100 * minor + 10 * patch

    # Edits

    def set_values(self, node: Node, values: Sequence[Value], codes: str) -> None:
        """Replace the values of a node; `codes` has a type letter for each (C Y I L F D S R b i l f d)."""
        if len(codes) != len(values):
            raise ValueError(f"{len(values)} values need as many type letters, not {codes!r}")
        node.set_values(values, codes)
        self.revision += 1

    def add(self, parent: Node | None, node: Node, at: int | None = None) -> None:
        """Append a new node to the children of another, or to the top level; `at` inserts it there."""
        nodes = self.roots if parent is None else parent.children
        nodes.insert(len(nodes) if at is None else at, node)
        if parent is not None:
            parent.rearranged = True
        self.revision += 1

    def remove(self, parent: Node | None, node: Node) -> None:
        (self.roots if parent is None else parent.children).remove(node)
        if parent is not None:
            parent.rearranged = True
        self.revision += 1

    def keep(self, parent: Node, children: list[Node]) -> None:
        """Remove all other children of a node."""
        parent.children = children
        parent.rearranged = True
        self.revision += 1

    @property
    def data(self) -> bytes:
        """The bytes of the file, with edits applied."""
        revision, data = self._written
        if revision != self.revision:
            from pantin.formats.fbx.save import save

            data = save(self._stored, self.content, self.roots)
            self._written = (self.revision, data)
        return data


def is_text(data: bytes) -> bool:
    """Whether a file may be text FBX, judged by its first comment or its first node."""
    start = data[:4096]
    return text.OPENING.match(start) is not None or text.START.match(start) is not None


def read(source: Path | bytes, name: str, limits: Limits, resolver: Resolver | None = None) -> Document:
    """Read a file, or bytes. Raises only `LimitExceeded` and `OSError`: invalid content raises nothing."""
    data = source if isinstance(source, bytes) else bytes(files.read(source, limits.file_bytes))
    if len(data) > limits.file_bytes:
        raise LimitExceeded("file_bytes", f"the file has more than {limits.file_bytes:,} bytes")
    return Document(data, name, limits, resolver)
