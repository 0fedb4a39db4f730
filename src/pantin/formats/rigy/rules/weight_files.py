"""Rules about the weight files that weight maps read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.formats.rigy.rules import values as value_rules
from pantin.formats.rigy.rules.bindings import bone_once, joined_bones, mirrored_once
from pantin.formats.rigy.rules.scope import Scope, missing, pointer_to
from pantin.formats.rigy.rules.weight_maps import NAMED, maps, some_bones
from pantin.formats.rigy.schema.document import Binding, WeightMap
from pantin.formats.rigy.weight_file import Content, WeightFile, bones
from pantin.report import Finding, rule
from pantin.report.wording import article, counted

WORDS = {
    "unknown key": value_rules.unknown_key,
    "type": value_rules.wrong_type,
    "missing": value_rules.missing_key,
    "finite": value_rules.finite,
    "empty": value_rules.empty_value,
    "index": value_rules.negative_index,
}
"""The rules whose messages describe the faults of a weight file."""


@rule("RIGY-V20", "error", "weight file {name!r}: {reason}")
def readable_file(scope: Scope) -> Iterator[Finding]:
    """Invalid weight file.

    What: A weight file must exist inside the project folder and must be JSON in one of the two shapes of
    the language: influences with vertex and bones, or weights with vertex_index and bones. Unknown and
    repeated keys are invalid too.
    Why: Without it the vertices have no weights, and weights under an unknown key would be lost silently.
    Fix: Correct the path, which is relative to the document, or the file. A file outside the folder needs
    --allow-outside.
    Source: Rigy chapter 12, V20; Rigy 0.3, External Weight Files; chapter 6.5.
    """
    yield from scope.findings(readable_file, "weight file")
    for path, file in scope.weight_files.items():
        where = pointer_to((*path[:-1], "source"))
        if file.content is None and not file.faults:
            yield readable_file.at(where, name=file.name, reason=file.fault)
        for fault in file.faults:
            words = {**fault.values, "owner": article(fault.values.get("what", "object")), "hint": ""}
            reason = WORDS[fault.kind].message.format_map(words)
            finding = readable_file.at(where, name=file.name, reason=reason)
            yield scope.in_weight_file(finding, file, fault.path, key=fault.on_key)


def _files(scope: Scope) -> Iterator[tuple[Binding, WeightMap, int | None, WeightFile, Content]]:
    for binding, weight_map, count in maps(scope):
        file = scope.weight_files.get((*weight_map.path, weight_map.primitive_id))
        if file is not None and file.content is not None:
            yield binding, weight_map, count, file, file.content


@rule("RIGY-V21", "error", "the weight file has {got:,} vertices, but primitive {id!r} has {count:,}")
def file_count(scope: Scope) -> Iterator[Finding]:
    """Weight file with another vertex count.

    What: The vertex_count of a weight file must be the vertex count of the primitive.
    Why: The file was made for another tessellation, so its indices refer to other vertices.
    Fix: Generate the file again, or correct vertex_count.
    Source: Rigy chapter 12, V21.
    """
    for _, weight_map, count, file, content in _files(scope):
        if count is not None and content.vertex_count != count:
            values: dict[str, Any] = {
                "got": content.vertex_count,
                "id": weight_map.primitive_id,
                "count": count,
            }
            finding = file_count.at(pointer_to(weight_map.path, "source"), **values)
            yield scope.in_weight_file(finding, file, ("vertex_count",))


@rule("RIGY-V22", "error", "the weight file is for primitive {got!r}, not {id!r}")
def file_primitive(scope: Scope) -> Iterator[Finding]:
    """Weight file of another primitive.

    What: The primitive_id of a weight file must be the primitive of the weight map that reads it; a
    mirrored primitive reads the file of its original.
    Why: It is probably the wrong file.
    Fix: Correct the path, or primitive_id in the file.
    Source: Rigy chapter 12, V22.
    """
    for _, weight_map, _, file, content in _files(scope):
        expected = weight_map.source_primitive or weight_map.primitive_id
        if content.primitive_id != expected:
            finding = file_primitive.at(
                pointer_to(weight_map.path, "source"), got=content.primitive_id, id=expected
            )
            yield scope.in_weight_file(finding, file, ("primitive_id",))


@rule("RIGY-P43", "error", "weight file refers to unknown bone {id!r} in armature {armature!r}{hint}")
def file_bones(scope: Scope) -> Iterator[Finding]:
    """Weight file refers to an unknown bone.

    What: The bones in a weight file must be bones of the bound armature.
    Why: Nothing would move the vertices.
    Fix: Correct the id.
    Source: Rigy 0.3, Validation Rules.
    """
    for binding, weight_map, _, file, content in _files(scope):
        known, seen = scope.bones(binding), set[str]()
        for e, entry in enumerate(content.influences if scope.is_bound(binding) else ()):
            for b, (name, _) in enumerate(bones(entry, weight_map.renames)):
                if known and missing(name, known) and name not in seen:
                    seen.add(name)
                    hint = scope.suggest(name, known)
                    values = {"armature": binding.armature_id, "id": name, "hint": hint}
                    finding = file_bones.at(pointer_to(weight_map.path, "source"), **values)
                    yield scope.in_weight_file(finding, file, (*file.entry(e), "bones", b, "bone_id"))


@rule("RIGY-P44", "error", "weight {weight} of bone {id!r} at vertex {vertex} {expected}")
def file_weights(scope: Scope) -> Iterator[Finding]:
    """Weight in a weight file is out of range.

    What: The weights in a weight file must not be negative, and those that a document of version 0.4 or later
    reads not above 1.
    Why: A negative weight pushes vertices away from the bone that should move them.
    Fix: Write numbers between 0 and 1.
    Source: Rigy 0.3, Weight Normalization.
    """
    for _, weight_map, _, file, content in _files(scope):
        left = NAMED
        for e, entry in enumerate(content.influences):
            for b, bone in enumerate(entry.bones):
                if not 0.0 <= bone.weight <= scope.largest_weight and left:
                    left -= 1
                    values: dict[str, Any] = {
                        "vertex": entry.vertex,
                        "weight": bone.weight,
                        "id": bone.bone_id,
                        "expected": scope.weight_range,
                    }
                    finding = file_weights.at(pointer_to(weight_map.path, "source"), **values)
                    yield scope.in_weight_file(finding, file, (*file.entry(e), "bones", b, "weight"))


@rule("RIGY-P45", "error", "vertex {vertex} is out of range: primitive {id!r} has {count:,} vertices")
def file_vertices(scope: Scope) -> Iterator[Finding]:
    """Weight file refers to a vertex that does not exist.

    What: The vertex indices in a weight file must be at least 0 and smaller than the vertex count of the
    primitive.
    Why: The index would refer to a vertex of another primitive, or to none.
    Fix: Use indices from 0 to the vertex count minus 1.
    Source: Rigy 0.3, External Weight Files.
    """
    for _, weight_map, count, file, content in _files(scope):
        left = NAMED
        for e, entry in enumerate(content.influences if count is not None else ()):
            if not 0 <= entry.vertex < (count or 0) and left:
                left -= 1
                values: dict[str, Any] = {
                    "vertex": entry.vertex,
                    "id": weight_map.primitive_id,
                    "count": count,
                }
                finding = file_vertices.at(pointer_to(weight_map.path, "source"), **values)
                yield scope.in_weight_file(finding, file, file.vertex(e))


@rule("RIGY-P46", "error", "the weight file of primitive {id!r} lists vertex {vertex} more than once{more}")
def vertex_once(scope: Scope) -> Iterator[Finding]:
    """Weight file lists a vertex twice.

    What: A weight file must list each vertex at most once.
    Why: The language does not say which of the two entries applies.
    Fix: Keep one entry. The reference profile reports a warning instead, and uses the last entry.
    Source: Rigy 0.3, External Weight Files; chapter 12.4.
    """
    for _, weight_map, _, file, content in _files(scope):
        seen: set[int] = set()
        again = []
        for e, entry in enumerate(content.influences):
            if entry.vertex in seen:
                again.append(e)
            seen.add(entry.vertex)
        if again:
            more = f" (and {counted(len(again) - 1, 'other repeated vertex')})" if len(again) > 1 else ""
            values: dict[str, Any] = {"vertex": content.influences[again[0]].vertex, "more": more}
            finding = vertex_once.at(
                pointer_to(weight_map.path, "source"), id=weight_map.primitive_id, **values
            )
            yield scope.in_weight_file(finding, file, file.vertex(again[0]))


def bones_of_files(scope: Scope) -> Iterator[Finding]:
    """RIGY-P41 and RIGY-P42 for the entries of weight files."""
    for _, weight_map, _, file, content in _files(scope):
        where, left = pointer_to(weight_map.path, "source"), NAMED
        for e, entry in enumerate(content.influences):
            names = [bone.bone_id for bone in entry.bones]
            if left and not names:
                left -= 1
                finding = some_bones.at(where, what=f"vertex {entry.vertex}", id=weight_map.primitive_id)
                yield scope.in_weight_file(finding, file, (*file.entry(e), "bones"))
            for b, name in enumerate(names):
                if left and name in names[:b]:
                    left -= 1
                    finding = bone_once.at(where, id=name)
                    yield scope.in_weight_file(finding, file, (*file.entry(e), "bones", b, "bone_id"))


def joined_bones_of_files(scope: Scope) -> Iterator[Finding]:
    """RIGY-P87 for the weight files of mirrored primitives: each pair of bones once for a file."""
    for _, weight_map, _, file, content in _files(scope):
        if not weight_map.renames or scope.profile.mirrored_bones_apart:
            continue
        seen: set[tuple[str, str]] = set()
        for e, entry in enumerate(content.influences):
            mirrored = [name for name, _ in bones(entry, weight_map.renames)]
            names = [bone.bone_id for bone in entry.bones]
            for b, (first, second) in joined_bones(zip(names, mirrored, strict=True)):
                if (first, second) not in seen:
                    seen |= {(first, second), (second, first)}
                    where = pointer_to(weight_map.path, "source")
                    finding = mirrored_once.at(where, first=first, second=second, id=mirrored[b])
                    yield scope.in_weight_file(finding, file, (*file.entry(e), "bones", b, "bone_id"))


REFERENCES = (readable_file,)
RULES = (
    file_count, file_primitive, file_bones, file_weights, file_vertices, vertex_once, bones_of_files,
    joined_bones_of_files,
)  # fmt: skip
LENIENT = ("RIGY-P46",)
