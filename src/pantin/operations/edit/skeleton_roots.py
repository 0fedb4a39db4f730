"""Give every skin a skeleton, and every skeleton a separate node, as G4MF requires."""

from __future__ import annotations

import numpy as np

from pantin.base.arguments import check_arguments
from pantin.base.records import replace
from pantin.operations.edit.rig_parts import RigParts
from pantin.operations.edit.skeletons import DerivedSkeletons, plan_skeletons, with_skeletons
from pantin.rig import Node, Rig


@check_arguments
def add_skeleton_roots(rig: Rig) -> Rig:
    """The rig with a skeleton for each skin, as `plan_skeletons` finds them.

    Skeletons that touch become one, and so do siblings that would need the same parent node. Where joints
    have no common root, or several skeletons are at the top level, a node at the identity is added as the
    parent of all trees, at the end of the node list. Skeletons that use the same mesh are not merged: each
    keeps its list of joints, so that the mesh can be shared, and gets a separate node instead.
    """
    if _share_meshes(rig):
        separate = _with_own_nodes(rig)
        if separate is not None:
            return separate
    derived = plan_skeletons(rig, merge="touching")
    if derived.apart or _root_nodes(rig, derived).count(-1) > 1:
        rig = add_common_root(rig)
        derived = plan_skeletons(rig, merge="touching")
    homes = _root_nodes(rig, derived)
    if len(set(homes)) < len(homes):
        derived = plan_skeletons(rig, merge="siblings")
    return with_skeletons(rig, derived)


def _share_meshes(rig: Rig) -> bool:
    """Whether a mesh is used with skins that have no joint in common."""
    skins: dict[int, list[int]] = {}
    for instance in rig.instances:
        if instance.skin is not None:
            skins.setdefault(instance.mesh, []).append(instance.skin)
    for used in skins.values():
        # A slot without a joint, −1, is not a joint in common.
        lists = [set(rig.skins[skin].joints.tolist()) - {-1} for skin in dict.fromkeys(used)]
        if any(lists[0].isdisjoint(joints) for joints in lists[1:]):
            return True
    return False


def _with_own_nodes(rig: Rig) -> Rig | None:
    """The rig with a new node at the identity above the root of each skeleton whose parent is a joint or the
    node of another skeleton; None where joints have no common root."""
    derived = plan_skeletons(rig)
    if derived.apart:
        return None
    joints = {joint for skeleton in derived.skeletons for joint in skeleton.joints.tolist()}
    parts, taken = RigParts.from_rig(rig), set[int]()
    above: dict[int, int] = {}
    for skeleton, home in zip(derived.skeletons, _root_nodes(rig, derived), strict=True):
        root = int(skeleton.root)
        if home != root and (home in taken or home in joints or home < 0):
            above[root] = len(parts.nodes)
            parts.nodes.append(Node(parent=parts.nodes[root].parent))
            parts.nodes[root] = replace(parts.nodes[root], parent=above[root])
        taken.add(home)
    parts.scenes = [
        replace(scene, roots=tuple(above.get(node, node) for node in scene.roots)) for scene in parts.scenes
    ]
    separate = parts.rig()
    return with_skeletons(separate, plan_skeletons(separate))


def _root_nodes(rig: Rig, derived: DerivedSkeletons) -> list[int]:
    """The node that each skeleton needs for itself: its root unless that must be a joint, else its parent.

    The root of a skeleton that moves no mesh may be its node, as in G4MF files.
    """
    listed = {joint for skin in rig.skins for joint in skin.joints.tolist()}
    mesh_parents: list[set[int]] = [set() for _ in derived.skeletons]
    for instance in rig.instances:
        owner = None if instance.skin is None else derived.owners[instance.skin]
        if owner is not None:
            mesh_parents[owner].add(int(rig.nodes.parents[instance.node]))
    homes = []
    for skeleton, above_meshes in zip(derived.skeletons, mesh_parents, strict=True):
        root = skeleton.root
        children = sum(int(rig.nodes.parents[joint]) == root for joint in skeleton.joints.tolist())
        is_foreign = bool(above_meshes) and children == 1 and root not in above_meshes
        homes.append(int(rig.nodes.parents[root]) if root in listed or is_foreign else int(root))
    return homes


def add_common_root(rig: Rig) -> Rig:
    """The rig with a new node at the identity as the parent of all roots; the default scene shows it."""
    parts, root = RigParts.from_rig(rig), len(rig.nodes)
    parts.nodes = [node if node.parent >= 0 else replace(node, parent=root) for node in parts.nodes]
    parts.nodes.append(Node())
    default = rig.default_scene or 0
    parts.scenes = [
        replace(scene, roots=(root,)) if index == default else scene for index, scene in enumerate(rig.scenes)
    ]
    return parts.rig()


def unwrap_skeleton_roots(rig: Rig) -> Rig:
    """The rig in which the root bone is the root of a skeleton, instead of a node that only contains the bone
    and the meshes.

    In G4MF the skeleton is a node with its meshes as children; in `STAIK_skeletons` the root is a joint and
    meshes are its siblings.
    """
    listed = {joint for skin in rig.skins for joint in skin.joints.tolist()}
    skinned = [instance.node for instance in rig.instances if instance.skin is not None]
    mesh_parents = set(rig.nodes.parents[skinned].tolist())
    skeletons = []
    for skeleton in rig.skeletons:
        root = skeleton.root
        root_slot = skeleton.joints.tolist().index(root)
        children = [slot for slot, parent in enumerate(skeleton.parents.tolist()) if parent == root_slot]
        is_wrapper = root in mesh_parents and root not in listed and len(children) == 1
        if not is_wrapper or skeleton.inverse_binds is not None:
            skeletons.append(skeleton)
            continue
        kept = [joint for joint in skeleton.joints.tolist() if joint != root]
        skeletons.append(replace(skeleton, joints=np.array(kept), root=int(skeleton.joints[children[0]])))
    parts = RigParts.from_rig(rig)
    parts.skeletons = skeletons
    return parts.rig()
