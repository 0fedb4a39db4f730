"""Every skin in a skeleton, and every skeleton below a node of its own: what G4MF asks of a rig."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pantin.edit.rig_parts import RigParts
from pantin.edit.skeletons import DerivedSkeletons, plan_skeletons, with_skeletons
from pantin.rig import Node, Rig


def add_skeleton_roots(rig: Rig) -> Rig:
    """The rig with a skeleton for each skin, as `plan_skeletons` finds them.

    Skeletons that touch become one, and so do all that hang from one node where two of them would have it as
    their own. Where joints have no root in common, or several skeletons stand at the top, a node at the
    identity is added behind the others, above all trees.
    """
    derived = plan_skeletons(rig, merge="touching")
    if derived.apart or _homes(rig, derived).count(-1) > 1:
        rig = add_common_root(rig)
        derived = plan_skeletons(rig, merge="touching")
    homes = _homes(rig, derived)
    if len(set(homes)) < len(homes):
        derived = plan_skeletons(rig, merge="siblings")
    return with_skeletons(rig, derived)


def _homes(rig: Rig, derived: DerivedSkeletons) -> list[int]:
    """The node that each skeleton needs for itself: its root if that need not be a joint, else its parent."""
    listed = {joint for skin in rig.skins for joint in skin.joints.tolist()}
    homes = []
    for one in derived.skeletons:
        below = sum(int(rig.nodes.parents[joint]) == one.root for joint in one.joints.tolist())
        joint = one.root in listed or below == 1
        homes.append(int(rig.nodes.parents[one.root]) if joint else int(one.root))
    return homes


def add_common_root(rig: Rig) -> Rig:
    """The rig with one more node, at the identity, above all others; the scene that is shown first has it."""
    parts, root = RigParts.of(rig), len(rig.nodes)
    parts.nodes = [one if one.parent >= 0 else replace(one, parent=root) for one in parts.nodes]
    parts.nodes.append(Node())
    shown = rig.default_scene or 0
    parts.scenes = [replace(one, roots=(root,)) if at == shown else one for at, one in enumerate(rig.scenes)]
    return parts.rig()


def unwrap_skeleton_roots(rig: Rig) -> Rig:
    """The rig in which no skeleton begins with a node that holds its root bone and its meshes alone: the bone
    is the root.

    In G4MF the skeleton is a node, and its meshes hang from it; in `STAIK_skeletons` meshes stand beside the
    root, which is a joint.
    """
    listed = {joint for skin in rig.skins for joint in skin.joints.tolist()}
    skinned = [one.node for one in rig.instances if one.skin is not None]
    bearers = set(rig.nodes.parents[skinned].tolist())
    skeletons = []
    for one in rig.skeletons:
        slot = one.joints.tolist().index(one.root)
        below = [at for at, above in enumerate(one.parents.tolist()) if above == slot]
        holds = one.root in bearers and one.root not in listed and len(below) == 1
        if not holds or one.inverse_binds is not None:
            skeletons.append(one)
            continue
        kept = [joint for joint in one.joints.tolist() if joint != one.root]
        skeletons.append(replace(one, joints=np.array(kept), root=int(one.joints[below[0]])))
    parts = RigParts.of(rig)
    parts.skeletons = skeletons
    return parts.rig()
