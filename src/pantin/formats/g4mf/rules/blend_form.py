"""Rules about the form of blend shapes: arrays, names, amounts, and entries for surfaces."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.g4mf.item_names import name_fault
from pantin.formats.g4mf.rules.blend import blends, shapes
from pantin.formats.g4mf.rules.core import named_items
from pantin.formats.g4mf.rules.members import MESSAGE, member_rule
from pantin.formats.g4mf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted

blend_without_shapes = member_rule(
    "G4MF-BLEND-001",
    """Blend has no shapes.

    What: `blend` of a mesh is an object, and its `shapes` is an array of objects.
    Why: A blend consists of its shapes.
    Fix: Add `shapes`, or remove `blend`.
    Source: G4MF blend, Shapes.
    """,
)


@rule("G4MF-BLEND-002", "error", "{mesh} has {amounts} for {shapes}; expected one per shape")
def amounts_do_not_match_shapes(scope: Scope) -> Iterator[Finding]:
    """Number of blend amounts does not match the shapes.

    What: `amounts` of a blend has one entry per shape, or is absent.
    Why: Amount i belongs to shape i.
    Fix: Write one amount per shape, or remove `amounts` for zeros.
    Source: G4MF blend, Amounts.
    """
    for mesh, blend in blends(scope):
        amounts = blend.raw.get("amounts")
        if isinstance(amounts, list) and len(amounts) != len(blend.shapes):
            yield amounts_do_not_match_shapes.at(
                f"{blend.pointer}/amounts",
                mesh=scope.describe(mesh.pointer),
                amounts=counted(len(amounts), "blend amount"),
                shapes=counted(len(blend.shapes), "blend shape"),
            )


@rule("G4MF-BLEND-013", "warning", "{shape} has no name")
def shape_without_name(scope: Scope) -> Iterator[Finding]:
    """Blend shape has no name.

    What: Every blend shape has a name.
    Why: Programs look up expressions and visemes by name.
    Fix: Add `name`.
    Source: G4MF blend, Shapes.
    """
    for _, shape in shapes(scope):
        if not shape.name:
            yield shape_without_name.at(shape.pointer, shape=scope.describe(shape.pointer))


@rule("G4MF-BLEND-014", "error", "the name of {shape} {fault}")
def shape_name_invalid(scope: Scope) -> Iterator[Finding]:
    """Duplicate or invalid blend shape name.

    What: The name of a blend shape is unique in the file and has no forbidden character.
    Why: It is an item name like any other, so two meshes cannot both have a `VisemeAA`.
    Fix: Rename one of the shapes.
    Source: G4MF core, item names.
    """
    all_shapes = [shape for _, shape in shapes(scope)]
    seen: dict[str, str] = {}
    if all_shapes:
        seen = {name: pointer(*path[:-1]) for path, name in reversed(list(named_items(scope)))}
    for shape in all_shapes:
        name = shape.name or ""
        fault = name_fault(name)
        if fault is None and name and name in seen:
            fault = f"is also the name of {scope.describe(seen[name])}"
        if fault is not None:
            described = scope.describe(shape.pointer)
            yield shape_name_invalid.at(f"{shape.pointer}/name", shape=described, fault=fault)
        seen.setdefault(name, shape.pointer)


@rule("G4MF-BLEND-017", "error", "{shape} has {entries}, but the mesh has {surfaces}")
def too_many_surface_entries(scope: Scope) -> Iterator[Finding]:
    """Blend shape has more surface entries than the mesh has surfaces.

    What: `surfaces` of a blend shape has at most as many entries as the mesh has surfaces.
    Why: Each entry belongs to another surface.
    Fix: Remove entries.
    Source: G4MF blend, Surfaces (newest).
    """
    for mesh, shape in shapes(scope):
        if len(shape.parts) > len(mesh.surfaces) and not scope.is_made(f"{shape.pointer}/surfaces"):
            count = len(shape.parts)
            yield too_many_surface_entries.at(
                f"{shape.pointer}/surfaces",
                shape=scope.describe(shape.pointer),
                entries=f"{count:,} surface {'entry' if count == 1 else 'entries'}",
                surfaces=counted(len(mesh.surfaces), "surface"),
            )


@rule("G4MF-BLEND-018", "error", MESSAGE)
def entry_without_surface(scope: Scope) -> Iterator[Finding]:
    """Surface entry of a blend shape has no valid surface.

    What: `surface` of a surface entry is the index of a surface of the mesh.
    Why: The targets of the entry move the values of that surface.
    Fix: Correct the index.
    Source: G4MF blend, Surfaces (newest).
    """
    yield from scope.member_findings.get(entry_without_surface.id, ())
    for mesh, shape in shapes(scope):
        for part in shape.parts:
            if part.surface is not None and part.surface >= len(mesh.surfaces):
                yield entry_without_surface.at(
                    part.pointer,
                    member=f'"surface" of {scope.describe(part.pointer)}',
                    value=part.surface,
                    expected=f"the index of one of {counted(len(mesh.surfaces), 'surface')} of the mesh",
                )


@rule("G4MF-BLEND-019", "error", "{shape} has two entries for surface {surface}")
def surface_entry_repeated(scope: Scope) -> Iterator[Finding]:
    """Blend shape has two entries for one surface.

    What: Each surface has at most one entry in a blend shape.
    Why: Two entries can contradict each other.
    Fix: Merge the entries.
    Source: G4MF blend, Surfaces (newest).
    """
    for _, shape in shapes(scope):
        seen: set[int] = set()
        for part in () if scope.is_made(f"{shape.pointer}/surfaces") else shape.parts:
            if part.surface is not None and part.surface in seen:
                yield surface_entry_repeated.at(
                    f"{part.pointer}/surface", shape=scope.describe(shape.pointer), surface=part.surface
                )
            elif part.surface is not None:
                seen.add(part.surface)


@rule("G4MF-BLEND-020", "error", '{entry} has no target; expected "normal" or "textureMap"')
def entry_without_target(scope: Scope) -> Iterator[Finding]:
    """Surface entry of a blend shape has no target.

    What: A surface entry has `normal`, `textureMap` or something of an extension.
    Why: The entry has no effect otherwise.
    Fix: Remove the entry.
    Source: G4MF blend, Surfaces (newest).
    """
    for _, shape in shapes(scope):
        for part in shape.parts:
            if set(part.raw) <= {"surface"}:
                yield entry_without_target.at(part.pointer, entry=scope.describe(part.pointer))


surface_entries_empty = member_rule(
    "G4MF-BLEND-021",
    """Blend shape has an empty surfaces array.

    What: `surfaces` of a blend shape is absent or has at least one entry.
    Why: A shape that only moves positions has no `surfaces`.
    Fix: Remove the member.
    Source: G4MF blend, Surfaces (newest).
    """,
)


@rule("G4MF-BLEND-022", "error", "{node} has {amounts}, but {mesh} has {shapes}")
def instance_amounts_do_not_match_shapes(scope: Scope) -> Iterator[Finding]:
    """Number of blend amounts of an instance does not match the shapes.

    What: `blendAmounts` of a mesh instance has one entry per blend shape of its mesh, or is absent.
    Why: Amount i belongs to shape i.
    Fix: Write one amount per shape, or remove `blendAmounts` to use those of the mesh.
    Source: G4MF mesh instance.
    """
    for node in scope.nodes:
        instance = node.raw.get("meshInstance")
        amounts = instance.get("blendAmounts") if isinstance(instance, dict) else None
        if not isinstance(amounts, list) or node.mesh is None or node.mesh >= len(scope.meshes):
            continue
        blend = scope.meshes[node.mesh].blend
        count = len(blend.shapes) if blend else 0
        if len(amounts) != count:
            yield instance_amounts_do_not_match_shapes.at(
                f"{node.pointer}/meshInstance/blendAmounts",
                node=scope.describe(node.pointer),
                amounts=counted(len(amounts), "blend amount"),
                mesh=scope.mesh(node.mesh),
                shapes=counted(count, "blend shape"),
            )


RULES = (
    blend_without_shapes,
    amounts_do_not_match_shapes,
    shape_without_name,
    shape_name_invalid,
    too_many_surface_entries,
    entry_without_surface,
    surface_entry_repeated,
    entry_without_target,
    surface_entries_empty,
    instance_amounts_do_not_match_shapes,
)
