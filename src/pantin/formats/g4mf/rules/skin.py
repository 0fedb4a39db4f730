"""Rules about skins that need only the JSON: their accessors, and the names of their vertex groups."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pantin.formats.g4mf.accessor import Extent
from pantin.formats.g4mf.model import Skin
from pantin.formats.g4mf.rules.members import member_rule
from pantin.formats.g4mf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.wording import and_more, quoted

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


skin_incomplete = member_rule(
    "G4MF-SKIN-001",
    """Skin is incomplete.

    What: `skin` of a mesh is an object with `groups`, `vertices` and `weights`.
    Why: An influence is a vertex, a group and a weight. Without one of them the mesh is not deformed.
    Fix: Add the accessor, or remove the skin.
    Source: G4MF skeleton, Mesh Skin Properties.
    """,
)

skin_accessor_missing = member_rule(
    "G4MF-SKIN-002",
    """Skin uses an accessor that does not exist.

    What: `groups`, `vertices` and `weights` of a skin are indices of accessors.
    Why: Without the accessor there are no influences, and the mesh is not deformed.
    Fix: Correct the index.
    Source: G4MF skeleton, Mesh Skin Properties.
    """,
)


@rule(
    "G4MF-SKIN-003",
    "error",
    "{skin} has {groups:,} groups, {vertices:,} vertices and {weights:,} weights; expected equal numbers",
)
def skin_counts_differ(scope: Scope) -> Iterator[Finding]:
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
            yield skin_counts_differ.at(
                skin.pointer,
                skin=scope.describe(skin.pointer),
                groups=counts[0],
                vertices=counts[1],
                weights=counts[2],
            )


skin_groups_not_unsigned = member_rule(
    "G4MF-SKIN-004",
    """Skin groups are not unsigned integers.

    What: The `groups` accessor of a skin has an unsigned integer type.
    Why: Groups are indices into the joints of the skeleton.
    Fix: Store them as uint8, uint16 or uint32.
    Source: G4MF skeleton, Groups.
    """,
)

skin_groups_are_vectors = member_rule(
    "G4MF-SKIN-005",
    """Skin groups are vectors.

    What: The `groups` accessor of a skin has a `vectorSize` of 1.
    Why: An influence has one group.
    Fix: Remove `vectorSize`.
    Source: G4MF skeleton, Groups.
    """,
)

skin_vertices_not_unsigned = member_rule(
    "G4MF-SKIN-006",
    """Skin vertices are not unsigned integers.

    What: The `vertices` accessor of a skin has an unsigned integer type.
    Why: They are indices of vertices of the mesh.
    Fix: Store them as uint8, uint16 or uint32.
    Source: G4MF skeleton, Vertices.
    """,
)

skin_vertices_are_vectors = member_rule(
    "G4MF-SKIN-007",
    """Skin vertices are vectors.

    What: The `vertices` accessor of a skin has a `vectorSize` of 1.
    Why: An influence moves one vertex.
    Fix: Remove `vectorSize`.
    Source: G4MF skeleton, Vertices.
    """,
)

skin_weights_not_floating = member_rule(
    "G4MF-SKIN-008",
    """Skin weights are not floating-point numbers.

    What: The `weights` accessor of a skin has a floating-point type.
    Why: The format has no normalised integers, so every integer weight would be 0 or at least 1.
    Fix: Store them as float32, float16 or float8.
    Source: G4MF skeleton, Weights.
    """,
)

skin_weights_are_vectors = member_rule(
    "G4MF-SKIN-009",
    """Skin weights are vectors.

    What: The `weights` accessor of a skin has a `vectorSize` of 1.
    Why: An influence has one weight.
    Fix: Remove `vectorSize`.
    Source: G4MF skeleton, Weights.
    """,
)


@rule("G4MF-SKIN-013", "error", "two vertex groups of {skin} are named {name}{more}")
def group_name_repeated(scope: Scope) -> Iterator[Finding]:
    """Duplicate vertex group name.

    What: No two groups of a skin have the same name.
    Why: Programs match meshes and skeletons by these names.
    Fix: Rename one of the groups.
    Source: G4MF skeleton, Group Names.
    """
    for _, skin in skins(scope):
        repeated = _repeated_names(name for name in skin.group_names if name)
        if repeated:
            yield group_name_repeated.at(
                f"{skin.pointer}/groupNames",
                skin=scope.describe(skin.pointer),
                name=quoted(repeated[0]),
                more=and_more(len(repeated)),
            )


def _repeated_names(names: Iterable[str]) -> list[str]:
    """The names that occurred before, in order."""
    seen: set[str] = set()
    repeated = []
    for name in names:
        if name in seen:
            repeated.append(name)
        seen.add(name)
    return repeated


group_name_empty = member_rule(
    "G4MF-SKIN-014",
    """Empty vertex group name.

    What: Every entry of `groupNames` is a string that is not empty.
    Why: A group without a name cannot be matched with a bone.
    Fix: Name the group, or remove `groupNames`.
    Source: G4MF skeleton, Group Names.
    """,
)


@rule(
    "G4MF-SKIN-015",
    "error",
    "vertex group {group} is named {name} in {mesh} and {other_name} in {other}, which share a skeleton",
)
def group_names_differ(scope: Scope) -> Iterator[Finding]:
    """Meshes of one skeleton name a vertex group differently.

    What: Skins that the same skeleton uses give each group that both name the same name.
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
                yield group_names_differ.at(
                    f"{skin.pointer}/groupNames",
                    group=wrong[0],
                    name=quoted(wrong[1]),
                    mesh=scope.mesh(mesh),
                    other_name=quoted(wrong[2]),
                    other=scope.mesh(first),
                )


@rule("G4MF-SKIN-018", "info", "{mesh} has a skin, but no skeleton uses it, so the mesh is not deformed")
def skin_unused(scope: Scope) -> Iterator[Finding]:
    """No skeleton uses the skin.

    What: A mesh with a skin is on a node that is a direct child of a skeleton.
    Why: Only there its vertices follow bones.
    Fix: Make the node of the mesh a direct child of the skeleton's node.
    Source: G4MF skeleton, Overview.
    """
    for mesh, skin in skins(scope):
        if not scope.skeletons_of(mesh):
            yield skin_unused.at(skin.pointer, mesh=scope.mesh(mesh))


@rule(
    "G4MF-SKIN-022",
    "warning",
    "vertex group {group} of {mesh} is named {name}, but bone {name} is joint {slot} of {node}",
)
def group_name_of_other_joint(scope: Scope) -> Iterator[Finding]:
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
                name = (
                    scope.nodes[joint].name if joint is not None and 0 <= joint < len(scope.nodes) else None
                )
                if name:
                    slots.setdefault(name, []).append(slot)
            groups = enumerate(skin.group_names)
            wrong = [(group, name) for group, name in groups if name in slots and group not in slots[name]]
            if wrong:
                group, name = wrong[0]
                yield group_name_of_other_joint.at(
                    f"{skin.pointer}/groupNames",
                    group=group,
                    mesh=scope.mesh(mesh),
                    name=quoted(name),
                    slot=slots[name][0],
                    node=scope.skeleton(skeleton),
                )
                break


RULES = (
    skin_incomplete,
    skin_accessor_missing,
    skin_counts_differ,
    skin_groups_not_unsigned,
    skin_groups_are_vectors,
    skin_vertices_not_unsigned,
    skin_vertices_are_vectors,
    skin_weights_not_floating,
    skin_weights_are_vectors,
    group_name_repeated,
    group_name_empty,
    group_names_differ,
    skin_unused,
    group_name_of_other_joint,
)
