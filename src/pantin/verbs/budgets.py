"""Budgets: numbers and names that a team agrees on, such as `max-triangles = 50000`; none is set by default.

A project sets them in pantin.toml, for all files or for paths; `check` reports files that exceed them by the
rules in `budget_rules`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from pantin.report.catalogue import did_you_mean

if TYPE_CHECKING:
    from pathlib import Path

    from pantin.report import Finding
    from pantin.verbs.asset import Asset

COUNTS = ("max-triangles", "max-joints", "max-influences", "max-texture-size", "max-materials")
SIZE, SECONDS = "max-file-size", "max-clip-seconds"
LISTS = ("required-bones", "required-names", "allowed-extensions")

BUDGETS = (*COUNTS, SIZE, SECONDS, *LISTS)
"""The settings, as files spell them; in Python they may also be spelled with underscores."""

PathBudgets = tuple[str, str, Mapping[str, Any]]
"""A pattern, the folder that it is relative to, and the budgets of files that match it; an empty pattern
matches all."""


def parse_budgets(table: Mapping[str, Any]) -> dict[str, Any]:
    """The budgets in a table, each checked. Raises `ValueError`."""
    return {(key := _check_name(name)): parse_budget(key, value) for name, value in table.items()}


def _check_name(name: str) -> str:
    key = name.replace("_", "-")
    if key not in BUDGETS:
        raise ValueError(f"unknown budget {name!r}.{did_you_mean(key, BUDGETS)} Known: {', '.join(BUDGETS)}.")
    return key


def parse_budget(key: str, value: Any) -> Any:
    """The value of a budget: a whole number, bytes, seconds, or a tuple of patterns. Raises `ValueError`."""
    if key in LISTS:
        if isinstance(value, list | tuple) and all(isinstance(item, str) and item for item in value):
            return tuple(value)
        raise ValueError(f"{key} must be a list of names or patterns, not {value!r}")
    if key == SIZE and isinstance(value, str):
        from pantin.base.sizes import parse_size

        try:
            return parse_size(value)
        except ValueError as error:
            raise ValueError(f"{key}: {error}") from None
    kinds: tuple[type, ...] = (int, float) if key == SECONDS else (int,)
    if type(value) in kinds and 0 <= value < float("inf"):
        return value
    expected = {SECONDS: "a number of seconds", SIZE: "a number of bytes, or a size such as '20MB'"}
    raise ValueError(f"{key} must be {expected.get(key, 'a whole number')}, not {value!r}")


def budgets_for(path: str, budgets: Iterable[PathBudgets]) -> dict[str, Any]:
    """The budgets of the file at a path: the last that matches counts."""
    from pantin.base.patterns import matches_file

    merged: dict[str, Any] = {}
    for pattern, folder, table in budgets:
        if not pattern or matches_file(pattern, folder, path):
            merged |= table
    return merged


def check_budgets(asset: Asset, budgets: Mapping[str, Any], source: Path | bytes | None) -> list[Finding]:
    """Findings on what the file exceeds; `source` is what the asset was read from."""
    from pantin.verbs.budget_rules import find_exceeded

    return asset.format.locate(asset.document, list(find_exceeded(asset, budgets, source)))
