"""Pose bones one at a time, by name."""

import math

import pantin

rig = pantin.load("examples/arm.glb").rig
half = math.radians(45) / 2
pose = rig.rest_pose().with_local("elbow", rotation=(0, 0, math.sin(half), math.cos(half)))
pose = pose.with_local("wrist", rotation=(0, 0, math.sin(half), math.cos(half)))
(posed,) = pantin.deform(rig, pose)
print(posed.positions.shape, posed.bounds)
