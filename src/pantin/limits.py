"""`Limits`: how large, deep and long a file may be."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits that are checked before memory is allocated; the defaults allow any file in production.

    file_bytes    bytes of a file, of an external buffer, of unpacked data, and of converted accessors
    json_bytes    bytes of the JSON, which unlike binary data is in memory several times
    json_depth    nesting of arrays and objects
    elements      count of an accessor, an index list or a sparse substitution
    chunks        chunks of a GLB
    sparse_bytes  bytes of an accessor whose base the file does not store
    yaml_bytes    bytes of a YAML source
    yaml_depth    nesting of a YAML source
    expanded      values after the repeats of a source are expanded
    vertices      vertices of a compiled source or of a file, counting every instance of a mesh
    prims         prims of a USD stage, counting those of every instance
    samples       numbers of time samples of a USD stage: values times elements

    >>> strict = pantin.Limits(file_bytes=10_000_000)
    >>> pantin.load("examples/arm.glb", limits=strict).report.ok
    True
    """

    file_bytes: int = 8 << 30
    json_bytes: int = 512 << 20
    json_depth: int = 512
    elements: int = 1 << 30
    chunks: int = 1 << 16
    sparse_bytes: int = 1 << 28
    yaml_bytes: int = 64 << 20
    yaml_depth: int = 64
    expanded: int = 1 << 23
    vertices: int = 1 << 26
    prims: int = 1 << 20
    samples: int = 1 << 27


UNSUSPECTED = 256 << 20
"""Bytes that the compressed parts of any file may unpack to: affordable even for a malicious file."""
MOST_GAIN = 1024
"""How many times its size a larger file may unpack to. Index lists that count up, the most regular data of
models, shrink some hundredfold; on nothing but zeros, Zstandard reaches thirty thousand, Draco millions."""


def most_unpacked(stored: int) -> int:
    """The bytes that `stored` compressed bytes may unpack to, as one part or as a whole file: thousands of
    parts may share the same bytes."""
    return max(UNSUSPECTED, stored * MOST_GAIN)
