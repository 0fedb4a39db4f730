"""Rules about skeletons in the scene: extra members of joints, nodes of skinned meshes, and names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import or_

from pantin.formats.gltf.ext.staik_skeletons.model import SkeletonObjects, skeleton_objects
from pantin.formats.gltf.ext.staik_skeletons.rules.skeleton import skeleton_name, skeleton_pointer
from pantin.formats.gltf.extensions import every
from pantin.formats.gltf.model import Node
from pantin.formats.gltf.scope import Scope
from pantin.formats.gltf.subject import others
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted, quoted


@rule("STAIK-023", "warning", "{node} is a joint but also has {what}")
def joint_with_attachments(scope: Scope) -> Iterator[Finding]:
    """Joint has a mesh, camera or light.

    What: A joint should have no mesh, skin, camera, or extension such as a light.
    Why: Engines convert joints to bones, which cannot have these.
    Fix: Move them to a child of the node.
    Source: STAIK_skeletons, in the later draft of its text.
    """
    objects = scope.fact(skeleton_objects)
    joints = objects.marks.keys() | {node for skeleton in objects.skeletons for node in skeleton.slots}
    attached_names = [
        name for extension in every() if extension.attaches_to_nodes for name in extension.names
    ]
    for joint in sorted(joints):
        node = scope.model.nodes[joint]
        what = _attached_parts(node, attached_names) if node else []
        if what:
            name = scope.named("node", joint)
            yield joint_with_attachments.at(pointer("nodes", joint), node=name, what=", ".join(what))


def _attached_parts(node: Node, attached_names: list[str]) -> list[str]:
    members = {"a mesh": node.mesh, "a skin": node.skin, "a camera": node.camera}
    attached = [words for words, value in members.items() if value is not None]
    return attached + [name for name in attached_names if name in (node.extensions or {})]


def _skinned_meshes(scope: Scope) -> Iterator[tuple[int, int]]:
    """(node, skeleton) of each skinned mesh, where a skeleton with a root owns the skin."""
    objects = scope.fact(skeleton_objects)
    for i, node in enumerate(scope.model.nodes):
        if node is not None and node.mesh is not None and node.skin is not None:
            owner = objects.owners.get(node.skin)
            if owner is not None and objects.skeletons[owner].root is not None:
                yield i, owner


def meshes_beside_roots(scope: Scope) -> set[int]:
    """Nodes of skinned meshes at the place the extension recommends: below the parent of the root."""
    objects = scope.fact(skeleton_objects)
    return {
        node
        for node, owner in _skinned_meshes(scope)
        if (root := objects.skeletons[owner].root) is not None and scope.parents[node] == scope.parents[root]
    }


@rule(
    "STAIK-024",
    "warning",
    "{node} has a skinned mesh, but not the same parent as {root}, the root of {skeleton}",
    yields_to=("GLTF-NODE_SKINNED_MESH_PARENT_TRANSFORMS",),
)
def misplaced_mesh(scope: Scope) -> Iterator[Finding]:
    """Skinned mesh is not a sibling of its skeleton's root.

    What: The node of a skinned mesh should have the same parent as the root of its skeleton, or both no
    parent.
    Why: By the extension, a skinned mesh follows the parent of the root. Readers move the node there.
    Fix: Move the node beside the root. Its own transform never moves a skinned mesh.
    Source: STAIK_skeletons, "Skeletons" (the skinned mesh uses the transform of the root's parent).
    """
    objects, beside = scope.fact(skeleton_objects), meshes_beside_roots(scope)
    for node, owner in _skinned_meshes(scope):
        if node not in beside:
            root = objects.skeletons[owner].root
            names = {"node": scope.named("node", node), "root": scope.named("node", root)}
            skeleton = skeleton_name(scope, owner)
            yield misplaced_mesh.at(pointer("nodes", node), **names, skeleton=skeleton)


@rule(
    "STAIK-025",
    "error",
    "{scene} shows the skinned mesh of {node}, but not {joint}, a joint of {skeleton}{more}",
)
def split_scenes(scope: Scope) -> Iterator[Finding]:
    """Scene lacks joints of a skinned mesh.

    What: A scene that shows a skinned mesh must contain all joints of its skeleton.
    Why: A joint outside the scene has no transform there, and neither have the vertices that follow it.
    Fix: Add the topmost node of the skeleton to the scene.
    Source: glTF 2.0 §3.7.3.2 (the common root belongs to the same scene).
    """
    objects, shown = scope.fact(skeleton_objects), scope.shown_in
    meshes: dict[int, list[int]] = {}
    for node, owner in _skinned_meshes(scope):
        meshes.setdefault(owner, []).append(node)
    count, absent = 0, []
    for owner, nodes in meshes.items():
        scenes = any_of(shown[node] for node in nodes)
        lost = {joint: scenes & ~shown[joint] for joint in objects.skeletons[owner].slots}
        count += sum(bits.bit_count() for bits in lost.values())
        bits = any_of(lost.values())
        if bits:
            first = bits & -bits
            node = next(node for node in nodes if shown[node] & first)
            joint = next(joint for joint, bits in lost.items() if bits & first)
            absent.append((first.bit_length() - 1, node, joint, owner))
    if absent:
        scene, node, joint, owner = min(absent)
        values = {
            "scene": scope.named("scene", scene),
            "node": scope.named("node", node),
            "joint": scope.named("node", joint),
            "skeleton": skeleton_name(scope, owner),
            "more": others(count, "joint"),
        }
        yield split_scenes.at("/scenes", **values)


def any_of(masks: Iterable[int]) -> int:
    """The union of bit masks."""
    return reduce(or_, masks, 0)


@rule("STAIK-026", "info", "{skeleton} does not own any skin")
def idle_skeleton(scope: Scope) -> Iterator[Finding]:
    """Skeleton without a skin.

    What: Lists skeletons that are not the owner of any skin.
    Why: Nothing is bound to it in this file. A skeleton can be shared without its meshes this way.
    Fix: Nothing to fix if this is intended.
    Source: STAIK_skeletons, "Overview".
    """
    objects = scope.fact(skeleton_objects)
    for i in sorted(set(range(len(objects.skeletons))) - set(objects.owners.values())):
        yield idle_skeleton.at(skeleton_pointer(i), skeleton=skeleton_name(scope, i))


@rule("STAIK-027", "info", "{skeleton} is below {node}, a joint of {other}")
def nested_skeleton(scope: Scope) -> Iterator[Finding]:
    """Skeleton is below a joint of another.

    What: Lists skeletons whose root is a descendant of a joint of another skeleton.
    Why: Engines that keep a skeleton as one object attach the inner one to that bone.
    Fix: Nothing to fix if this is intended; `pantin skeletons --merge touching` merges the two.
    Source: STAIK_skeletons, "Skeletons" (each is one tree; it does not speak of trees within trees).
    """
    objects = scope.fact(skeleton_objects)
    above = _joints_above(scope, objects)
    for i, skeleton in enumerate(objects.skeletons):
        parent = None if skeleton.root is None else scope.parents[skeleton.root]
        for joint, other in () if parent is None else above[parent]:
            if other != i:
                names = {"skeleton": skeleton_name(scope, i), "other": skeleton_name(scope, other)}
                where = skeleton_pointer(i, "root")
                yield nested_skeleton.at(where, **names, node=scope.named("node", joint))
                break


def _joints_above(scope: Scope, objects: SkeletonObjects) -> list[tuple[tuple[int, int], ...]]:
    """For each node, the closest joint among itself and its ancestors, and the closest joint of any other
    skeleton, each with its skeleton. For any given skeleton, at least one of the two belongs to another.
    """
    listed: dict[int, list[int]] = {}
    for i, skeleton in enumerate(objects.skeletons):
        for node in skeleton.slots:
            listed.setdefault(node, []).append(i)
    above: list[tuple[tuple[int, int], ...]] = [()] * len(scope.parents)
    for node in scope.hierarchy.order:
        parent = scope.parents[node]
        further = () if parent is None else above[parent]
        here = [(node, i) for i in listed.get(node, ())[:2]]
        taken = [i for _, i in here]
        above[node] = (*here, *((joint, i) for joint, i in further if i not in taken))[:2]
    return above


@rule("STAIK-028", "info", "{what}")
def unclear_name(scope: Scope) -> Iterator[Finding]:
    """Skeleton or joint has no unique name.

    What: Skeletons, and the joints of each skeleton, should have names that differ from each other.
    Why: Engines look up bones and skeletons by name, and invent names where these are missing or repeated.
    Fix: Name every skeleton and joint.
    Source: STAIK_skeletons, "Properties"; the names are optional there.
    """
    objects = scope.fact(skeleton_objects)
    names = [skeleton.name for skeleton in objects.skeletons]
    for i, fault in _unclear(names):
        if not objects.skeletons[i].has_wrong_name:  # STAIK-004 reports it
            yield unclear_name.at(skeleton_pointer(i, "name"), what=f"skeleton {i} {fault}")
    reported: set[int] = set()
    for i, skeleton in enumerate(objects.skeletons):
        joints = list(skeleton.slots)
        nodes = [scope.model.nodes[joint] for joint in joints]
        faults = list(_unclear([node.name if node else None for node in nodes]))
        # A joint of two skeletons is reported once.
        if faults and joints[faults[0][0]] not in reported:
            slot, fault = faults[0]
            reported.add(joints[slot])
            owner = skeleton_name(scope, i)
            what = f"joint {slot} of {owner}, node {joints[slot]}, {fault}{others(len(faults), 'joint')}"
            yield unclear_name.at(pointer("nodes", joints[slot], "name"), what=what)


def _unclear(names: Sequence[str | None]) -> Iterator[tuple[int, str]]:
    """The indices without a name or with a repeated name."""
    counts = Counter(names)
    for i, name in enumerate(names):
        if not name:
            yield i, "has no name"
        elif counts[name] > 1:
            yield i, f"shares its name {quoted(name)} with {counted(counts[name] - 1, 'other')}"
