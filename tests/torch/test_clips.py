"""Clips sampled at tensors equal `pantin.sample`, and have gradients with respect to time."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

import pantin
from pantin.rig import Channel, Clip, Node
from pantin.torch import RigModule

EXAMPLES = Path(__file__).parents[2] / "examples"
KEYS = np.array([0.5, 1.0, 2.5])


def moving_rig(interpolation):
    """Three nodes, one with a general matrix, and a clip for every property of nodes."""
    random = np.random.default_rng(1)
    shear = np.eye(3, 4) + 0.3 * random.normal(size=(3, 4))
    nodes = [Node("a"), Node("b", 0, translation=(0, 1, 0)), Node("c", 1, matrix=shear)]
    rows = (3, 3) if interpolation == "CUBICSPLINE" else (3,)
    channels = [
        Channel(1, "rotation", KEYS, random.normal(size=(*rows, 4)), interpolation),
        Channel(0, "translation", KEYS, random.normal(size=(*rows, 3)), interpolation),
        Channel(1, "scale", KEYS[:1], random.normal(size=(1, *rows[1:], 3)), interpolation),
        Channel(2, "translation", KEYS, random.normal(size=(*rows, 3)), interpolation),
    ]
    return pantin.build(nodes=nodes, clips=[Clip(tuple(channels), "move")])


@pytest.mark.parametrize("interpolation", ["STEP", "LINEAR", "CUBICSPLINE"])
def test_poses_equal_those_of_sample(interpolation):
    rig = moving_rig(interpolation)
    module = RigModule(rig, torch.float64)
    times = np.array([-1.0, 0.5, 0.7, 1.0, 2.2, 2.5, 9.0])
    expected = pantin.motion.world_transforms(rig, pantin.sample(rig, "move", times))
    assert module(**module.sample("move", times)).joints.numpy() == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("interpolation", ["LINEAR", "CUBICSPLINE"])
def test_times_have_gradients(interpolation):
    module = RigModule(moving_rig(interpolation), torch.float64)
    times = torch.tensor([-1.0, 0.7, 2.2, 9.0], dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda when: module(**module.sample(0, when)).joints, (times,))


def test_blend_weights_are_sampled():
    rig = pantin.load(EXAMPLES / "face.gltf").rig
    values = np.array([[0.0, 1.0], [1.0, 0.0]])
    clip = Clip((Channel(rig.instances[0].node, "weights", np.array([0.0, 2.0]), values),), "smile")
    module = RigModule(rig, torch.float64)
    inputs = module.sample(clip, torch.tensor([0.5]))
    assert inputs["blend_weights"][0].tolist() == [[0.25, 0.75]]
    posed = pantin.deform(rig, pantin.sample(rig, clip, [0.5]))
    assert module(**inputs).positions[0].numpy() == pytest.approx(posed[0].positions, abs=1e-6)


def test_times_of_two_dimensions_are_refused():
    module = RigModule(moving_rig("LINEAR"))
    with pytest.raises(
        ValueError, match=r"times must be a number or a list of numbers, but have shape \(2, 1\)"
    ):
        module.sample(0, torch.zeros(2, 1))
    with pytest.raises(ValueError, match="no clip"):
        module.sample("walk", 0.0)


def bent_rig():
    """Two nodes with translation, rotation and scale; a clip turns the first to 90 degrees about z."""
    half = np.sqrt(0.5)
    turn = np.array([[0.0, 0, 0, 1], [0, 0, half, half]])
    clip = Clip((Channel(0, "rotation", np.array([0.0, 1.0]), turn),), "turn")
    return pantin.build(nodes=[Node("a"), Node("b", 0, translation=(0, 1, 0))], clips=[clip])


def test_a_clip_keeps_the_learned_rest_pose_of_what_it_does_not_move():
    module = RigModule(bent_rig(), torch.float64, learn=["rest"])
    with torch.no_grad():
        module.nodes.translations[1] = torch.tensor([0.0, 3.0, 0.0])
        module.nodes.scales[0] = 2.0
    joints = module(**module.sample("turn", 1.0)).joints
    assert joints[0, 1, :, 3].tolist() == pytest.approx([-6.0, 0, 0])  # 2 · 3 along y, turned to −x
    joints[0, 1, 0, 3].backward()
    assert module.nodes.translations.grad[1].tolist() == pytest.approx([0.0, -2, 0])
    assert module.nodes.scales.grad[0].tolist() == pytest.approx([0.0, -3, 0])


@pytest.mark.parametrize("learned", [False, True])
@pytest.mark.parametrize(("property", "width"), [("rotation", 4), ("scale", 3)])
def test_a_channel_replaces_a_general_matrix_by_the_nearest_parts(learned, property, width):
    """Also where the matrix was learned, mirrors, or flattens."""
    random = np.random.default_rng(3)
    matrices = random.normal(size=(6, 3, 4))
    matrices[1, :, 0] = 0
    matrices[2, :, 1:3] = 0
    matrices[3, :, :3] = 0
    others = matrices + random.normal(size=matrices.shape) if learned else matrices
    channels = [Channel(i, property, np.zeros(1), random.normal(size=(1, width))) for i in range(6)]
    rig = pantin.build(nodes=[Node(matrix=m) for m in matrices], clips=[Clip(tuple(channels))])
    other = pantin.build(nodes=[Node(matrix=m) for m in others], clips=[Clip(tuple(channels))])
    module = RigModule(rig, torch.float64, learn=["rest"])
    module.load_state_dict(RigModule(other, torch.float64).state_dict())
    expected = pantin.sample(other, 0, 0.0).local
    joints = module(**module.sample(0, 0.0)).joints
    assert joints[0].detach().numpy() == pytest.approx(expected, abs=1e-12)


class Sampled(torch.nn.Module):
    """A module whose result is the rotations at the beginning of the first clip."""

    def __init__(self, module):
        super().__init__()
        self.module = module

    def forward(self):
        return self.module.sample(0, 0.0)["rotations"]


def test_a_learned_general_matrix_under_a_scale_has_gradients():
    matrix = np.random.default_rng(4).normal(size=(3, 4))
    clip = Clip((Channel(0, "scale", np.zeros(1), np.array([[1.0, 2, 3]])),))
    module = RigModule(pantin.build(nodes=[Node(matrix=matrix)], clips=[clip]), torch.float64, learn=["rest"])

    def sampled(rotations):
        return torch.func.functional_call(Sampled(module), {"module.nodes.rotations": rotations}, ())

    assert torch.autograd.gradcheck(sampled, (module.nodes.rotations.detach().clone().requires_grad_(),))


def test_numbers_keep_their_precision():
    module = RigModule(bent_rig(), torch.float64)
    for times in (0.3, [0.3], np.array([0.3])):
        rotation = module.sample("turn", times)["rotations"][0, 0]
        assert rotation[2].item() == pytest.approx(np.sin(0.3 * np.pi / 4), abs=1e-15)


def test_times_that_are_not_finite_are_refused_and_in_tensors_give_no_pose():
    module = RigModule(bent_rig())
    for times in (float("nan"), [0.0, float("inf")], np.array([np.nan])):
        with pytest.raises(ValueError, match="times must be finite"):
            module.sample("turn", times)
    with pytest.raises(TypeError, match="times must be a number or a list of numbers, in seconds, not 'x'"):
        module.sample("turn", "x")
    rotations = module.sample("turn", torch.tensor([0.5, float("nan")]))["rotations"]
    assert rotations[0].isfinite().all()
    assert rotations[1, 0].isnan().all()
