"""A glTF file kept whole: its bytes, the JSON tree they hold, and the typed view of it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin import files
from pantin.errors import LimitExceeded
from pantin.formats import json_text
from pantin.formats.gltf import buffer as buffers
from pantin.formats.gltf import container as containers
from pantin.formats.gltf.buffer import Buffer, Surroundings
from pantin.formats.gltf.container import Container, Kind
from pantin.formats.json_text import JsonFault
from pantin.limits import Limits

if TYPE_CHECKING:
    from pantin.formats.gltf.model import Gltf
    from pantin.report import Finding

# Files of these names are GLB whatever their first bytes; any other file is one when it begins like one.
GLB_SUFFIXES = frozenset({".glb", ".vrm", ".vrma"})


class Document:
    """A glTF file. Callers read `tree` and `model` and change neither.

    `path` is the file it was read from (None for bytes), `text` the JSON as it stands there.
    """

    def __init__(self, container: Container, path: Path | None, around: Surroundings) -> None:
        self.container = container
        self.path = path
        self.surroundings = around
        self.text = bytes(container.json or b"")
        self._tree: dict[str, Any] | None = None
        self._root: Any = None
        self._json_error: JsonFault | None = None
        self._decoded: tuple[Gltf, list[Finding]] | None = None
        self._buffers: dict[int, Buffer] = {}

    @property
    def kind(self) -> Kind:
        return self.container.kind

    @property
    def limits(self) -> Limits:
        return self.surroundings.limits

    @property
    def json_error(self) -> JsonFault | None:
        """What is wrong with the JSON text, if there is one.

        Unless it is only a byte order mark, `tree` is then empty.
        """
        self._parse()
        return self._json_error

    @property
    def root(self) -> Any:
        """The value of the JSON text whatever its type; None where it does not parse."""
        self._parse()
        return self._root

    @property
    def tree(self) -> dict[str, Any]:
        """The JSON object of the file; empty when the text holds none."""
        return self._parse()

    def _parse(self) -> dict[str, Any]:
        if self._tree is None:
            if self.container.json is not None:
                self._root, self._json_error = json_text.parse(self.text)
            self._tree = self._root if isinstance(self._root, dict) else {}
        return self._tree

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

            self._decoded = decode(self.text, self.tree)
        return self._decoded

    def buffer(self, index: int) -> Buffer:
        """The bytes of a buffer, loaded when first asked for."""
        if index not in self._buffers:
            self._buffers[index] = buffers.load(self.tree, index, self.container, self.surroundings)
        return self._buffers[index]


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
    document = Document(container, path, around)
    json_text.check_depth(document.text, limits.json_depth)
    return document


def _kind(data: memoryview, suffix: str) -> Kind:
    return "glb" if suffix.lower() in GLB_SUFFIXES or bytes(data[:4]) == b"glTF" else "gltf"
