"""Settings a project keeps in a file: `[tool.pantin]` of a pyproject.toml, or a pantin.toml.

The nearest one found upward from the working folder counts; an option on the command line overrides it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

from pantin.cli.exit import UsageError
from pantin.report.catalogue import did_you_mean

FORMATS = ("text", "json", "github", "sarif")


class Settings(NamedTuple):
    """What a settings file may say, with what holds where it says nothing. The names are the keys in the
    file.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    strict: bool = False
    format: str = "text"
    baseline: Path | None = None
    """Relative to the file that says it."""
    jobs: int = 1
    """How many processes; 0 means one per processor."""


def find_settings(folder: Path) -> Settings:
    """The settings that hold in `folder`. Raises `UsageError` for a file that says what has no meaning."""
    for parent in (folder, *folder.parents):
        for name, path in (("pantin.toml", ()), ("pyproject.toml", ("tool", "pantin"))):
            if (parent / name).is_file():
                table = read_table(parent / name, path)
                if table is not None:
                    return parse(table, parent / name)
    return Settings()


def settings_here() -> Settings:
    """The settings that hold in the working folder; none if it was deleted."""
    try:
        return find_settings(Path.cwd())
    except FileNotFoundError:
        return Settings()


def overridden(settings: Settings, **given: Any) -> Settings:
    """The settings with what the command line gave, which is every value that is not None."""
    return settings._replace(**{key: value for key, value in given.items() if value is not None})


MENTION = rb"""^\s*\[*\s*["']?tool["']?\s*(?:\.\s*["']?pantin|[\]=])"""
"""A line that may begin `[tool.pantin]`, or a table `tool` written in another way."""


def read_table(file: Path, path: tuple[str, ...]) -> Any:
    """The table at `path` of a TOML file, or None where it has none.

    A pyproject.toml that cannot have one is not parsed: most have none, and the parser takes long to import.
    """
    try:
        text = file.read_bytes()
    except OSError as error:
        raise UsageError(f"{file}: cannot be read: {error.strerror}") from None
    if path and not re.search(MENTION, text, re.MULTILINE):
        return None
    import tomllib

    try:
        table: Any = tomllib.loads(text.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UsageError(f"{file}: not TOML: {error}") from None
    for key in path:
        table = table.get(key) if isinstance(table, dict) else None
    return table


def parse(table: Any, file: Path) -> Settings:
    """The settings in `table`, each key checked."""
    if not isinstance(table, dict):
        raise UsageError(f"{file}: tool.pantin must be a table")
    for key in table:
        if key not in Settings._fields:
            hint = did_you_mean(key, Settings._fields)
            raise UsageError(f"{file}: unknown setting {key!r}.{hint} Known: {', '.join(Settings._fields)}.")
    return Settings(**{key: parse_value(key, value, file) for key, value in table.items()})


def parse_value(key: str, value: Any, file: Path) -> Any:
    match key, value:
        case (("select" | "ignore"), list()) if all(isinstance(item, str) for item in value):
            return tuple(value)
        case "strict", bool():
            return value
        case "format", str() if value in FORMATS:
            return value
        case "baseline", str():
            return file.parent / value
        case "jobs", int() if type(value) is int and value >= 0:
            return value
    raise UsageError(f"{file}: {key} must be {EXPECTED[key]}, not {value!r}")


EXPECTED = {
    "select": "a list of rule ids, prefixes or severities",
    "ignore": "a list of rule ids, prefixes or severities",
    "strict": "true or false",
    "format": f"one of {', '.join(FORMATS)}",
    "baseline": "the path of a file",
    "jobs": "a number of processes, or 0 for one per processor",
}
