"""The tables of a USD crate: whether their bytes can hold as many entries as they state.

usd-core allocates what a table states before it reads it: a crate of one kilobyte that states millions of
entries takes gigabytes and minutes. The layout is that of OpenUSD's `crateFile.cpp`: a table of contents with
names, places and sizes of sections, each of which begins with its number of entries.
"""

from __future__ import annotations

import os
import struct
from typing import IO

SECTION = struct.Struct("<16sqq")
"""The name of a section, its place and its size."""

MOST_SECTIONS = 64
"""The most sections to accept; crates have six."""

ENTRIES = struct.Struct("<Q")
TABLES = frozenset({"TOKENS", "STRINGS", "FIELDS", "FIELDSETS", "PATHS", "SPECS"})
TOKENS = struct.Struct("<QQQ")
"""The number of tokens, the bytes of their text, and those of the text compressed."""

LZ4 = 255
"""The largest expansion by LZ4, in bytes per byte."""

PER_BYTE = 4 * LZ4
"""A list of integers has two bits for each before LZ4 compresses it."""

COMPRESSED_TOKENS = (0, 4)
"""From this version on, sections are compressed."""


def table_fault(file: IO[bytes], version: tuple[int, int], contents: int, size: int) -> str | None:
    """The fault in the tables of a crate of `size` bytes with its table of contents at `contents`; None if
    none is visible without reading them."""
    file.seek(contents)
    count = _unpack(ENTRIES, file)
    if count is None or count[0] > MOST_SECTIONS or contents + 8 + count[0] * SECTION.size > size:
        return "its table of contents is damaged"
    sections = [SECTION.unpack(file.read(SECTION.size)) for _ in range(count[0])]
    for raw, start, length in sections:
        name = raw.rstrip(b"\0").decode("latin-1")
        if name not in TABLES:  # of a newer version, or damaged, which usd-core says better
            continue
        if start < 0 or length < 0 or start + length > size:
            return f"its table {name} should be at bytes {start:,} to {start + length:,}"
        fault = _section_fault(file, name, version, start, length)
        if fault is not None:
            return fault
    return None


def _section_fault(
    file: IO[bytes], name: str, version: tuple[int, int], start: int, length: int
) -> str | None:
    file.seek(start, os.SEEK_SET)
    entries = _unpack(ENTRIES, file)
    if entries is None or length < ENTRIES.size:
        return f"its table {name} is cut off"
    stated, most = entries[0], length * PER_BYTE
    if name == "TOKENS" and version >= COMPRESSED_TOKENS:
        file.seek(start)
        numbers = _unpack(TOKENS, file)
        if numbers is None or length < TOKENS.size:
            return f"its table {name} is cut off"
        # Every token ends with a zero.
        stated, most = max(numbers[0], numbers[1]), length * LZ4
    return None if stated <= most else f"its table {name} states {stated:,} entries in {length:,} bytes"


def _unpack(layout: struct.Struct, file: IO[bytes]) -> tuple[int, ...] | None:
    data = file.read(layout.size)
    return layout.unpack(data) if len(data) == layout.size else None
