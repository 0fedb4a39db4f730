"""`Format`: everything that Pantin knows about a format. A base class with defaults for all that is optional.

Each folder of this package that holds a format has a `FORMAT` in its `__init__`, an instance of a subclass:

    class Bvh(Format):
        name, suffixes = "BVH", (".bvh",)
        stores = Capabilities("nodes: names", "clips", "scenes")
        read = Later(f"{__name__}.document", "read")

All other code asks these objects. Importing one is cheap: methods, and functions named by `Later`, import
what they need.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pantin.base.errors import BrokenPlugIn, MissingExtra, PantinError
from pantin.base.options import Option

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Protocol, Self

    from pantin.base.errors import LimitExceeded
    from pantin.base.files import Resolver
    from pantin.base.limits import Budget, Limits
    from pantin.checks.channels import Channels
    from pantin.formats.edits import Edits
    from pantin.formats.summary import Summary
    from pantin.report import Finding, Report
    from pantin.rig import Pose, Rig, Solver

    class Read(Protocol):
        """Reads a file, or the bytes of a file called `name`, without checking it.

        Raises `OSError`, `LimitExceeded`, and `BadFile` with a report if there is no document at all.
        """

        def __call__(
            self, source: Path | bytes, /, *, name: str, limits: Limits, resolver: Resolver
        ) -> Any: ...

    class Summarise(Protocol):
        """What `inspect` shows of a document that may be damaged; `rig` lifts it, and may raise."""

        def __call__(self, document: Any, rig: Callable[[], Rig], /, *, gaps: bool) -> Summary: ...


class Condition(Enum):
    """How much of a file can be used.

    >>> asset = pantin.load("examples/arm.glb")
    >>> asset.format.condition(asset.document) is pantin.formats.Condition.WHOLE
    True
    """

    WHOLE = "whole"
    DAMAGED = "damaged"
    """Part of the file is usable; rules about its rig would only repeat the faults of the file."""
    EMPTY = "empty"
    """Nothing can be used: `load` raises `BadFile`."""


class Lifted:
    """The rig of a file, and a finding for everything that it does not contain.

    `findings` may be a function that makes them at first use: the channels of clips are read when they are
    needed, and what is skipped of them is known only then. `beside_clips` gives those that are not about
    clips, without reading these.

    >>> pantin.formats.Lifted(pantin.build(nodes=[pantin.rig.Node("root")]), ()).findings
    ()
    """

    def __init__(
        self,
        rig: Rig,
        findings: Iterable[Finding] | Callable[[], Iterable[Finding]],
        beside_clips: Callable[[], Iterable[Finding]] | None = None,
    ) -> None:
        self.rig = rig
        self.skipped = Skipped(findings, beside_clips)

    @property
    def findings(self) -> tuple[Finding, ...]:
        return self.skipped.findings

    @property
    def findings_beside_clips(self) -> tuple[Finding, ...]:
        """The findings, those about clips only if clips need not be read for them."""
        return self.skipped.beside_clips


class Skipped:
    """The findings of `Lifted`. They do not refer to the rig, which refers to them: in a cycle, rig and file
    would stay in memory until the garbage collector finds them."""

    def __init__(
        self,
        findings: Iterable[Finding] | Callable[[], Iterable[Finding]],
        beside_clips: Callable[[], Iterable[Finding]] | None,
    ) -> None:
        self._findings = findings
        self._beside_clips = beside_clips

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        return tuple(self._findings() if callable(self._findings) else self._findings)

    @property
    def beside_clips(self) -> tuple[Finding, ...]:
        return self.findings if self._beside_clips is None else tuple(self._beside_clips())


class Capabilities(frozenset[str]):
    """The members of a rig that the files of a format can store: `"skins"`, `"materials.emissive_texture"`.

    `Capabilities("skins: name root")` is `{"skins", "skins.name", "skins.root"}`. A collection after a minus
    is not a member itself: `"-instances: materials"`. `pantin.rig.contents.members` lists all members. A
    conversion reports every member that a rig has and the target does not list, so a member that is new in
    rigs is reported until a format stores it.

    >>> sorted(pantin.formats.Capabilities("nodes", "skins: name"))
    ['nodes', 'skins', 'skins.name']
    """

    def __new__(cls, *lines: str) -> Self:
        listed: set[str] = set()
        for line in lines:
            collection, _, fields = line.partition(":")
            name = collection.removeprefix("-")
            listed |= {f"{name}.{field}" for field in fields.split()}
            if name == collection:
                listed.add(name)
        return super().__new__(cls, listed)


class WriteOptions:
    """How to write a file: the context, and a value for each option that the format declares, as attributes.

    name          the name of a new document
    budget        that of the file the rig comes from, if any
    pose, solver  the pose of static geometry instead of the rest pose, and how to blend skins
    layout        "reference": the same bytes as Rigy's published suite
    upgrade       convert a document of an older form to the newest

    >>> pantin.formats.WriteOptions(name="hero", fps=30).fps
    30
    """

    def __init__(
        self,
        *,
        name: str = "rig",
        budget: Budget | None = None,
        pose: Pose | None = None,
        solver: Solver | None = None,
        layout: str = "standard",
        upgrade: bool = False,
        **values: Any,
    ) -> None:
        self.name, self.budget, self.pose, self.solver = name, budget, pose, solver
        self.layout, self.upgrade = layout, upgrade
        self.values = values

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["values"][name]
        except KeyError:
            raise AttributeError(f"the output format has no option {name}") from None

    def replace(self, **changes: Any) -> WriteOptions:
        """These options with other values."""
        return WriteOptions(**{**self.__dict__, **self.values, "values": None, **changes})


class SourceDocument:
    """A document that is a source: it is compiled when it is read, and has more than its rig holds. An asset
    that was compiled keeps it as its `origin`.

    >>> pantin.formats.SourceDocument().layout
    'standard'
    """

    @property
    def inputs(self) -> tuple[tuple[str, bytes], ...]:
        """The files that were read, with the names that findings use, and their bytes."""
        return ()

    @property
    def tails(self) -> Mapping[int, tuple[float, float, float]]:
        """The ends of bones in the space of their nodes, by node."""
        return {}

    @property
    def poses(self) -> tuple[Any, ...]:
        """The poses of the source: each has a `name`, and in `nodes` the rotation and translation from rest
        of the nodes that it moves."""
        return ()

    @property
    def layout(self) -> str:
        """The layout of documents that are made of the rig."""
        return "standard"

    def rig_for(self, rig: Rig, form: Format) -> tuple[Rig, list[Finding]]:
        """The rig as a format stores it, and findings on data of the source that this drops."""
        return rig, []


class Format:
    """A format. A document is what `read` and `lower` return; documents that edits apply to have a `copy()`.

    Attributes:

    name          the name of the format
    suffixes      the suffixes of its files, in lower case; every other list of suffixes derives from these
    extra         the optional dependency that it needs, named in the error if it is missing
    needs         the module of that dependency, looked for before many files are written
    stores        the members of a rig that its files can store, as `Capabilities`
    options       what a user can choose when a file is written; `convert` and the command take them
    read_options  keywords that `read` takes beyond those of every format: `load(variants=…)`
    static        whether its files store the shape of the default scene in a pose, without a rig
    takes_pose    whether `lower` poses the rig itself, by the pose and the solver of its options
    is_source     whether its files are sources, which are compiled when they are read
    rig_rules     whether rules about rigs apply; not if the format's own rules cover the same
    declares_axes whether its files say which axis is up, or its specification does; else it is looked for
    sniff_order   formats with a lower number are asked first for a file without a known suffix
    edits         operations that change a document in place; without them, edits go through the rig
    rules         modules whose import registers the rules of the format
    families      prefixes of its rule ids, with a description of each

    Functions, None where the format cannot do it:

    read          see `Read`; None: write-only
    lift          document → rig, and findings on parts of the file that were skipped
    lower         (rig, options) → a new document, and findings on what was dropped; None: read-only
    write         (document, path, options) → file(s), all or none; findings on what was dropped
    summarise     see `Summarise`; None: `inspect` shows a summary of the rig
    explain_key   a dotted name, such as "rigy.bones" → the keys it means, each with a `text`; None: no keys

    A format of another package may also be written as `Format(name=…, suffixes=…, read=…)`.

    >>> class Dots(pantin.formats.Format):
    ...     name, suffixes = "Dots", (".dots",)
    >>> Dots().name
    'Dots'
    """

    name: str
    suffixes: tuple[str, ...]
    extra: str | None = None
    needs: str | None = None
    stores: frozenset[str] = frozenset()
    declares_axes: bool = True
    options: tuple[Option, ...] = ()
    read_options: tuple[str, ...] = ()
    static: bool = False
    takes_pose: bool = False
    is_source: bool = False
    rig_rules: bool = True
    sniff_order: int = 0
    edits: Edits | None = None
    rules: tuple[str, ...] = ()
    families: Mapping[str, str] = {}

    read: Read | None = None
    lift: Callable[[Any], Lifted] | None = None
    lower: Callable[[Rig, WriteOptions], tuple[Any, Iterable[Finding]]] | None = None
    write: Callable[[Any, Path, WriteOptions], Iterable[Finding] | None] | None = None
    summarise: Summarise | None = None
    explain_key: Callable[[str], Iterable[Any]] | None = None

    def __init__(self, **members: Any) -> None:
        for member, value in _translate(self, members):
            if not hasattr(Format, member) and member not in Format.__annotations__:
                raise TypeError(f"a Format has no member {member!r}")
            setattr(self, member, value)
        for suffix in self.suffixes:
            if not suffix.startswith((".", "_")) or suffix != suffix.lower():
                raise ValueError(
                    f"{self.name}: the suffix {suffix!r} must begin with a dot and be in lower case"
                )
        if (self.lower is None) != (self.write is None):
            raise ValueError(f"{self.name}: give both lower and write, or neither")

    def __repr__(self) -> str:
        return f"<Format {self.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """A format is pickled as its name: there is one of each in a process."""
        from pantin.formats.registry import named

        return named, (self.name,)

    # What a format may do in its own way

    def sniff(self, start: bytes, name: str) -> bool:
        """Whether a file without a known suffix has this format, by its first bytes."""
        return False

    def check(self, document: Any) -> Iterable[Finding]:
        """The findings of the format's own rules."""
        return ()

    def condition(self, document: Any) -> Condition:
        """How much of a document can be used. Raises `Unsupported` for another version of the format."""
        return Condition.WHOLE

    def has_sound_rig(self, document: Any, reported: Iterable[Finding]) -> bool:
        """Whether the rig of a document has no findings, known without lifting it. `reported` are those of
        the rules of the format."""
        return False

    def sound_channels(self, document: Any, reported: Iterable[Finding]) -> Channels | None:
        """The channels of the clips of a rig, if it is known without reading its clips that the rig has all
        of the file; else None. `reported` are the findings of the rules of the format."""
        return None

    def locate(self, document: Any, findings: Iterable[Finding]) -> list[Finding]:
        """The findings with line and column, in the order of the file."""
        return list(findings)

    def not_carried(self, document: Any) -> Iterable[tuple[str, int, str]]:
        """(what, in words; count, 1 if the words say it; pointer) of everything that `lift` drops."""
        return ()

    def is_bookkeeping(self, pointer: str) -> bool:
        """Whether what `not_carried` gives at a pointer orders the file or the work on it: nothing that is
        seen or played depends on it."""
        return False

    def source_pointer(self, part: str) -> str | None:
        """Where a part of a rig, such as `/meshes/0/surfaces/1` or `/clips/2`, is in a file of this format;
        None if that cannot be said."""
        return None

    def adapt(self, document: Any, options: WriteOptions) -> Any:
        """A document that was read, in the form of the options. Formats without edits that do not override
        this are written from the rig where an option is chosen."""
        return document

    def needs_rig(self, chosen: Mapping[str, Any]) -> bool:
        """Whether these options are taken by a new document alone: those of a format without edits that does
        not `adapt` what was read."""
        adapts = getattr(self.adapt, "__func__", None) is not Format.adapt
        return bool(chosen) and self.rewritten and not adapts and self.lower is not None

    def companions(self, document: Any, path: Path) -> Iterable[Path]:
        """The other files of a file at this path; the document is None where it is not known."""
        return ()

    def over_limit(self, name: str, error: LimitExceeded) -> Report:
        """The report of a file that exceeds a limit when it is read."""
        return over_limit_report(name, error)

    def load_rules(self) -> None:
        """Register every rule of the format."""
        from importlib import import_module

        for module in self.rules:
            import_module(module)

    def about(self, document: Any) -> dict[str, Any]:
        """Facts about the file for a summary of the rig: `older`, `extensions`, `generator`."""
        return {}

    def kind(self, suffix: str) -> str:
        """The name of this kind of file in reports; other file names count as the first suffix."""
        return (suffix if suffix in self.suffixes else self.suffixes[0]).removeprefix(".")

    def form(self, suffix: str = "", *, posed: bool = False) -> Format:
        """The format that writes files with this suffix, or a model in a pose, if they store something else
        than the files of this format do."""
        return self

    def keeps(self, document: Any) -> bool:
        """Whether a document of this format can be saved in this form as it is."""
        return True

    def has_model(self, name: str) -> bool:
        """Whether a file of this name has a model; others only refer to it, and batches do not convert it."""
        return True

    def is_in_folders(self) -> bool:
        """Whether folders are searched for its suffixes; not if most such files are something else."""
        return True

    def is_home(self, dimension: int) -> bool:
        """Whether a rig of this dimension that comes from no file is a document of this format."""
        return False

    # What follows from the above

    @property
    def readable(self) -> bool:
        return self.read is not None

    @property
    def writable(self) -> bool:
        return self.write is not None

    @property
    def rewritten(self) -> bool:
        """Whether an edited file is written from its rig, as its documents have no edits, or take only some
        changes in place."""
        return self.edits is None or self.edits.store_in_place is not None

    @property
    def of_motion(self) -> bool:
        """Whether its files store how joints move, and no model."""
        return "clips" in self.stores and "meshes" not in self.stores

    @property
    def capabilities(self) -> frozenset[str]:
        return self.stores

    def holds(self, member: str, suffix: str = "") -> bool:
        """Whether a file of this format, or with this suffix, can store a member of a rig."""
        return member in self.form(suffix).stores

    def write_options(self, values: Mapping[str, Any] | None = None, **context: Any) -> WriteOptions:
        """Options for writing a file: the given ones, and defaults for the others."""
        defaults = {option.name: option.default for option in self.options}
        return WriteOptions(**context, **{**defaults, **(values or {})})

    def require_extra(self) -> None:
        """Raise `MissingExtra` where the package that files of this format need is not installed."""
        from importlib.util import find_spec

        if self.extra is not None and self.needs is not None and find_spec(self.needs) is None:
            from pantin.base.extras import install_command

            raise MissingExtra(f"{self.name} files need {self.needs}: {install_command(self.extra)}")

    @contextmanager
    def naming_extra(self, *, writes: bool = False) -> Iterator[None]:
        """Turn the import error of a module that is not installed into `MissingExtra`, which names
        the extra, and an exception of a third-party format into `BrokenPlugIn`, which names the format. A
        format that writes refuses options and rigs by `ValueError`."""
        try:
            yield
        except ModuleNotFoundError as error:
            if self.extra is None:
                raise

            from pantin.base.extras import install_command

            needed = f"{self.name} files need {error.name}: {install_command(self.extra)}"
            raise MissingExtra(needed) from None
        except (PantinError, OSError, MemoryError):
            raise
        except Exception as error:
            from pantin.formats.registry import is_built_in

            if is_built_in(self) or (writes and isinstance(error, ValueError)):
                raise
            fault = f"{type(error).__name__}: {error}"
            raise BrokenPlugIn(f"the third-party format {self.name} failed: {fault}") from error


