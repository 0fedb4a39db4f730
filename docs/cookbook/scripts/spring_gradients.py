"""Gradients through springs: how do wind, stiffness and drag move the tip of a strand?"""

import torch

import pantin
from pantin.torch import RigModule

module = RigModule(pantin.load("examples/springs/strand.glb").rig, learn=["springs"])
wind = torch.zeros(3, requires_grad=True)
state, rotations = module.spring_step(module.spring_state(), 1 / 60, external=wind)
for _ in range(9):
    state, rotations = module.spring_step(state, 1 / 60, external=wind)
tip = module(rotations=rotations).joints[0, module.spring_joints[-1], :, 3]
torch.autograd.backward(tip[2])
print("forwards, by the wind:", wind.grad)
for name, parameter in module.named_parameters():
    print("forwards, by", name, parameter.grad)
