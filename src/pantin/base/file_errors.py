"""Errors of the system as sentences that name the file, and the file that was probably meant."""

from __future__ import annotations

import errno
import os
from itertools import islice
from pathlib import Path

NEIGHBOURS = 1000
"""How many files of a folder a mistyped name is compared with."""


def describe_error(error: OSError, path: str | Path) -> str:
    """An error of the system as a sentence that begins with the file; an error of ours is one already."""
    if error.strerror is None:
        return str(error)
    reason = error.strerror.lower()
    if error.strerror == os.strerror(errno.ENOENT):
        try:
            return _describe_missing(Path(path), reason)
        except (OSError, ValueError):
            pass  # the folder cannot be looked at either: its name is too long, or permission is denied
    return f"{path}: {reason}"


def _describe_missing(path: Path, reason: str) -> str:
    """Why there is no file at a path; raises `OSError` and `ValueError` if the system does not tell."""
    if path.is_symlink():
        return f"{path}: a link to {path.readlink()}, which does not exist"
    hint = nearest_file(path) if path.parent.exists() else f", for there is no folder {path.parent}"
    return f"{path}: {reason}{hint}"


def nearest_file(missing: Path) -> str:
    """`". Did you mean arm.glb?"` where files beside the missing one are called much alike."""
    from pantin.report.catalogue import close_to

    try:
        beside = sorted(path.name for path in islice(missing.parent.iterdir(), NEIGHBOURS))
    except OSError:
        return ""
    # Suffixes are left out: they make any two models of a folder look alike.
    stem, _, suffix = missing.name.partition(".")
    if not stem:
        return ""
    stems: dict[str, str] = {}
    for name in sorted(beside, key=lambda candidate: not candidate.endswith(f".{suffix}")):
        stems.setdefault(name.partition(".")[0], name)
    near = [stems[candidate] for candidate in close_to(stem, stems)]
    return f". Did you mean {' or '.join(near)}?" if near else ""
