"""Rules about UV sets, their generators, and the roles that materials ask for."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.report import Finding, rule
from pantin.rigy.rules.scope import Scope, at
from pantin.rigy.schema.document import NO_VERSION, version_of
from pantin.rigy.schema.kinds import UNREAD
from pantin.rigy.uv import GENERATORS, ROLES

SETS_SINCE = (0, 8)
"""The version that brought UV sets (Rigy chapter 9)."""


@rule("RIGY-V43", "error", "{role!r} is no UV role: {known}{hint}")
def known_role(scope: Scope) -> Iterator[Finding]:
    """A mesh gives UV sets to roles of the language.

    Why: materials ask for roles by name.
    Mend: use one of the roles the message lists.
    Source: Rigy chapter 12, V43.
    """
    for mesh in scope.document.meshes:
        for role, one in (mesh.uv_roles or {}).items():
            if role not in ROLES:
                found = known_role.at(
                    at(one.path), role=role, known=", ".join(ROLES), hint=scope.close_to(role, ROLES)
                )
                yield scope.unit.mark(found, key=True)


@rule("RIGY-V45", "error", "the role {role!r} has the set {got!r}, which is not uv0, uv1, …")
def set_name(scope: Scope) -> Iterator[Finding]:
    """UV sets are called uv0, uv1 and so on.

    Why: the number is that of the TEXCOORD attribute it becomes.
    Mend: write the name of one of the mesh's sets.
    Source: Rigy chapter 12, V45.
    """
    for mesh in scope.document.meshes:
        for role, one in (mesh.uv_roles or {}).items():
            if one.set != UNREAD and not is_set_name(one.set):
                yield set_name.at(at(one.path, "set"), role=role, got=one.set)


def is_set_name(name: str) -> bool:
    digits = name.removeprefix("uv")
    return name.startswith("uv") and digits.isascii() and digits.isdigit() and str(int(digits[:9])) == digits


@rule("RIGY-V46", "error", "material {material!r} uses the UV role {role!r}, which mesh {mesh!r} has not")
def exposed_role(scope: Scope) -> Iterator[Finding]:
    """A mesh has the UV roles that the materials on it use.

    Why: the material would have no coordinates for its texture.
    Mend: add the role under uv_roles of the mesh, or use another material.
    Source: Rigy chapter 12, V46.
    """
    for mesh in scope.document.meshes:
        for one in mesh.primitives:
            name = one.material or mesh.material
            found = scope.unit.material(name) if name else None
            for role in found[1].uses_uv_roles if found else ():
                if role not in (mesh.uv_roles or {}) and role in ROLES:
                    where = at(one.path, "material") if one.material else at(mesh.path, "material")
                    yield exposed_role.at(where, material=name, role=role, mesh=mesh.id)


@rule("RIGY-V47", "error", "material {material!r} uses {role!r}, which is no UV role: {known}{hint}")
def used_role(scope: Scope) -> Iterator[Finding]:
    """A material uses roles of the language.

    Why: no mesh can have any other.
    Mend: use one of the roles the message lists.
    Source: Rigy chapter 12, V47.
    """
    for name, one in scope.document.materials.items():
        for place, role in enumerate(one.uses_uv_roles):
            if role not in ROLES and role != UNREAD:
                values = {"material": name, "role": role, "known": ", ".join(ROLES)}
                yield used_role.at(
                    at(one.path, "uses_uv_roles", place), hint=scope.close_to(role, ROLES), **values
                )


@rule("RIGY-V50", "error", "UV set {name!r} has no generator")
def some_generator(scope: Scope) -> Iterator[Finding]:
    """Every UV set has a generator.

    Why: it says where the coordinates come from; there is no default.
    Mend: write generator: planar_xy@1, or another one.
    Source: Rigy chapter 12, V50.
    """
    for mesh in scope.document.meshes:
        for name, one in (mesh.uv_sets or {}).items():
            if not one.generator:
                yield some_generator.at(at(one.path), name=name)


@rule("RIGY-V51", "error", "there is no generator {got!r}: {known}{hint}")
def known_generator(scope: Scope) -> Iterator[Finding]:
    """A generator is one of the language's.

    Why: others are not defined.
    Mend: use one of those the message lists, with its @1.
    Source: Rigy chapter 12, V51.
    """
    for mesh in scope.document.meshes:
        for one in (mesh.uv_sets or {}).values():
            if one.generator and one.generator not in GENERATORS:
                values = {"got": one.generator, "known": ", ".join(GENERATORS)}
                hint = scope.close_to(one.generator, GENERATORS)
                yield known_generator.at(at(one.path, "generator"), hint=hint, **values)


@rule("RIGY-V52", "error", "{generator} is not for a {type}, and primitive {id!r} is one")
def fitting_generator(scope: Scope) -> Iterator[Finding]:
    """A generator is for every type of primitive in the mesh.

    Why: coordinates along a sphere's latitudes do not exist on a box.
    Mend: use planar_xy@1, or move the primitive into another mesh.
    Source: Rigy chapter 12, V52.
    """
    for mesh in scope.document.meshes:
        for one in (mesh.uv_sets or {}).values():
            types = GENERATORS.get(one.generator or "")
            wrong = [each for each in mesh.primitives if types and each.type and each.type not in types]
            if wrong:
                values = {"generator": one.generator, "type": wrong[0].type, "id": wrong[0].id}
                yield fitting_generator.at(at(one.path, "generator"), **values)


@rule("RIGY-V53", "error", "mesh {mesh!r} has uv_roles and no uv_sets")
def roles_need_sets(scope: Scope) -> Iterator[Finding]:
    """From 0.8 on a mesh with UV roles has UV sets.

    Why: a role points at a set.
    Mend: add uv_sets.
    Source: Rigy chapter 12, V53.
    """
    if NO_VERSION < version_of(scope.document) < SETS_SINCE:
        return  # a role's set is a name alone there
    for mesh in scope.document.meshes:
        if mesh.uv_roles is not None and mesh.uv_sets is None:
            yield roles_need_sets.at(at(mesh.path, "uv_roles"), mesh=mesh.id)


@rule("RIGY-V54", "error", "the role {role!r} has the set {name!r}, which mesh {mesh!r} has not")
def declared_set(scope: Scope) -> Iterator[Finding]:
    """The set of a role is one of the mesh's.

    Why: there would be no coordinates.
    Mend: declare the set under uv_sets, or use another one.
    Source: Rigy chapter 12, V54.
    """
    for mesh in scope.document.meshes:
        for role, one in (mesh.uv_roles or {}).items():
            known = mesh.uv_sets
            if known is not None and one.set not in known and is_set_name(one.set):
                yield declared_set.at(at(one.path, "set"), role=role, name=one.set, mesh=mesh.id)


@rule("RIGY-V55", "error", "mesh {mesh!r} has the UV sets {names}; they must be uv0, uv1, … without a gap")
def contiguous_sets(scope: Scope) -> Iterator[Finding]:
    """UV sets are numbered from 0 without gaps.

    Why: glTF wants TEXCOORD_n so (§3.7.2.1).
    Mend: rename the sets.
    Source: Rigy chapter 12, V55.
    """
    for mesh in scope.document.meshes:
        names = mesh.uv_sets or {}
        if set(names) != {f"uv{number}" for number in range(len(names))}:
            yield contiguous_sets.at(at(mesh.path, "uv_sets"), mesh=mesh.id, names=", ".join(names))


RULES = (
    known_role, set_name, exposed_role, used_role, some_generator, known_generator, fitting_generator,
    roles_need_sets, declared_set, contiguous_sets,
)  # fmt: skip
