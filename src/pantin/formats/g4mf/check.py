"""Check a document against every rule about G4MF, from bytes to content."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from pantin.formats.g4mf.newest import trace
from pantin.formats.g4mf.rules import (
    binding,
    blend,
    blend_form,
    bone,
    core,
    data,
    file,
    geometry,
    influences,
    mesh,
    node,
    older_form,
    skeleton,
    skin,
    text,
)
from pantin.formats.g4mf.rules.scope import Scope
from pantin.formats.json_text.positions import with_positions
from pantin.report import Finding, Rule

if TYPE_CHECKING:
    from pantin.formats.g4mf.document import Document

GROUPS: tuple[tuple[Rule[[Scope]], ...], ...] = (
    core.RULES,
    older_form.RULES,
    data.RULES,
    node.RULES,
    mesh.RULES,
    geometry.RULES,
    binding.RULES,
    skin.RULES,
    influences.RULES,
    skeleton.RULES,
    bone.RULES,
    blend_form.RULES,
    blend.RULES,
)


def check(document: Document) -> list[Finding]:
    """All findings of a document. In text files, each has a line and column as well as a pointer."""
    return with_lines(document, findings(document))


def findings(document: Document) -> Iterator[Finding]:
    """The findings of the readable parts of a document: rules skip the rest."""
    scope = Scope(document)
    for each in file.RULES:
        yield from each(scope)
    if file.is_unreadable(scope):
        return
    for each in text.RULES:
        yield from each(scope)
    if not isinstance(document.root, dict):
        return
    # Data may hold any bits, also signalling NaN: findings report what is wrong with them.
    with np.errstate(all="ignore"):
        result = [finding for group in GROUPS for each in group for finding in each(scope)]
    yield from trace(scope.document, result)


def with_lines(document: Document, findings: Iterable[Finding]) -> list[Finding]:
    """Add lines and columns to the findings of a text file."""
    if document.kind != "g4tf" or document.json_error is not None:
        return list(findings)
    return with_positions(document.text, findings)
