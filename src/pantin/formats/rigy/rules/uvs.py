"""Rules about UV sets, their generators, and the roles that materials ask for."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pantin.formats.rigy.rules.scope import Scope, missing, pointer_to
from pantin.formats.rigy.schema.document import version_of
from pantin.formats.rigy.schema.features import has
from pantin.formats.rigy.schema.kinds import UNREAD, cut
from pantin.formats.rigy.uv import GENERATORS, ROLES
from pantin.report import Finding, rule


@rule("RIGY-V43", "error", "unknown UV role {role!r} in mesh {mesh!r} (known: {known}){hint}")
def known_role(scope: Scope) -> Iterator[Finding]:
    """Unknown UV role in a mesh.

    What: The keys of uv_roles must be UV roles of the language.
    Why: Materials refer to roles by name.
    Fix: Use one of the roles that the message lists.
    Source: Rigy chapter 12, V43.
    """
    for mesh in scope.document.meshes:
        for role, uv_role in (mesh.uv_roles or {}).items():
            if role not in ROLES:
                values = {"known": ", ".join(ROLES), "hint": scope.suggest(role, ROLES)}
                finding = known_role.at(pointer_to(uv_role.path), role=role, mesh=mesh.id, **values)
                yield scope.source.locate(finding, key=True)


@rule("RIGY-V45", "error", "UV role {role!r} refers to set {got!r}; sets are named uv0, uv1, …")
def set_name(scope: Scope) -> Iterator[Finding]:
    """Invalid UV set name.

    What: The set of a UV role must be named uv0, uv1 and so on.
    Why: The number is that of the glTF attribute TEXCOORD_n.
    Fix: Write the name of one of the UV sets of the mesh.
    Source: Rigy chapter 12, V45.
    """
    for mesh in scope.document.meshes:
        for role, uv_role in (mesh.uv_roles or {}).items():
            if uv_role.set != UNREAD and not is_set_name(uv_role.set):
                yield set_name.at(pointer_to(uv_role.path, "set"), role=role, got=uv_role.set)


def is_set_name(name: str) -> bool:
    digits = name.removeprefix("uv")
    return name.startswith("uv") and digits.isascii() and digits.isdigit() and str(int(digits[:9])) == digits


@rule("RIGY-V46", "error", "material {material!r} uses UV role {role!r}, which mesh {mesh!r} does not define")
def exposed_role(scope: Scope) -> Iterator[Finding]:
    """Mesh lacks a UV role of its material.

    What: A mesh must define the UV roles that its materials use.
    Why: The material has no coordinates for its texture.
    Fix: Add the role under uv_roles of the mesh, or use another material.
    Source: Rigy chapter 12, V46.
    """
    for mesh in scope.document.meshes:
        if not (mesh.uv_roles or {}).keys() <= {*ROLES}:
            continue  # an unknown role may be the one, misspelt
        for primitive in mesh.primitives:
            name = primitive.material or mesh.material
            material = scope.source.material(name) if name else None
            for role in material[1].uses_uv_roles if material else ():
                if missing(role, mesh.uv_roles or {}) and role in ROLES:
                    where = pointer_to((primitive if primitive.material else mesh).path, "material")
                    yield exposed_role.at(where, material=name, role=role, mesh=mesh.id)


@rule("RIGY-V47", "error", "material {material!r} uses unknown UV role {role!r} (known: {known}){hint}")
def used_role(scope: Scope) -> Iterator[Finding]:
    """Unknown UV role in a material.

    What: The uses_uv_roles of a material must be UV roles of the language.
    Why: No mesh can define any other role.
    Fix: Use one of the roles that the message lists.
    Source: Rigy chapter 12, V47.
    """
    for name, material in scope.document.materials.items():
        for index, role in enumerate(material.uses_uv_roles):
            if role not in ROLES and role != UNREAD:
                values = {"material": name, "role": cut(role), "known": ", ".join(ROLES)}
                where = pointer_to(material.path, "uses_uv_roles", index)
                yield used_role.at(where, hint=scope.suggest(role, ROLES), **values)


@rule("RIGY-V50", "error", "UV set {name!r} of mesh {mesh!r} has no generator")
def some_generator(scope: Scope) -> Iterator[Finding]:
    """UV set without a generator.

    What: Every UV set must have a generator.
    Why: The generator computes the coordinates, and there is no default.
    Fix: Write generator: planar_xy@1, or another.
    Source: Rigy chapter 12, V50.
    """
    for mesh in scope.document.meshes:
        for name, uv_set in (mesh.uv_sets or {}).items():
            if not uv_set.generator:
                yield some_generator.at(pointer_to(uv_set.path), name=name, mesh=mesh.id)


@rule("RIGY-V51", "error", "unknown UV generator {got!r} (known: {known}){hint}")
def known_generator(scope: Scope) -> Iterator[Finding]:
    """Unknown UV generator.

    What: The generator of a UV set must be one of the language.
    Why: Other generators are not defined.
    Fix: Use one of the generators that the message lists, including its @1.
    Source: Rigy chapter 12, V51.
    """
    for mesh in scope.document.meshes:
        for uv_set in (mesh.uv_sets or {}).values():
            name = uv_set.generator
            if name and name not in GENERATORS:
                values = {
                    "got": name,
                    "known": ", ".join(GENERATORS),
                    "hint": scope.suggest(name, GENERATORS),
                }
                yield known_generator.at(pointer_to(uv_set.path, "generator"), **values)


@rule("RIGY-V52", "error", "UV generator {generator} does not support primitive {id!r}, a {type}")
def fitting_generator(scope: Scope) -> Iterator[Finding]:
    """UV generator does not fit a primitive.

    What: The generator of a UV set must support the type of every primitive in the mesh.
    Why: For example, the latitudes of a sphere do not exist on a box.
    Fix: Use planar_xy@1, or move the primitive into another mesh.
    Source: Rigy chapter 12, V52.
    """
    for mesh in scope.document.meshes:
        for uv_set in (mesh.uv_sets or {}).values():
            types = GENERATORS.get(uv_set.generator or "")
            wrong = [
                primitive
                for primitive in mesh.primitives
                if types and primitive.type and primitive.type not in types
            ]
            if wrong:
                values = {"generator": uv_set.generator, "type": wrong[0].type, "id": wrong[0].id}
                yield fitting_generator.at(pointer_to(uv_set.path, "generator"), **values)


@rule("RIGY-V53", "error", "mesh {mesh!r} has uv_roles but no uv_sets")
def roles_need_sets(scope: Scope) -> Iterator[Finding]:
    """UV roles without UV sets.

    What: From version 0.8 on a mesh with uv_roles must have uv_sets.
    Why: A role refers to a set.
    Fix: Add uv_sets.
    Source: Rigy chapter 12, V53.
    """
    if not has(version_of(scope.document), "roles need sets"):
        return  # the set of a role is only a name there
    for mesh in scope.document.meshes:
        if mesh.uv_roles is not None and mesh.uv_sets is None:
            yield roles_need_sets.at(pointer_to(mesh.path, "uv_roles"), mesh=mesh.id)


@rule("RIGY-V54", "error", "UV role {role!r} refers to set {name!r}, which mesh {mesh!r} does not define")
def declared_set(scope: Scope) -> Iterator[Finding]:
    """Undefined UV set.

    What: The set of a UV role must be one of the uv_sets of the mesh.
    Why: The role has no coordinates.
    Fix: Define the set under uv_sets, or use another.
    Source: Rigy chapter 12, V54.
    """
    for mesh in scope.document.meshes:
        for role, uv_role in (mesh.uv_roles or {}).items():
            known = mesh.uv_sets
            if (
                known is not None
                and _are_contiguous(known)
                and missing(uv_role.set, known)
                and is_set_name(uv_role.set)
            ):
                yield declared_set.at(
                    pointer_to(uv_role.path, "set"), role=role, name=uv_role.set, mesh=mesh.id
                )


@rule("RIGY-V55", "error", "the UV sets of mesh {mesh!r} must be uv0, uv1, … without gaps, not {names}")
def contiguous_sets(scope: Scope) -> Iterator[Finding]:
    """Gap in the numbers of UV sets.

    What: The UV sets of a mesh must be numbered from 0 without gaps.
    Why: glTF requires this of TEXCOORD_n (§3.7.2.1).
    Fix: Rename the sets.
    Source: Rigy chapter 12, V55.
    """
    for mesh in scope.document.meshes:
        names = mesh.uv_sets or {}
        if not _are_contiguous(names):
            yield contiguous_sets.at(pointer_to(mesh.path, "uv_sets"), mesh=mesh.id, names=", ".join(names))


def _are_contiguous(names: Collection[str]) -> bool:
    return set(names) == {f"uv{number}" for number in range(len(names))}


RULES = (
    known_role, set_name, exposed_role, used_role, some_generator, known_generator, fitting_generator,
    roles_need_sets, declared_set, contiguous_sets,
)  # fmt: skip
