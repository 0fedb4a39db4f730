"""Explain why a file cannot be opened, from its container and from the errors of usd-core."""

from __future__ import annotations

import re
import struct
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from pantin.base.archives import ZIP_ERRORS
from pantin.formats.usd.containers import CRATE, EITHER, LAYERS, PACKAGE, TEXT, kind_of
from pantin.formats.usd.crate_tables import table_fault
from pantin.report.wording import quoted

NAMES = {TEXT: "a USD text", CRATE: "a USD crate", PACKAGE: "a zip archive"}
AGAIN = "copy or export the file again"
NOT_UTF8 = "a name in it is not UTF-8"

CRATE_HEADER = struct.Struct("<8s8Bq64x")
"""The magic, the version, the offset of the table of contents, and reserved bytes."""


class Unopened(Exception):
    """A file cannot be opened as a stage: the reason, with line and column of a syntax error in a text
    file."""

    def __init__(self, why: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(why, line, column)
        self.line, self.column = line, column

    def __str__(self) -> str:
        return str(self.args[0])


def container_fault(path: Path) -> str | None:
    """The fault in the container of a file; None if none is visible from outside."""
    size = path.stat().st_size
    with path.open("rb") as file:
        head = file.read(CRATE_HEADER.size)
    if not size:
        return f"it is empty; {AGAIN}"
    kind, suffix = kind_of(head), path.suffix.lower().removeprefix(".")
    if suffix != EITHER and kind != suffix:
        if kind is None:
            return f"a .{suffix} file does not start with {quoted(head[:8].decode('latin-1'))}"
        return f"it is {NAMES[kind]}; rename it to {path.stem}.{kind}"
    if kind == CRATE:
        with path.open("rb") as file:
            return _crate_fault(file, size)
    return _package_fault(path) if kind == PACKAGE else None


def _crate_fault(file: IO[bytes], size: int) -> str | None:
    head = file.read(CRATE_HEADER.size)
    if len(head) < CRATE_HEADER.size:
        return f"it ends after {size:,} bytes; {AGAIN}"
    _, *version, contents = CRATE_HEADER.unpack(head)
    if not CRATE_HEADER.size <= contents < size:
        where = f"its table of contents should be at byte {contents:,}"
        return f"{where}, but the file has {size:,} bytes; {AGAIN}"
    fault = table_fault(file, (version[0], version[1]), contents, size)
    return None if fault is None else f"{fault}, but the file has {size:,} bytes; {AGAIN}"


def _package_fault(path: Path) -> str | None:
    """Check a package: its first file must be the root layer, and no file may be compressed (the USDZ
    specification)."""
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
    except ZIP_ERRORS:
        return f"it is a zip archive without a directory, cut off or damaged; {AGAIN}"
    if not entries:
        return "it is a package without files"
    first = entries[0].filename
    if Path(first).suffix.lower().removeprefix(".") not in LAYERS:
        return f"its first file is {quoted(first)}, but a package starts with its USD layer; use `usdzip`"
    packed = next((entry.filename for entry in entries if entry.compress_type != zipfile.ZIP_STORED), None)
    if packed is not None:
        return f"{quoted(packed)} in it is compressed, and a package stores files as they are; use `usdzip`"
    # Entries that share bytes, or state more than there are, would make a small file a large one.
    if sum(max(entry.file_size, entry.compress_size) for entry in entries) > path.stat().st_size:
        return f"its zip directory states more bytes than the file has; {AGAIN}"
    try:
        return next(filter(None, _crate_faults(path, entries)), None)
    except ZIP_ERRORS:
        return f"its zip directory does not match its files; {AGAIN}"


def _crate_faults(path: Path, entries: list[zipfile.ZipInfo]) -> Iterator[str]:
    """The faults of the crates in a package."""
    with zipfile.ZipFile(path) as archive:
        for entry in entries:
            if Path(entry.filename).suffix.lower().removeprefix(".") in LAYERS:
                with archive.open(entry) as file:
                    is_crate = kind_of(file.read(CRATE_HEADER.size)) == CRATE
                    file.seek(0)
                    fault = _crate_fault(file, entry.file_size) if is_crate else None
                if fault is not None:
                    yield f"{quoted(entry.filename)} in it is damaged: {fault}"


_IN_TEXT = re.compile(
    r":(?P<line>\d+):(?P<column>\d+): (?P<what>[^']*?) at '(?P<found>.*)' in <(?P<place>.*)>", re.DOTALL
)
_VERSION = re.compile(r"file is ([\d.]+), software supports ([\d.]+)")
_OF_CRATES = re.compile(r"crate|decompress", re.IGNORECASE)


def explain(error: Exception) -> Unopened:
    """Rephrase an error of usd-core: the position of a text fault, or that a crate is damaged."""
    try:
        text = str(error)
    except UnicodeDecodeError:  # it quotes the file
        return Unopened(NOT_UTF8)
    version = _VERSION.search(text)
    if version:
        newer = f"it is a crate of version {version[1]}, and this usd-core reads up to {version[2]}"
        return Unopened(f"{newer}; update usd-core")
    fault = _IN_TEXT.search(text)
    if fault:
        what = "syntax error" if fault["what"].startswith("parse error") else fault["what"]
        encountered = quoted(fault["found"]) if fault["found"] else "the end of the file"
        return Unopened(
            f"{what} at {encountered}, in <{fault['place']}>", int(fault["line"]), int(fault["column"])
        )
    if "Cannot determine file format" in text:
        return Unopened("usd-core does not read files of this kind")
    if _OF_CRATES.search(text):
        return Unopened(f"its data is damaged; {AGAIN}")
    return Unopened(_first_sentence(text))


def _first_sentence(text: str) -> str:
    """The message of an error of usd-core, without its source location."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    sentence = next(
        (line for line in lines if line.startswith("Error in")), lines[-1] if lines else "unknown error"
    )
    return sentence.rpartition(": '")[2].rstrip("'") if ": '" in sentence else sentence
