"""Stiffness, drag and gravity as tensors: steps are those of a rig with these settings, with gradients."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

import pantin
from pantin.torch import RigModule

EXAMPLES = Path(__file__).parents[2] / "examples"
DT = 1 / 60
WIND = (0.6, 0.0, 0.2)


def strand():
    return pantin.load(EXAMPLES / "springs/strand.glb").rig


def changed(rig, stiffness, drag, gravity):
    """The rig with other settings of each joint, written by hand."""
    spring = rig.springs.springs[0]
    joints = list(spring.joints)
    for row in range(len(joints) - 1):
        power = float(np.linalg.norm(gravity[row]))
        joints[row] = joints[row].replace(
            stiffness=stiffness[row], drag=drag[row], gravity_power=power, gravity_dir=gravity[row] / power
        )
    return rig.replace(springs=rig.springs.replace(springs=(spring.replace(joints=tuple(joints)),)))


def random_settings(seed=0, joints=6):
    random = np.random.default_rng(seed)
    return random.uniform(0.2, 2, joints), random.uniform(0.1, 0.9, joints), random.normal(size=(joints, 3))


def simulated(rig, steps=12):
    simulation = pantin.SpringSimulation(rig, constraints=False)
    for _ in range(steps):
        pose = simulation.step(DT, external=WIND)
    return pose.rotations


def stepped(module, steps=12, state=None, **settings):
    state = module.spring_state() if state is None else state
    for _ in range(steps):
        state, rotations = module.spring_step(state, DT, external=WIND, **settings)
    return rotations


def test_settings_of_a_call_give_the_steps_of_a_rig_that_has_them():
    rig, settings = strand(), random_settings()
    module = RigModule(rig, torch.float64)
    given = dict(zip(("stiffness", "drag", "gravity"), map(torch.tensor, settings), strict=True))
    rotations = stepped(module, **given)
    assert rotations[0].numpy() == pytest.approx(simulated(changed(rig, *settings)), abs=1e-9)
    assert rotations[0].numpy() != pytest.approx(simulated(rig), abs=1e-3)


def test_each_pose_of_a_batch_may_have_its_own_settings():
    rig, listed = strand(), [random_settings(seed) for seed in range(3)]
    module = RigModule(rig, torch.float64)
    stiffness, drag, gravity = (torch.tensor(np.stack(part)) for part in zip(*listed, strict=True))
    state = module.spring_state().expand(3, -1, -1)
    rotations = stepped(module, state=state, stiffness=stiffness, drag=drag, gravity=gravity)
    for row, settings in enumerate(listed):
        assert rotations[row].numpy() == pytest.approx(simulated(changed(rig, *settings)), abs=1e-9)


def test_one_value_holds_for_all_joints_and_needs_no_tensor():
    rig = strand()
    settings = [0.7] * 6, [0.2] * 6, np.tile([0.0, -0.3, 0.1], (6, 1))
    rotations = stepped(RigModule(rig, torch.float64), stiffness=0.7, drag=0.2, gravity=(0.0, -0.3, 0.1))
    assert rotations[0].numpy() == pytest.approx(simulated(changed(rig, *settings)), abs=1e-9)


@pytest.mark.parametrize("name", ["springs/strand.glb", "springs/skirt.glb"])
def test_steps_are_differentiable_in_stiffness_drag_and_gravity(name):
    """By finite differences of three steps in the wind, over colliders and limits."""
    module = RigModule(pantin.load(EXAMPLES / name).rig, torch.float64)
    settings = random_settings(3, len(module.spring_joints))
    given = tuple(torch.tensor(part, requires_grad=True) for part in settings)

    def rotations(stiffness, drag, gravity):
        return stepped(module, 3, stiffness=stiffness, drag=drag, gravity=gravity)

    assert torch.autograd.gradcheck(rotations, given, atol=1e-6, rtol=1e-4, fast_mode=True)


def test_learned_springs_are_parameters_that_begin_with_those_of_the_rig():
    rig = strand()
    module = RigModule(rig, torch.float64, learn=["springs"])
    assert [name for name, _ in module.named_parameters()] == [
        *("springs.stiffness", "springs.drag", "springs.gravity")
    ]
    assert torch.equal(stepped(module), stepped(RigModule(rig, torch.float64)))
    assert module.spring_joints == pantin.SpringBatch(rig, 1).joints.tolist()


def test_a_rig_is_made_of_what_was_learned():
    rig, settings = strand(), random_settings(5)
    module = RigModule(rig, torch.float64, learn=["springs"])
    with torch.no_grad():
        for parameter, values in zip(module.springs.parameters(), settings, strict=True):
            parameter.copy_(torch.tensor(values))
    learned = module.to_rig()
    assert simulated(learned) == pytest.approx(simulated(changed(rig, *settings)), abs=1e-12)
    assert learned.springs.springs[0].joints[-1].stiffness == rig.springs.springs[0].joints[-1].stiffness


def test_stiffness_and_drag_are_found_again_from_a_motion():
    """Gradient descent from the settings of the file to those that made the motion."""
    rig = strand()
    with torch.no_grad():
        target = stepped(RigModule(rig, torch.float64), 6, stiffness=0.6, drag=0.6)
    stiffness, drag = (torch.tensor(value, dtype=torch.float64, requires_grad=True) for value in (1.2, 0.3))
    module = RigModule(rig, torch.float64)
    optimizer = torch.optim.LBFGS([stiffness, drag], max_iter=20, line_search_fn="strong_wolfe")

    def loss():
        optimizer.zero_grad()
        distance = 1e4 * (stepped(module, 6, stiffness=stiffness, drag=drag) - target).square().sum()
        distance.backward()
        return distance

    optimizer.step(loss)
    assert stiffness.item() == pytest.approx(0.6, abs=1e-3)
    assert drag.item() == pytest.approx(0.6, abs=1e-3)


def test_other_shapes_and_values_are_refused():
    module = RigModule(strand())
    for settings, message in [
        (
            {"stiffness": torch.ones(5)},
            r"stiffness must have one of the shapes \(\), \(6,\), \(1, 6\), not \(5,\)",
        ),
        (
            {"gravity": torch.ones(6)},
            r"gravity must have one of the shapes \(3,\), \(6, 3\), \(1, 6, 3\), not",
        ),
        ({"drag": float("nan")}, "drag must be finite"),
    ]:
        with pytest.raises(ValueError, match=message):
            stepped(module, 1, **settings)
    with pytest.raises(TypeError, match="drag must be a number, not 'much'"):
        stepped(module, 1, drag="much")


def test_a_rig_without_springs_has_nothing_to_learn_of_them():
    module = RigModule(pantin.load(EXAMPLES / "arm.glb").rig, learn=["springs"])
    assert module.springs.stiffness.shape == (0,)
    assert module.to_rig().springs.springs == ()
