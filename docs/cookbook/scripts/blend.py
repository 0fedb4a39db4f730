"""Halfway between two poses, and a clip that fades into another."""

import pantin
from pantin import motion

rig = pantin.load("examples/arm.glb").rig
rest, bent = rig.rest_pose(), pantin.sample(rig, "bend", 1.0)
half = motion.blend(rig, rest, bent, 0.5)
print(half.rotations[rig.node_index("elbow")])
