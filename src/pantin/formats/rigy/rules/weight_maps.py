"""Rules about weight maps: gradients and overrides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.formats.rigy.rules.scope import Scope, missing, pointer_to
from pantin.formats.rigy.schema.document import Binding, WeightMap
from pantin.formats.rigy.shapes import vertex_count
from pantin.formats.rigy.source import Path
from pantin.report import Finding, rule
from pantin.report.wording import plural

NAMED = 8
"""The largest number of similar faults that are named one by one."""


def maps(scope: Scope) -> Iterator[tuple[Binding, WeightMap, int | None]]:
    """Every weight map with the vertex count of its primitive, None where that is not known."""
    for binding in scope.document.bindings:
        known = scope.primitives(binding)
        for weight_map in binding.weight_maps:
            primitive = known.get(weight_map.primitive_id)
            yield binding, weight_map, None if primitive is None else vertex_count(primitive)


@rule("RIGY-V14", "error", "weight map refers to unknown primitive {id!r} in mesh {mesh!r}{hint}")
def known_primitive(scope: Scope) -> Iterator[Finding]:
    """Weight map refers to an unknown primitive.

    What: The primitive_id of a weight map must be a primitive of the bound mesh.
    Why: The weight map would have no effect.
    Fix: Correct the id.
    Source: Rigy chapter 12, V14.
    """
    for binding, weight_map, _ in maps(scope):
        known = scope.primitives(binding)
        if binding.mesh_id in scope.meshes and missing(weight_map.primitive_id, known):
            hint = scope.suggest(weight_map.primitive_id, known)
            values = {"mesh": binding.mesh_id, "id": weight_map.primitive_id, "hint": hint}
            yield known_primitive.at(pointer_to(weight_map.path, "primitive_id"), **values)


@rule("RIGY-V23", "error", "the weight map of primitive {id!r} has no gradients, overrides or source")
def some_strategy(scope: Scope) -> Iterator[Finding]:
    """Empty weight map.

    What: A weight map must have gradients, overrides or a source.
    Why: An empty map has no effect, which is hardly intended.
    Fix: Add one of the three, or remove the map.
    Source: Rigy chapter 12, V23.
    """
    broken = {fault.path[:-1] for fault in scope.faults("type")}
    for _, weight_map, _ in maps(scope):
        if (
            not weight_map.gradients
            and not weight_map.overrides
            and weight_map.source is None
            and weight_map.path not in broken
        ):
            yield some_strategy.at(pointer_to(weight_map.path), id=weight_map.primitive_id)


@rule("RIGY-P40", "error", "a gradient of primitive {id!r} must have an ascending range, not {low} to {high}")
def ascending_range(scope: Scope) -> Iterator[Finding]:
    """Gradient range does not ascend.

    What: The first number of the range of a gradient must be smaller than the second.
    Why: The interpolation divides by their difference.
    Fix: Swap the two numbers, and with them from and to.
    Source: Rigy 0.3, Gradient and Validation Rules.
    """
    for _, weight_map, _ in maps(scope):
        for gradient in weight_map.gradients:
            low, high = gradient.range
            if low >= high:
                yield ascending_range.at(
                    pointer_to(gradient.path, "range"), id=weight_map.primitive_id, low=low, high=high
                )


@rule("RIGY-V19", "error", "vertex {vertex} is out of range: primitive {id!r} has {count:,} vertices{more}")
def override_bounds(scope: Scope) -> Iterator[Finding]:
    """Override of a vertex that does not exist.

    What: The vertices of an override must be smaller than the vertex count of the primitive.
    Why: The index would refer to a vertex of another primitive, or to none.
    Fix: Use indices below the vertex count: box 24, sphere 561, cylinder 134, capsule 858.
    Source: Rigy chapter 12, V19.
    """
    for _, weight_map, count in maps(scope):
        for override in weight_map.overrides if count is not None else ():
            beyond = [index for index, vertex in enumerate(override.vertices) if vertex >= (count or 0)]
            if beyond:
                more = f" (and {len(beyond) - 1} more in this list)" if len(beyond) > 1 else ""
                values: dict[str, Any] = {
                    "vertex": override.vertices[beyond[0]],
                    "id": weight_map.primitive_id,
                    "count": count,
                }
                yield override_bounds.at(
                    pointer_to(override.path, "vertices", beyond[0]), more=more, **values
                )


@rule("RIGY-P42", "error", "{what} of primitive {id!r} has no bones")
def some_bones(scope: Scope) -> Iterator[Finding]:
    """Empty list of bones.

    What: An override, both ends of a gradient, and an entry of a weight file must list at least one bone.
    Why: The vertices would be bound to the root bone of the armature, which the document does not say.
    Fix: Write the bone. The reference profile reports a warning instead.
    Source: Rigy 0.3, Gradient and VertexOverride.
    """
    broken = {fault.path for fault in scope.faults("type")}
    broken |= {(*fault.path, fault.values["key"]) for fault in scope.faults("missing")}
    for _, weight_map, _ in maps(scope):
        lists: list[tuple[str, Path, Any]] = []
        if weight_map.source_primitive is not None:
            continue  # the mirrored copy of one that is looked at
        for gradient in weight_map.gradients:
            lists += [("'from' of a gradient", (*gradient.path, "from"), gradient.start)]
            lists += [("'to' of a gradient", (*gradient.path, "to"), gradient.end)]
        lists += [
            ("an override", (*override.path, "bones"), override.bones) for override in weight_map.overrides
        ]
        for what, path, listed in lists:
            if not listed and path not in broken:
                yield some_bones.at(pointer_to(path), what=what, id=weight_map.primitive_id)


@rule(
    "RIGY-W01",
    "warning",
    "primitive {id!r} has vertices with more than 4 bones; dropped the weakest: {dropped}",
)
def four_influences(scope: Scope) -> Iterator[Finding]:
    """Vertex with more than four bones.

    What: A vertex should have at most four bones.
    Why: JOINTS_0 and WEIGHTS_0 store four; the strongest are kept and normalised to a sum of 1.
    Fix: List fewer bones, or accept that the weakest are dropped.
    Source: Rigy 0.3, Joint Influence Limits.
    """
    for capped in scope.capped:
        groups = [
            f"{', '.join(map(repr, lost))} at {plural('vertex', len(vertices))} {_ranges(vertices)}"
            for lost, vertices in capped.dropped.items()
        ]
        shown = "; ".join(groups[:NAMED]) + (
            f"; and {len(groups) - NAMED} more" if len(groups) > NAMED else ""
        )
        yield four_influences.at(pointer_to(capped.path), id=capped.primitive_id, dropped=shown)


@rule(
    "RIGY-P48",
    "warning",
    "the gradient does not vary over primitive {id!r}: all vertices are {where} the range and get '{end}'",
)
def constant_gradient(scope: Scope) -> Iterator[Finding]:
    """Gradient does not vary over its primitive.

    What: The range of a gradient should overlap its primitive.
    Why: Vertices outside the range get the bones of its nearer end, so that the gradient is the same as
    weights for the whole primitive.
    Fix: Correct the range, which is in the space of the mesh, after the transform of the primitive; or write
    weights.
    Source: Rigy 0.3, Gradient.
    """
    for flat in scope.flat:
        where = {"from": "below", "to": "above"}[flat.end]
        yield constant_gradient.at(
            pointer_to(flat.path, "range"), id=flat.primitive_id, where=where, end=flat.end
        )


@rule("RIGY-P49", "warning", "{what} of primitive {id!r} has no effect: a later gradient sets every vertex")
def replaced_gradient(scope: Scope) -> Iterator[Finding]:
    """Gradient or weight file that a gradient replaces.

    What: A primitive should have one gradient, and no weight file beside it.
    Why: A gradient sets all vertices, also those outside its range, and replaces the stages before it.
    Fix: Keep one gradient, whose ends may list several bones; or set single vertices with overrides.
    Source: Rigy 0.3, Gradient: later gradients overwrite influences set by earlier ones.
    """
    for binding in scope.document.bindings:
        last: dict[str, Path] = {}
        for weight_map in binding.weight_maps:
            for gradient in weight_map.gradients:
                last[weight_map.primitive_id] = gradient.path
        for weight_map in binding.weight_maps:
            name, final = weight_map.primitive_id, last.get(weight_map.primitive_id)
            if weight_map.source is not None and final is not None:
                yield replaced_gradient.at(
                    pointer_to(weight_map.path, "source"), what="the weight file", id=name
                )
            for gradient in weight_map.gradients:
                if gradient.path != final:
                    yield replaced_gradient.at(pointer_to(gradient.path), what="the gradient", id=name)


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
    known_primitive, some_strategy, ascending_range, override_bounds, some_bones, four_influences,
    constant_gradient, replaced_gradient,
)  # fmt: skip
LENIENT = ("RIGY-P42",)
