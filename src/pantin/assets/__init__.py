"""Whole files, whatever their format: `load`, `check`, `save`, `convert`, and the `Asset` they speak of."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from pantin import files
from pantin.assets import texts
from pantin.errors import BadFile, LimitExceeded, PantinError, Unsupported
from pantin.formats.gltf import document as gltf
from pantin.formats.gltf.document import Document
from pantin.limits import Limits
from pantin.report import CATALOGUE, Finding, Report, Rule, rule

if TYPE_CHECKING:
    from pantin.assets.figures import Figures
    from pantin.formats.g4mf.dialects import Dialect
    from pantin.formats.gltf.lift import Lifted
    from pantin.formats.gltf.summary import Summary
    from pantin.rig import Rig

Source: TypeAlias = "str | os.PathLike[str] | bytes"

DEFAULT_LIMITS = Limits()
G4MF_SUFFIXES = frozenset({".g4b", ".g4tf", ".g3b", ".g3tf"})
JSON_SPACE = b" \t\r\n"


class Asset:
    """A file that was read: its `document`, kept whole, the `rig` in it, and the `report` on it.

    Rig and report are made when first asked for, of the document as it is then. `family` is the family of
    formats that the document is of. One that was made of something else is not `from_file`, and has `losses`:
    findings on what did not come along into the document.

    >>> asset = pantin.load("examples/arm.glb")
    >>> asset.document.kind, asset.rig.dimension, asset.report.ok
    ('glb', 3, True)
    """

    family = "glTF"
    from_file = True
    losses: tuple[Finding, ...] = ()
    inputs: tuple[tuple[str, bytes], ...] = ()
    """The files a text was compiled from, with their bytes."""

    shown_by: ClassVar[Callable[[Asset], str] | None] = None
    """Makes the HTML that a notebook shows; `pantin` gives it, since the viewer stands above this room."""

    def __init__(self, document: Document, path: str) -> None:
        self.document = document
        self.path = path

    def _repr_html_(self) -> str | None:
        """How a notebook shows the asset: as a page in a frame, or by its `repr` where there is none to be
        made."""
        try:
            return None if Asset.shown_by is None else Asset.shown_by(self)
        except PantinError:
            return None

    @cached_property
    def lifted(self) -> Lifted:
        """The rig with the findings on what of the file is no part of it."""
        from pantin.formats.gltf.lift import lift

        return lift(self.document)

    @property
    def rig(self) -> Rig:
        """What the file means as a rig: node i, mesh i, skin i and clip i are those of the file.

        Raises `Unsupported` where reading it needs something that is not installed, and `LimitExceeded`.
        """
        return self.lifted.rig

    @cached_property
    def report(self) -> Report:
        """The findings of every rule of the format, and of every rule about rigs."""
        from pantin.formats.gltf.check import findings, with_lines

        found = list(findings(self.document))
        found += rig_findings(self, found)
        return Report(self.path, self.document.kind, tuple(with_lines(self.document, found)))


@rule("FILE-UNKNOWN_FORMAT", "error", "neither its content nor its name is of a format that Pantin reads")
def unknown_format(data: memoryview, suffix: str) -> Iterator[Finding]:
    """A file is of a format that Pantin reads: glTF (.glb, .gltf, .vrm), G4MF (.g4b, .g4tf), OFF or Rigy.

    Why: A file that is none of these by its content, under a name that promises nothing, has no meaning to
    check.
    Mend: Name the right file, or give it the suffix of its format to see how far it is from being one.
    Source: glTF 2.0 §4.4.2 (the magic of a GLB) and §2.7 (the names of files).
    """
    if not detected(data, suffix):
        yield unknown_format.at()


@rule("FILE-LIMIT", "error", "{what}")
def limit(error: LimitExceeded) -> Iterator[Finding]:
    """A file stays within the limits of size, depth and count that Pantin reads files under.

    Why: A few bytes can promise a billion elements or nest ten thousand levels deep; reading on would exhaust
    memory.
    Mend: Mend the length or count that lies; where the file is meant to be so large, raise the limit named in
    the message through `pantin.Limits`.
    Source: Pantin's own `Limits`; the defaults leave room for any file seen in production.
    """
    yield limit.at(what=str(error))


def rig_findings(asset: Asset, said: Sequence[Finding]) -> list[Finding]:
    """What the rules about rigs find, where the file can be understood so far.

    That a part is left out of the rig is not repeated where the rules of the format `said` what is wrong.
    """
    from pantin.formats.gltf.rules.container import is_cut

    document = asset.document
    if not document.tree or other_version(document) or is_cut(document.container):
        return []
    try:
        lifted = asset.lifted
    except Unsupported:  # a decoder that is not installed, as the rules of the format say
        return []
    except LimitExceeded as error:
        return [] if any(finding.rule == "GLTF-LIMIT_EXCEEDED" for finding in said) else list(limit(error))
    import numpy as np

    from pantin.checks import check

    known = set(ancestry(finding.pointer or "" for finding in said if finding.severity != "info"))
    left_out = [finding for finding in lifted.findings if finding.pointer not in known]
    with np.errstate(all="ignore"):
        return [*left_out, *check(lifted.rig)]


def ancestry(places: Iterable[str]) -> Iterator[str]:
    """The places and all around them: `/nodes/3` and `/nodes` too for `/nodes/3/rotation`."""
    for place in places:
        yield place
        for at, character in enumerate(place):
            if character == "/":
                yield place[:at]


def detected(data: memoryview, suffix: str) -> bool:
    """Whether the bytes, or else the name, are those of a glTF file."""
    start = bytes(data[:64]).removeprefix(b"\xef\xbb\xbf").lstrip(JSON_SPACE)
    return start.startswith((b"glTF", b"{")) or suffix.lower() in gltf.GLB_SUFFIXES | {".gltf"}


def load(
    source: Source, *, name: str | None = None, limits: Limits = DEFAULT_LIMITS, allow_outside: bool = False
) -> Asset:
    """Read a file, or bytes that would be called `name`, and whatever in it still has a meaning.

    A Rigy text is compiled. References to other files must stay in the file's own folder unless
    `allow_outside`. Raises `OSError` when it cannot be read, `BadFile` when nothing in it has a meaning,
    `Unsupported` for another version of its format, and `LimitExceeded`.

    >>> pantin.load("examples/arm.glb").rig.nodes.names
    ('shoulder', 'elbow', 'wrist', 'arm')
    """
    called = name_of(source, name)
    source = settled(source, limits)
    if texts.is_rigy(source, called):
        return texts.compiled(source, called, "standard", limits, allow_outside)
    if is_g4mf(source, called):
        from pantin.assets import g4mf

        return g4mf.loaded(source, called, limits, allow_outside)
    if is_off(source, called):
        from pantin.assets import off

        return off.loaded(source, called, limits)
    asset = opened(source, called, limits, allow_outside)
    tree = asset.document.tree
    if not tree or list(unknown_format(asset.document.container.data, suffix_of(asset.path))):
        raise BadFile(judged(asset))
    if stated := other_version(asset.document):
        raise Unsupported(f"{asset.path} is glTF {stated}; Pantin reads glTF 2")
    return asset


def in_gltf(asset: Asset) -> Document:
    """The glTF document of an asset; raises `Unsupported` where it has another."""
    if not isinstance(asset.document, Document):
        raise Unsupported(f"{asset.path} is {asset.family}; this can be done to glTF files alone")
    return asset.document


def is_g4mf(source: Source, name: str) -> bool:
    """Whether a file, or bytes that would be called `name`, are G4MF: by their magic, or by their name."""
    known = suffix_of(name).lower() in G4MF_SUFFIXES
    return known or (not name.lower().endswith(texts.BINARY) and texts.start_of(source)[:4] == b"G4MF")


def is_off(source: Source, name: str) -> bool:
    """Whether a file, or bytes that would be called `name`, are OFF: by their name, or by the first word."""
    from pantin.formats.off import document

    if name.lower().endswith(texts.BINARY):
        return False
    return document.is_off(texts.start_of(source), suffix_of(name))


def other_version(document: Document) -> str:
    """The version of glTF that a document states, if it is one that Pantin does not read; else nothing."""
    about = document.tree.get("asset")
    stated = about.get("version") if isinstance(about, dict) else None
    other = isinstance(stated, str) and stated[:1].isdigit() and not stated.startswith("2.")
    return str(stated) if other else ""


def check(
    source: Source, *, name: str | None = None, limits: Limits = DEFAULT_LIMITS, allow_outside: bool = False
) -> Report:
    """The report on a file, or on bytes that would be called `name`.

    Whatever the file holds, the answer is a report. Only a file that cannot be opened raises, as `OSError`.

    >>> pantin.check("examples/arm.glb").ok
    True
    >>> [finding.rule for finding in pantin.check("examples/loose.glb").warnings]
    ['RIG-WEIGHTS_NOT_ONE']
    """
    path = name_of(source, name)
    try:
        source = settled(source, limits)
        if texts.is_rigy(source, path):
            return texts.judged(source, path, limits, allow_outside)
        if is_g4mf(source, path):
            from pantin.assets import g4mf

            return g4mf.judged(source, path, limits, allow_outside)
        if is_off(source, path):
            from pantin.assets import off

            return off.judged(source, path, limits)
        return judged(opened(source, path, limits, allow_outside))
    except LimitExceeded as error:
        return Report(path, "", tuple(limit(error)))


def compile(
    source: Source,
    *,
    profile: str = "standard",
    pose: str | None = None,
    name: str | None = None,
    limits: Limits = DEFAULT_LIMITS,
    allow_outside: bool = False,
) -> Asset:
    """The asset that a Rigy document (.rigy.yaml) or scene (.rigs.yaml) compiles to.

    `profile` is "standard", or "reference" for the bytes that the language's published suite holds. With the
    id of one of the document's poses, meshes are baked in that pose and have no skins. Raises `BadFile`,
    whose report has every finding, `OSError`, and `ValueError` for a pose the document has not.

    >>> arm = pantin.compile("examples/rigy/arm.rigy.yaml")
    >>> pantin.save(arm, "out/arm.glb").ok
    True
    """
    return texts.compiled(source, name_of(source, name), profile, limits, allow_outside, pose)


def save(asset: Asset, path: str | os.PathLike[str]) -> Report:
    """Write an asset to `path`, with the other files it names; its suffix chooses the format.

    The file is replaced in one step: a crash leaves the old one or the new one. An asset that was not changed
    keeps every byte in its own format. The report says what did not come along. Raises `ValueError` for a
    suffix of no format that is written, and `Unsupported` for what the format cannot hold at all.

    >>> asset = pantin.load("examples/arm.glb")
    >>> pantin.save(asset, "out/copy.glb").ok
    True
    """
    from pantin.assets.conversion import Choices, written

    return written(asset, path, Choices())


def convert(
    source: Source,
    target: str | os.PathLike[str],
    *,
    name: str | None = None,
    embed: bool | None = None,
    dialect: Dialect | None = None,
    omit_inferable: bool = False,
    limits: Limits = DEFAULT_LIMITS,
    allow_outside: bool = False,
) -> Report:
    """Read `source` and write it as `target`, whose suffix chooses the format; the report says what did not
    cross.

    `embed` puts the data of buffers and images into a `.gltf` itself (True) or into files beside it (False).
    G4MF is written in its newest form, or in that of a `dialect`; `omit_inferable` leaves out names of groups
    that are those of the bones. Raises what `load` and `save` raise.

    >>> pantin.convert("examples/arm.glb", "out/arm.gltf").ok
    True
    """
    from pantin.assets.conversion import Choices, family_of, written

    family_of(target)
    asset = load(source, name=name, limits=limits, allow_outside=allow_outside)
    return written(asset, target, Choices(embed, dialect, omit_inferable, upgrade=True))


def summarise(source: Source, *, name: str | None = None) -> tuple[Summary, Figures | None]:
    """What is inside a glTF file, as far as it can be looked into, and figures of its rig if there is one."""
    from pantin.formats.gltf.summary import summarise

    called = name_of(source, name)
    source = settled(source, DEFAULT_LIMITS)
    asset = opened(source, called, DEFAULT_LIMITS, False)
    if list(unknown_format(asset.document.container.data, suffix_of(asset.path))):
        raise BadFile(judged(asset))
    return summarise(asset.document), figures_of(asset)


def figures_of(asset: Asset) -> Figures | None:
    from pantin.assets.figures import figures

    if not asset.document.tree or other_version(asset.document):
        return None
    try:
        return figures(asset.rig)
    except PantinError:  # a limit, or a decoder that is not installed: the summary names what it misses
        return None


def rules() -> dict[str, Rule[...]]:
    """Every rule of every format, by id."""
    import pantin.assets.baking
    import pantin.assets.conversion
    import pantin.assets.g4mf
    import pantin.assets.off
    import pantin.assets.posing
    import pantin.checks
    import pantin.formats.g4mf.check
    import pantin.formats.g4mf.lift
    import pantin.formats.g4mf.lower
    import pantin.formats.g4mf.save
    import pantin.formats.gltf.check
    import pantin.formats.gltf.lift
    import pantin.formats.gltf.new
    import pantin.formats.gltf.save
    import pantin.rigy  # noqa: F401  (importing rules registers them)
    from pantin.formats.gltf.check import extension_groups

    list(extension_groups())
    return dict(CATALOGUE)


def judged(asset: Asset) -> Report:
    """The report on an asset, which may be no file of any known format."""
    unknown = tuple(unknown_format(asset.document.container.data, suffix_of(asset.path)))
    return Report(asset.path, "", unknown) if unknown else asset.report


def opened(source: Source, called: str, limits: Limits, allow_outside: bool) -> Asset:
    return Asset(gltf.read(source, name=called, limits=limits, allow_outside=allow_outside), called)


def settled(source: Source, limits: Limits) -> Source:
    """The source, as bytes if it is a pipe or a device: what is read from it to tell its format is gone."""
    if isinstance(source, bytes):
        return source
    path = Path(source)
    if path.exists() and not path.is_file() and not path.is_dir():
        return bytes(files.read(path, limits.file_bytes))
    return source


def name_of(source: Source, name: str | None) -> str:
    """What to call a file: the name given for it, else its path."""
    return name or ("bytes" if isinstance(source, bytes) else os.fspath(source))


def suffix_of(path: str) -> str:
    return Path(path).suffix
