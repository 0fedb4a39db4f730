"""Check a document against every rule about glTF, in the order of the Khronos validator."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np

from pantin.base.later import Later
from pantin.formats.gltf import schema_rules
from pantin.formats.gltf.extensions import every, in_use, is_read, may_use_extensions
from pantin.formats.gltf.rules import (
    accessor,
    accessor_data,
    animation,
    animation_data,
    asset,
    attribute,
    buffer,
    buffer_view,
    compressed,
    container,
    hierarchy,
    influences,
    json,
    limit,
    mesh,
    mesh_data,
    node,
    property,
    reference,
    root,
    skin,
    surface,
    uri,
    usage,
)
from pantin.formats.gltf.scope import Scope
from pantin.formats.json_text.positions import with_positions
from pantin.report import Finding, Rule

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document
    from pantin.formats.gltf.extension import Extension
    from pantin.formats.gltf.model import Gltf

Group = tuple[Rule[[Scope]], ...]

JSON_GROUPS: tuple[tuple[Group, tuple[str, ...]], ...] = (
    (root.RULES, ()),
    (asset.RULES, ()),
    (property.RULES, ()),
    (uri.RULES, ("buffers", "images")),
    (buffer.RULES, ("buffers",)),
    (node.RULES, ("nodes",)),
    (mesh.RULES, ("meshes",)),
    (reference.RULES, ()),
    (buffer_view.RULES, ("buffer_views",)),
    (accessor.RULES, ("accessors",)),
    (usage.RULES, ("accessors", "buffer_views")),
    (attribute.RULES, ("meshes",)),
    (surface.RULES, ("meshes",)),
    (hierarchy.RULES, ("nodes",)),
    (skin.RULES, ("skins",)),
    (animation.RULES, ("animations",)),
    (hierarchy.SCENE_RULES, ("scenes",)),
)
"""Rules that need only the JSON, each group with the lists of the file it applies to: without these it finds
nothing."""

DATA_GROUPS: tuple[tuple[Group, tuple[str, ...]], ...] = (
    (uri.DATA_RULES, ("buffers", "images")),
    (buffer.DATA_RULES, ("buffers",)),
    (accessor_data.RULES, ("accessors",)),
    (mesh_data.RULES, ("meshes",)),
    (influences.RULES, ("skins",)),
    (animation_data.RULES, ("animations",)),
    (compressed.RULES, ("accessors",)),
    (limit.RULES, ()),
)
"""Rules that need the bytes of buffers."""

LISTS = tuple(dict.fromkeys(name for _, names in (*JSON_GROUPS, *DATA_GROUPS) for name in names))
_LISTED = attrgetter(*LISTS)

_RULES = "pantin.formats.gltf.rules"

PARTS: tuple[tuple[str, Later], ...] = (
    ("cameras", Later(f"{_RULES}.camera", "RULES")),
    ("images", Later(f"{_RULES}.image", "RULES")),
    ("materials", Later(f"{_RULES}.material", "RULES")),
)
"""Optional parts: rules that need only the JSON, by the list of the file they apply to. They are imported
only for files with that list.
"""

DATA_PARTS: tuple[tuple[str, Later], ...] = (("images", Later(f"{_RULES}.image", "DATA_RULES")),)
"""Optional parts with rules that need data."""


def check(document: Document) -> list[Finding]:
    """All findings of a document. In text files, each has a line and column as well as a pointer."""
    return with_lines(document, findings(document))


def findings(document: Document) -> Iterator[Finding]:
    """The findings of a document, or the reason why it cannot be parsed."""
    scope = Scope(document)
    if not container.is_plain(document.container):
        yield from run(container.RULES, scope)
    if container.is_json_lost(document):
        return
    yield from json.invalid_json(scope)
    fault = document.json_error
    if fault is not None and fault.kind != "bom":
        return
    yield from json.duplicate_key(scope)
    if not document.has_complete_model and not isinstance(document.root, dict):
        yield from schema_rules.type_mismatch(None, document.root, "object")
        return
    yield from document.shape_findings
    yield from scope.extended.findings
    lacking = absent_lists(document.model)
    groups = [
        *present_groups(JSON_GROUPS, lacking),
        *part_groups(document),
        *extension_groups(document),
    ]
    if not document.container.is_cut:
        groups += present_groups(DATA_GROUPS, lacking)
    # Data may contain any bits, also those of a signalling NaN, which findings report.
    absent = document.names.lacking(_names_of_rules())
    with np.errstate(all="ignore"):
        data_findings = [finding for group in groups for finding in run(group, scope, absent)]
    yield from data_findings


def absent_lists(model: Gltf) -> set[str]:
    """The lists that rules apply to and that the file lacks."""
    return {name for name, objects in zip(LISTS, _LISTED(model), strict=True) if not objects}


def present_groups(groups: tuple[tuple[Group, tuple[str, ...]], ...], lacking: set[str]) -> list[Group]:
    """The groups, without those for lists that the file lacks."""
    return [group for group, parts in groups if not parts or not lacking.issuperset(parts)]


def part_groups(document: Document | None = None) -> Iterator[Group]:
    """The rules of optional parts: those present in a document, or all without one."""
    data = document is None or not document.container.is_cut
    for name, rules in (*PARTS, *DATA_PARTS) if data else PARTS:
        if document is None or getattr(document.model, name):
            yield rules.get()


def extension_groups(document: Document | None = None) -> Iterator[Group]:
    """The rules of the extensions in a document, or of all extensions without one. Most files use no
    extensions, so their rules are not imported for them. Extensions of a family share rules, which run
    once."""
    if document is not None and not may_use_extensions(document):
        return
    ruled = [extension for extension in every() if extension.rules or extension.data_rules]
    data = document is None or not document.container.is_cut
    groups: list[Group] = []
    for extension in ruled if document is None else _with_rules_to_run(document, ruled):
        for group in extension.rule_groups(data=data):
            if not any(group is other for other in groups):
                groups.append(group)
                yield group


def _with_rules_to_run(document: Document, ruled: list[Extension]) -> Iterator[Extension]:
    """The extensions in use. Most extensions are read only if declared, so the text need not be searched for
    their names.
    """
    declared = frozenset(document.model.extensions_used or ())
    anywhere = [extension for extension in ruled if extension.schema is None or extension.read_unlisted]
    yield from in_use(document, anywhere)
    for extension in ruled:
        listed = extension not in anywhere and not declared.isdisjoint(extension.names)
        if listed and is_read(extension, document):
            yield extension


@cache
def _names_of_rules() -> tuple[str, ...]:
    """The names whose absence means that some rules find nothing."""
    groups = (*(group for group, _ in (*JSON_GROUPS, *DATA_GROUPS)), *part_groups())
    return tuple(sorted({name for group in groups for rule in group for name in rule.only_with}))


def run(group: Group, scope: Scope, absent: frozenset[str] = frozenset()) -> list[Finding]:
    """The findings of the rules of a group, skipping rules that find nothing when these names are absent."""
    findings: list[Finding] = []
    for rule in group:
        if not (rule.only_with and rule.only_with <= absent):
            findings += rule.find(scope)
    return findings


def with_lines(document: Document, findings: Iterable[Finding]) -> list[Finding]:
    """Add lines and columns to the findings of a text file and sort them; in a binary file, add the names of
    the objects concerned."""
    findings = list(findings)
    if document.kind != "gltf" and findings:
        from pantin.formats.gltf.named_owners import with_names

        return with_names(document, findings)
    # A finding about the whole file has no pointer to look for.
    if document.kind != "gltf" or not any(finding.pointer for finding in findings if finding.line is None):
        return findings
    # The pointer of the root object is written as the Khronos validator writes it.
    located = with_positions(document.text, findings, root=schema_rules.WHOLE)
    return sorted(located, key=lambda finding: (finding.line or 0, finding.column or 0))
