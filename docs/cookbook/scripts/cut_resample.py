"""Cut a second out of a clip, and give it thirty keys a second."""

import pantin
from pantin import motion

rig = pantin.load("examples/arm.glb").rig
short = motion.cut(rig.clip("bend"), 0.5, 1.5)
even = motion.resample(short, fps=30)
assert abs(even.duration - 1.0) < 1e-6
