"""Run the rules over every file of a project; each finding has its file, line and column."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pantin.base.records import replace
from pantin.formats.rigy.profile import Profile
from pantin.formats.rigy.project import Project, SourceFile
from pantin.formats.rigy.rules import (
    armatures,
    bindings,
    expansion,
    ids,
    imports,
    materials,
    primitives,
    scenes,
    uvs,
    values,
    versions,
    weight_files,
    weight_maps,
    yaml_syntax,
)
from pantin.formats.rigy.rules.scope import Scope
from pantin.formats.rigy.rules.unreadable import Unreadable
from pantin.formats.rigy.schema.kinds import UNREAD, Fault
from pantin.formats.rigy.weight_file import WeightFile, read_weights
from pantin.report import Finding

_LENIENT = frozenset(
    rule for module in (primitives, armatures, bindings, weight_maps, weight_files) for rule in module.LENIENT
)
_ALWAYS = (
    *yaml_syntax.RULES,
    *values.RULES,
    *expansion.RULES,
    *versions.RULES,
    *imports.REFERENCES,
    *weight_files.REFERENCES,
)
"""Rules that report the faults of reading themselves: a fault does not explain its own finding."""
_DOCUMENT = (
    *ids.RULES,
    *primitives.RULES,
    *materials.RULES,
    *uvs.RULES,
    *armatures.RULES,
    *bindings.RULES,
    *weight_maps.RULES,
    *weight_files.RULES,
    *armatures.POSES,
    *imports.RULES,
)


def make_scopes(project: Project) -> list[Scope]:
    """One scope per file, in the order of reading, with the weight files of its document."""
    scopes = []
    for source in project.order:
        scope = Scope(source, project.profile)
        if source.document is not None:
            _read_weight_files(project, source, scope)
        scopes.append(scope)
    return scopes


def _read_weight_files(project: Project, source: SourceFile, scope: Scope) -> None:
    read: dict[str, WeightFile | None] = {}
    for binding in source.document.bindings if source.document else ():
        for weight_map in binding.weight_maps:
            if weight_map.source in (None, UNREAD):
                continue
            if weight_map.source not in read:
                read[str(weight_map.source)] = _weight_file(
                    project, source, str(weight_map.source), (*weight_map.path, "source")
                )
            file = read[str(weight_map.source)]
            if file is not None:
                scope.weight_files[(*weight_map.path, weight_map.primitive_id)] = file


def _weight_file(
    project: Project, source: SourceFile, name: str, at: tuple[str | int, ...]
) -> WeightFile | None:
    """A weight file, or None with a fault. Its references are reported as RIGY-V20, not as RIGY-P50."""
    before = len(source.faults.listed)
    path = project.find(source, name, at)
    raw = None if path is None else project.read_bytes(source, path, at)
    for index, fault in enumerate(source.faults.listed[before:], before):
        words = {"name": name, "reason": fault.values["reason"]}
        source.faults.listed[index] = Fault("weight file", fault.path, words)
    if path is None or raw is None:
        return None
    return read_weights(name, raw, project.display_name(path))


def run_rules(scopes: list[Scope], profile: Profile) -> list[Finding]:
    """All findings of all rules, sorted by file and line; each rule reports an object once."""
    by_key: dict[tuple[object, ...], Finding] = {}
    for scope in scopes:
        for finding in sorted(
            _findings(scope), key=lambda finding: (finding.file or "", finding.line or 0, finding.column or 0)
        ):
            if profile.lenient and finding.rule in _LENIENT:
                finding = replace(finding, severity="warning")
            # A fault of copies that a macro or symmetry generates is reported once, at the original.
            pointer = None if finding.origin else finding.pointer
            by_key.setdefault((finding.rule, finding.file, finding.line, finding.column, pointer), finding)
    return list(by_key.values())


def _findings(scope: Scope) -> Iterator[Finding]:
    source = scope.source
    if not source.composed.whole:
        yield from _run(scope, yaml_syntax.RULES)  # more findings about half a document would mislead
        return
    yield from _run(scope, _ALWAYS)
    groups: tuple[Callable[[Scope], Iterator[Finding]], ...] = ()
    if source.document is not None:
        groups = _DOCUMENT
    elif source.scene is not None:
        groups = scenes.RULES
    elif source.contract is not None:
        groups = imports.CONTRACT
    unreadable = Unreadable(source.faults.listed, source.composed)
    for finding in _run(scope, groups):
        if finding.file != source.shown or not unreadable.explains(finding):
            yield finding


def _run(scope: Scope, rules: tuple[Callable[[Scope], Iterator[Finding]], ...]) -> Iterator[Finding]:
    for rule in rules:
        for finding in rule(scope):
            yield finding if finding.line is not None else scope.source.locate(finding)
