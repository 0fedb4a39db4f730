"""Rules about the form of blend shapes: lists, names, amounts, and entries for surfaces."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.g4mf.model import is_index
from pantin.formats.g4mf.rules.blend import blends, shapes
from pantin.formats.g4mf.rules.core import named
from pantin.formats.g4mf.rules.scope import Scope
from pantin.formats.g4mf.words import name_fault
from pantin.report import Finding, rule
from pantin.report.pointer import pointer


@rule("G4MF-BLEND-001", "error", "blend has no list of shapes")
def blend_has_shapes(scope: Scope) -> Iterator[Finding]:
    """`blend` has `shapes`, an array of objects.

    Why: shapes are what a blend consists of.
    Mend: add `shapes`, or remove `blend`.
    Source: G4MF blend, Shapes.
    """
    for mesh in scope.meshes:
        if "blend" not in mesh.raw:
            continue
        listed = mesh.blend.raw.get("shapes") if mesh.blend else None
        if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
            yield blend_has_shapes.at(f"{mesh.place}/blend")


@rule("G4MF-BLEND-002", "error", "there are {amounts} amounts for {shapes} shapes")
def amounts_match_shapes(scope: Scope) -> Iterator[Finding]:
    """There is an amount for each shape, or none at all.

    Why: amount i belongs to shape i.
    Mend: write as many amounts as shapes, or leave them out for zeros.
    Source: G4MF blend, Amounts.
    """
    for _, blend in blends(scope):
        listed = blend.raw.get("amounts")
        if isinstance(listed, list) and len(listed) != len(blend.shapes):
            yield amounts_match_shapes.at(
                f"{blend.place}/amounts", amounts=len(listed), shapes=len(blend.shapes)
            )


@rule("G4MF-BLEND-013", "warning", "the blend shape has no name")
def shape_has_name(scope: Scope) -> Iterator[Finding]:
    """A blend shape has a name.

    Why: programs find expressions and visemes by it.
    Mend: add `name`.
    Source: G4MF blend, Shapes.
    """
    for _, shape in shapes(scope):
        if not shape.name:
            yield shape_has_name.at(shape.place)


@rule("G4MF-BLEND-014", "error", "the name {name!r} of the blend shape {why}")
def shape_name_is_sound(scope: Scope) -> Iterator[Finding]:
    """The name of a blend shape is unique in the file and has no forbidden character.

    Why: it is an item name like any other; so two meshes cannot both have a `VisemeAA`.
    Mend: rename one of the shapes.
    Source: G4MF core, item names.
    """
    listed = [shape for _, shape in shapes(scope)]
    seen = {name: pointer(*place) for place, name in reversed(list(named(scope)))} if listed else {}
    for shape in listed:
        fault = name_fault(shape.name)
        if fault is not None:
            yield shape_name_is_sound.at(f"{shape.place}/name", name=shape.name, why=fault)
        elif shape.name and shape.name in seen:
            why = f"is also at {seen[shape.name]}"
            yield shape_name_is_sound.at(f"{shape.place}/name", name=shape.name, why=why)
        seen.setdefault(shape.name, f"{shape.place}/name")


@rule("G4MF-BLEND-015", "error", "{key} is used, and no surface of the mesh has topology")
def topology_target_has_topology(scope: Scope) -> Iterator[Finding]:
    """`topologyNormal` and `topologyTextureMap` are used with meshes that have topology.

    Why: they move values at the corners of cells.
    Mend: remove the target, or add the geometry.
    Source: G4MF blend, Topology Texture Map.
    """
    for mesh, shape in shapes(scope):
        for key in ("topologyNormal", "topologyTextureMap"):
            if key in shape.flat and not any(surface.has_topology for surface in mesh.surfaces):
                yield topology_target_has_topology.at(shape.flat[key].place, key=key)


@rule("G4MF-BLEND-017", "error", "there are {parts} entries for {surfaces} surfaces")
def surface_entries_fit(scope: Scope) -> Iterator[Finding]:
    """A shape has no more surface entries than the mesh has surfaces.

    Why: each entry is for another surface.
    Mend: remove entries.
    Source: G4MF blend, Surfaces (newest).
    """
    for mesh, shape in shapes(scope):
        if len(shape.parts) > len(mesh.surfaces):
            yield surface_entries_fit.at(
                f"{shape.place}/surfaces", parts=len(shape.parts), surfaces=len(mesh.surfaces)
            )


@rule("G4MF-BLEND-018", "error", "surface is {value!r}; the mesh has {count} surfaces")
def entry_names_surface(scope: Scope) -> Iterator[Finding]:
    """A surface entry says which surface of the mesh it is for.

    Why: its targets address the values of that surface.
    Mend: name a surface of the mesh.
    Source: G4MF blend, Surfaces (newest).
    """
    for mesh, shape in shapes(scope):
        for part in shape.parts:
            if not is_index(part.raw.get("surface"), len(mesh.surfaces)):
                yield entry_names_surface.at(
                    part.place, value=part.raw.get("surface"), count=len(mesh.surfaces)
                )


@rule("G4MF-BLEND-019", "error", "surface {surface} comes in two entries of the shape")
def entries_are_unique(scope: Scope) -> Iterator[Finding]:
    """Each surface has at most one entry in a shape.

    Why: two entries could contradict each other.
    Mend: join the entries.
    Source: G4MF blend, Surfaces (newest).
    """
    for _, shape in shapes(scope):
        seen: set[int] = set()
        for part in shape.parts:
            if part.surface is not None and part.surface in seen:
                yield entries_are_unique.at(f"{part.place}/surface", surface=part.surface)
            elif part.surface is not None:
                seen.add(part.surface)


@rule("G4MF-BLEND-020", "error", "the entry has nothing but its surface")
def entry_has_target(scope: Scope) -> Iterator[Finding]:
    """A surface entry has a target, or something of an extension.

    Why: without one it says nothing.
    Mend: remove the entry.
    Source: G4MF blend, Surfaces (newest).
    """
    for _, shape in shapes(scope):
        for part in shape.parts:
            if set(part.raw) <= {"surface"}:
                yield entry_has_target.at(part.place)


@rule("G4MF-BLEND-021", "error", "the list of surfaces is empty")
def entries_are_not_empty(scope: Scope) -> Iterator[Finding]:
    """`surfaces` of a shape is not empty.

    Why: a shape that moves positions alone leaves it out.
    Mend: remove the member.
    Source: G4MF blend, Surfaces (newest).
    """
    for _, shape in shapes(scope):
        if shape.raw.get("surfaces") == []:
            yield entries_are_not_empty.at(f"{shape.place}/surfaces")


@rule("G4MF-BLEND-022", "error", "there are {amounts} blend amounts, and the mesh has {shapes} shapes")
def instance_amounts_match(scope: Scope) -> Iterator[Finding]:
    """`blendAmounts` of an instance has an amount for each shape of its mesh.

    Why: amount i belongs to shape i.
    Mend: write as many amounts as shapes, or leave them out for those of the mesh.
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
            yield instance_amounts_match.at(
                f"{node.place}/meshInstance/blendAmounts", amounts=len(amounts), shapes=count
            )


@rule("G4MF-BLEND-024", "error", "the shape has both surfaces and {key}, which is of an older dialect")
def shape_is_of_one_dialect(scope: Scope) -> Iterator[Finding]:
    """A shape has either surface entries or the older targets over all surfaces.

    Why: the two would both move the same values.
    Mend: keep one form.
    Source: G4MF blend, in its versions of January and July 2026.
    """
    for _, shape in shapes(scope):
        if shape.flat and "surfaces" in shape.raw:
            yield shape_is_of_one_dialect.at(shape.place, key=next(iter(shape.flat)))


RULES = (
    blend_has_shapes,
    amounts_match_shapes,
    shape_has_name,
    shape_name_is_sound,
    topology_target_has_topology,
    surface_entries_fit,
    entry_names_surface,
    entries_are_unique,
    entry_has_target,
    entries_are_not_empty,
    instance_amounts_match,
    shape_is_of_one_dialect,
)
