"""Halfway between two poses, and a clip that fades into its own reverse."""

import pantin
from pantin import motion

rig = pantin.load("examples/arm.glb").rig
half = motion.blend(rig, rig.rest_pose(), pantin.sample(rig, "bend", 1.0), 0.5)
print(half.rotations[rig.node_index("elbow")])
back = motion.reverse(rig.clip("bend"))
faded = motion.blend(rig, "bend", back, [(0.0, 0.0), (2.0, 1.0)])  # keys: seconds, weight
assert faded.duration == 2.0
