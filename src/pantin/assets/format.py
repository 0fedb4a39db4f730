"""`Format`: one record for each format that Pantin reads or writes: its suffixes, how to recognise it, what
its files can store, and the functions that read and write them.
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
    from pantin.limits import Budget, Limits
    from pantin.report import Finding, Report
    from pantin.rig import Pose, Rig, Solver

    class Read(Protocol):
        """Reads a file, or the bytes of a file called `name`, without checking it.

        Raises `OSError`, `LimitExceeded`, and `BadFile` with a report if there is no document at all.
        """

        def __call__(
            self, source: Path | bytes, /, *, name: str, limits: Limits, resolver: Resolver
        ) -> Any: ...


class Condition(Enum):
    """How much of a file can be used."""

    WHOLE = "whole"
    DAMAGED = "damaged"
    """A part of it can be used; rules about its rig would only repeat what is wrong with the file."""
    EMPTY = "empty"
    """Nothing can be used: `load` raises `BadFile`."""


@dataclass(frozen=True, slots=True)
class WriteOptions:
    """How to write a file. `Format.options` names the options that a format takes; others are refused.

    embed           store the data of a .gltf inside it, or in files beside it; None: unchanged
    dialect         the form of a G4MF file; None: unchanged, and the newest for a new file
    omit_inferable  omit the vertex group names of a G4MF file that equal the names of the bones
    upgrade         convert a G4MF file of an older form to the newest
    layout          "reference": the same bytes as Rigy's published suite
    pose, solver    the pose of static geometry instead of the rest pose, and how to blend skins
    name            the name of a new document
    budget          that of the file the rig comes from, if any
    clip            the clip of a motion file, by index or name; None: the first
    fps             frames per second of a motion file; None: those of the clip
    scale           factor of all positions in a motion file, for other units; None: 1
    """

    embed: bool | None = None
    dialect: Dialect | None = None
    omit_inferable: bool = False
    upgrade: bool = False
    layout: str = "standard"
    pose: Pose | None = None
    solver: Solver | None = None
    name: str = "rig"
    budget: Budget | None = None
    clip: int | str | None = None
    fps: float | None = None
    scale: float | None = None


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
    """A format. A document is what `read` and `lower` return; documents that edits apply to have a `copy()`.

    name          the name of the format
    suffixes      the suffixes of its files, in lower case; every other list of suffixes derives from these
    shared_suffix whether other programs use the suffixes for other content: folders are not searched for them
    without_model suffixes of files without a model, which other files refer to: batches do not convert them
    extra         the optional dependency that it needs, named in the error if it is missing
    sniff         (first bytes, name) → whether a file without a known suffix has this format
    read          None: write-only
    lift          document → rig, and findings on parts of the file that were skipped
    lower         (rig, options) → a new document, and findings on what was dropped; None: read-only
    adapt         (document, options) → a document that was read, in the form of the options
    write         (document, path, options) → file(s), all or none; findings on what was dropped
    check         document → findings of the format's own rules
    over_limit    (name, error) → the report of a file that exceeds a limit when it is read
    capabilities  the members of a rig that its files can store (see `pantin.assets.capabilities`)
    forms         suffixes whose files store something else, with the record that writes them
    keeps         document → whether one that was read can be saved in this form as it is
    characters    suffixes whose files must hold a VRM character
    static        whether its files store the shape of the default scene in a pose, without a rig
    of_poses      the static form that an asset in a pose is written in, if its files can store a rig too
    kinds         what reports call the container of a suffix, if not by the suffix itself
    options       the members of `WriteOptions` that it takes
    condition     document → how much of it can be used; raises `Unsupported` for another version
    locate        (document, findings) → findings with line and column, in the order of the file
    not_carried   document → (what, as a plural; count; pointer) of everything that `lift` drops
    companions    (document or None, path) → the other files of a file at this path
    variants      whether its files have variants, and `read` takes `variants`
    rig_rules     whether rules about rigs apply; not if the format's own rules cover the same
    edits         operations that change a document in place; None: only through the rig
    anew          whether an edited file is written anew from its rig, as documents have no edits of their own
    summarise     (source, name, limits, resolver, gaps) → what `inspect` shows; None: a summary of the rig
    about         document → what such a summary adds: `older`, `extensions`, `generator`
    rules         modules whose import registers the rules of the format
    families      prefixes of its rule ids, with a description of each
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
    forms: Mapping[str, Format] = field(default_factory=dict)
    keeps: Callable[[Any], bool] = lambda document: True
    characters: frozenset[str] = frozenset()
    static: bool = False
    shared_suffix: bool = False
    without_model: tuple[str, ...] = ()
    of_poses: Format | None = None
    kinds: Mapping[str, str] = field(default_factory=dict)
    options: frozenset[str] = frozenset()
    condition: Callable[[Any], Condition] = _whole
    locate: Callable[[Any, Iterable[Finding]], list[Finding]] = lambda document, findings: list(findings)
    not_carried: Callable[[Any], Iterable[tuple[str, int, str]]] = _nothing
    companions: Callable[[Any, Path], Iterable[Path]] = lambda document, path: ()
    rig_rules: bool = True
    variants: bool = False
    edits: Edits | None = None
    anew: bool = False
    summarise: Callable[[Path | bytes, str, Limits, Resolver, bool], Any] | None = None
    about: Callable[[Any], dict[str, Any]] = lambda document: {}
    rules: tuple[str, ...] = ()
    families: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for suffix in self.suffixes:
            if not suffix.startswith((".", "_")) or suffix != suffix.lower():
                raise ValueError(
                    f"{self.name}: the suffix {suffix!r} must begin with a dot and be in lower case"
                )
        if (self.lower is None) != (self.write is None):
            raise ValueError(f"{self.name}: give both lower and write, or neither")

    def __repr__(self) -> str:
        return f"<Format {self.name}>"

    @property
    def readable(self) -> bool:
        return self.read is not None

    @property
    def of_motion(self) -> bool:
        """Whether its files store how joints move, and no model."""
        return "clips" in self.capabilities and "meshes" not in self.capabilities

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
        """What reports call a file with this suffix; the first suffix counts for other file names."""
        known = suffix if suffix in self.suffixes else self.suffixes[0]
        return self.kinds.get(known, known.removeprefix("."))

    def holds(self, member: str, suffix: str = "") -> bool:
        """Whether a file of this format, or with this suffix, can store a member of a rig."""
        return member in self.form(suffix).capabilities

    def form(self, suffix: str) -> Format:
        """The record that writes files with this suffix."""
        return self.forms.get(suffix, self)
