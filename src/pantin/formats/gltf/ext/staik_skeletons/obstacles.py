"""What keeps skeletons from being derived, and what is still wrong when they have been."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from pantin.formats.exchange import Lifted
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.ext.staik_skeletons import NAME
from pantin.formats.gltf.ext.staik_skeletons.rules import DATA_RULES, RULES
from pantin.formats.gltf.ext.staik_skeletons.rules.skin import core_errors
from pantin.formats.gltf.rules import hierarchy
from pantin.formats.gltf.rules.scope import Scope
from pantin.formats.gltf.rules.skin import skin_no_common_root
from pantin.report import Finding
from pantin.report.pointer import pointer, tokens

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
"""The members of the root that deriving reads or changes."""

OVERCOME = frozenset(("GLTF-SKIN_NO_COMMON_ROOT", "GLTF-SKIN_SKELETON_INVALID"))
"""What deriving mends, or judges better itself: of unrelated joints it looks at all."""


def obstacles(document: Document, lifted: Lifted) -> list[Finding]:
    """The errors that leave nothing to derive from: nodes that form no trees, skins that cannot be used."""
    scope = Scope(document)
    found = [one for one in document.shape_findings if one.severity == "error" and _needed(one)]
    found += [*hierarchy.node_parent_override(scope), *hierarchy.node_loop(scope)]
    found += [one for each in core_errors(scope).values() for one in each if one not in found]
    found = [one for one in found if one.rule not in OVERCOME and not _is_written_over(one)]
    return found or [one for one in lifted.findings if tokens(one.pointer or "")[:1] == ("skins",)]


def _needed(finding: Finding) -> bool:
    path = tokens(finding.pointer or "")
    return not path or not path[0] or path[0] in NEEDED


def _is_written_over(finding: Finding) -> bool:
    """Whether it is the `skeleton` of a skin that is wrong, or an object of the extension."""
    path = tokens(finding.pointer or "")
    return path[-2:] == ("extensions", NAME) or (
        len(path) == 3 and path[0] == "skins" and path[2] == "skeleton"
    )


def no_common_root(skins: Sequence[int]) -> Iterator[Finding]:
    """The finding of each skin whose joints are not under one node."""
    for at in skins:
        yield skin_no_common_root.at(pointer("skins", at, "joints"), fix="add a root node above the joints")


def remaining(document: Document) -> list[Finding]:
    """The errors of the extension that a document still has."""
    scope = Scope(document)
    rules = [each for each in (*RULES, *DATA_RULES) if each.severity == "error"]
    with np.errstate(all="ignore"):
        found = [one for each in rules for one in each(scope)]
    return [one for one in found if one.severity == "error"]
