"""Fit the pose of a character to points by gradient descent."""

import torch

import pantin
from pantin.torch import RigModule

rig = pantin.load("examples/arm.glb").rig
module = RigModule(rig)
target = module(**module.sample("bend", [1.0])).positions[0]
rotations = torch.zeros(len(rig.nodes), 3, requires_grad=True)  # axis times angle
optimizer = torch.optim.Adam([rotations], lr=0.1)
losses: list[float] = []
for _ in range(100):
    optimizer.zero_grad()
    loss = (module(rotations).positions[0] - target[0]).square().mean()
    torch.autograd.backward(loss)
    optimizer.step()
    losses.append(loss.item())
print(losses[0], losses[-1], rotations[rig.node_index("elbow")])
assert losses[-1] < 1e-3
