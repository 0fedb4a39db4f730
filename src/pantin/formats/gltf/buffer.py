"""The bytes of a buffer or an image, wherever they are: in the BIN chunk, in a data URI, or in a file beside
the asset.

Bytes that cannot be had are a fault with a kind and a sentence, never an exception.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pantin import files
from pantin.formats import uri
from pantin.formats.gltf.container import Container
from pantin.limits import Limits

FaultKind = Literal[
    "not_object", "no_uri", "no_chunk", "bad_uri", "refused", "missing", "unreadable", "short"
]
Storage = Literal["chunk", "data", "file", "new"]


@dataclass(frozen=True, slots=True)
class BufferFault:
    """Why the bytes cannot be had.

    `not_object`: there is no such buffer, or it is no object. `no_uri`: it has no URI and is not the GLB's
    own buffer. `no_chunk`: it is, but the GLB has no BIN chunk. `bad_uri`: the URI is no text or cannot be
    taken apart. `refused`: the URI has a scheme or leaves the folder. `missing`: no such file. `unreadable`:
    the system refuses to read it. `short`: there are fewer bytes than the buffer states.
    """

    kind: FaultKind
    message: str


@dataclass(frozen=True, slots=True)
class Buffer:
    """A buffer's bytes as they are stored, where, and what is wrong with them.

    `stored` may be longer than the stated `byteLength` (a BIN chunk is padded) and, with the fault `short`,
    shorter. `mime` is the media type a data URI states; `path` the file of an external buffer, found or not.
    """

    stored: memoryview | None = None
    fault: BufferFault | None = None
    storage: Storage | None = None
    mime: str | None = None
    path: Path | None = None

    @property
    def data(self) -> memoryview | None:
        """The bytes, None when a fault keeps them from being used.

        Of a data URI that holds fewer than stated, those that are there: so does the Khronos validator.
        """
        if self.fault is None or (self.fault.kind == "short" and self.storage == "data"):
            return self.stored
        return None


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the URIs of a document are read with: its folder (None for bytes from nowhere), and how far it may
    reach.
    """

    folder: Path | None
    limits: Limits
    allow_outside: bool

    def load(self, reference: str) -> Buffer:
        """The bytes that a URI stands for."""
        if uri.is_data(reference):
            return _from_data(reference)
        if self.folder is None:
            return _refused("bytes in memory have no folder to find other files in")
        try:
            uri.scheme(reference)
            path = files.resolve(self.folder, reference, allow_outside=self.allow_outside)
        except uri.UriError as error:
            return Buffer(None, BufferFault("bad_uri", str(error)), "file")
        except files.PathError as error:
            return _refused(str(error))
        return _from_file(path, self.limits)


def _refused(message: str) -> Buffer:
    return Buffer(None, BufferFault("refused", message), "file")


def _from_data(reference: str) -> Buffer:
    mime = None
    try:
        parsed = uri.parse_data(reference)
        mime = parsed.mime
        return Buffer(memoryview(parsed.decode()), None, "data", mime)
    except uri.UriError as error:
        return Buffer(None, BufferFault("bad_uri", str(error)), "data", mime)


def _from_file(path: Path, limits: Limits) -> Buffer:
    try:
        if not path.exists():
            fault = BufferFault("missing", f"there is no file {path.name!r}")
        else:
            return Buffer(files.read_named(path, limits.file_bytes), None, "file", path=path)
    except (OSError, ValueError) as error:
        fault = BufferFault("unreadable", f"{path.name!r}: {getattr(error, 'strerror', None) or error}")
    return Buffer(None, fault, "file", path=path)


def load(entry: object, index: int, container: Container, around: Surroundings) -> Buffer:
    """Buffer `index`, of which the document says `entry`; with the fault `short` where it states more bytes
    than there are."""
    if not isinstance(entry, dict):
        return Buffer(fault=BufferFault("not_object", f"there is no buffer {index}"))
    found = _find(entry, index, container, around)
    stated = entry.get("byteLength")
    if found.stored is None or not isinstance(stated, int | float) or stated <= len(found.stored):
        return found
    fault = BufferFault("short", f"buffer {index} states {stated} bytes, {len(found.stored)} are there")
    return Buffer(found.stored, fault, found.storage, found.mime, found.path)


def _find(entry: dict[str, Any], index: int, container: Container, around: Surroundings) -> Buffer:
    if "uri" in entry:
        reference = entry["uri"]
        if not isinstance(reference, str):
            return Buffer(fault=BufferFault("bad_uri", "the URI is not a string"))
        return around.load(reference)
    if container.kind == "gltf" or index != 0:
        return Buffer(fault=BufferFault("no_uri", f"buffer {index} has no URI, nor is it a GLB's own"))
    chunk = container.bin
    if chunk is None:
        return Buffer(None, BufferFault("no_chunk", "the GLB has no BIN chunk"), "chunk")
    return Buffer(chunk, None, "chunk")
