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
