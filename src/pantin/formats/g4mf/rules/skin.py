"""Rules about skins that can be told from the JSON: their accessors, and the names of their groups."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pantin.formats.g4mf.accessor import FLOATING, UNSIGNED, Extent
from pantin.formats.g4mf.model import Skin, is_index
from pantin.formats.g4mf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.wording import and_more

KEYS = ("groups", "vertices", "weights")


def skins(scope: Scope) -> Iterator[tuple[int, Skin]]:
    """Every skin with the index of its mesh."""
    return ((at, mesh.skin) for at, mesh in enumerate(scope.meshes) if mesh.skin is not None)


def _columns(scope: Scope, key: str) -> Iterator[tuple[str, Extent]]:
    """The place and the extent of one of the three accessors of each skin."""
    for _, skin in skins(scope):
        about = scope.extent(getattr(skin, key))
        if about is not None:
            yield f"{skin.place}/{key}", about


@rule("G4MF-SKIN-001", "error", "the skin {fault}")
def skin_is_complete(scope: Scope) -> Iterator[Finding]:
    """A skin has groups, vertices and weights.

    Why: an influence is a vertex, a group and a weight; two of them say nothing.
    Mend: add the accessor, or remove the skin.
    Source: G4MF skeleton, Mesh Skin Properties.
    """
    for mesh in scope.meshes:
        if mesh.skin is None and "skin" in mesh.raw:
            yield skin_is_complete.at(f"{mesh.place}/skin", fault="is not an object")
    for _, skin in skins(scope):
        for key in KEYS:
            if key not in skin.raw:
                yield skin_is_complete.at(skin.place, fault=f"has no {key}")


@rule("G4MF-SKIN-002", "error", "{value!r} is not the index of an accessor; there are {count}")
def skin_accessors_exist(scope: Scope) -> Iterator[Finding]:
    """Groups, vertices and weights of a skin are indices of accessors.

    Why: without the accessor there are no influences.
    Mend: name an accessor of the file.
    Source: G4MF skeleton, Mesh Skin Properties.
    """
    count = scope.listed("accessors")
    for _, skin in skins(scope):
        for key in KEYS:
            if key in skin.raw and not is_index(skin.raw[key], count):
                yield skin_accessors_exist.at(f"{skin.place}/{key}", value=skin.raw[key], count=count)


@rule("G4MF-SKIN-003", "error", "there are {groups} groups, {vertices} vertices and {weights} weights")
def skin_counts_agree(scope: Scope) -> Iterator[Finding]:
    """The three accessors of a skin have as many elements as each other.

    Why: element i of each of them together is one influence.
    Mend: write the same number of groups, vertices and weights.
    Source: G4MF skeleton, Mesh Skin Properties.
    """
    for _, skin in skins(scope):
        found = [scope.extent(getattr(skin, key)) for key in KEYS]
        counts = [one.count for one in found if one is not None]
        if len(counts) == len(KEYS) and len(set(counts)) > 1:
            yield skin_counts_agree.at(skin.place, groups=counts[0], vertices=counts[1], weights=counts[2])


@rule("G4MF-SKIN-004", "error", "the groups are {type}, not an unsigned integer type")
def skin_groups_are_unsigned(scope: Scope) -> Iterator[Finding]:
    """The groups of a skin are unsigned integers.

    Why: they are indices.
    Mend: store them as uint8, uint16 or uint32.
    Source: G4MF skeleton, Groups.
    """
    for place, about in _columns(scope, "groups"):
        if about.type not in UNSIGNED:
            yield skin_groups_are_unsigned.at(place, type=about.type)


@rule("G4MF-SKIN-005", "error", "the groups have a vectorSize of {size}, not 1")
def skin_groups_are_scalars(scope: Scope) -> Iterator[Finding]:
    """The groups of a skin have a `vectorSize` of 1.

    Why: an influence has one group.
    Mend: leave `vectorSize` out.
    Source: G4MF skeleton, Groups.
    """
    for place, about in _columns(scope, "groups"):
        if about.size != 1:
            yield skin_groups_are_scalars.at(place, size=about.size)


@rule("G4MF-SKIN-006", "error", "the vertices are {type}, not an unsigned integer type")
def skin_vertices_are_unsigned(scope: Scope) -> Iterator[Finding]:
    """The vertices of a skin are unsigned integers.

    Why: they are indices.
    Mend: store them as uint8, uint16 or uint32.
    Source: G4MF skeleton, Vertices.
    """
    for place, about in _columns(scope, "vertices"):
        if about.type not in UNSIGNED:
            yield skin_vertices_are_unsigned.at(place, type=about.type)


@rule("G4MF-SKIN-007", "error", "the vertices have a vectorSize of {size}, not 1")
def skin_vertices_are_scalars(scope: Scope) -> Iterator[Finding]:
    """The vertices of a skin have a `vectorSize` of 1.

    Why: an influence is on one vertex.
    Mend: leave `vectorSize` out.
    Source: G4MF skeleton, Vertices.
    """
    for place, about in _columns(scope, "vertices"):
        if about.size != 1:
            yield skin_vertices_are_scalars.at(place, size=about.size)


@rule("G4MF-SKIN-008", "error", "the weights are {type}, not a floating-point type")
def skin_weights_are_floating(scope: Scope) -> Iterator[Finding]:
    """The weights of a skin are floating-point numbers.

    Why: the format has no normalised integers.
    Mend: store them as float32, float16 or float8.
    Source: G4MF skeleton, Weights.
    """
    for place, about in _columns(scope, "weights"):
        if about.type not in FLOATING:
            yield skin_weights_are_floating.at(place, type=about.type)


@rule("G4MF-SKIN-009", "error", "the weights have a vectorSize of {size}, not 1")
def skin_weights_are_scalars(scope: Scope) -> Iterator[Finding]:
    """The weights of a skin have a `vectorSize` of 1.

    Why: an influence has one weight.
    Mend: leave `vectorSize` out.
    Source: G4MF skeleton, Weights.
    """
    for place, about in _columns(scope, "weights"):
        if about.size != 1:
            yield skin_weights_are_scalars.at(place, size=about.size)


@rule("G4MF-SKIN-013", "error", "the group name {name!r} comes twice{more}")
def group_names_are_unique(scope: Scope) -> Iterator[Finding]:
    """No two groups of a skin have the same name.

    Why: programs join meshes and skeletons by these names.
    Mend: rename one of the groups.
    Source: G4MF skeleton, Group Names.
    """
    for _, skin in skins(scope):
        again = _repeated(name for name in skin.group_names if name)
        if again:
            yield group_names_are_unique.at(
                f"{skin.place}/groupNames", name=again[0], more=and_more(len(again))
            )


def _repeated(names: Iterable[str]) -> list[str]:
    """The names that came before, in their order."""
    seen: set[str] = set()
    again = []
    for name in names:
        if name in seen:
            again.append(name)
        seen.add(name)
    return again


@rule("G4MF-SKIN-014", "error", "the name of group {group} is empty{more}")
def group_names_are_not_empty(scope: Scope) -> Iterator[Finding]:
    """No group name is empty.

    Why: an empty name is no name.
    Mend: name the group, or leave `groupNames` out.
    Source: G4MF skeleton, Group Names.
    """
    for _, skin in skins(scope):
        empty = [at for at, name in enumerate(skin.group_names) if not name]
        if empty:
            yield group_names_are_not_empty.at(
                f"{skin.place}/groupNames", group=empty[0], more=and_more(len(empty))
            )


@rule(
    "G4MF-SKIN-015",
    "error",
    "group {group} is called {name!r} here and {other!r} in mesh {mesh}, of one skeleton",
)
def group_names_agree(scope: Scope) -> Iterator[Finding]:
    """Skins that the same skeleton uses give each group the same name, as far as both name it.

    Why: a group is a place in the skeleton's joints; two names for one joint cannot both be right.
    Mend: renumber the groups of one mesh, or rename them.
    Source: G4MF skeleton, Group Names.
    """
    told: set[tuple[int, int]] = set()
    for meshes in scope.meshes_of.values():
        named = [(at, skin) for at in meshes if (skin := scope.meshes[at].skin) and skin.group_names]
        for at, skin in named[1:]:
            first, before = named[0]
            pairs = enumerate(zip(skin.group_names, before.group_names, strict=False))
            wrong = next(((i, a, b) for i, (a, b) in pairs if a != b), None)
            if wrong is not None and (at, first) not in told:
                told.add((at, first))
                yield group_names_agree.at(
                    f"{skin.place}/groupNames", group=wrong[0], name=wrong[1], other=wrong[2], mesh=first
                )


@rule("G4MF-SKIN-018", "info", "no skeleton uses the mesh, so its skin does nothing")
def skin_is_used(scope: Scope) -> Iterator[Finding]:
    """A mesh with a skin is on a node right below a skeleton.

    Why: only there its vertices follow bones.
    Mend: make the node of the mesh a direct child of the skeleton's node.
    Source: G4MF skeleton, Overview.
    """
    for at, skin in skins(scope):
        if not scope.skeletons_of(at):
            yield skin_is_used.at(skin.place)


@rule(
    "G4MF-SKIN-022",
    "error",
    "group {group} is called {name!r}, but in the skeleton of node {node} bone {name!r} is joint {slot}",
)
def group_names_match_joints(scope: Scope) -> Iterator[Finding]:
    """A group with the name of a joint's bone has the place of that joint, in every skeleton of the mesh.

    Why: merging meshes, or parenting one to a skeleton, renumbers groups to the skeleton's joints; a name in
    another place shows that this was forgotten, and the wrong bone moves the vertices.
    Mend: renumber the groups of the mesh, or reorder its names.
    Source: G4MF skeleton, Group Names.
    """
    for at, skin in skins(scope):
        for skeleton in scope.skeletons_of(at):
            slots: dict[str, list[int]] = {}
            for slot, one in enumerate(scope.nodes[skeleton].joints):
                if is_index(one, len(scope.nodes)) and scope.nodes[one].name:
                    slots.setdefault(scope.nodes[one].name, []).append(slot)
            pairs = enumerate(skin.group_names)
            wrong = [(group, name) for group, name in pairs if name in slots and group not in slots[name]]
            if wrong:
                group, name = wrong[0]
                yield group_names_match_joints.at(
                    f"{skin.place}/groupNames", group=group, name=name, node=skeleton, slot=slots[name][0]
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
