"""Plug-ins: objects that other packages register by entry points."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


class PlugInWarning(UserWarning):
    """An object of another package cannot be loaded."""


def show_own_warnings() -> None:
    """For commands: hide warnings of libraries about numbers in files, because findings report these; print a
    line on standard error for a plug-in that cannot be loaded."""
    warnings.simplefilter("ignore")
    warnings.simplefilter("default", PlugInWarning)
    warnings.showwarning = lambda message, *_, **__: print(f"pantin: {message}", file=sys.stderr)


def is_used(group: str) -> bool:
    """Whether any installed package has entry points in a group.

    Importing `importlib.metadata` takes longer than checking a small model, so it is imported only if there
    is something to load.
    """
    return f"[{group}]".encode() in _entry_points()


@cache
def _entry_points() -> bytes:
    """The entry points of all packages. Looking for them takes about 1 ms."""
    return b"\n".join(text for folder in sys.path for text in _entry_point_files(folder))


def _entry_point_files(folder: str) -> Iterator[bytes]:
    try:
        names = [entry.path for entry in os.scandir(folder or ".") if entry.name.endswith("-info")]
    except OSError:
        names = [folder] if folder.endswith(".egg") else []
    for name in names:
        try:
            yield Path(name, "entry_points.txt").read_bytes()
        except OSError:
            continue


def load(group: str, what: str, accept: Callable[[Any], T]) -> list[T]:
    """The objects of a group. `accept` checks each object and returns the one to keep; a warning names those
    that cannot be loaded, as `what`."""
    if not is_used(group):
        return []
    from importlib.metadata import entry_points

    loaded: list[T] = []
    for point in entry_points(group=group):
        try:
            loaded.append(accept(point.load()))
        except (Exception, SystemExit) as error:  # a module that ends the process when it is imported
            reason = "its module ends the process" if isinstance(error, SystemExit) else error
            text = f"the {what} {point.name!r} cannot be loaded: {reason}"
            warnings.warn("".join(filter(str.isprintable, text)), PlugInWarning, stacklevel=3)
    return loaded
