"""Files as commands take them: opened by name or from standard input, with a sentence for what goes wrong."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from pantin.cli.exit import UnreadableError, UsageError
from pantin.cli.streams import STANDARD, STANDARD_NAME, described, read_standard_input
from pantin.errors import PantinError

if TYPE_CHECKING:
    from pantin.assets import Asset


def source_of(file: str) -> tuple[str | bytes, str]:
    """What to read, and the name that messages have for it."""
    return (read_standard_input(), STANDARD_NAME) if file == STANDARD else (file, file)


def opened(file: str) -> Asset:
    """The asset in a file. Raises `UnreadableError`."""
    from pantin.assets import load

    data, name = source_of(file)
    with unreadable(name):
        return load(data, name=name)


def opened_rig(file: str) -> Asset:
    """The asset in a file from which a rig can be taken. Raises `UnreadableError`."""
    asset = opened(file)
    with unreadable(asset.path):
        asset.rig  # noqa: B018  (lifts it)
    return asset


@contextmanager
def unreadable(name: str | Path) -> Iterator[None]:
    """Raise what is wrong with a file, of this name unless the error knows better, as `UnreadableError`."""
    try:
        yield
    except BrokenPipeError:
        raise  # the reader of standard output went away: no fault of a file
    except OSError as error:
        raise UnreadableError(described(error, error.filename or name)) from None
    except PantinError as error:
        words = str(error)
        raise UnreadableError(words if str(name) in words else f"{name}: {words}") from None


@contextmanager
def refused(name: str | Path) -> Iterator[None]:
    """As `unreadable`; and what cannot be asked of a file is a `UsageError`."""
    with unreadable(name):
        try:
            yield
        except ValueError as error:
            raise UsageError(str(error)) from None
