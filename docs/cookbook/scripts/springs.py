"""Springs in a loop, as a game runs them."""

import pantin

rig = pantin.load("examples/springs/strand.glb").rig
simulation = pantin.SpringSimulation(rig)
for _ in range(60):
    pose = simulation.step(1 / 60, rig.rest_pose())
print(pantin.deform(rig, pose).bounds)
