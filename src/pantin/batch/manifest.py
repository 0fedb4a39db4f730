"""The manifest of a batch: a line for each file that is done, from which a later run resumes.

Its lines are in the order of the files and have nothing of time and machine, so that runs with any number of
workers write the same bytes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from pantin.base.files import exists, is_file
from pantin.base.records import field_names
from pantin.batch.perform import hash_file
from pantin.batch.row import Row, plain_finding
from pantin.batch.spill import NameTable
from pantin.report import Finding

NAME = ".pantin-batch.jsonl"
"""The manifest in a target folder."""

LEFT_OUT = {"read_seconds", "work_seconds", "write_seconds", "attempts", "resumed", "value", "traceback"}

FILES = ("motion", "pose", "target")
"""Options that may name a file, as a path or as a string."""


def options_digest(verb: str, options: Mapping[str, Any]) -> str:
    """The SHA-256 of the work for each file: the verb, its options, and the content of files named in
    options."""
    plain = {name: _to_json(_as_file(value) if name in FILES else value) for name, value in options.items()}
    return hashlib.sha256(json.dumps([verb, plain], sort_keys=True).encode()).hexdigest()


def _as_file(value: Any) -> Any:
    """A path where a string is that of a file; a pose may also be given by its name."""
    return Path(value) if isinstance(value, str) and is_file(value) else value


def _to_json(value: Any) -> Any:
    if isinstance(value, Path):
        # A pipe can be read only once, by the work itself.
        return ["file", hash_file(value) if is_file(value) else str(value)]
    if isinstance(value, Mapping):
        return {str(key): _to_json(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_to_json(inner) for inner in value]
    return value


class Manifest:
    """A manifest that is written; with `resume`, its lines of earlier runs are known by path.

    `find` gives the row of a file that was done with the same options and version.
    """

    def __init__(self, path: Path, digest: str, version: str, *, resume: bool) -> None:
        self._key = {"options": digest, "version": version}
        self._done = NameTable()
        self._path = path
        self._file: BinaryIO | None = None
        self._whole = 0
        if resume and exists(path):
            self._read()

    def _read(self) -> None:
        with self._path.open("rb") as lines:
            for line in lines:
                try:
                    entry = json.loads(line)
                except ValueError:
                    break  # the last line of a run that was killed
                self._whole += len(line)
                if isinstance(entry, dict) and isinstance(entry.get("path"), str):
                    self._done.replace(entry["path"], line.decode())

    def find(self, path: str) -> Row | None:
        text = self._done.get(path)
        if text is None:
            return None
        entry = json.loads(text)
        if any(entry.pop(name, None) != value for name, value in self._key.items()):
            return None
        row = parse_row(entry)
        return row if row is not None and row.outcome in ("ok", "findings") else None

    def write(self, row: Row) -> None:
        if row.resumed:
            return
        if self._file is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self._path.open("r+b" if self._whole else "wb")
            if self._whole:
                self._file.seek(self._whole)
                self._file.truncate()
        plain = {name: getattr(row, name) for name in field_names(row) if name not in LEFT_OUT}
        plain["findings"] = [plain_finding(finding) for finding in row.findings]
        with self._named_errors():
            self._file.write(json.dumps(self._key | plain, ensure_ascii=True).encode() + b"\n")
            self._file.flush()

    def close(self) -> None:
        self._done.close()
        if self._file is not None:
            with self._named_errors():  # what a full disk did not take is tried again
                self._file.close()

    @contextmanager
    def _named_errors(self) -> Iterator[None]:
        """Name the manifest in errors of a file that is open, which name none."""
        try:
            yield
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self._path)) from None


def parse_row(entry: dict[str, Any]) -> Row | None:
    """The row in a line; None for a line of another version or hand."""
    try:
        findings = tuple(Finding(**finding) for finding in entry.pop("findings"))
        references = tuple((name, digest) for name, digest in entry.pop("references"))
        return Row(**entry | {"notes": tuple(entry["notes"])}, findings=findings, references=references)
    except (TypeError, ValueError, KeyError):
        return None
