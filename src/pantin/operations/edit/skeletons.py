"""Plan skeletons for skins: one tree of joints with one root for each group of skins that share joints.

Nodes between joints, and the lowest common ancestor of several topmost joints, are promoted to joints.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

import numpy as np

from pantin.base.records import Record, replace
from pantin.maths import affine
from pantin.operations.edit.forest import Forest
from pantin.operations.edit.joint_components import JointComponents
from pantin.operations.edit.skeleton_binds import Binds, combine_binds
from pantin.rig import Rig, Skeleton
from pantin.rig.arrays import read_only

Merge: TypeAlias = Literal["overlap", "touching", "siblings"]
"""Which skins share a skeleton: those whose joints overlap; also touching ones; also siblings."""


class NewRoot(Record):
    """A node to add at the identity as the parent of the trees `below`, as a common root of a skin's joints.

    `node` is its index, after all nodes of the rig.
    """

    node: int
    below: tuple[int, ...]


class DerivedSkeletons(Record, eq=False):
    """Skeletons for all skins of a rig.

    skeletons  in the order of the first skin each owns, then those that own none
    owners     the skeleton of each skin; None for a skin without joints
    kept       for each skeleton the index of the unchanged one in the rig; None for a new one
    promoted   joints that no skin lists and that were in no skeleton, ascending
    roots      nodes to be added; only on request
    apart      skins whose joints have no common root; if there are any, all other members are empty
    """

    skeletons: tuple[Skeleton, ...] = ()
    owners: tuple[int | None, ...] = ()
    kept: tuple[int | None, ...] = ()
    promoted: tuple[int, ...] = ()
    roots: tuple[NewRoot, ...] = ()
    apart: tuple[int, ...] = ()


def plan_skeletons(
    rig: Rig,
    *,
    merge: Merge = "overlap",
    fix: bool = False,
    children: Sequence[Sequence[int | None]] | None = None,
    unfinished: Sequence[Skeleton] = (),
) -> DerivedSkeletons:
    """Plan the skeletons of a rig's skins. Skeletons of the rig stay unless others merge with them;
    `unfinished` ones, whose joints do not form one tree yet, are completed like the joints of a skin.

    merge     "touching" also merges skeletons whose root is a child of another's joint; "siblings" also those
    with
              the same parent, which becomes the root
    children  the order of the children of each node, for the order of joints; without it, by index
    fix       allow a new node as the common root of joints, unless a scene would then show more than it does
    now
    """
    forest = Forest(rig.nodes.parents.tolist(), children)
    joints = [sorted(set(skin.joints.tolist()) - {-1}) for skin in rig.skins]
    apart = [
        index
        for index, listed in enumerate(joints)
        if listed and forest.lowest_common_ancestor(listed) is None
    ]
    roots: tuple[NewRoot, ...] = ()
    if apart and fix:
        roots = _new_roots(rig, forest, [joints[which] for which in apart])
        forest = forest.with_roots([(root.node, root.below) for root in roots])
        apart = [which for which in apart if forest.lowest_common_ancestor(joints[which]) is None]
    if apart:
        return DerivedSkeletons(apart=tuple(apart))
    begun = [_joints_in_root_tree(forest, skeleton) for skeleton in unfinished]
    components = JointComponents(
        forest, [skeleton.joints.tolist() for skeleton in rig.skeletons], [*begun, *joints]
    )
    if merge != "overlap":
        components.merge(siblings=merge == "siblings")
    return _derive(rig, forest, components, joints, roots, list(zip(unfinished, begun, strict=True)))


def _joints_in_root_tree(forest: Forest, skeleton: Skeleton) -> list[int]:
    """The joints of an unfinished skeleton that are in the tree of its root."""
    tree = forest.root(skeleton.root)
    return [joint for joint in skeleton.joints.tolist() if forest.root(joint) == tree]


def with_skeletons(rig: Rig, derived: DerivedSkeletons) -> Rig:
    """The rig with the planned skeletons. Meshes stay on their nodes.

    Raises `ValueError` where the plan needs a new node, or where joints have no common root.
    """
    if derived.roots or derived.apart:
        raise ValueError("the joints of a skin have no common root in this rig")
    forest = Forest(rig.nodes.parents.tolist())
    hierarchies = (_with_hierarchy(rig, forest, planned.joints.tolist()) for planned in derived.skeletons)
    skeletons = tuple(
        replace(planned, parents=hierarchy.parents, rest=hierarchy.rest)
        for planned, hierarchy in zip(derived.skeletons, hierarchies, strict=True)
    )
    skins = tuple(
        replace(skin, skeleton=owner, root=skin.root if owner is None else int(skeletons[owner].root))
        for skin, owner in zip(rig.skins, derived.owners, strict=True)
    )
    return replace(rig, skeletons=skeletons, skins=skins)


def _new_roots(rig: Rig, forest: Forest, skins: Iterable[Sequence[int]]) -> tuple[NewRoot, ...]:
    """A new root for each group of trees that skins span, except for trees of different scenes."""
    groups: dict[int, set[int]] = {}
    for joints in skins:
        trees = {forest.root(joint) for joint in joints}
        for tree in list(trees):
            trees |= groups.get(tree, set())
        for tree in trees:
            groups[tree] = trees
    result: list[NewRoot] = []
    for trees in {min(group): group for group in groups.values()}.values():
        below = tuple(sorted(trees))
        if _may_share_root(rig, forest, below):
            result.append(NewRoot(len(rig.nodes) + len(result), below))
    return tuple(result)


def _may_share_root(rig: Rig, forest: Forest, trees: Sequence[int]) -> bool:
    """Whether each scene that shows one of the trees may show all: it already does, or the others are
    empty."""
    drawn = {forest.root(instance.node) for instance in rig.instances}
    for scene in rig.scenes:
        listed = set(scene.roots) & set(trees)
        if listed and (set(trees) - listed) & drawn:
            return False
    # A scene may list a node inside a tree (no valid file does); the tree then cannot move below a root.
    inner = {node for scene in rig.scenes for node in scene.roots} - set(trees)
    return not any(forest.root(node) in trees for node in inner)


def _derive(
    rig: Rig,
    forest: Forest,
    components: JointComponents,
    joints: Sequence[Sequence[int]],
    roots: tuple[NewRoot, ...],
    unfinished: Sequence[tuple[Skeleton, list[int]]],
) -> DerivedSkeletons:
    of_skin = [components.component_of(listed[0]) if listed else None for listed in joints]
    of_old = {
        index: components.component_of(int(skeleton.root)) for index, skeleton in enumerate(rig.skeletons)
    }
    of_begun = [(components.component_of(listed[0]), part.name) for part, listed in unfinished if listed]
    all_skeletons = [
        *(component for component in of_skin if component is not None),
        *of_old.values(),
        *(component for component, _ in of_begun),
    ]
    order = list(dict.fromkeys(all_skeletons))
    members = components.members(order)
    unchanged = {
        component: old
        for old, component in of_old.items()
        if len(rig.skeletons[old].joints) == len(members[component])
    }
    if len(unchanged) == len(order):
        # Nothing new: an author's order of skeletons is as good as ours.
        order = list(of_old.values())
    sources = _sources(rig, of_old, of_skin)
    titles = [(component, rig.skeletons[old].name) for old, component in of_old.items()] + of_begun
    names = _names([*titles, *zip(of_skin, (skin.name for skin in rig.skins), strict=True)])
    skeletons, kept = [], []
    for component in order:
        old = unchanged.get(component)
        kept.append(old)
        skeletons.append(
            _skeleton(rig, forest, members[component], sources.get(component, ()), names.get(component))
            if old is None
            else rig.skeletons[old]
        )
    known = {joint for listed in joints for joint in listed}
    known |= {joint for skeleton in rig.skeletons for joint in skeleton.joints.tolist()}
    known |= {joint for _, listed in unfinished for joint in listed}
    known |= {root.node for root in roots}
    promoted = sorted(node for component in order for node in members[component] if node not in known)
    numbers = {component: number for number, component in enumerate(order)}
    owners = tuple(None if component is None else numbers[component] for component in of_skin)
    return DerivedSkeletons(tuple(skeletons), owners, tuple(kept), tuple(promoted), roots)


def _names(titles: Iterable[tuple[int | None, str | None]]) -> dict[int, str]:
    """The name of each component: its first one."""
    names: dict[int, str] = {}
    for component, name in titles:
        if name and component is not None:
            names.setdefault(component, name)
    return names


def _sources(rig: Rig, of_old: dict[int, int], of_skin: Sequence[int | None]) -> dict[int, list[Binds]]:
    """The inverse bind matrices for each component: those of skeletons, then those of skins."""
    sources: dict[int, list[Binds]] = {}
    for index, component in of_old.items():
        skeleton = rig.skeletons[index]
        if skeleton.inverse_binds is not None:
            sources.setdefault(component, []).append(Binds(skeleton.joints, skeleton.inverse_binds))
    for skin, owner in zip(rig.skins, of_skin, strict=True):
        if owner is not None:
            real = skin.joints >= 0
            binds = skin.inverse_binds
            if binds is None:
                binds = np.tile(affine.identity(rig.dimension), (len(skin.joints), 1, 1))
            sources.setdefault(owner, []).append(Binds(skin.joints[real], binds[real]))
    return sources


def _skeleton(
    rig: Rig, forest: Forest, members: Sequence[int], sources: Iterable[Binds], name: str | None
) -> Skeleton:
    """The skeleton of these joints, from the root down, children in their order. Where a matrix is singular
    it has none, and its bind pose is the rest pose.
    """
    binds = combine_binds(_with_hierarchy(rig, forest, members), sources)
    return Skeleton(np.asarray(members, np.int64), members[0], binds, name)


def _with_hierarchy(rig: Rig, forest: Forest, joints: Sequence[int]) -> Skeleton:
    """Joints as a skeleton with parents and rest transforms; a node still to add is at the identity."""
    slots = {joint: slot for slot, joint in enumerate(joints)}
    above = np.array([slots.get(forest.parents[joint], -1) for joint in joints], np.int64)
    rest = np.tile(affine.identity(rig.dimension), (len(joints), 1, 1))
    there = [slot for slot, joint in enumerate(joints) if joint < len(rig.nodes)]
    rest[there] = rig.nodes.local[[joints[slot] for slot in there]]
    return Skeleton(np.asarray(joints), joints[0], parents=read_only(above), rest=read_only(rest))
