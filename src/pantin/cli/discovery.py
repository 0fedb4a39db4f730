"""Which files a command line names: files as they are, folders walked for the suffixes Pantin reads."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path


def discover(names: Iterable[str], on_error: Callable[[OSError], None]) -> list[str]:
    """The files meant by `names`, each once, in the order of the names and sorted within each folder.

    A folder that cannot be listed is handed to `on_error`. A file that does not exist is listed all the same:
    it is for the reader to say so.
    """
    paths = (path for name in names for path in (walk(name, on_error) if Path(name).is_dir() else (name,)))
    return list(dict.fromkeys(paths))


def walk(folder: str, on_error: Callable[[OSError], None]) -> Iterator[str]:
    """The files below `folder` that Pantin reads by their names, compared without case. Hidden folders and
    links to folders, which may form loops, are left out.
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
    """How the names of files end that Pantin reads."""
    import pantin

    return tuple(suffix for format in pantin.list_formats() if format.readable for suffix in format.suffixes)
