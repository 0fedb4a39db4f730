"""What a module computes of its own tensors once is computed again after any change of them."""

from copy import deepcopy

import pytest
import torch
from torch.func import functional_call, vmap

import pantin
from pantin.torch import RigModule


@pytest.fixture
def module():
    made = RigModule(pantin.load("examples/arm.glb").rig, torch.float64)
    made()  # everything is prepared
    return made


def posed(module):
    return module().positions[0]


def same_as_new(module):
    """The positions of a module are those of one with the same tensors that has prepared nothing."""
    new = RigModule(module.rig, torch.float64)
    new.load_state_dict(module.state_dict())
    return torch.equal(posed(module), posed(new))


@pytest.mark.parametrize(
    "name",
    [
        "nodes.translations",
        "nodes.scales",
        "nodes.rotations",
        "skins.0.inverse_binds",
        "meshes.0.0.positions",
    ],
)
def test_a_tensor_that_changes_in_place_is_read_again(module, name):
    before = posed(module)
    with torch.no_grad():
        dict(module.named_buffers())[name].mul_(1.5).add_(0.25)
    assert not torch.equal(posed(module), before)
    assert same_as_new(module)


def test_a_loaded_state_is_read_again(module):
    before = posed(module)
    state = {name: tensor * 1.25 for name, tensor in module.state_dict().items()}
    module.load_state_dict(state)
    assert not torch.equal(posed(module), before)
    assert same_as_new(module)


def test_a_copy_has_its_own(module):
    copied = deepcopy(module)
    with torch.no_grad():
        copied.meshes[0][0].positions.zero_()
    assert not torch.equal(posed(copied), posed(module))
    assert same_as_new(module)


def test_a_module_that_moves_to_another_type_is_prepared_again(module):
    module.float()
    assert posed(module).dtype == torch.float32


@pytest.mark.filterwarnings("ignore:There is a performance drop")
def test_tensors_in_place_of_those_of_the_module_count(module):
    """Also those of a batch, whose numbers must not stay in the module."""
    moved = module.nodes.translations + 1

    def pose(translations):
        return functional_call(module, {"nodes.translations": translations}).positions[0]

    assert torch.allclose(pose(moved), vmap(pose)(torch.stack([moved, moved]))[1])
    assert not torch.equal(pose(moved), posed(module))
    assert same_as_new(module)


def test_what_inference_prepares_serves_gradients():
    rig = pantin.load("examples/arm.glb").rig
    module = RigModule(rig)
    with torch.inference_mode():
        module()
    rotations = module.inputs_from(rig.rest_pose())["rotations"].requires_grad_()
    module(rotations=rotations).positions[0].sum().backward()
    assert rotations.grad.isfinite().all()


def test_a_moving_average_that_writes_where_pytorch_does_not_count_is_read_again():
    """`data` has a version of its own."""
    rig = pantin.load("examples/arm.glb").rig
    average = RigModule(rig, torch.float64, learn=("rest", "weights")).requires_grad_(False)
    before = posed(average)
    for parameter in average.parameters():
        parameter.data.mul_(0.5).add_(0.25)
    after = posed(average)
    assert not torch.equal(before, after)
    assert torch.equal(after, posed(deepcopy(average)))
