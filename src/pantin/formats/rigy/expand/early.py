"""Find features that a document uses although its version does not have them yet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from pantin.formats.rigy.expand.params import TOOLING, is_expression
from pantin.formats.rigy.schema.document import NO_VERSION, numbers_of
from pantin.formats.rigy.schema.features import FEATURES, Feature, spell
from pantin.formats.rigy.schema.kinds import Fault, Faults
from pantin.formats.rigy.source import Composed, Map, Path, Seq

_STEPS = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|\[\]|\{\}|=\w+")


def report_early_words(root: Map, faults: Faults, version: str) -> None:
    """Features that expansion removes: they are found by their spelling, before it."""
    wanted = {feature.name: feature for feature in _later(version) if not feature.paths}
    paths_of: dict[str, list[Path]] = {}
    for path, value in _values(root) if wanted else ():
        if isinstance(value, str) and is_expression(value, path):
            paths_of.setdefault("expression", []).append(path)
        elif path and path[-1] == "repeat" and len(path) > 1 and isinstance(path[-2], int):
            paths_of.setdefault("repeat", []).append(path)
    for name, paths in paths_of.items():
        if name in wanted:
            _report(wanted[name], root, paths, faults, version)


def report_early_keys(root: Map, faults: Faults, version: str) -> None:
    """Features that are expanded separately, after repeats and params are inserted and before macros are."""
    for feature in _later(version):
        paths = [use for path in feature.paths for use in _uses(root, _steps(path), ())]
        _report(feature, root, paths, faults, version)


def _later(version: str) -> list[Feature]:
    """What came after a version; nothing for one that cannot be read, which has its own finding."""
    numbers = numbers_of(version) or NO_VERSION
    return [feature for feature in FEATURES if NO_VERSION < numbers < feature.since]


def _report(feature: Feature, root: Map, paths: list[Path], faults: Faults, version: str) -> None:
    """One fault at the first use: all of them have the same remedy."""
    if not paths:
        return
    text = Composed(root, [])
    on_key = not any("=" in path for path in feature.paths) and feature.name != "expression"
    position, path = min((text.locate(path, key=on_key), path) for path in paths)
    severity, rule = feature.report_as
    times = "" if len(paths) == 1 else f" (used {len(paths):,} times)"
    values = {"what": feature.what, "since": spell(feature.since), "version": version, "times": times}
    values |= {"severity": severity, "rule": rule}
    faults.listed.append(Fault("early", path, values, on_key, position, text.origin(path)))


@cache
def _steps(path: str) -> tuple[str, ...]:
    return tuple(_STEPS.findall(path))


def _uses(value: Any, steps: tuple[str, ...], path: Path) -> Iterator[Path]:
    """The paths of a tree that a path of the table leads to."""
    if not steps:
        if value is not None:
            yield path
        return
    step, rest = steps[0], steps[1:]
    if step == "[]":
        for index, item in enumerate(value if isinstance(value, Seq) else ()):
            yield from _uses(item, rest, (*path, index))
    elif step == "{}":
        for key, item in value.items() if isinstance(value, Map) else ():
            yield from _uses(item, rest, (*path, key))
    elif step.startswith("="):
        if value == step[1:]:
            yield path
    elif isinstance(value, Map) and step in value:
        yield from _uses(value[step], rest, (*path, step))


def _values(root: Map) -> Iterator[tuple[Path, Any]]:
    """Every value that expansion looks at, with its path."""
    pending: list[tuple[Path, Any]] = [
        ((key,), value) for key, value in root.items() if key not in (TOOLING, "params")
    ]
    while pending:
        path, value = pending.pop()
        yield path, value
        if isinstance(value, Map):
            pending += [((*path, key), inner) for key, inner in value.items()]
        elif isinstance(value, Seq):
            pending += [((*path, index), inner) for index, inner in enumerate(value)]
