"""Models of different sizes as one padded batch of arrays, with masks."""

import torch

from pantin.torch import RigFolder, collate

folder = RigFolder("examples/springs")
batch = collate([folder[0], folder[1]])
mask: torch.Tensor = batch["vertex_mask"]
center = (batch["positions"] * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
print(tuple(batch["positions"].shape), mask.sum(1).tolist(), center)
