"""Names of temporary files, which allow files of dead processes to be recognised and removed."""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

_NAME = re.compile(r"\.pantin-([0-9a-f]{8})-([0-9]{1,10})-[0-9a-f]{16}\.tmp")


def temporary_name() -> str:
    """A name that no other file has. It does not contain the target's, which may be as long as the file
    system allows.

    It contains the machine and the process, because several machines may share a folder.
    """
    return f".pantin-{_machine()}-{os.getpid()}-{os.urandom(8).hex()}.tmp"


_swept: set[Path] | None = None


def sweep_folders_once() -> None:
    """From now on, look for old temporary files only once in each folder: listing a folder for each of a
    hundred thousand written files takes hours. Code that starts processes which may be killed while writing
    calls `remove_abandoned_files` afterwards."""
    global _swept
    _swept = set()


def sweep(folder: Path) -> None:
    """Remove the temporary files of killed processes from a folder before writing to it."""
    if _swept is None:
        remove_abandoned_files(folder)
    elif folder not in _swept:
        _swept.add(folder)
        remove_abandoned_files(folder)


def remove_abandoned_files(folder: Path) -> None:
    """Remove the temporary files of killed processes of this machine from a folder."""
    with suppress(OSError):
        for path in folder.iterdir():
            name = _NAME.fullmatch(path.name)
            if name and name[1] == _machine() and not _is_alive(int(name[2])):
                with suppress(OSError):
                    path.unlink()


@cache
def _machine() -> str:
    import hashlib  # not before: it loads a library of 2 ms, and whoever reads files writes none
    import platform

    return hashlib.sha256(platform.node().encode("utf-8", "replace")).hexdigest()[:8]


def _is_alive(process: int) -> bool:
    if sys.platform == "win32":
        import ctypes

        synchronize = 0x00100000  # the least right to a process that can be asked for
        handle = ctypes.windll.kernel32.OpenProcess(synchronize, False, process)
        if handle:
            ctypes.windll.kernel32.CloseHandle(handle)
        return bool(handle)
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True  # a process of another user
    return True
