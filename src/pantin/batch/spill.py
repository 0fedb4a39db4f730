"""Collections that outgrow memory: beyond some thousand entries they are in a temporary database on disk, so
that a batch of a million files needs no more memory than one of a thousand.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite3 import Connection

IN_MEMORY = 20_000
"""Entries that are kept in memory: about 2 MB of names."""


def sort_names(names: Iterable[str], most: int = IN_MEMORY) -> Iterator[str]:
    """The names in the order of their characters; more than `most` are sorted on disk."""
    remaining = iter(names)
    first = list(islice(remaining, most + 1))
    if len(first) <= most:
        yield from sorted(first, key=os.fsencode)
        return
    database = _temporary_database()
    try:
        database.execute("CREATE TABLE entry (name BLOB PRIMARY KEY) WITHOUT ROWID")
        encoded = ((os.fsencode(name),) for name in chain(first, remaining))
        database.executemany("INSERT OR IGNORE INTO entry VALUES (?)", encoded)
        first.clear()
        for (name,) in database.execute("SELECT name FROM entry ORDER BY name"):
            yield os.fsdecode(name)
    finally:
        database.close()


class NameTable:
    """Values by name. The first value of a name stays until it is replaced."""

    def __init__(self, most: int = IN_MEMORY) -> None:
        self._most = most
        self._entries: dict[str, str] = {}
        self._database: Connection | None = None

    def get(self, name: str) -> str | None:
        if self._database is None:
            return self._entries.get(name)
        query = "SELECT value FROM entry WHERE name = ?"
        row = self._database.execute(query, (os.fsencode(name),)).fetchone()
        return None if row is None else os.fsdecode(row[0])

    def add(self, name: str, value: str = "") -> str | None:
        """Keep a value unless the name has one, which is returned."""
        if self._database is not None:
            row = (os.fsencode(name), os.fsencode(value))
            added = self._database.execute("INSERT OR IGNORE INTO entry VALUES (?, ?)", row).rowcount
            return None if added else self.get(name)
        earlier = self._entries.get(name)
        if earlier is None:
            self.replace(name, value)
        return earlier

    def replace(self, name: str, value: str) -> None:
        if self._database is None:
            self._entries[name] = value
            if len(self._entries) > self._most:
                self._move_to_disk()
            return
        row = (os.fsencode(name), os.fsencode(value))
        self._database.execute("INSERT OR REPLACE INTO entry VALUES (?, ?)", row)

    def close(self) -> None:
        if self._database is not None:
            self._database.close()

    def _move_to_disk(self) -> None:
        self._database = _temporary_database()
        self._database.execute("CREATE TABLE entry (name BLOB PRIMARY KEY, value BLOB) WITHOUT ROWID")
        rows = ((os.fsencode(name), os.fsencode(value)) for name, value in self._entries.items())
        self._database.executemany("INSERT INTO entry VALUES (?, ?)", rows)
        self._entries.clear()


def _temporary_database() -> Connection:
    """A database that SQLite keeps in a separate file, which disappears with the connection."""
    import sqlite3

    database = sqlite3.connect("")
    database.execute("PRAGMA journal_mode = OFF")
    database.execute("PRAGMA synchronous = OFF")
    return database
