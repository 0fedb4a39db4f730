"""The errors that prevent deriving skeletons, and the errors that remain afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from pantin.formats.format import Lifted
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.ext.staik_skeletons.rules import DATA_RULES, RULES
from pantin.formats.gltf.ext.staik_skeletons.rules.skin import core_errors
from pantin.formats.gltf.extension_names import SKELETONS as NAME
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
"""The rules whose findings deriving fixes, or checks better itself: it looks at all unrelated joints."""


def obstacles(document: Document, lifted: Lifted) -> list[Finding]:
    """The errors that prevent deriving: nodes that do not form trees, invalid skins."""
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
    """Whether the error is in the `skeleton` of a skin, or in an object of the extension."""
    path = tokens(finding.pointer or "")
    return path[-2:] == ("extensions", NAME) or (
        len(path) == 3 and path[0] == "skins" and path[2] == "skeleton"
    )


def no_common_root(document: Document, skins: Sequence[int]) -> Iterator[Finding]:
    """The finding of each skin whose joints have no common root."""
    scope = Scope(document)
    for skin in skins:
        where, name = pointer("skins", skin, "joints"), scope.named("skin", skin)
        yield skin_no_common_root.at(where, skin=name, fix="add a root node above the joints")


def remaining(document: Document) -> list[Finding]:
    """The errors of the extension that a document still has."""
    scope = Scope(document)
    rules = [rule for rule in (*RULES, *DATA_RULES) if rule.severity == "error"]
    with np.errstate(all="ignore"):
        findings = [finding for rule in rules for finding in rule(scope)]
    return [finding for finding in findings if finding.severity == "error"]
