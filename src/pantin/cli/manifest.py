"""The manifest of a compilation: which bytes went in, and which came out."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pantin.cli.io import unreadable

VERSION = 1


def write_manifest(
    path: str,
    inputs: Sequence[tuple[str, bytes]],
    outputs: Sequence[str],
    *,
    profile: str,
    pose: str | None,
) -> None:
    """Write the SHA-256 of every file; nothing of time and machine, so that it is the same everywhere."""
    from pantin import __version__
    from pantin.base.files import atomic_write

    manifest = {
        "manifest_version": VERSION,
        "tool": {"name": "pantin", "version": __version__},
        "profile": profile,
        "pose": pose,
        "inputs": [entry(name, content) for name, content in inputs],
        "outputs": [entry(name, Path(name).read_bytes()) for name in files_of(outputs)],
    }
    with unreadable(path):
        atomic_write(Path(path), [(json.dumps(manifest, indent=2) + "\n").encode()])


def entry(name: str, content: bytes) -> dict[str, Any]:
    return {
        "path": Path(name).as_posix(),
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }


def files_of(outputs: Sequence[str]) -> Iterator[str]:
    """The files that were written, each with the files that it names."""
    import pantin
    from pantin.formats.registry import by_suffix

    for name in outputs:
        yield name
        format = by_suffix(name)
        if format is not None and format.readable and format.writable:
            yield from map(str, format.companions(pantin.load(name).document, Path(name)))
