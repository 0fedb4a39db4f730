"""Differences between systems in handling files: names that ignore case; on Windows also reserved names, long
paths and read-only files.

Only this module reads `WINDOWS`, so that tests can replace it.
"""

from __future__ import annotations

import ntpath
import os
import stat
from contextlib import suppress
from pathlib import Path

from pantin.base.errors import Unsuitable

WINDOWS = os.name == "nt"

_DEVICES = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$"}
    | {f"{port}{digit}" for port in ("com", "lpt") for digit in "123456789¹²³"}
)
_FORBIDDEN = frozenset('<>:"|?*') | {chr(code) for code in range(32)}

_LONG = 240
"""Characters of a path from which Windows needs the prefix for long paths: 260, less the name of a temporary
file."""


def name_fault(name: str) -> str | None:
    """The reason why a path cannot be the name of a file on this system; None if it can.

    Windows opens a device for `NUL` or `aux.bin`, a hidden stream of a file for `model:stream`, and another
    file for a name that ends with a dot or a space.
    """
    if not WINDOWS:
        return None
    relative = ntpath.splitdrive(name)[1] if ntpath.isabs(name) else name
    for segment in relative.replace("\\", "/").split("/"):
        if segment.partition(".")[0].rstrip(" ").casefold() in _DEVICES:
            return f"{segment!r} is the name of a device on Windows"
        if not _FORBIDDEN.isdisjoint(segment):
            return f"{segment!r} has a character that Windows does not allow in names"
        if segment.endswith((".", " ")) and segment not in (".", ".."):
            return f"{segment!r} ends with a dot or a space, which Windows removes"
    return None


def check_name(name: str) -> None:
    """Refuse a name that text in a file cannot contain: systems allow bytes that are not UTF-8. Raises
    `Unsuitable`."""
    try:
        name.encode()
    except UnicodeEncodeError:
        why = f"the name {name!r} is not UTF-8, so that the file to write cannot name it"
        raise Unsuitable(f"{why}; choose another name, or a format that is one file") from None


def ignores_case(folder: Path) -> bool:
    """Whether `A` and `a` are one file in a folder, as on most disks of Windows and macOS. Tested on the
    nearest existing folder with a letter in its name; False if there is none."""
    for path in (folder, *folder.parents):
        other = path.with_name(path.name.swapcase()) if path.name else path
        if other.name != path.name and path.exists():
            return other.exists() and path.samefile(other)
    return False


def to_long_path(path: Path) -> Path:
    """On Windows, the path in a form that may have any length; elsewhere the path itself."""
    if not WINDOWS:
        return path
    text = ntpath.abspath(str(path))
    if len(text) < _LONG or text.startswith("\\\\?\\"):
        return path
    return Path("\\\\?\\UNC\\" + text[2:] if text.startswith("\\\\") else "\\\\?\\" + text)


def replace(fresh: Path, target: Path) -> None:
    """Rename a file over another. Windows refuses to replace a read-only file, so it is made writable first;
    the new one gets its permissions."""
    mode = stat.S_IMODE(target.stat().st_mode) if WINDOWS and target.exists() else None
    if mode is not None and not mode & stat.S_IWRITE:
        target.chmod(mode | stat.S_IWRITE)
        try:
            fresh.replace(target)
        except OSError:
            target.chmod(mode)
            raise
        target.chmod(mode)
        return
    fresh.replace(target)


def copy_mode(path: Path, mode: int) -> None:
    """Give a file the permissions of another. On Windows a new file stays writable: a read-only one could
    not be renamed or removed."""
    path.chmod(stat.S_IMODE(mode) | (stat.S_IWRITE if WINDOWS else 0))


def unlink(path: Path) -> None:
    """Remove a file, even a read-only one; raises `FileNotFoundError` if there is none."""
    if WINDOWS:
        with suppress(OSError):
            path.chmod(stat.S_IWRITE)
    path.unlink()
