"""Rules about materials and the meshes and primitives that use them."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.base.records import replace
from pantin.formats.rigy.rules.primitives import primitives
from pantin.formats.rigy.rules.scope import Scope, missing, pointer_to
from pantin.formats.rigy.schema.document import NO_VERSION, Mesh, Primitive, version_of
from pantin.formats.rigy.schema.features import has
from pantin.formats.rigy.schema.kinds import UNREAD
from pantin.report import Finding, rule


@rule("RIGY-V38", "error", "primitive {id!r} refers to undefined material {name!r}{hint}")
def known_material(scope: Scope) -> Iterator[Finding]:
    """Undefined material.

    What: The material of a primitive must be defined under materials.
    Why: The primitive has no colour.
    Fix: Define the material, or correct its name.
    Source: Rigy chapter 12, V38.
    """
    if _has_own_surfaces(scope):
        return
    known = scope.document.materials
    for _, primitive in primitives(scope):
        name = primitive.material
        if name is not None and missing(name, known) and not _is_imported(scope, name):
            hint = scope.suggest(name, known)
            yield known_material.at(
                pointer_to(primitive.path, "material"), id=primitive.id, name=name, hint=hint
            )


@rule(
    "RIGY-V39",
    "error",
    "base_color of material {name!r} must have 4 numbers (red, green, blue, alpha), not {count}",
)
def colour_length(scope: Scope) -> Iterator[Finding]:
    """Colour without four components.

    What: base_color must have four numbers: red, green, blue and alpha.
    Why: A missing alpha could mean opaque or transparent.
    Fix: Write four numbers; 1.0 as the last one is opaque.
    Source: Rigy chapter 12, V39.
    """
    for name, material in scope.document.materials.items():
        # Counted as written: what is not a list, or not a number, is reported by other rules.
        written = scope.source.composed.value_at((*material.path, "base_color"))
        if isinstance(written, list) and len(written) != 4:
            yield colour_length.at(pointer_to(material.path, "base_color"), name=name, count=len(written))


@rule("RIGY-V40", "error", "base_color of material {name!r} contains {value}, which is outside 0 to 1")
def colour_range(scope: Scope) -> Iterator[Finding]:
    """Colour component is outside 0 to 1.

    What: The components of base_color must be between 0 and 1.
    Why: glTF does not allow colours outside this range.
    Fix: Divide numbers from 0 to 255 by 255.
    Source: Rigy chapter 12, V40.
    """
    for name, material in scope.document.materials.items():
        for index, value in enumerate(material.base_color):
            if value < 0.0 or value > 1.0:
                yield colour_range.at(pointer_to(material.path, "base_color", index), name=name, value=value)


@rule(
    "RIGY-V41", "error", "primitive {id!r} has {name}, but the first primitive of mesh {mesh!r} has {first}"
)
def one_material(scope: Scope) -> Iterator[Finding]:
    """Different materials in one mesh.

    What: Before version 0.12 all primitives of a mesh must have the same material, or none.
    Why: The mesh becomes one glTF primitive, which has one material.
    Fix: Move the primitive into another mesh.
    Source: Rigy chapter 12, V41.
    """
    if has(version_of(scope.document), "own surfaces"):
        return
    for mesh, primitive in primitives(scope):
        first = next(item.material for item in mesh.primitives if item.id != UNREAD or item.type != UNREAD)
        own = primitive.material
        if own != first and UNREAD not in (own, first):
            values = {"name": _describe(own), "first": _describe(first)}
            where = pointer_to(primitive.path, *(("material",) if own is not None else ()))
            yield one_material.at(where, id=primitive.id, mesh=mesh.id, **values)


def _describe(material: str | None) -> str:
    return "no material" if material is None else f"material {material!r}"


@rule("RIGY-V74", "error", "neither primitive {id!r} nor its mesh {mesh!r} has a material")
def some_material(scope: Scope) -> Iterator[Finding]:
    """Primitive without a material.

    What: From version 0.12 on, in a document with materials every primitive or its mesh must have one.
    Why: A forgotten primitive would be white.
    Fix: Give the mesh or the primitive a material.
    Source: Rigy chapter 12, V74.
    """
    if not _has_own_surfaces(scope) or not scope.document.materials:
        return
    for mesh, primitive in primitives(scope):
        if primitive.material is None and mesh.material is None and primitive.original is None:
            yield some_material.at(pointer_to(primitive.path), id=primitive.id, mesh=mesh.id)


@rule("RIGY-V75", "error", "{what} {id!r} refers to undefined material {name!r}{hint}")
def known_material_of_mesh(scope: Scope) -> Iterator[Finding]:
    """Undefined material (version 0.12 and later).

    What: The materials of meshes and primitives must be defined under materials. In documents before
    version 0.12 the same violation is RIGY-V38.
    Why: The mesh or primitive has no colour.
    Fix: Define the material, or correct its name.
    Source: Rigy chapter 12, V75.
    """
    known = scope.document.materials
    if not _has_own_surfaces(scope):
        return
    users = [("mesh", mesh) for mesh in scope.document.meshes]
    users += [("primitive", primitive) for _, primitive in primitives(scope)]  # type: ignore[misc]
    for what, user in users:
        name = user.material
        if name is not None and missing(name, known) and not _is_imported(scope, name):
            values = {"what": what, "id": user.id, "name": name, "hint": scope.suggest(name, known)}
            yield known_material_of_mesh.at(pointer_to(user.path, "material"), **values)


def _has_own_surfaces(scope: Scope) -> bool:
    """Whether the version of the document is known to allow several materials in a mesh."""
    version = version_of(scope.document)
    return version != NO_VERSION and has(version, "own surfaces")


def _is_imported(scope: Scope, name: str) -> bool:
    """Whether a name is that of a material of an import, which RIGY-V42 checks."""
    return "." in name and name.partition(".")[0] in scope.document.imports


@rule("RIGY-V42", "error", "{reason}")
def imported_material(scope: Scope) -> Iterator[Finding]:
    """Ambiguous or undefined imported material.

    What: A material `import.material` must exist and must not also be defined in this document. A
    material with the same name but another colour in an import is reported as a warning.
    Why: There would be no colour, or two; two materials with the same name can only be told apart by
    colour, and the reference profile writes only the first one.
    Fix: Correct the name, rename one of them, or give them the same colour.
    Source: Rigy chapter 8 and chapter 12, V42.
    """
    users: list[Mesh | Primitive] = [
        *scope.document.meshes,
        *(primitive for _, primitive in primitives(scope)),
    ]
    for user in users:
        name = user.material
        if name is None or not _is_imported(scope, name):
            continue
        namespace, _, inner = name.partition(".")
        source = scope.source.imports.get(namespace)
        theirs = source.document.materials if source is not None and source.document is not None else None
        where = pointer_to(user.path, "material")
        if name in scope.document.materials and theirs is not None and inner in theirs:
            reason = f"material {name!r} is ambiguous: this document and import {namespace!r} both define it"
            yield imported_material.at(where, reason=reason)
        elif name not in scope.document.materials and theirs is not None and inner not in theirs:
            hint = scope.suggest(inner, theirs)
            yield imported_material.at(where, reason=f"import {namespace!r} has no material {inner!r}{hint}")
    yield from _other_colours(scope)


def _other_colours(scope: Scope) -> Iterator[Finding]:
    for name, source in scope.source.imports.items():
        theirs = source.document.materials if source.document else {}
        for material, own in scope.document.materials.items():
            other = theirs.get(material)
            if other is not None and other.base_color != own.base_color:
                reason = f"material {material!r} has a different colour in import {name!r}"
                finding = replace(
                    imported_material.at(pointer_to(own.path), reason=reason), severity="warning"
                )
                yield scope.source.locate(finding, key=True)


RULES = (
    known_material, colour_length, colour_range, one_material, some_material, known_material_of_mesh,
    imported_material,
)  # fmt: skip
