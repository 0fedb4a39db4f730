"""Save a document with the other files it names: planned first, then all written, or none."""

from __future__ import annotations

import errno
import filecmp
import os
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from msgspec import Struct, field

from pantin.base import files
from pantin.base.errors import PantinError
from pantin.base.files import BytesLike, OutsideError, PathError, Resolver, exists, is_file, is_folder
from pantin.formats.document.companions import Companions
from pantin.formats.document.document import BufferedDocument, External, externals
from pantin.formats.document.shared import is_named_by_another
from pantin.report import Finding, Rule

DocumentT = TypeVar("DocumentT", bound=BufferedDocument[Any])


class SavePlan(Struct):
    """The files to write when a document is saved as `path`; nothing is written before `write`.

    `same_folder` tells whether the document was read from the folder of `path`, and `used_uris` are the URIs
    in it. `old` are the files that the document being replaced at `path` names, `new_uris` name the files
    with new data.
    """

    path: Path
    same_folder: bool
    used_uris: set[str]
    old: list[External]
    read: Callable[..., BufferedDocument[Any]]
    companions: Companions
    new_uris: set[str] = field(default_factory=set)
    _named: Counter[str] = field(default_factory=Counter)

    @classmethod
    def for_document(cls, document: DocumentT, path: Path, read: Callable[..., DocumentT]) -> SavePlan:
        """A plan without companions yet; `read` reads the asset that may exist at `path`.

        Raises `FileNotFoundError` where the folder is missing: it may be a typing error.
        """
        if not is_folder(path.parent):
            raise FileNotFoundError(errno.ENOENT, "there is no such folder", str(path.parent))
        named = externals(document)
        try:
            old = externals(read(path, limits=document.limits)) if is_file(path) else []
        except (OSError, PantinError):
            old = []
        same_folder = _was_read_from(document, path.parent)
        plan = cls(path, same_folder, {external.uri for external in named}, old, read, Companions(path))
        # The document in memory may be saved again, in another container, and then needs its own files.
        plan.companions.kept.update(os.path.realpath(each.path) for each in named if each.path is not None)
        return plan

    def name_new(self, label: str, suffix: str, data: BytesLike) -> str:
        """Plan to write new data to a file beside `path`; returns its URI, which no other file has."""
        before = self._named[label + suffix]
        self._named[label + suffix] += 1
        target = self.path.parent / f"{self.path.stem}{label}{f'-{before}' if before else ''}{suffix}"
        for candidate in self.companions.candidates(target, data):
            uri = quote(candidate.name)
            if uri not in self.used_uris:
                self.companions.add(candidate, data)
                self.new_uris.add(uri)
                return uri
        raise self.companions.no_name(target)

    def copy_named_files(self, document: DocumentT, missing: Rule[...]) -> tuple[DocumentT, list[Finding]]:
        """Plan to copy every file that the document names into the new folder; returns the document to write
        and a finding of `missing` for each file that cannot be copied.

        A file keeps its name unless another file has it: then the document that is returned names it with its
        digest.
        """
        resolver = document.resolver if self.same_folder else Resolver(self.path.parent)
        findings: list[Finding] = []
        renamed: dict[str, str] = {}
        for external in externals(document):
            if external.uri in self.new_uris or (
                document.resolver.allow_outside and self._leads_to(external)
            ):
                continue
            try:
                target = resolver.resolve(external.uri)
            except PathError as error:
                allowed = document.resolver.allow_outside or not isinstance(error, OutsideError)
                reason = str(error) if allowed else f"{error}; {files.ADVICE}"
                findings.append(missing.at(external.pointer, uri=external.uri, reason=reason))
                continue
            if _has_same_content(external.path, target):
                self.companions.kept.add(os.path.realpath(target))
            elif external.path is None or external.fault is not None:
                findings.append(missing.at(external.pointer, uri=external.uri, reason=external.fault))
            elif os.path.realpath(target) != os.path.realpath(self.path) or exists(target):
                # Otherwise the asset names itself, which is then the file being written.
                uri = self._copy(target, external, document.limits.file_bytes)
                if uri != external.uri:
                    renamed[external.pointer] = uri
        return _with_uris(document, renamed), findings

    def _copy(self, target: Path, external: External, most: int) -> str:
        """Plan to copy one file; returns the URI that names it."""
        assert external.path is not None
        data = files.read(external.path, most)
        placed = self.companions.place(target, data)
        if placed == target:
            return external.uri
        folder, slash, _ = external.uri.rpartition("/")
        return f"{folder}{slash}{quote(placed.name)}"

    def _leads_to(self, external: External) -> bool:
        """Whether a reference means the same file in the document that is written, as an absolute path does:
        nothing has to be copied then."""
        try:
            return _has_same_content(external.path, Resolver(self.path.parent, True).resolve(external.uri))
        except PathError:
            return False

    def write(self, parts: Iterable[BytesLike]) -> None:
        """Write the document (its file consists of `parts`) and all companions, or nothing; then remove
        the companions that the replaced document had for itself."""
        obsolete = {each.path for each in self.old if each.path is not None and self._is_obsolete(each)}
        self.companions.write(parts, obsolete, lambda path: is_named_by_another(path, self.path, self.read))

    def _is_obsolete(self, external: External) -> bool:
        """Whether a file of the old document is of no use without it: the data of buffers, and what has the
        name that a new companion wanted. Other files, such as images, may be somebody's originals."""
        is_data = external.pointer.startswith("/buffers/")
        return external.path is not None and (is_data or self.companions.is_replaced(external.path))


def _with_uris(document: DocumentT, renamed: dict[str, str]) -> DocumentT:
    """The document with other URIs at these pointers; itself where there are none."""
    if not renamed:
        return document
    copy = document.copy()
    for pointer, uri in renamed.items():
        copy.set(pointer, uri)
    return copy


def _was_read_from(document: BufferedDocument[Any], folder: Path) -> bool:
    """Whether a document was read from this folder, so that its references stay valid."""
    own = document.resolver.folder
    return own is not None and os.path.realpath(own) == os.path.realpath(folder)


def _has_same_content(source: Path | None, target: Path) -> bool:
    """Whether both are the same file, or have the same content."""
    if source is None or not (is_file(source) and is_file(target)):
        return False
    return source.samefile(target) or filecmp.cmp(source, target, shallow=False)
