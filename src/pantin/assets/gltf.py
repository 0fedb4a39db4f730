"""glTF files among those that Pantin reads."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from pantin.assets.asset import DEFAULT_LIMITS, Asset, Source, not_yet_said
from pantin.assets.recognition import limit, name_of, settled, unknown_format
from pantin.errors import BadFile, LimitExceeded, PantinError, Unsupported
from pantin.files import Resolver
from pantin.formats.gltf.document import Document, read
from pantin.limits import Limits
from pantin.report import Finding, Report

if TYPE_CHECKING:
    from pantin.assets.figures import Figures
    from pantin.formats.gltf.summary import Summary
    from pantin.formats.lifted import Lifted


class GltfAsset(Asset):
    """A glTF file that was read, or a document made of something else."""

    family = "glTF"
    document: Document

    @cached_property
    def lifted(self) -> Lifted:
        from pantin.formats.gltf.lift import lift

        lifted = lift(self.document)
        if not lifted.findings:
            return lifted
        from pantin.formats.gltf.check import with_lines

        return replace(lifted, findings=tuple(with_lines(self.document, lifted.findings)))

    @cached_property
    def report(self) -> Report:
        unknown = tuple(unknown_format(self.document.container.data, self.path))
        if unknown:
            return Report(self.path, "", unknown)
        from pantin.formats.gltf.check import findings, with_lines

        found = list(findings(self.document))
        found += self._rig_findings(found)
        return Report(self.path, self.document.kind, tuple(with_lines(self.document, found)))

    def _rig_findings(self, said: list[Finding]) -> list[Finding]:
        """What the rules about rigs find, where the file can be understood so far."""
        from pantin.formats.gltf.rules.container import is_cut

        if not self.document.tree or other_version(self.document) or is_cut(self.document.container):
            return []
        try:
            lifted = self.lifted
        except Unsupported:  # a decoder that is not installed, as the rules of the format say
            return []
        except LimitExceeded as error:
            return [] if any(one.rule == "GLTF-LIMIT_EXCEEDED" for one in said) else list(limit(error))
        import numpy as np

        from pantin.checks import check

        with np.errstate(all="ignore"):
            return [*not_yet_said(lifted.findings, said), *check(lifted.rig)]


def loaded(source: Source, name: str, limits: Limits, allow_outside: bool) -> GltfAsset:
    """As `pantin.load`, for a glTF file."""
    asset = opened(source, name, limits, allow_outside)
    if not asset.document.tree or list(unknown_format(asset.document.container.data, name)):
        raise BadFile(asset.report)
    if stated := other_version(asset.document):
        raise Unsupported(f"{name} is glTF {stated}; Pantin reads glTF 2")
    return asset


def judged(source: Source, name: str, limits: Limits, allow_outside: bool) -> Report:
    """As `pantin.check`, for a glTF file, or one of no format."""
    return opened(source, name, limits, allow_outside).report


def opened(source: Source, name: str, limits: Limits, allow_outside: bool) -> GltfAsset:
    resolver = Resolver.of(source, allow_outside=allow_outside)
    return GltfAsset(read(source, name=name, limits=limits, resolver=resolver), name)


def summarise(source: Source, *, name: str | None = None) -> tuple[Summary, Figures | None]:
    """What is inside a glTF file, as far as it can be looked into, and figures of its rig if there is one."""
    from pantin.formats.gltf.summary import summarise

    called = name_of(source, name)
    asset = opened(settled(source, DEFAULT_LIMITS), called, DEFAULT_LIMITS, False)
    if list(unknown_format(asset.document.container.data, called)):
        raise BadFile(asset.report)
    return summarise(asset.document), _figures(asset)


def _figures(asset: GltfAsset) -> Figures | None:
    from pantin.assets.figures import figures

    if not asset.document.tree or other_version(asset.document):
        return None
    try:
        return figures(asset.rig)
    except PantinError:  # a limit, or a decoder that is not installed: the summary names what it misses
        return None


def in_gltf(asset: Asset) -> GltfAsset:
    """The asset itself, for what can be done to glTF alone; raises `Unsupported` where it is of another
    family."""
    if not isinstance(asset, GltfAsset):
        raise Unsupported(f"{asset.path} is {asset.family}; this can be done to glTF files alone")
    return asset


def other_version(document: Document) -> str:
    """The version of glTF that a document states, if it is one that Pantin does not read; else nothing."""
    about = document.tree.get("asset")
    stated = about.get("version") if isinstance(about, dict) else None
    other = isinstance(stated, str) and stated[:1].isdigit() and not stated.startswith("2.")
    return str(stated) if other else ""
