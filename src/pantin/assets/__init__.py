"""Whole files, whatever their format: `load`, `check`, `save`, `convert`, and the `Asset` they speak of."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Protocol

from pantin.assets.asset import DEFAULT_LIMITS, Asset, Source
from pantin.assets.recognition import limit, name_of, recognised, settled
from pantin.errors import LimitExceeded
from pantin.limits import Limits
from pantin.report import CATALOGUE, Report, Rule

if TYPE_CHECKING:
    from pantin.formats.g4mf.dialects import Dialect

__all__ = ["Asset", "Source", "check", "compile", "convert", "load", "rules", "save"]


class Reader(Protocol):
    """What the module of a family of formats offers."""

    def loaded(self, source: Source, name: str, limits: Limits, allow_outside: bool, /) -> Asset: ...

    def judged(self, source: Source, name: str, limits: Limits, allow_outside: bool, /) -> Report: ...


def _reader(source: Source, name: str) -> Reader:
    """The module for the family of a file; imported when a file is of it."""
    match recognised(source, name):
        case "Rigy":
            from pantin.assets import texts

            return texts
        case "G4MF":
            from pantin.assets import g4mf

            return g4mf
        case "OFF":
            from pantin.assets import off

            return off
        case "glTF":
            from pantin.assets import gltf

            return gltf


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
    return _reader(source, called).loaded(source, called, limits, allow_outside)


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
    called = name_of(source, name)
    try:
        source = settled(source, limits)
        return _reader(source, called).judged(source, called, limits, allow_outside)
    except LimitExceeded as error:
        return Report(called, "", tuple(limit(error)))


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
    from pantin.assets import texts

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
