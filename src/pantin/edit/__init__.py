"""Edits of rigs: a rig in, a new rig out. `bake_pose` keeps a pose for good."""

from pantin.edit.bake_pose import BakedPosePlan, bake_pose, plan_baked_pose

__all__ = ["BakedPosePlan", "bake_pose", "plan_baked_pose"]
