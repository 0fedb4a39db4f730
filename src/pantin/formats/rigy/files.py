"""Rigy sources as documents: compiled into a rig when it is asked for."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pantin.base.arguments import check_arguments
from pantin.base.errors import BadFile, LimitExceeded
from pantin.formats.format import Condition, Format, Lifted, SourceDocument
from pantin.formats.registry import Source, name_of, seekable
from pantin.report import Finding, Report

if TYPE_CHECKING:
    from pantin.base.files import Resolver
    from pantin.base.limits import Limits
    from pantin.formats.rigy.bone_tails import Tails
    from pantin.formats.rigy.compile import Compiled
    from pantin.formats.rigy.poses import NamedPose
    from pantin.formats.rigy.summary import RigySummary
    from pantin.rig import Rig

PLAIN_YAML = (".yaml", ".yml")
"""Suffixes that other files have too: Pantin reads such a file if it is named, but ignores it in a folder."""

OPENING = re.compile(rb"^(?:rigy_version|rigs_version|contract_version|version)[ \t]*:", re.MULTILINE)


class RigySource(SourceDocument):
    """A source, compiled when it is first asked for more than its text: its rig, if it compiles, and its
    report.

    source    the file, or its bytes
    limits    those that it is read with, and the `resolver` that opens the files it imports
    options   the profile, the pose that its meshes are baked in, and whether its poses become a clip
    """

    def __init__(self, source: Path | bytes, limits: Limits, resolver: Resolver, **options: Any) -> None:
        self.source, self.limits, self.resolver, self.options = source, limits, resolver, options
        self.revision = 0
        self._edited: bytes | None = None

    @cached_property
    def _compiled(self) -> Compiled | Report:
        """The report alone of a source that does not compile."""
        from pantin.formats.rigy.compile import compile_text

        reading: dict[str, Any] = {"limits": self.limits, "allow_outside": self.resolver.allow_outside}
        path = None if isinstance(self.source, bytes) else self.source
        try:
            return compile_text(self.data, path=path, **reading, **self.options)
        except BadFile as error:
            return error.report

    @property
    def data(self) -> bytes:
        """The bytes of the source, as edited."""
        if self._edited is not None:
            return self._edited
        if isinstance(self.source, bytes):
            return self.source
        from pantin.base.files import read

        return bytes(read(self.source, self.limits.yaml_bytes, "yaml_bytes"))

    def rewrite(self, data: bytes) -> None:
        """Replace the text of the source."""
        self._edited = data
        self.revision += 1
        self.__dict__.pop("_compiled", None)

    def copy(self) -> RigySource:
        """A source that can be edited without changing this one."""
        other = RigySource(self.source, self.limits, self.resolver, **self.options)
        other.__dict__.update(self.__dict__)
        return other

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Undo the edits inside if one raises."""
        before = dict(self.__dict__)
        try:
            yield
        except BaseException:
            self.__dict__.clear()
            self.__dict__.update(before)
            raise

    def _part(self, name: str, default: Any) -> Any:
        return default if isinstance(self._compiled, Report) else getattr(self._compiled, name)

    @property
    def report(self) -> Report:
        return self._compiled if isinstance(self._compiled, Report) else self._compiled.report

    @property
    def rig(self) -> Rig | None:
        rig: Rig | None = self._part("rig", None)
        return rig

    @property
    def inputs(self) -> tuple[tuple[str, bytes], ...]:
        inputs: tuple[tuple[str, bytes], ...] = self._part("inputs", ())
        return inputs

    @property
    def tails(self) -> Tails:
        tails: Tails = self._part("tails", {})
        return tails

    @property
    def poses(self) -> tuple[NamedPose, ...]:
        poses: tuple[NamedPose, ...] = self._part("poses", ())
        return poses

    @property
    def of_the_source(self) -> tuple[tuple[str, int], ...]:
        """How many things of each kind stay in the source."""
        counts: tuple[tuple[str, int], ...] = self._part("of_the_source", ())
        return counts

    @property
    def layout(self) -> str:
        """The layout of documents that are made of the rig: the profile defines their bytes."""
        profile: str = self.options.get("profile", "standard")
        return profile

    @property
    def kind(self) -> str:
        return self.report.format

    def rig_for(self, rig: Rig, form: Format) -> tuple[Rig, list[Finding]]:
        """The rig to write in a format, with bone lengths if the format stores them, and findings about tails
        of bones that it drops. A GLB gets no lengths, because the language defines all its bytes."""
        from pantin.formats.rigy.bone_tails import dropped_tails, with_bone_lengths

        stores_lengths = form.holds("nodes.bone_lengths") and not form.is_home(rig.dimension)
        rig = with_bone_lengths(rig, self.tails) if self.tails and stores_lengths else rig
        dropped = dropped_tails(rig, self.tails, stores_lengths) if self.tails and not form.static else ()
        return rig, list(dropped)


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
    """A source to compile. With the id of one of its poses, meshes are baked in that pose and have no skins;
    a pose that the document does not have raises `ValueError`. With `clips`, its poses become a clip."""
    return RigySource(source, limits, resolver, profile=profile, pose=pose, clips=clips)


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
    from pantin.formats.rigy import FORMAT

    for folder, _, names in os.walk(path.parent):
        for name in sorted(names):
            if name.endswith((*FORMAT.suffixes, *PLAIN_YAML)):
                yield Path(folder, name)


