"""Pose bones one at a time, by name: degrees in planes, here from x towards y, about z."""

import pantin

rig = pantin.load("examples/arm.glb").rig
pose = rig.rest_pose().with_local("elbow", planes={"xy": 45})
pose = pose.with_local("wrist", planes={"xy": 90})
(posed,) = pantin.deform(rig, pose)
print(posed.positions.shape, posed.bounds)
