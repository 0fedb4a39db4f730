"""Springs in a loop, as a game runs them."""

import pantin

rig = pantin.load("examples/springs/strand.glb").rig
simulation = pantin.SpringSimulation(rig)
for frame in range(60):
    pose = simulation.step(1 / 60, pantin.sample(rig, "look", frame / 60))
    bounds = pantin.deform(rig, pose).bounds
    if frame % 20 == 0:
        print(frame, bounds)
