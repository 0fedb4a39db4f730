"""Rules about weight maps: gradients, overrides, and the weight files they read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.report import Finding, rule
from pantin.rigy.rules import shape
from pantin.rigy.rules.scope import Scope, at, missing
from pantin.rigy.schema.document import Binding, WeightMap
from pantin.rigy.shapes import vertex_count
from pantin.rigy.source import Path
from pantin.rigy.weight_file import Content, WeightFile, bones

WORDS = {
    "type": shape.wrong_type,
    "missing": shape.missing_key,
    "finite": shape.finite,
    "empty": shape.empty_value,
    "index": shape.negative_index,
}
"""The words for what a weight file's values may be instead of what they should."""

NAMED = 8
"""How many of many faulty entries of a weight file are reported one by one."""


def _maps(scope: Scope) -> Iterator[tuple[Binding, WeightMap, int | None]]:
    """Every weight map with the vertex count of its primitive, None where that is not known."""
    for binding in scope.document.bindings:
        known = scope.primitives(binding)
        for one in binding.weight_maps:
            primitive = known.get(one.primitive_id)
            yield binding, one, None if primitive is None else vertex_count(primitive)


@rule("RIGY-V14", "error", "mesh {mesh!r} has no primitive {id!r}{hint}")
def known_primitive(scope: Scope) -> Iterator[Finding]:
    """A weight map is about a primitive of the bound mesh.

    Why: it would move nothing.
    Mend: correct the id.
    Source: Rigy chapter 12, V14.
    """
    for binding, one, _ in _maps(scope):
        known = scope.primitives(binding)
        if binding.mesh_id in scope.meshes and missing(one.primitive_id, known):
            hint = scope.close_to(one.primitive_id, known)
            values = {"mesh": binding.mesh_id, "id": one.primitive_id, "hint": hint}
            yield known_primitive.at(at(one.path, "primitive_id"), **values)


@rule("RIGY-V23", "error", "this weight map has no gradients, no overrides and no source")
def some_strategy(scope: Scope) -> Iterator[Finding]:
    """A weight map has gradients, overrides or a source.

    Why: an empty map says nothing, and was hardly meant to.
    Mend: add one of the three, or remove the map.
    Source: Rigy chapter 12, V23.
    """
    broken = {fault.path[:-1] for fault in scope.faults("type")}
    for _, one, _ in _maps(scope):
        if not one.gradients and not one.overrides and one.source is None and one.path not in broken:
            yield some_strategy.at(at(one.path))


@rule("RIGY-P40", "error", "the range runs from {low} to {high}: the first must be the smaller")
def ascending_range(scope: Scope) -> Iterator[Finding]:
    """A gradient's range ascends.

    Why: the interpolation divides by its length.
    Mend: exchange the two numbers, and with them from and to.
    Source: Rigy 0.3, Gradient and Validation Rules.
    """
    for _, one, _ in _maps(scope):
        for gradient in one.gradients:
            low, high = gradient.range
            if low >= high:
                yield ascending_range.at(at(gradient.path, "range"), low=low, high=high)


@rule("RIGY-V19", "error", "vertex {vertex} does not exist: primitive {id!r} has {count}{more}")
def override_bounds(scope: Scope) -> Iterator[Finding]:
    """The vertices of an override exist.

    Why: the index would fall on another primitive's vertex, or on none.
    Mend: use indices below the vertex count: box 24, sphere 561, cylinder 134, capsule 858.
    Source: Rigy chapter 12, V19.
    """
    for _, one, count in _maps(scope):
        for override in one.overrides if count is not None else ():
            beyond = [place for place, vertex in enumerate(override.vertices) if vertex >= (count or 0)]
            if beyond:
                more = f" (and {len(beyond) - 1} more in this list)" if len(beyond) > 1 else ""
                values: dict[str, Any] = {
                    "vertex": override.vertices[beyond[0]],
                    "id": one.primitive_id,
                    "count": count,
                }
                yield override_bounds.at(at(override.path, "vertices", beyond[0]), more=more, **values)


