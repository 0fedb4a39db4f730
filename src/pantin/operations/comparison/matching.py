"""Matches the parts of two rigs: by name, then by index, then by shape."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record
from pantin.deformation import deform
from pantin.motion import world_transforms
from pantin.rig import Doubles, Indices, Rig


class Matching(Record, eq=False):
    """The part of B for each part of A, and back; −1 for none."""

    forward: Indices
    backward: Indices

    @classmethod
    def from_forward(cls, forward: Sequence[int], count: int) -> Matching:
        there = np.asarray(forward, np.int64)
        back = np.full(count, -1, np.int64)
        matched = np.flatnonzero(there >= 0)
        back[there[matched]] = matched
        return cls(there, back)

    def pairs(self) -> list[tuple[int, int]]:
        return [(a, int(b)) for a, b in enumerate(self.forward.tolist()) if b >= 0]


def match_parts(
    names_a: Sequence[str | None],
    names_b: Sequence[str | None],
    shape_a: Callable[[int], Hashable],
    shape_b: Callable[[int], Hashable],
) -> Matching:
    """Match the items of two lists: by a name that both have once, by name and order, by index, by shape."""
    forward = _match_unique_names(names_a, names_b)
    taken = set(forward) - {-1}
    ways: tuple[Callable[[int, int], bool], ...] = (
        lambda a, b: names_a[a] is not None and names_a[a] == names_b[b],
        lambda a, b: a == b and _may_rename(names_a, names_b, a, b),
        lambda a, b: shape_a(a) == shape_b(b) and _may_rename(names_a, names_b, a, b),
    )
    for matches in ways:
        for a in range(len(names_a)):
            if forward[a] >= 0:
                continue
            match = next((b for b in range(len(names_b)) if b not in taken and matches(a, b)), -1)
            if match >= 0:
                forward[a] = match
                taken.add(match)
    return Matching.from_forward(forward, len(names_b))


def _match_unique_names(names_a: Sequence[str | None], names_b: Sequence[str | None]) -> list[int]:
    count_a, count_b = Counter(names_a), Counter(names_b)
    index_b = {name: index for index, name in enumerate(names_b)}
    return [
        index_b[name] if name is not None and count_a[name] == count_b[name] == 1 else -1 for name in names_a
    ]


def _may_rename(names_a: Sequence[str | None], names_b: Sequence[str | None], a: int, b: int) -> bool:
    """Whether two items may be the same one renamed: neither name is used on the other side."""
    return (names_a[a] is None or names_a[a] not in names_b) and (
        names_b[b] is None or names_b[b] not in names_a
    )


def match_nodes(a: Rig, b: Rig) -> Matching:
    """Match the nodes of two rigs, parents first: an unnamed node is matched among the children of its
    parent's match, first by its position and that of its mesh."""
    names_a, names_b = a.nodes.names, b.nodes.names
    forward = _match_unique_names(names_a, names_b)
    if -1 not in forward:
        return Matching.from_forward(forward, len(b.nodes))
    taken = np.zeros(len(b.nodes), bool)
    taken[[index for index in forward if index >= 0]] = True
    children: dict[int, list[int]] = defaultdict(list)
    for index, parent in enumerate(b.nodes.parents.tolist()):
        children[parent].append(index)
    roles_a, roles_b = _roles(a), _roles(b)
    known_a, known_b = set(roles_a), set(roles_b)
    shapes = [_node_shapes(rig) for rig in (a, b)]
    places = _node_places(a, b)
    wanted = {
        (int(a.nodes.parents[node]), places[0][node]) for node, other in enumerate(forward) if other < 0
    }
    for node in a.order.tolist():
        if forward[node] >= 0:
            continue
        parent = int(a.nodes.parents[node])
        if parent >= 0 and forward[parent] < 0:
            continue
        siblings = [other for other in children[forward[parent] if parent >= 0 else -1] if not taken[other]]
        same = [other for other in siblings if roles_b[other] == roles_a[node]]
        if not same and (names_a[node] is None or roles_a[node] not in known_b):
            same = [other for other in siblings if names_b[other] is None or roles_b[other] not in known_a]
            alike = [other for other in same if roles_b[other][1:] == roles_a[node][1:]]
            same = alike or [other for other in siblings if names_b[other] == names_a[node]] or same
        if same:
            here = [other for other in same if places[1][other] == places[0][node]]
            free = [other for other in same if (parent, places[1][other]) not in wanted]
            chosen = _closest_candidate(node, here or free or same, shapes[0], shapes[1])
            forward[node] = chosen
            taken[chosen] = True
    return Matching.from_forward(forward, len(b.nodes))


def _roles(rig: Rig) -> list[tuple[str | None, bool, bool]]:
    """The name of each node, and whether it is a joint or has a mesh: a bone and a mesh may have one name."""
    joints = {int(joint) for skin in rig.skins for joint in skin.joints}
    meshes = {instance.node for instance in rig.instances}
    return [(name, node in joints, node in meshes) for node, name in enumerate(rig.nodes.names)]


def _closest_candidate(
    node: int, candidates: list[int], shapes_a: list[Hashable], shapes_b: list[Hashable]
) -> int:
    """The candidate with the same index, else the first of the same shape, else the first."""
    alike = [other for other in candidates if shapes_b[other] == shapes_a[node]]
    if node in (alike or candidates):
        return node
    return (alike or candidates)[0]


