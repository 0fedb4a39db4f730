"""Derive skeletons from the skins of a document: the result, and the errors that prevent it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pantin.base.records import Record
from pantin.formats.format import Lifted
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.extensions import find
from pantin.formats.gltf.rules import hierarchy
from pantin.formats.gltf.rules.skin import skin_no_common_root
from pantin.formats.gltf.rules.skin_errors import core_errors
from pantin.formats.gltf.scope import Scope
from pantin.report import Finding
from pantin.report.pointer import pointer, tokens

if TYPE_CHECKING:
    from pantin.operations.edit.skeletons import DerivedSkeletons
    from pantin.rig import Rig

NEEDED = frozenset(
    (
        "accessors",
        "animations",
        "buffers",
        "bufferViews",
        "extensions",
        "extensionsUsed",
        "nodes",
        "scenes",
        "skins",
    )
)
"""The root members that deriving reads or changes."""

OVERCOME = frozenset(("GLTF-SKIN_NO_COMMON_ROOT", "GLTF-SKIN_SKELETON_INVALID"))
"""Rules that do not prevent deriving: it fixes their findings, or checks more itself, for all unrelated
joints."""


class Derivation(Record):
    """The rig of a document, the skeletons derived for it, and the findings if they were refused."""

    rig: Rig
    derived: DerivedSkeletons
    refused: tuple[Finding, ...] = ()


def obstacles(document: Document, lifted: Lifted) -> list[Finding]:
    """The errors that prevent deriving: nodes that do not form trees, and invalid skins."""
    scope = Scope(document)
    errors = [
        finding for finding in document.shape_findings if finding.severity == "error" and _is_needed(finding)
    ]
    errors += [*hierarchy.node_parent_override(scope), *hierarchy.node_loop(scope)]
    for skin_errors in core_errors(scope).values():
        errors += [finding for finding in skin_errors if finding not in errors]
    errors = [finding for finding in errors if finding.rule not in OVERCOME and not _is_overwritten(finding)]
    return errors or [
        finding for finding in lifted.findings if tokens(finding.pointer or "")[:1] == ("skins",)
    ]


def _is_needed(finding: Finding) -> bool:
    path = tokens(finding.pointer or "")
    return not path or not path[0] or path[0] in NEEDED


def _is_overwritten(finding: Finding) -> bool:
    """Whether the error is in data that deriving overwrites: `skeleton` of a skin, or an object of a skeleton
    extension."""
    path = tokens(finding.pointer or "")
    extension = find(path[-1]) if path[-2:-1] == ("extensions",) else None
    return (extension is not None and extension.holds == "skeletons") or (
        len(path) == 3 and path[0] == "skins" and path[2] == "skeleton"
    )


def no_common_root(document: Document, skins: Sequence[int]) -> Iterator[Finding]:
    """A finding for each skin whose joints lack a common root."""
    scope = Scope(document)
    for skin in skins:
        where, name = pointer("skins", skin, "joints"), scope.named("skin", skin)
        yield skin_no_common_root.at(where, skin=name, fix="add a root node above the joints")
