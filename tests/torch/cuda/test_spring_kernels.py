"""Steps of springs by kernels equal `SpringBatch`, whose arithmetic they are traced from, and have the
gradients of the plain operations: on a CUDA device, or else in Triton's interpreter.

Tolerance: a few roundings in float64, of the pose that drives the springs.
"""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest
import torch
from spring_rigs import everything, swung

import pantin
from pantin.rig import Poses
from pantin.torch import RigModule, springs

DT = 1 / 60

# Kernels compute both sides of a choice; the interpreter warns where the other side divides by 0.
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")


@pytest.fixture
def device(monkeypatch):
    """Where kernels run."""
    if torch.cuda.is_available():
        return "cuda"
    if importlib.util.find_spec("triton") is None:
        pytest.skip("Triton is not installed, which the fused kernels are written in")
    monkeypatch.setenv("TRITON_INTERPRET", "1")
    return "cpu"


RIGS = {
    "plain": {},
    "limits": {"limits": True},
    "centres": {"center": True, "skip": True},
    "scaled": {"scale": True, "limits": True},
    "colliders below their joints": {"cycle": True, "center": True},
}


def driving(module, poses):
    """The keyword arguments of springs for these poses."""
    return {name: part for name, part in module.inputs_from(poses).items() if name != "blend_weights"}


@pytest.mark.parametrize("profile", ["spec", "univrm", "scaled"])
@pytest.mark.parametrize("kind", RIGS)
def test_kernels_equal_a_batch(device, kind, profile):
    rig = everything(3, **RIGS[kind])
    module = RigModule(rig, torch.float64, device)
    batch = pantin.SpringBatch(rig, 3, constraints=False, profile=profile)
    wind = np.array([[0.5, 0, 0], [0, 0, 0.2], [0, 0, 0]])
    start = Poses.stack([swung(rig, copy) for copy in range(3)])
    batch.reset(start)
    state = module.spring_state(**driving(module, start), profile=profile)
    for frame in range(1, 6):
        poses = Poses.stack([swung(rig, frame + copy) for copy in range(3)])
        batch.step(DT, poses, external=wind)
        inputs = driving(module, poses)
        state, rotations = module.spring_step(state, DT, **inputs, external=wind, profile=profile)
    assert rotations[:, batch.joints.copy()].cpu().numpy() == pytest.approx(batch.rotations, abs=1e-12)


def roll_out(module, given, fused, monkeypatch):
    """A number of the last of three steps."""
    with monkeypatch.context() as patch:
        if not fused:
            patch.setattr(springs, "is_available", lambda device: False)
        state = given["state"]
        for _ in range(3):
            state, rotations = module.spring_step(
                state,
                DT,
                given["rotations"],
                external=given["wind"],
                stiffness=given["stiffness"],
                drag=given["drag"],
                gravity=given["gravity"],
            )
        return (rotations**3).sum() + state[..., :3].square().sum()


def test_gradients_are_those_of_plain_operations(device, monkeypatch):
    """Of every input, and of those gradients."""
    rig = everything(5, limits=True, center=True)
    module = RigModule(rig, torch.float64, device)
    joints, random = len(module.spring_joints), torch.Generator().manual_seed(0)
    rotations = (
        module.nodes.rotations.cpu() + 0.1 * torch.randn(2, len(rig.nodes), 4, generator=random).double()
    )
    inputs = {
        "state": module.spring_state().expand(2, -1, -1),
        "rotations": rotations,
        "wind": torch.randn(2, 3, generator=random, dtype=torch.float64),
        "stiffness": 1 + torch.rand(joints, generator=random, dtype=torch.float64),
        "drag": torch.rand(2, joints, generator=random, dtype=torch.float64),
        "gravity": torch.randn(3, generator=random, dtype=torch.float64),
    }
    results = []
    for fused in (True, False):
        given = {name: tensor.detach().to(device).requires_grad_() for name, tensor in inputs.items()}
        loss = roll_out(module, given, fused, monkeypatch)
        first = torch.autograd.grad(loss, list(given.values()), create_graph=True)
        second = torch.autograd.grad(sum(part.square().sum() for part in first), given["drag"])
        results.append([loss, *first, *second])
    for ours, plain in zip(*results, strict=True):
        assert torch.allclose(ours, plain, rtol=1e-9, atol=1e-10)
        assert bool(plain.abs().max() > 0)


def test_a_rollout_without_gradients_keeps_nothing(device):
    module = RigModule(everything(1), torch.float64, device)
    with torch.no_grad():
        state, rotations = module.spring_step(module.spring_state(), DT)
    assert not state.requires_grad
    assert not rotations.requires_grad
    assert tuple(state.shape) == (1, len(module.spring_joints), 13)
