"""The files beside a file that is written: named so that no file that exists is changed.

A companion gets a name that is free, or that of a file with the same content. So an old file and its
companions stay readable until the new file is renamed into place, whenever the process is killed.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from msgspec import Struct, field

from pantin.base import files
from pantin.base.files import BytesLike, exists, is_file

_DIGITS = (8, 16, 32, 64)
"""How many hexadecimal digits of the SHA-256 a name may have; more only where a shorter name is taken."""
_DIGEST = re.compile(r"\.[0-9a-f]{8,64}(\.[^./\\]*)?$")


class Companions(Struct):
    """The files to write beside `path`; nothing is written before `write`.

    new     the content of each file to write
    kept    the files that the new file at `path` uses, by their real paths
    wanted  the names that companions would have if those were free
    """

    path: Path
    new: dict[Path, BytesLike] = field(default_factory=dict)
    kept: set[str] = field(default_factory=set)
    wanted: set[str] = field(default_factory=set)

    def candidates(self, target: Path, data: BytesLike) -> Iterator[Path]:
        """The names that a companion may have without changing a file: its own, then with its digest. Raises
        `Unsuitable` for a name that the file at `path` cannot have in it."""
        files.check_name(target.name)
        self.wanted.add(os.path.realpath(target))
        if self._is_free(target, data):
            yield target
        digest = hashlib.sha256(data).hexdigest()
        for digits in _DIGITS:
            named = target.with_name(f"{target.stem}.{digest[:digits]}{target.suffix}")
            if self._is_free(named, data):
                yield named

    def add(self, target: Path, data: BytesLike) -> None:
        """Plan to write a candidate."""
        self.kept.add(os.path.realpath(target))
        if not exists(target):
            self.new[target] = data

    def place(self, target: Path, data: BytesLike) -> Path:
        """Plan to write a companion; returns the path that it gets."""
        for candidate in self.candidates(target, data):
            self.add(candidate, data)
            return candidate
        raise self.no_name(target)

    @staticmethod
    def no_name(target: Path) -> FileExistsError:
        return FileExistsError(f"every name for {target} is taken: move the files, or save elsewhere")

    def _is_free(self, target: Path, data: BytesLike) -> bool:
        # Names that differ in upper and lower case alone are one file on some systems.
        folded = str(target).casefold()
        for planned, content in self.new.items():
            if str(planned).casefold() == folded:
                return planned == target and content == data
        if folded == str(self.path).casefold() or os.path.realpath(target) == os.path.realpath(self.path):
            return False
        files.tell_target(target)
        return not os.path.lexists(target) or _has_content(target, data)

    def is_replaced(self, path: Path) -> bool:
        """Whether a file has the name that a new companion wanted, with a digest or without."""
        real = os.path.realpath(path)
        return not {real, _DIGEST.sub(r"\1", real)}.isdisjoint(self.wanted)

    def is_unused(self, path: Path) -> bool:
        """Whether a file exists that the new file does not use; links are somebody's own."""
        if not is_file(path) or path.is_symlink():
            return False
        return os.path.realpath(path) not in {*self.kept, os.path.realpath(self.path)}

    def write(
        self, parts: Iterable[BytesLike], obsolete: Iterable[Path], is_used: Callable[[Path], bool]
    ) -> None:
        """Write the file, which consists of `parts`, and all companions, or nothing; then remove the
        `obsolete` files that no other file uses."""
        files.atomic_write(self.path, parts, self.new)
        for path in obsolete:
            if self.is_unused(path) and not is_used(path):
                files.remove(path)


def _has_content(path: Path, data: BytesLike) -> bool:
    return is_file(path) and path.stat().st_size == len(data) and path.read_bytes() == data
