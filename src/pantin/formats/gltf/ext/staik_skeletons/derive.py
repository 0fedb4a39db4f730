"""Derive the skeletons of STAIK_skeletons from the skins of a document, and write them into it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pantin.formats.gltf.derivation import Derivation, no_common_root
from pantin.formats.gltf.ext.staik_skeletons.lift import incomplete_skeletons
from pantin.formats.gltf.ext.staik_skeletons.lower import lower
from pantin.formats.gltf.ext.staik_skeletons.rules import DATA_RULES, RULES
from pantin.formats.gltf.scope import Scope
from pantin.operations.edit.skeletons import plan_skeletons

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document
    from pantin.operations.edit.skeletons import Merge
    from pantin.report import Finding
    from pantin.rig import Rig


def derive(document: Document, rig: Rig, merge: Merge, fix: bool) -> Derivation:
    """Derive skeletons and write them. Refuses joints without a common root, unless `fix` can add one, and
    skeletons that would violate a rule of the extension."""
    children = [(node.children or ()) if node else () for node in document.model.nodes]
    begun = incomplete_skeletons(document, rig)
    result = plan_skeletons(rig, merge=merge, fix=fix, children=children, unfinished=begun)
    if result.apart:
        return Derivation(rig, result, tuple(no_common_root(document, result.apart)))
    roots = [root.below for root in result.roots]
    lower(document, rig, result.skeletons, result.owners, promoted=result.promoted, roots=roots)
    return Derivation(rig, result, tuple(remaining_errors(document)))


def remaining_errors(document: Document) -> list[Finding]:
    """The errors of the extension that remain in a document."""
    scope = Scope(document)
    rules = [rule for rule in (*RULES, *DATA_RULES) if rule.severity == "error"]
    with np.errstate(all="ignore"):
        findings = [finding for rule in rules for finding in rule(scope)]
    return [finding for finding in findings if finding.severity == "error"]
