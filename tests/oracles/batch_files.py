"""What a batch has written."""

from __future__ import annotations

from pathlib import Path


def tree(folder):
    """The content of each file of a folder, by its path; manifests are left out."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(Path(folder).rglob("*"))
        if path.is_file() and not path.name.startswith(".")
    }