def _node_shapes(rig: Rig) -> list[Hashable]:
    """What distinguishes unnamed nodes: their number of children, and the parts attached to them."""
    count = np.bincount(rig.nodes.parents[rig.nodes.parents >= 0], minlength=len(rig.nodes)).tolist()
    meshes = {
        instance.node: tuple(len(surface.positions) for surface in rig.meshes[instance.mesh].surfaces)
        for instance in rig.instances
    }
    joints = {int(joint) for skin in rig.skins for joint in skin.joints}
    return [(count[node], meshes.get(node), node in joints) for node in range(len(rig.nodes))]


PLACE = 1e-4
"""The grid step for comparing positions, as a part of the size of the first rig."""


def _node_places(a: Rig, b: Rig) -> tuple[list[Hashable], list[Hashable]]:
    """The positions of nodes at rest, in grid steps: their origin, or the bounding box of their mesh."""
    boxes = [_node_boxes(rig) for rig in (a, b)]
    known = boxes[0][np.isfinite(boxes[0]).all(axis=(1, 2))]
    step = PLACE * float(np.ptp(known, axis=(0, 1)).max(initial=0.0) if len(known) else 0.0) or 1.0
    first, second = (np.round(box / step).reshape(len(box), -1).tolist() for box in boxes)
    return [tuple(place) for place in first], [tuple(place) for place in second]


def _node_boxes(rig: Rig) -> Doubles:
    """(n, 2, N) the least and greatest coordinates of the mesh of each node, or twice its origin."""
    origin = world_transforms(rig)[:, :, -1]
    boxes = np.stack([origin, origin], axis=1)
    clouds: dict[int, list[Doubles]] = defaultdict(list)
    for mesh in deform(rig, rig.rest_pose(), normals=False):
        if len(mesh.positions):
            clouds[mesh.node].append(np.asarray(mesh.positions, np.float64))
    for node, points in clouds.items():
        cloud = np.concatenate(points)
        boxes[node] = cloud.min(axis=0), cloud.max(axis=0)
    return boxes


def used_nodes(rig: Rig) -> NDArray[np.bool_]:
    """The relevant nodes: those that have a mesh, camera or light, move something, are moved or are hidden;
    and their ancestors."""
    nodes = rig.nodes
    used = (nodes.cameras >= 0) | (nodes.lights >= 0) | ~nodes.visible
    used[[instance.node for instance in rig.instances]] = True
    used |= _acting_nodes(rig)
    for node in rig.order[::-1].tolist():
        parent = int(nodes.parents[node])
        if used[node] and parent >= 0:
            used[parent] = True
    result: NDArray[np.bool_] = used
    return result


def carriers(rig: Rig) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Two masks of leaf nodes that only hold a mesh: those with the transform of their parent, and those with
    a skinned mesh, whose transform has no effect."""
    plain = np.isclose(rig.nodes.local, np.eye(rig.dimension, rig.dimension + 1), atol=1e-6).all(axis=(1, 2))
    skins: dict[int, list[bool]] = defaultdict(list)
    for instance in rig.instances:
        skins[instance.node].append(instance.skin is not None)
    leaf, meshes, skinned = (np.zeros(len(rig.nodes), bool) for _ in range(3))
    meshes[list(skins)] = True
    skinned[[node for node, are in skins.items() if all(are)]] = True
    leaf[:] = True
    leaf[rig.nodes.parents[rig.nodes.parents >= 0]] = False
    leaf &= meshes & ~_acting_nodes(rig) & (rig.nodes.cameras < 0) & (rig.nodes.lights < 0)
    return leaf & plain, leaf & skinned


def structural_nodes(rig: Rig, matched: Indices) -> NDArray[np.bool_]:
    """The nodes without a counterpart that only exist because of how a format stores models: an unnamed root
    above all others, and nodes for the parts of a mesh."""
    plain = np.isclose(rig.nodes.local, np.eye(rig.dimension, rig.dimension + 1), atol=1e-6).all(axis=(1, 2))
    unnamed = np.array([not name for name in rig.nodes.names], bool)
    shown = {instance.node for instance in rig.instances}
    unnamed[list(shown)] = False
    root = unnamed & plain & (rig.nodes.parents < 0) & ~_acting_nodes(rig)
    result: NDArray[np.bool_] = (matched < 0) & (root | carriers(rig)[0])
    return result


def homes(rig: Rig, matched: Indices) -> Indices:
    """(n,) each node, or its nearest ancestor that is not structural; −1 for none."""
    structural = structural_nodes(rig, matched)
    home = np.arange(len(rig.nodes))
    for node in rig.order.tolist():  # parents first
        parent = int(rig.nodes.parents[node])
        if structural[node]:
            home[node] = home[parent] if parent >= 0 else -1
    return home


def _acting_nodes(rig: Rig) -> NDArray[np.bool_]:
    """The nodes that move something, or are moved."""
    marked = {int(joint) for skin in rig.skins for joint in skin.joints}
    marked |= {channel.node for clip in rig.clips for channel in clip.channels if channel.node is not None}
    marked |= {joint.node for spring in rig.springs.springs for joint in spring.joints}
    marked |= {spring.center for spring in rig.springs.springs if spring.center is not None}
    marked |= {collider.node for collider in rig.springs.colliders}
    marked |= {node for each in rig.constraints for node in (each.node, each.source)}
    if rig.character is not None:
        marked |= {*rig.character.humanoid.values()}
    acting = np.zeros(len(rig.nodes), bool)
    acting[[node for node in marked if node >= 0]] = True
    return acting
