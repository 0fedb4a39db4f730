"""How much of a file Pantin is willing to take in."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds that are checked before memory is taken; the defaults leave room for any file in production.

    `file_bytes` bounds a file, an external buffer, what a compressed part may unpack to, and what the
    accessors of a file become where they are stored in another form; `json_bytes`
    the JSON text, which unlike binary data is held in memory several times over; `json_depth` how deep
    its arrays and objects nest; `elements` the count of one accessor, index list or sparse substitution;
    `chunks` the chunks of a GLB; `sparse_bytes` an accessor of which the file stores no more
    than replacements; `yaml_bytes` and `yaml_depth` a YAML text; `expanded` the values that the
    repeats of a text stand for; `vertices` what a compiled text may become,
    instances counted each, and what a file may repeat by putting meshes on many nodes.

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


UNSUSPECTED = 256 << 20
"""What the compressed parts of any file may unpack to: as much as a machine can spare for a file that means
harm."""
MOST_GAIN = 1024
"""How many times its size a larger file may unpack to. Index lists that count up, the most regular data of
models, shrink some hundredfold; on nothing but zeros, Zstandard reaches thirty thousand, Draco millions."""


def most_unpacked(stored: int) -> int:
    """What so many compressed bytes may unpack to, as one part or as all that a file has: thousands of parts
    may lie over the same bytes."""
    return max(UNSUSPECTED, stored * MOST_GAIN)
