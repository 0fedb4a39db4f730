"""The models in a folder, by the suffixes that Pantin reads."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path


def walk_models(folder: str, on_error: Callable[[OSError], None] | None = None) -> Iterator[str]:
    """The files below `folder` that Pantin reads by their names, compared without case. Hidden folders and
    links to folders, which may form loops, are left out.

    A folder that cannot be listed is handed to `on_error`.
    """
    suffixes = readable_suffixes()
    for parent, folders, files in os.walk(folder, onerror=on_error):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = Path(parent, name)
            # A pipe or a device would be waited for; a link that leads nowhere is reported.
            if name.lower().endswith(suffixes) and (path.is_file() or not path.exists()):
                yield str(path)


def readable_suffixes() -> tuple[str, ...]:
    """How the names of files end that are models for Pantin, whatever folder they are in."""
    from pantin.formats.registry import list_formats

    return tuple(
        suffix
        for format in list_formats()
        if format.readable and format.is_in_folders()
        for suffix in format.suffixes
    )
