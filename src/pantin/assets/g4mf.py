"""G4MF files among those that Pantin reads: assets in N dimensions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from pantin.assets import Asset, ancestry, limit
from pantin.errors import BadFile, LimitExceeded, PantinError
from pantin.formats.g4mf import document as documents
from pantin.report import Finding, Report

if TYPE_CHECKING:
    from pantin.assets import Source
    from pantin.formats.g4mf.lift import Lifted
    from pantin.limits import Limits


class G4mfAsset(Asset):
    """A G4MF file that was read. What can be done to a glTF document alone refuses it by `in_gltf`."""

    family = "G4MF"

    document: documents.Document  # type: ignore[assignment]

    def __init__(self, document: documents.Document, path: str) -> None:
        self.document = document
        self.path = path

    @cached_property
    def lifted(self) -> Lifted:  # type: ignore[override]
        from pantin.formats.g4mf.lift import lift

        return lift(self.document)

    @cached_property
    def report(self) -> Report:
        from pantin.formats.g4mf.check import findings, with_lines

        found = list(findings(self.document))
        found += self._left_out(found)
        return Report(self.path, self.document.kind, tuple(with_lines(self.document, found)))

    def _left_out(self, said: list[Finding]) -> Iterator[Finding]:
        """What is no part of the rig, unless the rules of the format said why at the place."""
        try:
            left_out = self.lifted.findings
        except PantinError:  # the rules of the format say what is not read, and why
            return
        known = set(ancestry(one.pointer or "" for one in said if one.severity != "info"))
        yield from (one for one in left_out if one.pointer not in known)


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
    try:
        return G4mfAsset(opened(source, name, limits, allow_outside), name).report
    except LimitExceeded as error:
        return Report(name, "", tuple(limit(error)))


def opened(source: Source, name: str, limits: Limits, allow_outside: bool) -> documents.Document:
    given = name if isinstance(source, bytes) else None
    return documents.read(source, name=given, limits=limits, allow_outside=allow_outside)
