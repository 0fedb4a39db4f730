"""Which files a command line names: files as they are, folders walked for the suffixes Pantin reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path


def discover(names: Iterable[str], on_error: Callable[[OSError], None]) -> list[str]:
    """The files meant by `names`, each once, in the order of the names and sorted within each folder.

    A folder that cannot be listed is handed to `on_error`. A file that does not exist is listed all the same:
    it is for the reader to say so.
    """
    from pantin.assets import walk_models

    paths = (
        path for name in names for path in (walk_models(name, on_error) if Path(name).is_dir() else (name,))
    )
    return list(dict.fromkeys(paths))
