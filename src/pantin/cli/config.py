"""Settings a project keeps in a file: `[tool.pantin]` of a pyproject.toml, or a pantin.toml.

The nearest one found upward from the working folder counts; an option on the command line overrides it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pantin.base.tuples import NamedTuple
from pantin.cli.exit import UsageError
from pantin.report.catalogue import did_you_mean
from pantin.verbs.check import FORMATS

NOTHING: Mapping[str, Any] = MappingProxyType({})


class PathSettings(NamedTuple):
    """Settings for files that match a pattern; they override the others."""

    pattern: str
    folder: str
    """The folder of the file that says it, which the pattern is relative to."""
    ignore: tuple[str, ...] = ()
    severity: Mapping[str, str] = NOTHING
    budgets: Mapping[str, Any] = NOTHING

    def hold_for(self, path: str) -> bool:
        from pantin.base.patterns import matches_file

        return matches_file(self.pattern, self.folder, path)


class Settings(NamedTuple):
    """The contents of a settings file, with defaults. The names are the keys in the file."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    strict: bool = False
    format: str = "text"
    baseline: Path | None = None
    """Relative to the file that says it."""
    jobs: int = 1
    """How many processes; 0 means one per processor."""
    severity: Mapping[str, str] = NOTHING
    """Severities of rules by id or prefix, in capitals."""
    per_path: tuple[PathSettings, ...] = ()
    budgets: Mapping[str, Any] = NOTHING
    """Each is a setting in the file: `max-triangles = 50000`."""
    clips: Mapping[str, Any] = NOTHING
    """Thresholds of the rules about clips."""

    @property
    def all_budgets(self) -> tuple[tuple[str, str, dict[str, Any]], ...]:
        """The budgets as work on a file takes them: with the pattern and the folder of each table."""
        everywhere = (("", "", dict(self.budgets)),) if self.budgets else ()
        tables = ((each.pattern, each.folder, dict(each.budgets)) for each in self.per_path if each.budgets)
        return (*everywhere, *tables)


KEYS = tuple(name.replace("_", "-") for name in Settings._fields if name != "budgets")
"""The settings in a file, without budgets."""


def find_settings(folder: Path) -> Settings:
    """The settings for `folder`. Raises `UsageError` for a file with invalid settings."""
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


def override_settings(settings: Settings, **stated: Any) -> Settings:
    """The settings with what the command line gave, which is every value that is not None."""
    return settings._replace(**{key: value for key, value in stated.items() if value is not None})


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
    values, budgets = divide(table, KEYS, file)
    return Settings(budgets=budgets, **{key: parse_value(key, value, file) for key, value in values.items()})


def divide(table: dict[str, Any], keys: tuple[str, ...], file: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The settings of a table that are in `keys`, spelled as in Python, and its budgets."""
    from pantin.verbs.budgets import BUDGETS, parse_budgets

    for key in table:
        if key not in keys and key not in BUDGETS:
            hint = did_you_mean(key, keys) or did_you_mean(key, BUDGETS)
            known = f"Known: {', '.join((*keys, *BUDGETS))}."
            raise UsageError(f"{file}: unknown setting {key!r}.{hint} {known}")
    try:
        budgets = parse_budgets({key: value for key, value in table.items() if key in BUDGETS})
    except ValueError as error:
        raise UsageError(f"{file}: {error}") from None
    return {key.replace("-", "_"): value for key, value in table.items() if key in keys}, budgets


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
        case "severity", dict():
            return parse_severities(value, file)
        case "clips", dict():
            return parse_clips(value, file)
        case "per_path", dict() if all(isinstance(inner, dict) for inner in value.values()):
            return tuple(parse_path(pattern, inner, file) for pattern, inner in value.items())
    raise UsageError(f"{file}: {key.replace('_', '-')} must be {EXPECTED[key]}, not {value!r}")


def parse_severities(table: dict[str, Any], file: Path) -> dict[str, str]:
    """Severities of rules by id or prefix, which is put in capitals."""
    from pantin.report.severities import LEVELS

    for name, level in table.items():
        if level not in LEVELS:
            known = ", ".join(LEVELS)
            raise UsageError(f"{file}: the severity of {name} must be one of {known}, not {level!r}")
    return {name.strip().upper(): level for name, level in table.items()}


def parse_clips(table: dict[str, Any], file: Path) -> dict[str, Any]:
    """Thresholds of the rules about clips, each checked."""
    from pantin.verbs.clip_checks import thresholds_of

    try:
        thresholds_of(table)
    except ValueError as error:
        raise UsageError(f"{file}: {error}") from None
    return table


def parse_path(pattern: str, table: dict[str, Any], file: Path) -> PathSettings:
    """The settings for files that match a pattern."""
    values, budgets = divide(table, ("ignore", "severity"), file)
    parsed = {key: parse_value(key, value, file) for key, value in values.items()}
    return PathSettings(pattern, str(file.parent.absolute()), budgets=budgets, **parsed)


EXPECTED = {
    "select": "a list of rule ids, prefixes or severities",
    "ignore": "a list of rule ids, prefixes or severities",
    "strict": "true or false",
    "format": f"one of {', '.join(FORMATS)}",
    "baseline": "the path of a file",
    "jobs": "a number of processes, or 0 for one per processor",
    "severity": "a table of rules with error, warning, info or off",
    "clips": "a table of thresholds",
    "per_path": "a table of patterns, with a table of settings for each",
}
