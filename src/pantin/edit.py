"""Edits of rigs: a rig in, a new rig out. `bake_pose` keeps a pose for good."""

from pantin.operations.edit.bake_pose import BakedPosePlan, bake_pose, plan_baked_pose
from pantin.operations.edit.bones import add_bone, merge_bones
from pantin.operations.edit.group_names import infer_group_names
from pantin.operations.edit.merging import merge_meshes
from pantin.operations.edit.parenting import parent_to_skeleton
from pantin.operations.edit.skeleton_roots import add_skeleton_roots

__all__ = [
    "BakedPosePlan",
    "add_bone",
    "add_skeleton_roots",
    "bake_pose",
    "infer_group_names",
    "merge_bones",
    "merge_meshes",
    "parent_to_skeleton",
    "plan_baked_pose",
]


def __dir__() -> list[str]:
    return sorted(__all__)