@rule("RIGY-P42", "error", "this {what} names no bone")
def some_bones(scope: Scope) -> Iterator[Finding]:
    """An override and both ends of a gradient name at least one bone.

    Why: its vertices would fall back to the root of the armature, which nothing in the text says.
    Mend: name the bone that is meant. The reference profile lets it pass with a warning.
    Source: Rigy 0.3, Gradient and VertexOverride.
    """
    broken = {fault.path for fault in scope.faults("type")}
    broken |= {(*fault.path, fault.values["key"]) for fault in scope.faults("missing")}
    for _, one, _ in _maps(scope):
        lists: list[tuple[str, Path, Any]] = []
        for gradient in one.gradients:
            lists += [("end of a gradient", (*gradient.path, "from"), gradient.start)]
            lists += [("end of a gradient", (*gradient.path, "to"), gradient.end)]
        lists += [("override", (*override.path, "bones"), override.bones) for override in one.overrides]
        for what, path, listed in lists:
            if not listed and path not in broken:
                yield some_bones.at(at(path), what=what)


@rule("RIGY-V20", "error", "the weight file {name!r}: {reason}")
def readable_file(scope: Scope) -> Iterator[Finding]:
    """A weight file exists, stays inside the project, and is JSON of the right shape.

    Why: without it the vertices have no weights.
    Mend: correct the path, which is relative to the document, or the file.
    Source: Rigy chapter 12, V20.
    """
    yield from scope.found(readable_file, "weight file")
    for path, file in scope.weight_files.items():
        where = at((*path[:-1], "source"))
        if file.content is None and not file.faults:
            yield readable_file.at(where, name=file.name, reason=f"cannot be read: {file.fault}")
        for fault in file.faults:
            reason = WORDS[fault.kind].message.format_map(fault.values)
            yield scope.inside(readable_file.at(where, name=file.name, reason=reason), file, fault.path)


def _files(scope: Scope) -> Iterator[tuple[Binding, WeightMap, int | None, WeightFile, Content]]:
    for binding, one, count in _maps(scope):
        file = scope.weight_files.get((*one.path, one.primitive_id))
        if file is not None and file.content is not None:
            yield binding, one, count, file, file.content


@rule("RIGY-V21", "error", "the file is for {got} vertices, and primitive {id!r} has {count}")
def file_count(scope: Scope) -> Iterator[Finding]:
    """A weight file is for as many vertices as the primitive has.

    Why: it was made for another tessellation, so its indices mean other vertices.
    Mend: make the file anew, or correct vertex_count.
    Source: Rigy chapter 12, V21.
    """
    for _, one, count, file, content in _files(scope):
        if count is not None and content.vertex_count != count:
            values: dict[str, Any] = {"got": content.vertex_count, "id": one.primitive_id, "count": count}
            found = file_count.at(at(one.path, "source"), **values)
            yield scope.inside(found, file, ("vertex_count",))


@rule("RIGY-V22", "error", "the file is for primitive {got!r}, not for {id!r}")
def file_primitive(scope: Scope) -> Iterator[Finding]:
    """A weight file names the primitive whose weight map reads it; a mirrored one reads its original's.

    Why: it is likely the wrong file.
    Mend: correct the path, or primitive_id in the file.
    Source: Rigy chapter 12, V22.
    """
    for _, one, _, file, content in _files(scope):
        expected = one.source_primitive or one.primitive_id
        if content.primitive_id != expected:
            found = file_primitive.at(at(one.path, "source"), got=content.primitive_id, id=expected)
            yield scope.inside(found, file, ("primitive_id",))


