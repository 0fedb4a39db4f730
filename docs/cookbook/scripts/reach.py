"""Inverse kinematics: bring the wrist to a point."""

import pantin
from pantin import motion

rig = pantin.load("examples/arm.glb").rig
pose = motion.reach(rig, rig.rest_pose(), {"wrist": (0.8, 1.2, 0.0)})
print(motion.joint_positions(rig, pose)[rig.node_index("wrist")])
