"""The functions of the record `RIGY` of the registry: sources are compiled into a rig when they are read."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin.assets.format import Condition
from pantin.assets.registry import Source, name_of
from pantin.errors import BadFile, LimitExceeded
from pantin.formats.exchange import Lifted
from pantin.report import Finding, Report

if TYPE_CHECKING:
    from pantin.files import Resolver
    from pantin.formats.rigy.poses import NamedPose
    from pantin.formats.rigy.summary import Summary
    from pantin.limits import Limits
    from pantin.rig import Rig

PLAIN_YAML = (".yaml", ".yml")
"""Suffixes that other files have too: Pantin reads such a file if it is named, but ignores it in a folder."""

OPENING = re.compile(rb"^(?:rigy_version|rigs_version|contract_version|version)[ \t]*:", re.MULTILINE)


@dataclass(frozen=True, eq=False, slots=True)
class RigySource:
    """A compiled source: its rig, if it compiles, and its report.

    `inputs` are the files that were read, with the names that findings use, and their bytes; `tails` the ends
    of bones in the space of their nodes, and `poses` the poses of the documents; `of_the_source` counts what
    stays in the source.
    """

    rig: Rig | None
    report: Report
    inputs: tuple[tuple[str, bytes], ...] = ()
    tails: Mapping[int, tuple[float, float, float]] = field(default_factory=dict)
    poses: tuple[NamedPose, ...] = ()
    of_the_source: tuple[tuple[str, int], ...] = ()

    @property
    def kind(self) -> str:
        return self.report.format


def sniff(start: bytes, name: str) -> bool:
    return name.lower().endswith(PLAIN_YAML) or OPENING.search(start) is not None


def read(
    source: Path | bytes,
    *,
    name: str,
    limits: Limits,
    resolver: Resolver,
    profile: str = "standard",
    pose: str | None = None,
    clips: bool = False,
) -> RigySource:
    """Compile a source. With the id of one of its poses, meshes are baked in that pose and have no skins;
    a pose that the document does not have raises `ValueError`. With `clips`, its poses become a clip."""
    from pantin.formats.rigy import compile_file, compile_text

    options = {"profile": profile, "limits": limits, "allow_outside": resolver.allow_outside}
    options |= {"pose": pose, "clips": clips}
    try:
        if isinstance(source, bytes):
            compiled = compile_text(source, **options)  # type: ignore[arg-type]
        else:
            compiled = compile_file(source, **options)  # type: ignore[arg-type]
    except BadFile as error:
        return RigySource(None, error.report)
    return RigySource(
        compiled.rig,
        compiled.report,
        compiled.inputs,
        compiled.tails,
        compiled.poses,
        compiled.of_the_source,
    )


def condition(document: RigySource) -> Condition:
    return Condition.EMPTY if document.rig is None else Condition.WHOLE


def lift(document: RigySource) -> Lifted:
    assert document.rig is not None
    return Lifted(document.rig, ())


def not_carried(document: RigySource) -> Iterator[tuple[str, int, str]]:
    words = {"materials": "materials that nothing uses", "armatures": "rolls of bones"}
    for kind, count in document.of_the_source:
        yield words.get(kind, kind), count, f"/{kind}"


def check(document: RigySource) -> tuple[Finding, ...]:
    return document.report.findings


def over_limit(name: str, error: LimitExceeded) -> Report:
    """The language has its own rule about sources that are too large."""
    from pantin.formats.rigy.rules.yaml_syntax import limit

    return Report(name, "rigy", tuple(limit(str(error))))


def companions(document: RigySource | None, path: Path) -> Iterator[Path]:
    """Every source in the folder: a source may import any other, also one that does not exist yet."""
    from pantin.assets.registry import RIGY

    for folder, _, names in os.walk(path.parent):
        for name in sorted(names):
            if name.endswith((*RIGY.suffixes, *PLAIN_YAML)):
                yield Path(folder, name)


def summarise(source: Path | bytes, name: str, limits: Limits, resolver: Resolver, gaps: bool) -> Summary:
    """Summarise a source as far as it can be read; with `gaps`, with the distances between its primitives."""
    from pantin.files import read
    from pantin.formats.rigy.summary import summarise

    if isinstance(source, bytes):
        return summarise(source, limits=limits, gaps=gaps)
    text = bytes(read(source, limits.yaml_bytes, "yaml_bytes"))
    return summarise(text, path=source, limits=limits, gaps=gaps, allow_outside=resolver.allow_outside)


def expand(
    source: Source, *, name: str | None = None, comments: str = "keep", profile: str = "standard"
) -> str:
    """A Rigy document after preprocessing: repeats, macros and symmetry written out.

    comments  "keep" the author's, "drop" them, or "provenance": say which step made each item

    Raises `BadFile` for one that cannot be expanded.

    >>> "repeat" in pantin.expand("examples/rigy/car.rigy.yaml")
    False
    """
    from pantin.files import read
    from pantin.formats.rigy.expand_text import expand_text
    from pantin.limits import Limits

    limits = Limits()
    text = source if isinstance(source, bytes) else bytes(read(Path(source), limits.yaml_bytes, "yaml_bytes"))
    called = name_of(source, name)
    return expand_text(text, comments=comments, path=called, profile=profile, limits=limits)


def fmt(text: str | bytes, *, name: str = "<text>") -> str:
    """A Rigy source in its canonical form: keys in one order, names in one spelling; comments stay.

    Raises `BadFile` for a document that is not valid YAML, or uses YAML that the language does not allow.

    >>> pantin.fmt("meshes: []\\nversion: '0.3'\\n")
    "version: '0.3'\\nmeshes: []\\n"
    """
    from pantin.formats.rigy.formatting import format_text

    return format_text(text if isinstance(text, str) else text.decode(), path=name)


def schema(kind: str = "rigy") -> dict[str, Any]:
    """The JSON Schema of Rigy documents ("rigy"), scenes ("rigs") or contracts ("ricy"), for editors.

    >>> pantin.schema("rigs")["type"]
    'object'
    """
    from pantin.formats.rigy.schema.keys import json_schema

    return json_schema(kind)
