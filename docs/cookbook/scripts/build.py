"""Build a rig of two joints and a skinned triangle, and save it."""

import numpy as np

import pantin

builder = pantin.RigBuilder()
builder.add_node("hip")
builder.add_node("knee", parent="hip", translation=[0, -1, 0])
builder.add_node("leg")
corners = np.array([[0, 0, 0], [0.1, 0, 0], [0, -1, 0]])
builder.add_mesh("leg", corners, [[0, 1, 2]], normals="smooth", node="leg")
builder.add_skin(["hip", "knee"], mesh="leg", weights=[[1, 0], [1, 0], [0, 1]])
rig = builder.build()
assert pantin.save(rig, "out/leg.glb").ok
assert pantin.check("out/leg.glb").ok
