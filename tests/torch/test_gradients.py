"""Gradients of every input and of everything that can be learned, against finite differences in float64.

In PyTorch's fast mode: both Jacobians are compared through random vectors, in a hundredth of the time.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from torch.autograd import gradcheck, gradgradcheck
from torch_rigs import random_rig

import pantin
from pantin.base.records import replace
from pantin.rig import Mesh
from pantin.torch import RigModule

EXAMPLES = Path(__file__).parents[2] / "examples"


def double(*shape):
    return torch.randn(*shape, dtype=torch.float64, requires_grad=True)


def joined(tensors):
    """One tensor: fast mode does not take results that do not depend on the input."""
    return torch.cat([tensor.flatten() for tensor in tensors if tensor is not None])


def check(module, name, value, *, normals=True, **others):
    """The gradient of everything that a module returns with respect to one input."""

    def results(given):
        out = module(**{name: given}, **others, normals=normals)
        return joined([*out.positions, out.joints, *(out.normals or ())])

    torch.manual_seed(0)
    assert gradcheck(results, (value,), atol=1e-6, rtol=1e-4, fast_mode=True)


@pytest.fixture(autouse=True)
def _seed():
    torch.manual_seed(1)


@pytest.mark.parametrize("solver", ["linear", "dqs"])
@pytest.mark.parametrize(
    "shape", [(4,), (3,), (6,), (3, 3)], ids=["quaternion", "axis-angle", "6D", "matrix"]
)
def test_rotations(solver, shape):
    module = RigModule(random_rig(vertices=5, solver=solver), torch.float64)
    check(module, "rotations", double(2, 5, *shape))


@pytest.mark.parametrize("dimension", range(2, 9))
def test_matrices_in_any_dimension(dimension):
    module = RigModule(random_rig(dimension, vertices=5), torch.float64)
    given = torch.eye(dimension, dtype=torch.float64) + 0.3 * double(1, 5, dimension, dimension)
    check(module, "rotations", given.detach().requires_grad_())


@pytest.mark.parametrize("dimension", [2, 3, 5])
def test_positions_alone_are_differentiable_twice(dimension):
    """Without normals and blend weights, positions are sums over the columns of matrices."""
    rig = random_rig(dimension, vertices=5)
    bare = [
        Mesh(tuple(replace(surface, blend_shapes=()) for surface in mesh.surfaces)) for mesh in rig.meshes
    ]
    module = RigModule(rig.replace(meshes=bare), torch.float64)
    given = torch.eye(dimension, dtype=torch.float64) + 0.3 * double(2, 5, dimension, dimension)
    given = given.detach().requires_grad_()

    def results(value):
        return joined(module(rotations=value).positions)

    assert gradcheck(results, (given,), atol=1e-6, rtol=1e-4, fast_mode=True)
    assert gradgradcheck(results, (given,), atol=1e-6, rtol=1e-4, fast_mode=True)
    with_normals = joined(module(rotations=given, normals=True).positions)
    assert torch.allclose(results(given), with_normals, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("solver", ["linear", "dqs"])
@pytest.mark.parametrize("name", ["translations", "scales", "root", "blend_weights"])
def test_other_inputs(solver, name):
    shapes = {"translations": (2, 5, 3), "scales": (2, 5, 3), "root": (2, 3, 4), "blend_weights": (2, 3)}
    module = RigModule(random_rig(vertices=5, solver=solver), torch.float64)
    check(module, name, double(*shapes[name]))


@pytest.mark.parametrize("solver", ["linear", "dqs"])
@pytest.mark.parametrize("part", ["positions", "weights", "inverse_binds", "rest", "blend_shapes"])
def test_learned_parts(solver, part):
    module = RigModule(random_rig(vertices=5, solver=solver), torch.float64, learn=[part])
    names = [name for name, parameter in module.named_parameters() if parameter.numel()]
    assert names
    for name in names:
        stored = dict(module.named_parameters())[name].detach()

        def results(value, name=name):
            out = torch.func.functional_call(
                module, {name: value}, (), {"normals": True, "blend_weights": torch.ones(1, 3)}
            )
            return joined([*out.positions, *out.normals])

        assert gradcheck(results, (stored.clone().requires_grad_(),), atol=1e-6, rtol=1e-4, fast_mode=True), (
            name
        )


def test_normals_that_are_made_of_triangles():
    rig = pantin.load(EXAMPLES / "arm.glb").rig
    mesh = rig.meshes[0]
    bare = tuple(replace(surface, normals=None, tangents=None) for surface in mesh.surfaces)
    module = RigModule(rig.replace(meshes=[replace(mesh, surfaces=bare)]), torch.float64)
    check(module, "rotations", double(1, 4, 3))


def test_rigid_motions_have_gradients_with_dual_quaternions():
    """Equal singular values, where the gradient of a singular value decomposition is infinite."""
    module = RigModule(pantin.load(EXAMPLES / "arm.glb").rig, torch.float64, solver="dqs")
    check(module, "rotations", torch.zeros(1, 4, 3, dtype=torch.float64, requires_grad=True), normals=False)


def test_a_normal_that_vanishes_spoils_no_gradient():
    module = RigModule(random_rig(vertices=5), torch.float64)
    scales = torch.zeros(1, 5, 3, dtype=torch.float64, requires_grad=True)
    out = module(scales=scales, normals=True)
    (out.positions[0].sum() + out.normals[0].sum()).backward()
    assert scales.grad.isfinite().all()


@pytest.mark.filterwarnings("ignore")  # PyTorch's own: of its old compiler, and of slow grouped sums
def test_transforms_of_functions():
    """`torch.func`: forwards, backwards and over a batch, for positions alone. The expected Jacobian is that
    of `backward`, row by row."""
    module = RigModule(random_rig(vertices=5), torch.float64)

    def positions(rotations):
        return joined(module(rotations=rotations).positions)

    given = double(1, 5, 4).detach()
    expected = torch.autograd.functional.jacobian(positions, given)
    torch.testing.assert_close(torch.func.jacrev(positions)(given), expected)
    torch.testing.assert_close(torch.func.jacfwd(positions)(given), expected)
    several = double(3, 1, 5, 4).detach()
    batched = torch.func.vmap(positions)(several)
    torch.testing.assert_close(batched, torch.stack([positions(each) for each in several]))


@pytest.mark.filterwarnings("ignore")  # PyTorch's own, as above
@pytest.mark.parametrize("name", ["positions", "weights"])
def test_transforms_of_functions_of_what_is_learned(name):
    """Neither a dual number nor a batched tensor says beforehand that it needs gradients."""
    module = RigModule(random_rig(vertices=5), torch.float64, learn=[name])
    key = f"meshes.0.0.{name}"
    given = module.get_parameter(key).detach()
    rotations = double(2, 5, 4).detach()

    def energy(learned):
        out = torch.func.functional_call(module, {key: learned}, (rotations,))
        return (joined(out.positions) ** 2).sum()

    energy(module.get_parameter(key)).backward()
    expected = module.get_parameter(key).grad
    torch.testing.assert_close(torch.func.jacrev(energy)(given), expected)
    torch.testing.assert_close(torch.func.jacfwd(energy)(given), expected)
    several = torch.stack([given, given]).requires_grad_()
    torch.func.vmap(energy)(several).sum().backward()
    torch.testing.assert_close(several.grad, torch.stack([expected, expected]))