def summarise_source(document: RigySource, rig: Callable[[], Rig], *, gaps: bool) -> RigySummary:
    """Summarise a source, which may have errors; with `gaps`, with the distances between its primitives."""
    from pantin.formats.rigy.summary import summarise

    source, limits = document.source, document.limits
    if isinstance(source, bytes):
        return summarise(document.data, limits=limits, gaps=gaps, rig=rig)
    outside = document.resolver.allow_outside
    return summarise(document.data, path=source, limits=limits, gaps=gaps, allow_outside=outside, rig=rig)


@check_arguments
def expand(
    source: Source,
    *,
    name: str | None = None,
    comments: Literal["keep", "drop", "provenance"] = "keep",
    profile: Literal["standard", "reference"] = "standard",
    show: Literal["document", "symmetry"] = "document",
) -> str:
    """A Rigy document after preprocessing: repeats, macros and params written out.

    comments  "keep" the author's, "drop" them, or "provenance": say which step made each item
    show      the "document", or what "symmetry" made: a list of bones, primitives, ranges and maps

    Raises `BadFile` for one that cannot be expanded.

    >>> "repeat" in pantin.expand("examples/rigy/car.rigy.yaml")
    False
    """
    from pantin.base.files import read
    from pantin.base.limits import Limits
    from pantin.formats.rigy.expand_text import expand_text

    limits = Limits()
    stream = seekable(source, limits)
    text = stream if isinstance(stream, bytes) else bytes(read(stream, limits.yaml_bytes, "yaml_bytes"))
    called = name_of(source, name)
    if show == "symmetry":
        from pantin.formats.rigy.symmetry_text import describe_symmetry

        return describe_symmetry(text, profile=profile)
    if show != "document":
        raise ValueError(f"show must be document or symmetry, not {show!r}")
    return expand_text(text, comments=comments, path=called, profile=profile, limits=limits)


@check_arguments
def fmt(text: str | bytes, *, name: str = "<text>") -> str:
    """A Rigy source in its canonical form: keys in one order, names in one spelling; comments stay.

    Raises `BadFile` for a document that is not valid YAML, or uses YAML that the language does not allow.

    >>> pantin.fmt("meshes: []\\nversion: '0.3'\\n")
    "version: '0.3'\\nmeshes: []\\n"
    """
    from pantin.formats.rigy.formatting import format_text

    return format_text(text if isinstance(text, str) else text.decode(), path=name)


@check_arguments
def schema(kind: Literal["rigy", "rigs", "ricy"] = "rigy") -> dict[str, Any]:
    """The JSON Schema of Rigy documents ("rigy"), scenes ("rigs") or contracts ("ricy"), for editors.

    >>> pantin.schema("rigs")["type"]
    'object'
    """
    from pantin.formats.rigy.schema.keys import json_schema

    return json_schema(kind)
