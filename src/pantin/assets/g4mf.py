"""G4MF files among those that Pantin reads: assets in N dimensions."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from pantin.assets.asset import Asset, not_yet_said
from pantin.errors import BadFile, PantinError
from pantin.files import Resolver
from pantin.formats.g4mf import document as documents
from pantin.report import Finding, Report

if TYPE_CHECKING:
    from pantin.assets.asset import Source
    from pantin.formats.lifted import Lifted
    from pantin.limits import Limits


class G4mfAsset(Asset):
    """A G4MF file that was read. What can be done to a glTF document alone refuses it by `in_gltf`."""

    family = "G4MF"

    document: documents.Document

    @cached_property
    def lifted(self) -> Lifted:
        from pantin.formats.g4mf.lift import lift

        return lift(self.document)

    @cached_property
    def report(self) -> Report:
        from pantin.formats.g4mf.check import findings, with_lines

        found = list(findings(self.document))
        found += not_yet_said(self._left_out(), found)
        return Report(self.path, self.document.kind, tuple(with_lines(self.document, found)))

    def _left_out(self) -> tuple[Finding, ...]:
        """What is no part of the rig; nothing where there is none: the rules of the format say why."""
        try:
            return self.lifted.findings
        except PantinError:
            return ()


def loaded(source: Source, name: str, limits: Limits, allow_outside: bool) -> G4mfAsset:
    """As `pantin.load`, for a G4MF file."""
    from pantin.formats.g4mf.support import require_known

    asset = G4mfAsset(opened(source, name, limits, allow_outside), name)
    require_known(asset.document)
    if not asset.document.tree:
        raise BadFile(asset.report)
    return asset


def judged(source: Source, name: str, limits: Limits, allow_outside: bool) -> Report:
    """As `pantin.check`, for a G4MF file."""
    return G4mfAsset(opened(source, name, limits, allow_outside), name).report


def opened(source: Source, name: str, limits: Limits, allow_outside: bool) -> documents.Document:
    given = name if isinstance(source, bytes) else None
    resolver = Resolver.of(source, allow_outside=allow_outside)
    return documents.read(source, name=given, limits=limits, resolver=resolver)
