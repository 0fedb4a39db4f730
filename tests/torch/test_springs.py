"""Steps of springs on tensors equal `SpringBatch`, and have gradients."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

import pantin
from pantin.rig import OnlyIn3D
from pantin.torch import RigModule

EXAMPLES = Path(__file__).parents[2] / "examples"
MODELS = ("springs/strand.glb", "springs/skirt.glb", "vrm/avatar.vrm")
DT = 1 / 60


def drive(rig, frame, copies):
    """A pose in which the first root swings, another phase for each copy."""
    angles = 0.5 * np.sin(0.3 * frame + np.arange(copies))
    root = int(rig.order[0])
    poses = [
        rig.rest_pose().with_local(root, rotation=(np.sin(angle / 2), 0, 0, np.cos(angle / 2)))
        for angle in angles
    ]
    return pantin.rig.Poses.stack(poses)


@pytest.mark.parametrize("name", MODELS)
def test_steps_equal_those_of_a_batch(name):
    """The arithmetic is the same; the order of a few sums in placing the driven pose is not."""
    rig = pantin.load(EXAMPLES / name).rig
    module = RigModule(rig, torch.float64)
    batch = pantin.SpringBatch(rig, 3, constraints=False)
    wind = np.array([[0.5, 0, 0], [0, 0, 0.2], [0, 0, 0]])
    start = drive(rig, 0, 3)
    batch.reset(start)
    inputs = module.inputs_from(start)
    inputs.pop("blend_weights")
    state = module.spring_state(**inputs)
    for frame in range(1, 15):
        poses = drive(rig, frame, 3)
        batch.step(DT, poses, external=wind)
        inputs = module.inputs_from(poses)
        inputs.pop("blend_weights")
        state, rotations = module.spring_step(state, DT, **inputs, external=torch.tensor(wind))
    joints = batch.joints.copy()
    assert rotations[:, joints].numpy() == pytest.approx(batch.rotations, abs=1e-9)
    others = np.setdiff1d(np.arange(len(rig.nodes)), joints)
    assert torch.equal(rotations[:, others], inputs["rotations"][:, others])


def test_steps_have_gradients_with_respect_to_pose_force_and_state():
    rig = pantin.load(EXAMPLES / "springs/strand.glb").rig
    module = RigModule(rig, torch.float64)
    state = module.spring_state()
    for _ in range(3):
        state, _ = module.spring_step(state, DT, external=torch.tensor([0.4, 0.0, 0.3]))

    def results(rotations, force, before):
        return module.spring_step(before, DT, rotations, external=force)

    turned = module.nodes.rotations[None].clone() + 0.05 * torch.randn(
        1, len(rig.nodes), 4, dtype=torch.float64
    )
    force = torch.tensor([[0.4, 0.0, 0.3]], dtype=torch.float64, requires_grad=True)
    given = (turned.detach().requires_grad_(), force, state.detach().requires_grad_())
    assert torch.autograd.gradcheck(results, given, atol=1e-5, rtol=1e-3, fast_mode=True)


def test_gradients_are_finite_at_rest_where_directions_are_exactly_on_their_axes():
    module = RigModule(pantin.load(EXAMPLES / "vrm/avatar.vrm").rig, torch.float64)
    force = torch.zeros(3, dtype=torch.float64, requires_grad=True)
    state = module.spring_state()
    for _ in range(2):
        state, rotations = module.spring_step(state, DT, external=force)
    rotations.square().sum().add(state.sum()).backward()
    assert force.grad.isfinite().all()


def test_a_state_of_another_rig_and_other_dimensions_are_refused():
    module = RigModule(pantin.load(EXAMPLES / "springs/strand.glb").rig)
    with pytest.raises(ValueError, match=r"state must have shape \(B, 6, 13\), not \(1, 2, 13\)"):
        module.spring_step(torch.zeros(1, 2, 13), DT)
    four = RigModule(pantin.build(dimension=4, nodes=[pantin.rig.Node("a")]))
    with pytest.raises(OnlyIn3D):
        four.spring_state()


def blown(module, force):
    """Rotations and state after three steps."""
    state = module.spring_state()
    for _ in range(3):
        state, rotations = module.spring_step(state, DT, external=force)
    return rotations, state


def test_a_first_step_in_inference_mode_leaves_later_ones_their_gradients():
    rig = pantin.load(EXAMPLES / "springs/strand.glb").rig
    used, fresh = RigModule(rig, torch.float64), RigModule(rig, torch.float64)
    with torch.inference_mode():
        used.spring_step(used.spring_state(), DT)
    gradients = []
    for module in (used, fresh):
        force = torch.tensor([0.1, 0.0, 0.2], dtype=torch.float64, requires_grad=True)
        blown(module, force)[0].square()[..., :3].sum().backward()
        gradients.append(force.grad)
    assert torch.equal(*gradients)
    assert gradients[0].abs().max() > 0


def test_the_springs_of_a_module_that_learns_its_rest_pose_are_refused():
    """Those of the rig that it learned, a strand of twice the length, equal `SpringBatch`."""
    rig = pantin.load(EXAMPLES / "springs/strand.glb").rig
    module = RigModule(rig, torch.float64, learn=["rest"])
    with pytest.raises(ValueError, match=r"out of date: use RigModule\(module.to_rig\(\)\)"):
        module.spring_state()
    with pytest.raises(ValueError, match="rest pose of this module is learned"):
        module.spring_step(torch.zeros(1, 6, 13), DT)
    with torch.no_grad():
        module.nodes.translations *= 2
    learned = module.to_rig()
    batch = pantin.SpringBatch(learned, 1, constraints=False)
    for _ in range(3):
        batch.step(DT, external=(0.5, 0, 0))
    rotations, _ = blown(RigModule(learned, torch.float64), (0.5, 0, 0))
    assert rotations[:, batch.joints.copy()].numpy() == pytest.approx(batch.rotations, abs=1e-9)


def test_forces_may_be_any_numbers():
    module = RigModule(pantin.load(EXAMPLES / "springs/strand.glb").rig, torch.float64)
    _, expected = blown(module, torch.tensor([0.0, 0.0, 1.0]))
    for force in ((0, 0, 1), np.array([0.0, 0, 1]), [[0.0, 0.0, 1.0]]):
        assert torch.equal(blown(module, force)[1], expected)
    for force in (torch.zeros(2), torch.tensor(3.0), np.zeros((2, 3))):
        with pytest.raises(ValueError, match=r"external must have shape \(3,\) or \(1, 3\), not"):
            blown(module, force)
    with pytest.raises(TypeError, match="external must be 3 numbers, not 'down'"):
        blown(module, "down")
    with pytest.raises(ValueError, match="external must be finite"):
        blown(module, (0, 0, np.nan))


def test_steps_of_no_finite_length_are_refused():
    module = RigModule(pantin.load(EXAMPLES / "springs/strand.glb").rig)
    state = module.spring_state()
    for dt in (float("nan"), float("inf"), -float("inf"), torch.tensor(float("nan"))):
        with pytest.raises(ValueError, match="dt must be a finite number of seconds"):
            module.spring_step(state, dt)
    for dt in ("x", None, torch.zeros(2), torch.tensor(DT, requires_grad=True)):
        with pytest.raises(TypeError, match="dt must be a number of seconds"):
            module.spring_step(state, dt)
