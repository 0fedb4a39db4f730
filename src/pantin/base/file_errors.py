"""System errors as sentences that name the file, and suggest the file that was probably meant."""

from __future__ import annotations

import errno
import os
from itertools import islice
from pathlib import Path

NEIGHBOURS = 1000
"""How many files of a folder a mistyped name is compared with."""


def describe_error(error: OSError, path: str | Path, suffixes: tuple[str, ...] = ()) -> str:
    """A system error as a sentence that begins with the file; Pantin's own errors already are such sentences.

    `suffixes` are those of the files that may have been meant besides files with the suffix of the path.
    """
    if error.strerror is None:
        return str(error)
    reason = error.strerror.lower()
    if error.strerror == os.strerror(errno.ENOENT):
        absolute = isinstance(error.filename, str) and Path(error.filename).is_absolute()
        if not absolute and working_folder_is_gone():
            return f"{path}: {reason}, for {GONE}" if error.filename else GONE
        try:
            return _describe_missing(Path(path), reason, suffixes)
        except (OSError, ValueError):
            pass  # the folder cannot be looked at either: its name is too long, or permission is denied
    return f"{path}: {reason}"


GONE = "the working folder has been deleted"


def working_folder_is_gone() -> bool:
    try:
        Path.cwd()
    except OSError:
        return True
    return False


def _describe_missing(path: Path, reason: str, suffixes: tuple[str, ...]) -> str:
    """The reason why there is no file at a path; raises `OSError` or `ValueError` if the system does not
    report it."""
    if path.is_symlink():
        return f"{path}: a link to {path.readlink()}, which does not exist"
    hint = nearest_file(path, suffixes) if path.parent.exists() else f", for there is no folder {path.parent}"
    return f"{path}: {reason}{hint}"


def nearest_file(missing: Path, suffixes: tuple[str, ...] = ()) -> str:
    """`". Did you mean arm.glb?"` if files beside the missing one have similar names, with the same suffix or
    one of `suffixes`. A name without a suffix may also mean a folder."""
    from pantin.report.catalogue import close_to

    # Suffixes are left out: they make any two models of a folder look alike.
    stem, _, suffix = missing.name.lower().partition(".")
    if not stem:
        return ""
    own = f".{suffix}" if suffix else None
    try:
        beside = sorted(islice(missing.parent.iterdir(), NEIGHBOURS))
    except OSError:
        return ""
    stems: dict[str, str] = {}
    for path in sorted(beside, key=lambda candidate: own is None or not candidate.name.lower().endswith(own)):
        name = path.name.lower()
        if name.endswith(suffixes) or (path.is_dir() if own is None else name.endswith(own)):
            stems.setdefault(path.name.partition(".")[0], path.name)
    near = [stems[candidate] for candidate in close_to(stem, stems)]
    return f". Did you mean {' or '.join(near)}?" if near else ""
