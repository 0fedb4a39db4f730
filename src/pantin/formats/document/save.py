"""Save a document with the other files it names: planned first, then all written, or none."""

from __future__ import annotations

import errno
import filecmp
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from pantin import files
from pantin.errors import PantinError
from pantin.files import BytesLike, OutsideError, PathError, Resolver
from pantin.formats.document.document import BufferedDocument, External, externals
from pantin.report import Finding, Rule

DocumentT = TypeVar("DocumentT", bound=BufferedDocument[Any])


@dataclass(slots=True)
class SavePlan:
    """The files to write when a document is saved as `path`; nothing is written before `write`.

    `same_folder` tells whether the document was read from the folder of `path`, and `used_uris` are the URIs
    in it. An existing file with other content is not overwritten unless it is `replaceable`: named by the
    asset that is being replaced at `path`, and not by the document itself.
    """

    path: Path
    same_folder: bool
    used_uris: set[str]
    replaceable: set[Path]
    companions: dict[Path, BytesLike] = field(default_factory=dict)

    @classmethod
    def of(cls, document: DocumentT, path: Path, read: Callable[..., DocumentT]) -> SavePlan:
        """A plan without companions yet; `read` reads the asset that may exist at `path`.

        Raises `FileNotFoundError` where the folder is missing: it may be a typing error.
        """
        if not path.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, "there is no such folder", str(path.parent))
        named = externals(document)
        own = {external.path for external in named}
        try:
            old = externals(read(path, limits=document.limits)) if path.is_file() else []
        except (OSError, PantinError):
            old = []
        replaceable = {external.path for external in old if external.path is not None} - own
        return cls(
            path, _was_read_from(document, path.parent), {external.uri for external in named}, replaceable
        )

    def name_new(self, label: str, suffix: str, data: BytesLike) -> str:
        """Plan to write new data to a file beside `path`; returns its URI, which no other file has."""
        number = 0
        while True:
            name = f"{self.path.stem}{label}{f'-{number}' if number else ''}{suffix}"
            target, uri = self.path.parent / name, quote(name)
            if uri not in self.used_uris and self._is_free(target, data):
                self.used_uris.add(uri)
                self.companions[target] = data
                return uri
            number += 1

    def _is_free(self, target: Path, data: BytesLike) -> bool:
        if not target.exists() or target in self.replaceable:
            return True
        return target.is_file() and target.stat().st_size == len(data) and target.read_bytes() == data

    def copy_named_files(self, document: BufferedDocument[Any], missing: Rule[...]) -> list[Finding]:
        """Plan to copy every file that the document names into the new folder, under the same name; returns a
        finding of `missing` for each that cannot be copied.

        Raises `FileExistsError` for a name that another file has.
        """
        resolver = document.resolver if self.same_folder else Resolver(self.path.parent)
        findings = []
        for external in externals(document):
            if document.resolver.allow_outside and self._leads_to(external):
                continue
            try:
                target = resolver.resolve(external.uri)
            except PathError as error:
                allowed = document.resolver.allow_outside or not isinstance(error, OutsideError)
                reason = str(error) if allowed else f"{error}; {files.ADVICE}"
                findings.append(missing.at(external.pointer, uri=external.uri, reason=reason))
                continue
            if target in self.companions or _has_same_content(external.path, target):
                continue
            if external.path is None or external.fault is not None:
                findings.append(missing.at(external.pointer, uri=external.uri, reason=external.fault))
                continue
            if target.exists() and target not in self.replaceable:
                raise FileExistsError(
                    f"{target} is not the {external.uri!r} of the asset: move it, or save elsewhere"
                )
            self.companions[target] = files.read(external.path, document.limits.file_bytes)
        return findings

    def _leads_to(self, external: External) -> bool:
        """Whether a reference means the same file in the document that is written, as an absolute path does:
        nothing has to be copied then."""
        try:
            return _has_same_content(external.path, Resolver(self.path.parent, True).resolve(external.uri))
        except PathError:
            return False

    def write(self, parts: Iterable[BytesLike]) -> None:
        """Write the document, whose file consists of `parts`, and all companions, or nothing."""
        # An asset may name itself, which is then the file being written.
        itself = os.path.realpath(self.path)
        companions = {
            path: data for path, data in self.companions.items() if os.path.realpath(path) != itself
        }
        files.atomic_write(self.path, parts, companions)


def _was_read_from(document: BufferedDocument[Any], folder: Path) -> bool:
    """Whether a document was read from this folder, so that its references stay valid."""
    own = document.resolver.folder
    return own is not None and os.path.realpath(own) == os.path.realpath(folder)


def _has_same_content(source: Path | None, target: Path) -> bool:
    """Whether both are the same file, or have the same content."""
    if source is None or not (source.is_file() and target.is_file()):
        return False
    return source.samefile(target) or filecmp.cmp(source, target, shallow=False)