def _translate(format: Format, members: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The members that a plug-in gives, under the names that they have now: what only one format needs has
    become a method."""
    for name, value in members.items():
        match name:
            case "capabilities":
                yield "stores", value
            case "kinds":
                yield "kind", lambda suffix, kinds=value: kinds.get(suffix) or Format.kind(format, suffix)
            case "forms":
                yield "form", lambda suffix="", *, posed=False, forms=value: forms.get(suffix, format)
            case "without_model":
                yield "has_model", lambda name, suffixes=value: not name.lower().endswith(suffixes)
            case "shared_suffix":
                yield "is_in_folders", lambda shared=value: not shared
            case "variants":
                yield "read_options", ("variants",) if value else ()
            case "options" if isinstance(value, frozenset):
                from pantin.formats.registry import declared_options

                yield "takes_pose", "pose" in value
                yield "options", tuple(option for option in declared_options() if option.name in value)
            case "anew":
                pass  # every format without edits is written from the rig
            case _:
                yield name, value


def write_data(document: Any, path: Path, options: WriteOptions) -> None:
    """The `write` of a format whose documents have the bytes of the file as `data`."""
    from pantin.base import files

    files.atomic_write(path, [document.data])


def over_limit_report(name: str, error: LimitExceeded) -> Report:
    """The report of a file that exceeds a limit before it can be read."""
    from pantin.formats.file_rules import over_limit
    from pantin.report import Report

    return Report(name, "", tuple(over_limit(error)))
