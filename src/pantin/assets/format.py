"""`Format`: one record for each format that Pantin reads or writes. Everything that has to know a format (its
suffixes, how to tell it from others, what a file of it can hold) takes it from here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any

from pantin.errors import MissingExtra

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Protocol

    from pantin.assets.edits import Edits
    from pantin.errors import LimitExceeded
    from pantin.files import Resolver
    from pantin.formats.exchange import Lifted
    from pantin.formats.g4mf.dialects import Dialect
    from pantin.limits import Limits
    from pantin.report import Finding, Report
    from pantin.rig import Pose, Rig, Solver

    class Read(Protocol):
        """Reads a file, or bytes that would be called `name`; never checks them.

        Raises `OSError`, `LimitExceeded`, and `BadFile` with a report where no document can be made at all.
        """

        def __call__(
            self, source: Path | bytes, /, *, name: str, limits: Limits, resolver: Resolver
        ) -> Any: ...


class Condition(Enum):
    """How much of a file there is to work with."""

    WHOLE = "whole"
    DAMAGED = "damaged"
    """A part of it loads; rules about its rig would only repeat what is wrong with the file."""
    EMPTY = "empty"
    """Nothing in it can be used: `load` raises `BadFile`."""


@dataclass(frozen=True, slots=True)
class WriteOptions:
    """How to write a file. A format ignores none of these silently: `Format.options` names those it takes.

    embed           data of a .gltf inside it, or in files beside it; None: as it is
    dialect         the form of a G4MF file; None: as it is, and the newest for a new one
    omit_inferable  without the vertex group names of a G4MF file that equal those of the bones
    upgrade         a G4MF file of an older form becomes one of the newest
    layout          "reference": the bytes that Rigy's published suite holds
    pose, solver    what static geometry shows instead of the rest pose, and how skins bend for it
    name            what a new document is called
    """

    embed: bool | None = None
    dialect: Dialect | None = None
    omit_inferable: bool = False
    upgrade: bool = False
    layout: str = "standard"
    pose: Pose | None = None
    solver: Solver | None = None
    name: str = "rig"


def _whole(document: Any) -> Condition:
    return Condition.WHOLE


def _nothing(document: Any) -> Iterable[Any]:
    return ()


def over_limit_report(name: str, error: LimitExceeded) -> Report:
    """The report of a file that exceeds a limit before it can be read."""
    from pantin.assets.file_rules import over_limit
    from pantin.report import Report

    return Report(name, "", tuple(over_limit(error)))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Format:
    """A format. A document is whatever `read` and `lower` return; those that edits apply to have a `copy()`.

    name          as people call it
    suffixes      how the names of its files end, in lower case; every other list of suffixes derives from
                  these
    extra         the optional dependency it needs, named in the error where it is missing
    sniff         (first bytes, name) → whether a file without a known suffix is of this format
    read          None: write-only
    lift          document → rig, and findings on what of the file has no place in it
    lower         (rig, options) → a new document, and findings on what it does not hold; None: read-only
    adapt         (document, options) → a document that was read, in the form that the options ask for
    write         (document, path, options) → file(s), all or none; findings on what was dropped
    check         document → findings of the format's own rules
    over_limit    (name, error) → the report of a file that exceeds a limit when it is read
    capabilities  what a file of it can hold (see `PARTS`)
    lesser        suffixes whose files hold less than that
    own_losses    whether `lower` itself reports what it has no place for, element by element; else that is
                  derived from the capabilities
    kinds         what reports call the container of a suffix, where it is not the suffix itself
    options       the members of `WriteOptions` it takes
    condition     document → how much of it can be used; raises `Unsupported` for another version
    locate        (document, findings) → findings with line and column, in the order of the file
    not_carried   document → (what, count, pointer) of everything that `lift` does not take
    companions    (document or None, path) → the other files that a file at this path is made of
    rig_rules     whether rules about rigs apply; not where the format's own rules cover the same
    edits         what can be done to a document in place; None: only by way of the rig
    summarise     (source, name, limits, gaps) → what `inspect` shows; None: an outline of the rig
    about         document → what such an outline adds: `older`, `extensions`, `generator`
    rules         modules whose import registers the rules of the format
    families      prefixes of its rule ids, with a line about each
    """

    name: str
    suffixes: tuple[str, ...]
    extra: str | None = None
    sniff: Callable[[bytes, str], bool] = lambda start, name: False
    read: Read | None = None
    lift: Callable[[Any], Lifted] | None = None
    lower: Callable[[Rig, WriteOptions], tuple[Any, Iterable[Finding]]] | None = None
    adapt: Callable[[Any, WriteOptions], Any] = lambda document, options: document
    write: Callable[[Any, Path, WriteOptions], Iterable[Finding] | None] | None = None
    check: Callable[[Any], Iterable[Finding]] = _nothing
    over_limit: Callable[[str, LimitExceeded], Report] = over_limit_report
    capabilities: frozenset[str] = frozenset()
    lesser: Mapping[str, frozenset[str]] = field(default_factory=dict)
    own_losses: bool = False
    kinds: Mapping[str, str] = field(default_factory=dict)
    options: frozenset[str] = frozenset()
    condition: Callable[[Any], Condition] = _whole
    locate: Callable[[Any, Iterable[Finding]], list[Finding]] = lambda document, findings: list(findings)
    not_carried: Callable[[Any], Iterable[tuple[str, int, str]]] = _nothing
    companions: Callable[[Any, Path], Iterable[Path]] = lambda document, path: ()
    rig_rules: bool = True
    edits: Edits | None = None
    summarise: Callable[[Path | bytes, str, Limits, bool], Any] | None = None
    about: Callable[[Any], dict[str, Any]] = lambda document: {}
    rules: tuple[str, ...] = ()
    families: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for suffix in self.suffixes:
            if not suffix.startswith(".") or suffix != suffix.lower():
                raise ValueError(f"{self.name}: the suffix {suffix!r} must be a dot and lower-case letters")
        for part in self.capabilities.union(*self.lesser.values()):
            if part not in PARTS:
                raise ValueError(f"{self.name}: {part!r} is not a part of a rig: {', '.join(PARTS)}")
        if (self.lower is None) != (self.write is None):
            raise ValueError(f"{self.name}: a format that is written has both lower and write")

    def __repr__(self) -> str:
        return f"<Format {self.name}>"

    @property
    def readable(self) -> bool:
        return self.read is not None

    @property
    def writable(self) -> bool:
        return self.write is not None

    @contextmanager
    def naming_extra(self) -> Iterator[None]:
        """Turn the import error of a module that is not installed into `MissingExtra`, which names
        the extra."""
        try:
            yield
        except ModuleNotFoundError as error:
            if self.extra is None:
                raise
            needed = f"{self.name} files need {error.name}: pip install 'pantin[{self.extra}]'"
            raise MissingExtra(needed) from None

    def kind(self, suffix: str) -> str:
        """What reports call a file with this suffix, or a file of this format whose name does not tell."""
        known = suffix if suffix in self.suffixes else self.suffixes[0]
        return self.kinds.get(known, known.removeprefix("."))

    def holds(self, part: str, suffix: str = "") -> bool:
        """Whether a file of this format, or of this suffix of it, can hold a part of a rig."""
        return part in self.lesser.get(suffix, self.capabilities)


PARTS = ("nodes", "meshes", "lines", "skins", "skeletons", "blend shapes", "clips", "springs", "materials")
"""The words of `Format.capabilities`. A format without "nodes" holds static geometry."""
