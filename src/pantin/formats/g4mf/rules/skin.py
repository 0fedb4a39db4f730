"""Rules about skins that need only the JSON: their accessors, and the names of their vertex groups."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pantin.formats.g4mf.accessor import FLOATING, UNSIGNED, Extent
from pantin.formats.g4mf.model import Skin, is_index
from pantin.formats.g4mf.naming import first_of, show
from pantin.formats.g4mf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.wording import and_more, counted, quoted

KEYS = ("groups", "vertices", "weights")


def skins(scope: Scope) -> Iterator[tuple[int, Skin]]:
    """Every skin with the index of its mesh."""
    return ((index, mesh.skin) for index, mesh in enumerate(scope.meshes) if mesh.skin is not None)


def _extents(scope: Scope, key: str) -> Iterator[tuple[Skin, Extent]]:
    """The extent of one of the three accessors of each skin."""
    for _, skin in skins(scope):
        extent = scope.extent(getattr(skin, key))
        if extent is not None:
            yield skin, extent


@rule("G4MF-SKIN-001", "error", "{skin} {fault}")
def skin_is_complete(scope: Scope) -> Iterator[Finding]:
    """Skin is incomplete.

    What: `skin` of a mesh is an object with `groups`, `vertices` and `weights`.
    Why: An influence is a vertex, a group and a weight. Without one of them the mesh is not deformed.
    Fix: Add the accessor, or remove the skin.
    Source: G4MF skeleton, Mesh Skin Properties.
    """
    for mesh in scope.meshes:
        if mesh.skin is None and "skin" in mesh.raw:
            location = f"{mesh.pointer}/skin"
            fault = f"is {show(mesh.raw['skin'])}; it must be an object"
            yield skin_is_complete.at(location, skin=scope.describe(location), fault=fault)
    for _, skin in skins(scope):
        for key in KEYS:
            if key not in skin.raw:
                described = scope.describe(skin.pointer)
                yield skin_is_complete.at(skin.pointer, skin=described, fault=f"has no {key}")


@rule("G4MF-SKIN-002", "error", '"{key}" of {skin} is {value}, but the file has {count}')
def skin_accessors_exist(scope: Scope) -> Iterator[Finding]:
    """Skin uses an accessor that does not exist.

    What: `groups`, `vertices` and `weights` of a skin are indices of accessors.
    Why: Without the accessor there are no influences, and the mesh is not deformed.
    Fix: Correct the index.
    Source: G4MF skeleton, Mesh Skin Properties.
    """
    count = scope.count_of("accessors")
    for _, skin in skins(scope):
        for key in KEYS:
            if key in skin.raw and not is_index(skin.raw[key], count):
                yield skin_accessors_exist.at(
                    f"{skin.pointer}/{key}",
                    key=key,
                    skin=scope.describe(skin.pointer),
                    value=show(skin.raw[key]),
                    count=counted(count, "accessor"),
                )


@rule(
    "G4MF-SKIN-003",
    "error",
    "{skin} has {groups:,} groups, {vertices:,} vertices and {weights:,} weights; expected equal numbers",
)
def skin_counts_agree(scope: Scope) -> Iterator[Finding]:
    """Skin accessors have different lengths.

    What: `groups`, `vertices` and `weights` of a skin have the same number of elements.
    Why: Element i of all three together is one influence.
    Fix: Write the same number of groups, vertices and weights.
    Source: G4MF skeleton, Mesh Skin Properties.
    """
    for _, skin in skins(scope):
        extents = [scope.extent(getattr(skin, key)) for key in KEYS]
        counts = [extent.count for extent in extents if extent is not None]
        if len(counts) == len(KEYS) and len(set(counts)) > 1:
            yield skin_counts_agree.at(
                skin.pointer,
                skin=scope.describe(skin.pointer),
                groups=counts[0],
                vertices=counts[1],
                weights=counts[2],
            )


@rule("G4MF-SKIN-004", "error", "the groups of {skin} are {type}; they must be unsigned integers")
def skin_groups_are_unsigned(scope: Scope) -> Iterator[Finding]:
    """Skin groups are not unsigned integers.

    What: The `groups` accessor of a skin has an unsigned integer type.
    Why: Groups are indices into the joints of the skeleton.
    Fix: Store them as uint8, uint16 or uint32.
    Source: G4MF skeleton, Groups.
    """
    for skin, extent in _extents(scope, "groups"):
        if extent.type not in UNSIGNED:
            yield skin_groups_are_unsigned.at(
                f"{skin.pointer}/groups", skin=scope.describe(skin.pointer), type=extent.type
            )


@rule("G4MF-SKIN-005", "error", "the groups of {skin} have vectorSize {size}; it must be 1")
def skin_groups_are_scalars(scope: Scope) -> Iterator[Finding]:
    """Skin groups are vectors.

    What: The `groups` accessor of a skin has a `vectorSize` of 1.
    Why: An influence has one group.
    Fix: Remove `vectorSize`.
    Source: G4MF skeleton, Groups.
    """
    for skin, extent in _extents(scope, "groups"):
        if extent.size != 1:
            yield skin_groups_are_scalars.at(
                f"{skin.pointer}/groups", skin=scope.describe(skin.pointer), size=extent.size
            )


@rule("G4MF-SKIN-006", "error", "the vertices of {skin} are {type}; they must be unsigned integers")
def skin_vertices_are_unsigned(scope: Scope) -> Iterator[Finding]:
    """Skin vertices are not unsigned integers.

    What: The `vertices` accessor of a skin has an unsigned integer type.
    Why: They are indices of vertices of the mesh.
    Fix: Store them as uint8, uint16 or uint32.
    Source: G4MF skeleton, Vertices.
    """
    for skin, extent in _extents(scope, "vertices"):
        if extent.type not in UNSIGNED:
            yield skin_vertices_are_unsigned.at(
                f"{skin.pointer}/vertices", skin=scope.describe(skin.pointer), type=extent.type
            )


@rule("G4MF-SKIN-007", "error", "the vertices of {skin} have vectorSize {size}; it must be 1")
def skin_vertices_are_scalars(scope: Scope) -> Iterator[Finding]:
    """Skin vertices are vectors.

    What: The `vertices` accessor of a skin has a `vectorSize` of 1.
    Why: An influence moves one vertex.
    Fix: Remove `vectorSize`.
    Source: G4MF skeleton, Vertices.
    """
    for skin, extent in _extents(scope, "vertices"):
        if extent.size != 1:
            yield skin_vertices_are_scalars.at(
                f"{skin.pointer}/vertices", skin=scope.describe(skin.pointer), size=extent.size
            )


@rule("G4MF-SKIN-008", "error", "the weights of {skin} are {type}; they must be floating point")
def skin_weights_are_floating(scope: Scope) -> Iterator[Finding]:
    """Skin weights are not floating-point numbers.

    What: The `weights` accessor of a skin has a floating-point type.
    Why: The format has no normalised integers, so every integer weight would be 0 or at least 1.
    Fix: Store them as float32, float16 or float8.
    Source: G4MF skeleton, Weights.
    """
    for skin, extent in _extents(scope, "weights"):
        if extent.type not in FLOATING:
            yield skin_weights_are_floating.at(
                f"{skin.pointer}/weights", skin=scope.describe(skin.pointer), type=extent.type
            )


@rule("G4MF-SKIN-009", "error", "the weights of {skin} have vectorSize {size}; it must be 1")
def skin_weights_are_scalars(scope: Scope) -> Iterator[Finding]:
    """Skin weights are vectors.

    What: The `weights` accessor of a skin has a `vectorSize` of 1.
    Why: An influence has one weight.
    Fix: Remove `vectorSize`.
    Source: G4MF skeleton, Weights.
    """
    for skin, extent in _extents(scope, "weights"):
        if extent.size != 1:
            yield skin_weights_are_scalars.at(
                f"{skin.pointer}/weights", skin=scope.describe(skin.pointer), size=extent.size
            )


@rule("G4MF-SKIN-013", "error", "two vertex groups of {skin} are named {name}{more}")
def group_names_are_unique(scope: Scope) -> Iterator[Finding]:
    """Duplicate vertex group name.

    What: No two groups of a skin have the same name.
    Why: Programs match meshes and skeletons by these names.
    Fix: Rename one of the groups.
    Source: G4MF skeleton, Group Names.
    """
    for _, skin in skins(scope):
        repeated = _repeated_names(name for name in skin.group_names if name)
        if repeated:
            yield group_names_are_unique.at(
                f"{skin.pointer}/groupNames",
                skin=scope.describe(skin.pointer),
                name=quoted(repeated[0]),
                more=and_more(len(repeated)),
            )


def _repeated_names(names: Iterable[str]) -> list[str]:
    """The names that came before, in their order."""
    seen: set[str] = set()
    repeated = []
    for name in names:
        if name in seen:
            repeated.append(name)
        seen.add(name)
    return repeated


@rule("G4MF-SKIN-014", "error", "vertex group {group} of {skin} has an empty name")
def group_names_are_not_empty(scope: Scope) -> Iterator[Finding]:
    """Empty vertex group name.

    What: Every entry of `groupNames` is a string that is not empty.
    Why: A group without a name cannot be matched with a bone.
    Fix: Name the group, or remove `groupNames`.
    Source: G4MF skeleton, Group Names.
    """
    for _, skin in skins(scope):
        empty = [group for group, name in enumerate(skin.group_names) if not name]
        if empty:
            yield group_names_are_not_empty.at(
                f"{skin.pointer}/groupNames",
                group=first_of(empty[0], len(empty)),
                skin=scope.describe(skin.pointer),
            )


@rule(
    "G4MF-SKIN-015",
    "error",
    "vertex group {group} is named {name} in {mesh} and {other_name} in {other}, which share a skeleton",
)
def group_names_agree(scope: Scope) -> Iterator[Finding]:
    """Meshes of one skeleton name a vertex group differently.

    What: Skins that the same skeleton uses give each group the same name, as far as both name it.
    Why: Group i follows joint i of the skeleton. Two names for one joint cannot both be right, so one mesh
    may follow the wrong bones.
    Fix: Renumber the groups of one mesh, or rename them.
    Source: G4MF skeleton, Group Names.
    """
    reported: set[tuple[int, int]] = set()
    for meshes in scope.meshes_of.values():
        named = [(mesh, skin) for mesh in meshes if (skin := scope.meshes[mesh].skin) and skin.group_names]
        for mesh, skin in named[1:]:
            first, first_skin = named[0]
            pairs = enumerate(zip(skin.group_names, first_skin.group_names, strict=False))
            wrong = next(((i, a, b) for i, (a, b) in pairs if a != b), None)
            if wrong is not None and (mesh, first) not in reported:
                reported.add((mesh, first))
                yield group_names_agree.at(
                    f"{skin.pointer}/groupNames",
                    group=wrong[0],
                    name=quoted(wrong[1]),
                    mesh=scope.mesh(mesh),
                    other_name=quoted(wrong[2]),
                    other=scope.mesh(first),
                )


@rule("G4MF-SKIN-018", "info", "{mesh} has a skin, but no skeleton uses it, so the mesh is not deformed")
def skin_is_used(scope: Scope) -> Iterator[Finding]:
    """No skeleton uses the skin.

    What: A mesh with a skin is on a node that is a direct child of a skeleton.
    Why: Only there its vertices follow bones.
    Fix: Make the node of the mesh a direct child of the skeleton's node.
    Source: G4MF skeleton, Overview.
    """
    for mesh, skin in skins(scope):
        if not scope.skeletons_of(mesh):
            yield skin_is_used.at(skin.pointer, mesh=scope.mesh(mesh))


@rule(
    "G4MF-SKIN-022",
    "warning",
    "vertex group {group} of {mesh} is named {name}, but bone {name} is joint {slot} of {node}",
)
def group_names_match_joints(scope: Scope) -> Iterator[Finding]:
    """Vertex group and bone of the same name have different indices.

    What: A group with the name of a bone should have the index of that bone among the joints, in every
    skeleton of the mesh. The specification requires it of operations that merge, not of files.
    Why: Merging meshes, or parenting one to a skeleton, has to renumber the groups to match the joints. Where
    that was forgotten, the wrong bone moves the vertices.
    Fix: Renumber the groups of the mesh, or reorder its names.
    Source: G4MF skeleton, Group Names.
    """
    for mesh, skin in skins(scope):
        for skeleton in scope.skeletons_of(mesh):
            slots: dict[str, list[int]] = {}
            for slot, joint in enumerate(scope.nodes[skeleton].joints):
                if is_index(joint, len(scope.nodes)) and scope.nodes[joint].name:
                    slots.setdefault(scope.nodes[joint].name, []).append(slot)
            groups = enumerate(skin.group_names)
            wrong = [(group, name) for group, name in groups if name in slots and group not in slots[name]]
            if wrong:
                group, name = wrong[0]
                yield group_names_match_joints.at(
                    f"{skin.pointer}/groupNames",
                    group=group,
                    mesh=scope.mesh(mesh),
                    name=quoted(name),
                    slot=slots[name][0],
                    node=scope.skeleton(skeleton),
                )
                break


RULES = (
    skin_is_complete,
    skin_accessors_exist,
    skin_counts_agree,
    skin_groups_are_unsigned,
    skin_groups_are_scalars,
    skin_vertices_are_unsigned,
    skin_vertices_are_scalars,
    skin_weights_are_floating,
    skin_weights_are_scalars,
    group_names_are_unique,
    group_names_are_not_empty,
    group_names_agree,
    skin_is_used,
    group_names_match_joints,
)
