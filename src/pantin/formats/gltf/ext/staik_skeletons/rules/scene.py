"""Rules about skeletons in the scene: what joints carry, where skinned meshes stand, and names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import or_

from pantin.formats.gltf.ext import every
from pantin.formats.gltf.ext.staik_skeletons.claims import Claims, claims
from pantin.formats.gltf.ext.staik_skeletons.rules.skeleton import place
from pantin.formats.gltf.model import Node
from pantin.formats.gltf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import and_more


@rule("STAIK-023", "warning", "the node is a joint, and carries {what}")
def burdened_joint(scope: Scope) -> Iterator[Finding]:
    """A joint is a transform and nothing else.

    Why: engines turn joints into bones, which carry neither meshes nor cameras nor lights.
    Mend: move what the node carries to a child of it.
    Source: STAIK_skeletons, in the later draft of its text.
    """
    found = scope.fact(claims)
    joints = found.marks.keys() | {node for claim in found.skeletons for node in claim.slots}
    burdens = [name for extension in every() if extension.burdens_nodes for name in extension.names]
    for joint in sorted(joints):
        node = scope.model.nodes[joint]
        what = _carried(node, burdens) if node else []
        if what:
            yield burdened_joint.at(pointer("nodes", joint), what=", ".join(what))


def _carried(node: Node, burdens: list[str]) -> list[str]:
    members = {"a mesh": node.mesh, "a skin": node.skin, "a camera": node.camera}
    found = [words for words, value in members.items() if value is not None]
    return found + [name for name in burdens if name in (node.extensions or {})]


def _skinned(scope: Scope) -> Iterator[tuple[int, int]]:
    """(node, skeleton) of each skinned mesh whose skin a skeleton with a root owns."""
    found = scope.fact(claims)
    for at, node in enumerate(scope.model.nodes):
        if node is not None and node.mesh is not None and node.skin is not None:
            owner = found.owners.get(node.skin)
            if owner is not None and found.skeletons[owner].root is not None:
                yield at, owner


@rule(
    "STAIK-024",
    "warning",
    "the node carries a skinned mesh and stands elsewhere than node {root}, the root of its skeleton",
)
def misplaced_mesh(scope: Scope) -> Iterator[Finding]:
    """The node of a skinned mesh has the same parent as the root of its skeleton, or neither has one.

    Why: by the extension a skinned mesh follows the parent of the root; its reader moves the node there.
    Mend: hang the node beside the root. Its own transform never moves a skinned mesh.
    Source: STAIK_skeletons, "Skeletons" (the skinned mesh uses the transform of the root's parent).
    """
    found = scope.fact(claims)
    for at, owner in _skinned(scope):
        root = found.skeletons[owner].root
        if root is not None and scope.parents[at] != scope.parents[root]:
            yield misplaced_mesh.at(pointer("nodes", at), root=root)


@rule(
    "STAIK-025",
    "error",
    "scene {scene} shows the skinned mesh of node {node}, and not joint {joint} of skeleton {skeleton}{more}",
)
def split_scenes(scope: Scope) -> Iterator[Finding]:
    """A scene that shows a skinned mesh holds all joints of its skeleton.

    Why: a joint outside the scene has no place in it, and so neither have the vertices it moves.
    Mend: list the topmost node of the skeleton in the scene.
    Source: glTF 2.0 §3.7.3.2 (the common root belongs to the same scene).
    """
    found, shown = scope.fact(claims), scope.shown_in
    meshes: dict[int, list[int]] = {}
    for at, owner in _skinned(scope):
        meshes.setdefault(owner, []).append(at)
    count, absent = 0, []
    for owner, nodes in meshes.items():
        scenes = any_of(shown[at] for at in nodes)
        lost = {joint: scenes & ~shown[joint] for joint in found.skeletons[owner].slots}
        count += sum(bits.bit_count() for bits in lost.values())
        bits = any_of(lost.values())
        if bits:
            first = bits & -bits
            at = next(at for at in nodes if shown[at] & first)
            joint = next(joint for joint, bits in lost.items() if bits & first)
            absent.append((first.bit_length() - 1, at, joint, owner))
    if absent:
        scene, at, joint, owner = min(absent)
        more = and_more(count)
        yield split_scenes.at("/scenes", scene=scene, node=at, joint=joint, skeleton=owner, more=more)


def any_of(masks: Iterable[int]) -> int:
    """The bits that any mask has."""
    return reduce(or_, masks, 0)


@rule("STAIK-026", "info", "no skin belongs to the skeleton")
def idle_skeleton(scope: Scope) -> Iterator[Finding]:
    """A skeleton may own no skin.

    Why: nothing is bound to it in this file; that is how a skeleton is shared without its meshes.
    Mend: nothing to mend where it is meant.
    Source: STAIK_skeletons, "Overview".
    """
    found = scope.fact(claims)
    for i in sorted(set(range(len(found.skeletons))) - set(found.owners.values())):
        yield idle_skeleton.at(place(i))


@rule("STAIK-027", "info", "the skeleton hangs from node {node}, a joint of skeleton {other}")
def nested_skeleton(scope: Scope) -> Iterator[Finding]:
    """A skeleton may hang below a joint of another.

    Why: engines that keep a skeleton as one object place the inner one by that bone.
    Mend: nothing to mend where it is meant; `pantin skeletons --merge touching` makes one of them.
    Source: STAIK_skeletons, "Skeletons" (each is one tree; it does not speak of trees within trees).
    """
    found = scope.fact(claims)
    above = _joints_above(scope, found)
    for i, claim in enumerate(found.skeletons):
        parent = None if claim.root is None else scope.parents[claim.root]
        for joint, other in () if parent is None else above[parent]:
            if other != i:
                yield nested_skeleton.at(place(i, "root"), node=joint, other=other)
                break


def _joints_above(scope: Scope, found: Claims) -> list[tuple[tuple[int, int], ...]]:
    """For each node the lowest joint among itself and its ancestors, and the lowest of another skeleton than
    that, each with its skeleton: one of the two is not of the skeleton that asks.
    """
    listed: dict[int, list[int]] = {}
    for i, claim in enumerate(found.skeletons):
        for node in claim.slots:
            listed.setdefault(node, []).append(i)
    above: list[tuple[tuple[int, int], ...]] = [()] * len(scope.parents)
    for node in scope.hierarchy.order:
        parent = scope.parents[node]
        further = () if parent is None else above[parent]
        here = [(node, i) for i in listed.get(node, ())[:2]]
        taken = [i for _, i in here]
        above[node] = (*here, *(one for one in further if one[1] not in taken))[:2]
    return above


@rule("STAIK-028", "info", "{what}")
def unclear_name(scope: Scope) -> Iterator[Finding]:
    """Skeletons, and the joints of each, have names, no two of them the same.

    Why: engines key bones and skeletons by name, and make up names where these are missing or repeated.
    Mend: name every skeleton and joint.
    Source: STAIK_skeletons, "Properties"; the names are optional there.
    """
    found = scope.fact(claims)
    names = [claim.name for claim in found.skeletons]
    for i, words in _unclear(names):
        yield unclear_name.at(place(i, "name"), what=f"the skeleton {words}")
    said: set[int] = set()
    for i, claim in enumerate(found.skeletons):
        joints = list(claim.slots)
        nodes = [scope.model.nodes[joint] for joint in joints]
        faults = list(_unclear([node.name if node else None for node in nodes]))
        # A joint of two skeletons is told once.
        if faults and joints[faults[0][0]] not in said:
            slot, words = faults[0]
            said.add(joints[slot])
            what = f"joint {slot} of skeleton {i} {words}{and_more(len(faults))}"
            yield unclear_name.at(pointer("nodes", joints[slot], "name"), what=what)


def _unclear(names: Sequence[str | None]) -> Iterator[tuple[int, str]]:
    """The places without a name, and those whose name another has too."""
    counts = Counter(names)
    for at, name in enumerate(names):
        if not name:
            yield at, "has no name"
        elif counts[name] > 1:
            yield at, f'has the name "{name}", as {counts[name] - 1} other{"s" * (counts[name] > 2)}'
