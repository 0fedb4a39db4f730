"""The space that a model takes during a whole clip."""

import pantin

rig = pantin.load("examples/arm.glb").rig
poses = pantin.sample(rig, "bend", fps=30)
lowest, highest = pantin.deform(rig, poses).bounds
print("size", highest - lowest)