@rule("RIGY-P43", "error", "armature {armature!r} has no bone {id!r}{hint}")
def file_bones(scope: Scope) -> Iterator[Finding]:
    """A weight file names bones of the bound armature.

    Why: there would be nothing that moves the vertices.
    Mend: correct the id.
    Source: Rigy 0.3, Validation Rules.
    """
    for binding, one, _, file, content in _files(scope):
        known, seen = scope.bones(binding), set[str]()
        for e, entry in enumerate(content.influences if scope.is_bound(binding) else ()):
            for b, (name, _) in enumerate(bones(entry, one.renames)):
                if name not in known and name not in seen:
                    seen.add(name)
                    hint = scope.close_to(name, known)
                    values = {"armature": binding.armature_id, "id": name, "hint": hint}
                    found = file_bones.at(at(one.path, "source"), **values)
                    yield scope.inside(found, file, ("influences", e, "bones", b, "bone_id"))


@rule("RIGY-P44", "error", "vertex {vertex} has the weight {weight} for bone {id!r}, outside 0 to 1")
def file_weights(scope: Scope) -> Iterator[Finding]:
    """Weights in a weight file lie between 0 and 1.

    Why: a negative weight pushes vertices away from the bone that should carry them.
    Mend: write shares between 0 and 1.
    Source: Rigy 0.3, Weight Normalization.
    """
    for _, one, _, file, content in _files(scope):
        left = NAMED
        for e, entry in enumerate(content.influences):
            for b, bone in enumerate(entry.bones):
                if not 0.0 <= bone.weight <= 1.0 and left:
                    left -= 1
                    values: dict[str, Any] = {
                        "vertex": entry.vertex,
                        "weight": bone.weight,
                        "id": bone.bone_id,
                    }
                    found = file_weights.at(at(one.path, "source"), **values)
                    yield scope.inside(found, file, ("influences", e, "bones", b, "weight"))


@rule("RIGY-P45", "error", "vertex {vertex} does not exist: primitive {id!r} has {count}")
def file_vertices(scope: Scope) -> Iterator[Finding]:
    """The vertices in a weight file exist.

    Why: the index would fall on another primitive's vertex, or on none.
    Mend: use indices from 0 to below the vertex count.
    Source: Rigy 0.3, External Weight Files.
    """
    for _, one, count, file, content in _files(scope):
        left = NAMED
        for e, entry in enumerate(content.influences if count is not None else ()):
            if not 0 <= entry.vertex < (count or 0) and left:
                left -= 1
                values: dict[str, Any] = {"vertex": entry.vertex, "id": one.primitive_id, "count": count}
                found = file_vertices.at(at(one.path, "source"), **values)
                yield scope.inside(found, file, ("influences", e, "vertex"))


@rule("RIGY-W01", "warning", "primitive {id!r} has vertices with more than 4 joints; dropped {dropped}")
def four_influences(scope: Scope) -> Iterator[Finding]:
    """No vertex is moved by more than four bones.

    Why: one set of JOINTS_0 and WEIGHTS_0 holds four; the strongest are kept and made to sum to 1.
    Mend: give fewer bones, or accept that the weakest are dropped.
    Source: Rigy 0.3, Joint Influence Limits.
    """
    for one in scope.capped:
        groups = [
            f"{', '.join(map(repr, lost))} at vertex {_ranges(vertices)}"
            for lost, vertices in one.dropped.items()
        ]
        shown = "; ".join(groups[:NAMED]) + (
            f"; and {len(groups) - NAMED} more" if len(groups) > NAMED else ""
        )
        yield four_influences.at(at(one.path), id=one.primitive_id, dropped=shown)


def _ranges(vertices: list[int]) -> str:
    """Ascending numbers as ranges: 0–3, 7."""
    parts: list[list[int]] = []
    for vertex in vertices:
        if parts and vertex == parts[-1][-1] + 1:
            parts[-1] = [parts[-1][0], vertex]
        else:
            parts.append([vertex])
    return ", ".join("–".join(map(str, part)) for part in parts)


RULES = (
    known_primitive, some_strategy, ascending_range, override_bounds, some_bones, readable_file, file_count,
    file_primitive, file_bones, file_weights, file_vertices, four_influences,
)  # fmt: skip
LENIENT = ("RIGY-P42",)
