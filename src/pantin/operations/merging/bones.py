"""`match_bones`: match the bones of a part with those of the body."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from pantin.base.records import Record
from pantin.operations.humanoid.bone_map import map_bones
from pantin.rig import Rig, Skin
from pantin.rig.names import hint, names_of

BONE, ABOVE_BONES, PLAIN, MESH = range(4)
"""Priority of nodes with the same name: joints of skins and humanoid bones, their ancestors, other nodes,
nodes with a mesh. Mesh nodes often repeat the name of a bone."""


class Match(Record):
    """The node of the body for each node of a part that has one, and how they were found."""

    nodes: Mapping[int, int]
    by: str


def match_bones(body: Rig, part: Rig, names: Mapping[str, str | None] | None = None) -> Match:
    """The bones that a part shares with the body.

    They are matched by `names` first (names of the part to names of the body; None for a bone that stays
    separate), then by humanoid bones where both files declare them, then by name. If no name is shared,
    humanoid bones are inferred from names and proportions.

    Raises `ValueError` for a name that neither rig has, and where no bone is shared.
    """
    explicit, own = _explicit(body, part, names or {})
    declared = _declared_bones(body, part)
    matched = dict(explicit)
    _add(matched, declared, own)
    _add(matched, _by_name(body, part, matched, own), own)
    ranks = node_ranks(body)
    if not explicit and not any(ranks[node] == BONE or not body.skins for node in matched.values()):
        suggested = _suggested_bones(body, part)
        if not suggested:
            raise ValueError("no bone in common with the body: give a map of bones (--map FILE)")
        _add(matched, suggested, own)
        return Match(matched, "proportions")
    return Match(matched, "map" if explicit else "humanoid bones" if declared else "names")


def node_ranks(rig: Rig) -> list[int]:
    """How likely each node is a bone: `BONE`, `ABOVE_BONES`, `PLAIN` or `MESH`."""
    ranks = [PLAIN] * len(rig.nodes)
    for instance in rig.instances:
        ranks[instance.node] = MESH
    bones = {int(joint) for skin in rig.skins for joint in skin.joints if joint >= 0}
    if rig.character is not None:
        bones |= set(rig.character.humanoid.values())
    parents = rig.nodes.parents
    for bone in bones:
        node = int(parents[bone])
        while node >= 0 and ranks[node] > ABOVE_BONES:
            ranks[node] = ABOVE_BONES
            node = int(parents[node])
    for bone in bones:
        ranks[bone] = BONE
    return ranks


def _add(matched: dict[int, int], more: Mapping[int, int], own: Iterable[int]) -> None:
    """Add pairs of nodes, neither of which has a partner yet."""
    taken = {*matched.values()}
    for node, partner in more.items():
        if node not in matched and partner not in taken and node not in own:
            matched[node] = partner
            taken.add(partner)


def _explicit(body: Rig, part: Rig, names: Mapping[str, str | None]) -> tuple[dict[int, int], frozenset[int]]:
    pairs, own = {}, set()
    for name, partner in names.items():
        node = _bone_named(part, name, "part")
        if partner is None:
            own.add(node)
        else:
            pairs[node] = _bone_named(body, partner, "body")
    return pairs, frozenset(own)


def _bone_named(rig: Rig, name: str, role: str) -> int:
    """The bone of this name; of several nodes the likeliest."""
    ranks = node_ranks(rig)
    candidates = [index for index, known in enumerate(rig.nodes.names) if known == name]
    if not candidates:
        known = [known for known in rig.nodes.names if known is not None]
        raise ValueError(f"the {role} has no node {name!r}{hint(name, known)}")
    return min(candidates, key=lambda index: ranks[index])


def _declared_bones(body: Rig, part: Rig) -> dict[int, int]:
    if body.character is None or part.character is None:
        return {}
    bones = body.character.humanoid
    return {node: bones[bone] for bone, node in part.character.humanoid.items() if bone in bones}


def _by_name(body: Rig, part: Rig, matched: Mapping[int, int], own: frozenset[int]) -> dict[int, int]:
    """Nodes of equal names, from the roots on: of several, the one below the partner of its parent."""
    body_ranks, part_ranks = node_ranks(body), node_ranks(part)
    candidates = names_of(body.nodes.names)
    used, pairs = set(matched.values()), dict(matched)
    result: dict[int, int] = {}
    worst = MESH if not body.skins else PLAIN
    order = sorted(part.nodes.order.tolist(), key=lambda node: part_ranks[node])  # stable: parents first
    for node in order:
        name = part.nodes.names[node]
        if node in pairs or node in own or name is None or part_ranks[node] > worst:
            continue
        partners = [other for other in candidates.get(name, ()) if other not in used]
        partners = [other for other in partners if body_ranks[other] <= worst]
        if not partners:
            continue
        above = pairs.get(int(part.nodes.parents[node]), -1)
        partner = min(
            partners, key=lambda other: (body_ranks[other], int(body.nodes.parents[other]) != above, other)
        )
        result[node] = pairs[node] = partner
        used.add(partner)
    return result


def _suggested_bones(body: Rig, part: Rig) -> dict[int, int]:
    if body.dimension != 3:
        return {}
    bodily, partial = map_bones(body), map_bones(part)
    if not (bodily.humanoid and partial.humanoid):
        return {}
    shared = [bone for bone in partial.nodes if bone in bodily.nodes]
    return {partial.nodes[bone]: bodily.nodes[bone] for bone in shared}


def needed_nodes(part: Rig, matched: Mapping[int, int]) -> list[int]:
    """The nodes of a part that the body must get, parents first: unmatched bones, nodes with rigid meshes,
    cameras and lights, nodes that springs, colliders and constraints refer to, and the nodes between these
    and the body."""
    wanted = {int(joint) for skin in _used_skins(part) for joint in skin.joints if joint >= 0}
    wanted |= {instance.node for instance in part.instances if instance.skin is None}
    wanted |= set(np.flatnonzero((part.nodes.cameras >= 0) | (part.nodes.lights >= 0)).tolist())
    springs = part.springs
    wanted |= {joint.node for spring in springs.springs for joint in spring.joints}
    wanted |= {spring.center for spring in springs.springs if spring.center is not None}
    wanted |= {collider.node for collider in springs.colliders}
    wanted |= {node for constraint in part.constraints for node in (constraint.node, constraint.source)}
    needed: set[int] = set()
    for node in wanted:
        while node >= 0 and node not in matched and node not in needed:
            needed.add(node)
            node = int(part.nodes.parents[node])
    return [node for node in part.nodes.order.tolist() if node in needed]


def _used_skins(part: Rig) -> list[Skin]:
    used = {instance.skin for instance in part.instances if instance.skin is not None}
    return [part.skins[skin] for skin in sorted(used)]
