"""OFF files among those that Pantin reads: polytopes, as rigs of one mesh."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from pantin import files
from pantin.assets.asset import Asset
from pantin.errors import BadFile
from pantin.formats.lifted import Lifted
from pantin.formats.off import OffError, from_rig, to_rig
from pantin.formats.off.document import Document, read
from pantin.formats.off.write import lines
from pantin.report import Finding, Report, rule

if TYPE_CHECKING:
    import os

    from pantin.assets.asset import Source
    from pantin.limits import Limits


class OffAsset(Asset):
    """An OFF file that was read."""

    family = "OFF"
    document: Document

    @cached_property
    def lifted(self) -> Lifted:
        return Lifted(to_rig(self.document.polytope, Path(self.path).stem or "Polytope"), ())

    @cached_property
    def report(self) -> Report:
        return Report(self.path, "off", ())


@rule("OFF-TEXT", "error", "{what}")
def not_off(error: OffError) -> Iterator[Finding]:
    """The text is OFF: a header, counts, vertices, faces, and in more than 3 dimensions cells.

    Why: what follows a number that is missing or no number cannot be told apart.
    Mend: correct the place that the message names.
    Source: the OFF format of Geomview, and its generalisation to cells by Stella4D.
    """
    yield replace(not_off.at(what=str(error)), line=error.line)


def loaded(source: Source, name: str, limits: Limits, allow_outside: bool) -> OffAsset:
    """As `pantin.load`, for an OFF file, which names no others."""
    try:
        return OffAsset(read(source, limits=limits), name)
    except OffError as error:
        raise BadFile(Report(name, "off", tuple(not_off(error)))) from None


def judged(source: Source, name: str, limits: Limits, allow_outside: bool) -> Report:
    """As `pantin.check`, for an OFF file."""
    try:
        return loaded(source, name, limits, allow_outside).report
    except BadFile as error:
        return error.report


def write(asset: Asset, target: str | os.PathLike[str]) -> None:
    """Write what an asset shows at rest as OFF; an OFF file keeps its bytes."""
    from pantin.deformation.repeats import refuse_endless

    if isinstance(asset, OffAsset):
        files.atomic_write(Path(target), [asset.document.data])
        return
    refuse_endless(asset.rig)
    files.atomic_write(Path(target), (line.encode() for line in lines(from_rig(asset.rig))))
