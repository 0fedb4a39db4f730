"""One writer at a time in a folder, so that a set of files is planned and written without interference."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pantin.base.files.reading import exists, is_file


@contextmanager
def lock_folder(path: Path) -> Iterator[None]:
    """Wait until no other process or thread saves a file in the folder of `path`, and then hold the lock.

    The lock is on the folder itself: it leaves no file, and ends with the process. Where folders cannot be
    locked, as on Windows and some network file systems, the second of two writers fails because the name of a
    companion is taken.
    """
    if sys.platform == "win32" or (exists(path) and not is_file(path)):
        yield
        return
    import fcntl

    try:
        descriptor = os.open(path.parent, os.O_RDONLY)
    except OSError:  # the save itself says what is wrong with the folder
        yield
        return
    try:
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
