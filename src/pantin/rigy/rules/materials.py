"""Rules about materials: what they are, and which primitive has which."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pantin.report import Finding, rule
from pantin.rigy.rules.scope import Scope, at, missing
from pantin.rigy.rules.solids import primitives
from pantin.rigy.schema.document import NO_VERSION, Mesh, Primitive, version_of
from pantin.rigy.schema.kinds import UNREAD

PER_PRIMITIVE = (0, 12)
"""From this version on a mesh may have several materials, and one of its own for primitives without."""


@rule("RIGY-V38", "error", "primitive {id!r} has the material {name!r}, which is not defined{hint}")
def known_material(scope: Scope) -> Iterator[Finding]:
    """A primitive's material is one of the document's.

    Why: there would be no colour to give it.
    Mend: define the material, or correct its name.
    Source: Rigy chapter 12, V38.
    """
    if version_of(scope.document) >= PER_PRIMITIVE:
        return
    known = scope.document.materials
    for _, one in primitives(scope):
        if (
            one.material is not None
            and missing(one.material, known)
            and not _is_imported(scope, one.material)
        ):
            hint = scope.close_to(one.material, known)
            yield known_material.at(at(one.path, "material"), id=one.id, name=one.material, hint=hint)


@rule("RIGY-V39", "error", "base_color of material {name!r} has {count} numbers, not 4")
def colour_length(scope: Scope) -> Iterator[Finding]:
    """A colour has red, green, blue and alpha.

    Why: a missing alpha could mean opaque or transparent.
    Mend: write four numbers; 1.0 as the last one is opaque.
    Source: Rigy chapter 12, V39.
    """
    for name, one in scope.document.materials.items():
        written = scope.unit.text.root["materials"][name]
        # A colour that is not a list at all was reported as such, and read as an empty one.
        if (
            len(one.base_color) != 4
            and isinstance(written, dict)
            and isinstance(written.get("base_color"), list)
        ):
            yield colour_length.at(at(one.path, "base_color"), name=name, count=len(one.base_color))


@rule("RIGY-V40", "error", "base_color of material {name!r} holds {value}, outside 0 to 1")
def colour_range(scope: Scope) -> Iterator[Finding]:
    """The parts of a colour lie between 0 and 1.

    Why: glTF has no colours outside.
    Mend: divide numbers from 0 to 255 by 255.
    Source: Rigy chapter 12, V40.
    """
    for name, one in scope.document.materials.items():
        for place, value in enumerate(one.base_color):
            if value < 0.0 or value > 1.0:
                yield colour_range.at(at(one.path, "base_color", place), name=name, value=value)


@rule("RIGY-V41", "error", "primitive {id!r} has {name}, and the first of mesh {mesh!r} has {first}")
def one_material(scope: Scope) -> Iterator[Finding]:
    """All primitives of a mesh have the same material, or none.

    Why: before 0.12 a mesh becomes one glTF primitive, which has one material.
    Mend: move the primitive into a mesh of its own.
    Source: Rigy chapter 12, V41.
    """
    if not NO_VERSION < version_of(scope.document) < PER_PRIMITIVE:
        return
    for mesh, one in primitives(scope):
        first = mesh.primitives[0].material
        if one.material != first and UNREAD not in (one.material, first):
            values = {"name": _named(one.material), "first": _named(first)}
            where = at(one.path, *(("material",) if one.material is not None else ()))
            yield one_material.at(where, id=one.id, mesh=mesh.id, **values)


def _named(material: str | None) -> str:
    return "no material" if material is None else f"material {material!r}"


@rule("RIGY-V74", "error", "primitive {id!r} has no material, and neither has mesh {mesh!r}")
def some_material(scope: Scope) -> Iterator[Finding]:
    """From 0.12 on, in a document with materials every primitive has one, or its mesh has.

    Why: a primitive left out by mistake would be white.
    Mend: give the mesh a material, or the primitive.
    Source: Rigy chapter 12, V74.
    """
    if version_of(scope.document) < PER_PRIMITIVE or not scope.document.materials:
        return
    for mesh, one in primitives(scope):
        if one.material is None and mesh.material is None and one.original is None:
            yield some_material.at(at(one.path), id=one.id, mesh=mesh.id)


@rule("RIGY-V75", "error", "{what} {id!r} has the material {name!r}, which is not defined{hint}")
def known_material_of_mesh(scope: Scope) -> Iterator[Finding]:
    """The materials of meshes and primitives are the document's; the number of V38 from 0.12 on.

    Why: there would be no colour to give them.
    Mend: define the material, or correct its name.
    Source: Rigy chapter 12, V75.
    """
    known = scope.document.materials
    if version_of(scope.document) < PER_PRIMITIVE:
        return
    users = [("mesh", mesh) for mesh in scope.document.meshes]
    users += [("primitive", one) for _, one in primitives(scope)]  # type: ignore[misc]
    for what, one in users:
        if (
            one.material is not None
            and missing(one.material, known)
            and not _is_imported(scope, one.material)
        ):
            values = {"what": what, "id": one.id, "name": one.material}
            hint = scope.close_to(one.material, known)
            yield known_material_of_mesh.at(at(one.path, "material"), hint=hint, **values)


def _is_imported(scope: Scope, name: str) -> bool:
    """Whether a name is that of a material of an import: what is wrong with it is for V42 to say."""
    return "." in name and name.partition(".")[0] in scope.document.imports


@rule("RIGY-V42", "error", "{reason}")
def imported_material(scope: Scope) -> Iterator[Finding]:
    """The material `import.material` exists, and means one thing. One that is called as another of the
    document has its colour too, which is a warning.

    Why: there would be no colour, or two; of two materials with one name only the colour tells which is
    which, and the reference profile writes the first one alone.
    Mend: correct the name, rename one of them, or give them one colour.
    Source: Rigy chapter 8 and chapter 12, V42.
    """
    users: list[Mesh | Primitive] = [*scope.document.meshes, *(one for _, one in primitives(scope))]
    for user in users:
        name = user.material
        if name is None or not _is_imported(scope, name):
            continue
        namespace, _, inner = name.partition(".")
        unit = scope.unit.imports.get(namespace)
        theirs = unit.document.materials if unit is not None and unit.document is not None else None
        where = at(user.path, "material")
        if name in scope.document.materials and theirs is not None and inner in theirs:
            reason = f"{name!r} is a material of this document and one of import {namespace!r}"
            yield imported_material.at(where, reason=reason)
        elif name not in scope.document.materials and theirs is not None and inner not in theirs:
            hint = scope.close_to(inner, theirs)
            yield imported_material.at(where, reason=f"import {namespace!r} has no material {inner!r}{hint}")
    yield from _other_colours(scope)


def _other_colours(scope: Scope) -> Iterator[Finding]:
    for name, unit in scope.unit.imports.items():
        theirs = unit.document.materials if unit.document else {}
        for material, one in scope.document.materials.items():
            other = theirs.get(material)
            if other is not None and other.base_color != one.base_color:
                reason = f"the material {material!r} of import {name!r} has another colour than the one here"
                found = replace(imported_material.at(at(one.path), reason=reason), severity="warning")
                yield scope.unit.mark(found, key=True)


RULES = (
    known_material, colour_length, colour_range, one_material, some_material, known_material_of_mesh,
    imported_material,
)  # fmt: skip
