"""A posed model in trimesh: areas, volumes, collisions, nearest points."""

import pantin

rig = pantin.load("examples/arm.glb").rig
mesh = pantin.deform(rig, pantin.sample(rig, "bend", 1.0)).to_trimesh()
print(mesh.area, mesh.bounds)
