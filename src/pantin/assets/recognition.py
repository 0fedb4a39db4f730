"""Which format a file is of, by its name and its first bytes; and the rules for files that are of none."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, TypeAlias

from pantin import files
from pantin.assets.asset import Source
from pantin.errors import LimitExceeded
from pantin.formats.gltf.document import GLB_SUFFIXES
from pantin.limits import Limits
from pantin.report import Finding, rule

Family: TypeAlias = Literal["glTF", "G4MF", "OFF", "Rigy"]

RIGY_SUFFIXES = (".rigy.yaml", ".rigs.yaml", ".ricy.yaml", ".rigy.yml", ".rigs.yml", ".ricy.yml")
"""How the names of documents, scenes and contracts end."""

PLAIN = (".yaml", ".yml")
"""How the names of texts end that may be anything, and are taken for Rigy when they are named."""

GLTF_SUFFIXES = (".gltf", *sorted(GLB_SUFFIXES))
"""How names end that decide by themselves: such files are not looked into."""

G4MF_SUFFIXES = frozenset({".g4b", ".g4tf", ".g3b", ".g3tf"})

RIGY_OPENING = re.compile(rb"^(?:rigy_version|rigs_version|contract_version|version)[ \t]*:", re.MULTILINE)
LOOKED_INTO = 1 << 12
"""Bytes of a file without a telling name: the version stands near the top."""

JSON_SPACE = b" \t\r\n"


def recognised(source: Source, name: str) -> Family:
    """The family of a file, or of bytes that would be called `name`; glTF where nothing tells."""
    if name.lower().endswith(GLTF_SUFFIXES):
        return "glTF"
    if is_rigy(source, name):
        return "Rigy"
    if suffix_of(name).lower() in G4MF_SUFFIXES or start_of(source)[:4] == b"G4MF":
        return "G4MF"
    from pantin.formats.off.document import is_off

    return "OFF" if is_off(start_of(source), suffix_of(name)) else "glTF"


def is_rigy(source: Source, name: str) -> bool:
    """Whether a file, or bytes that would be called `name`, are a Rigy text."""
    lower = name.lower()
    if lower.endswith(GLTF_SUFFIXES):
        return False
    return lower.endswith((*RIGY_SUFFIXES, *PLAIN)) or RIGY_OPENING.search(start_of(source)) is not None


def start_of(source: Source) -> bytes:
    """The first bytes; none of a file that cannot be opened, of which the reader will say so."""
    if isinstance(source, bytes):
        return source[:LOOKED_INTO]
    try:
        with Path(source).open("rb") as stream:
            return stream.read(LOOKED_INTO)
    except OSError:
        return b""


def settled(source: Source, limits: Limits) -> Source:
    """The source, as bytes if it is a pipe or a device: what is read from it to tell its format is gone."""
    if isinstance(source, bytes):
        return source
    path = Path(source)
    if path.exists() and not path.is_file() and not path.is_dir():
        return bytes(files.read(path, limits.file_bytes))
    return source


def name_of(source: Source, name: str | None) -> str:
    """What to call a file: the name given for it, else its path."""
    return name or ("bytes" if isinstance(source, bytes) else os.fspath(source))


def suffix_of(name: str) -> str:
    return Path(name).suffix


@rule("FILE-UNKNOWN_FORMAT", "error", "neither its content nor its name is of a format that Pantin reads")
def unknown_format(data: memoryview, name: str) -> Iterator[Finding]:
    """A file is of a format that Pantin reads: glTF (.glb, .gltf, .vrm), G4MF (.g4b, .g4tf), OFF or Rigy.

    Why: A file that is none of these by its content, under a name that promises nothing, has no meaning to
    check.
    Mend: Name the right file, or give it the suffix of its format to see how far it is from being one.
    Source: glTF 2.0 §4.4.2 (the magic of a GLB) and §2.7 (the names of files).
    """
    start = bytes(data[:64]).removeprefix(b"\xef\xbb\xbf").lstrip(JSON_SPACE)
    if not start.startswith((b"glTF", b"{")) and not name.lower().endswith(GLTF_SUFFIXES):
        yield unknown_format.at()


@rule("FILE-LIMIT", "error", "{what}")
def limit(error: LimitExceeded) -> Iterator[Finding]:
    """A file stays within the limits of size, depth and count that Pantin reads files under.

    Why: A few bytes can promise a billion elements or nest ten thousand levels deep; reading on would exhaust
    memory.
    Mend: Mend the length or count that lies; where the file is meant to be so large, raise the limit named in
    the message through `pantin.Limits`.
    Source: Pantin's own `Limits`; the defaults leave room for any file seen in production.
    """
    yield limit.at(what=str(error))
