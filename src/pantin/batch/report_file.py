"""The report of a batch as a file: a row for each file, as lines of JSON or as Parquet."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

from pantin.base.errors import MissingExtra
from pantin.base.extras import install_command
from pantin.base.file_names import is_url
from pantin.batch.row import MEMBERS, Row
from pantin.batch.storage import upload

SUFFIXES = (".jsonl", ".parquet")

GROUP = 5_000
"""Rows per group in a Parquet file, and therefore the most that are kept in memory."""


class Writer(Protocol):
    def write(self, row: Row) -> None: ...

    def close(self) -> None: ...


def require_suffix(name: str) -> None:
    """Raise `ValueError` for the name of a file that is not a report, and `MissingExtra` for one that cannot
    be written here."""
    if not name.endswith(SUFFIXES):
        raise ValueError(f"{name}: a report file is .jsonl or .parquet")
    if name.endswith(".parquet"):
        _import_pyarrow(name)


@contextmanager
def open_report(name: str) -> Iterator[Writer]:
    """A writer of the report file `name`, which exists whole after the block, or not at all."""
    from pantin.base.files.temporary import temporary_name

    if is_url(name):
        with TemporaryDirectory(prefix="pantin-") as folder:
            local = Path(folder, "report" + Path(name).suffix)
            with open_report(str(local)) as writer:
                yield writer
            upload(local, name)
        return
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(temporary_name())
    try:
        writer = _ParquetWriter(fresh, name) if name.endswith(".parquet") else _LinesWriter(fresh)
        try:
            yield writer
        except BaseException:
            with suppress(Exception):  # the first error counts; a full disk is full for this too
                writer.close()
            raise
        writer.close()
        fresh.replace(path)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        if error.filename in (None, "", str(fresh)):  # pyarrow and a buffer that is emptied name no file
            raise OSError(error.errno, error.strerror or str(error), name) from None
        raise
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise


class _LinesWriter:
    def __init__(self, path: Path) -> None:
        self._file = path.open("w", encoding="utf-8", newline="\n")

    def write(self, row: Row) -> None:
        self._file.write(json.dumps(row.to_builtins()) + "\n")

    def close(self) -> None:
        self._file.close()


class _ParquetWriter:
    def __init__(self, path: Path, name: str) -> None:
        self._arrow = _import_pyarrow(name)
        self._schema = parquet_schema(self._arrow)
        self._file = import_module("pyarrow.parquet").ParquetWriter(path, self._schema, compression="zstd")
        self._rows: list[dict[str, Any]] = []

    def write(self, row: Row) -> None:
        self._rows.append(_as_unicode(row.to_builtins()))
        if len(self._rows) >= GROUP:
            self._flush()

    def _flush(self) -> None:
        if self._rows:
            self._file.write_table(self._arrow.Table.from_pylist(self._rows, schema=self._schema))
            self._rows.clear()

    def close(self) -> None:
        if self._file.is_open:
            self._flush()
            self._file.close()


def _as_unicode(value: Any) -> Any:
    """A value for Parquet, which stores UTF-8: other bytes in the name of a file become `\\xff`."""
    if isinstance(value, str):
        if value.isascii():
            return value
        return value.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    if isinstance(value, list):
        return [_as_unicode(item) for item in value]
    if isinstance(value, dict):
        return {name: _as_unicode(item) for name, item in value.items()}
    return value


def parquet_schema(arrow: Any) -> Any:
    """The columns of a report, each with the type of the member of `Row`."""
    text, count, seconds = arrow.string(), arrow.int64(), arrow.float64()
    others = {"line": count, "column": count, "common": arrow.bool_()}
    findings = {name: others.get(name, text) for name in MEMBERS}
    columns = {
        **dict.fromkeys(("path", "target", "outcome", "result", "reason", "format", "sha256"), text),
        **dict.fromkeys(("bytes", "target_bytes", "nodes", "meshes", "skins", "clips", "materials"), count),
        **dict.fromkeys(("read_seconds", "work_seconds", "write_seconds"), seconds),
        "attempts": count,
        "resumed": arrow.bool_(),
        **dict.fromkeys(("errors", "warnings", "infos"), count),
        "notes": arrow.list_(text),
        "findings": arrow.list_(arrow.struct(list(findings.items()))),
    }
    return arrow.schema(list(columns.items()))


def _import_pyarrow(name: str) -> Any:
    try:
        return import_module("pyarrow")
    except ImportError:
        raise MissingExtra(
            f"{name}: Parquet needs an optional dependency: {install_command('batch')}; or write .jsonl"
        ) from None
