"""The fused kernels give the results and gradients of the plain operations: on a CUDA device, or else in
Triton's interpreter, which runs them on the CPU.

Tolerances, relative to the largest number: the same sums in another order, some hundred roundings in float64;
in float32, gradients of normals that nearly vanish lose three digits.
"""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest
import torch
from torch_rigs import random_rig

from pantin.torch import RigModule, module
from pantin.torch.cuda.layouts import CHUNK, WIDTH, SurfaceLayout, TreeLayout

LEARN = ("positions", "weights", "inverse_binds", "rest", "blend_shapes")
TOLERANCE = {torch.float64: 1e-12, torch.float32: 1e-4}


@pytest.fixture
def device(monkeypatch):
    """Where kernels run."""
    if torch.cuda.is_available():
        return "cuda"
    if importlib.util.find_spec("triton") is None:
        pytest.skip("Triton is not installed, which the fused kernels are written in")
    monkeypatch.setenv("TRITON_INTERPRET", "1")
    return "cpu"


def differentiate(rigged, inputs, *, normals, fused, monkeypatch):
    """Results and gradients of a random sum of them, for every input and parameter."""
    given = {name: tensor.detach().to(rigged.device).requires_grad_() for name, tensor in inputs.items()}
    with monkeypatch.context() as patch:
        if not fused:
            patch.setattr(module, "is_available", lambda device: False)
        assert rigged.backend == ("triton" if fused else "torch")
        out = rigged(**given, normals=normals)
    random = torch.Generator().manual_seed(1)
    results = [*out.positions, out.joints, *(part for part in out.normals or () if part is not None)]
    loss = sum(
        (result * torch.randn(result.shape, generator=random, dtype=torch.float64).to(result)).sum()
        for result in results
    )
    wanted = [*given.values(), *rigged.parameters()]
    gradients = torch.autograd.grad(loss, wanted, allow_unused=True)
    return [result.detach() for result in results], gradients


def assert_near(ours, theirs, tolerance):
    for mine, other in zip(ours, theirs, strict=True):
        assert (mine is None) == (other is None)
        if mine is not None and mine.numel():
            size = float(other.abs().max()) + 1e-30
            assert float((mine.cpu().double() - other.cpu().double()).abs().max()) <= tolerance * size


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32])
@pytest.mark.parametrize("normals", [False, True])
@pytest.mark.parametrize(
    ("seed", "batch", "shape", "dimension"),
    [
        (0, 1, (4,), 3), (1, 2, (3, 3), 3), (2, 17, (4,), 3), (3, 3, (3,), 3), (4, 2, (4, 4), 4),
        (5, 9, (4, 4), 4),
    ],
    ids=["one", "matrices", "many", "axis-angle", "4D", "4D many"],
)  # fmt: skip
def test_kernels_equal_plain_operations(device, monkeypatch, seed, batch, shape, dimension, dtype, normals):
    random = torch.Generator().manual_seed(seed)
    rig = random_rig(dimension, vertices=140, influences=3 + 2 * seed, seed=seed)
    inputs = {
        "rotations": torch.randn(batch, 5, *shape, generator=random, dtype=dtype),
        "translations": torch.randn(1, 5, dimension, generator=random, dtype=dtype),
    }
    if seed % 2:
        inputs["blend_weights"] = torch.rand(batch, 3, generator=random, dtype=dtype)
    if batch == 2:
        inputs["root"] = torch.randn(batch, dimension, dimension + 1, generator=random, dtype=dtype)
    plain = RigModule(rig, torch.float64, learn=LEARN)
    fused = RigModule(rig, dtype, device, learn=LEARN)
    results, gradients = differentiate(fused, inputs, normals=normals, fused=True, monkeypatch=monkeypatch)
    wanted = {name: tensor.double() for name, tensor in inputs.items()}
    expected = differentiate(plain, wanted, normals=normals, fused=False, monkeypatch=monkeypatch)
    loose = 100 if normals and dtype == torch.float32 else 1
    assert_near(results, expected[0], TOLERANCE[dtype] * loose)
    assert_near(gradients, expected[1], 10 * TOLERANCE[dtype] * loose)


def test_gradients_have_the_same_bits_in_every_run(device, monkeypatch):
    rig = random_rig(vertices=300, seed=5)
    rigged = RigModule(rig, device=device, learn=LEARN)
    inputs = {"rotations": torch.randn(5, 5, 4), "blend_weights": torch.rand(5, 3)}
    runs = [
        differentiate(rigged, inputs, normals=False, fused=True, monkeypatch=monkeypatch)[1]
        for _ in range(2 if device == "cpu" else 10)
    ]
    assert all(
        torch.equal(ours, theirs)
        for run in runs[1:]
        for ours, theirs in zip(runs[0], run, strict=True)
        if ours is not None
    )


def test_a_compiled_module_uses_plain_operations(device):
    rigged = RigModule(random_rig(), torch.float64, device)
    assert rigged.backend == "triton"
    compiled = torch.compile(rigged, fullgraph=True, backend="aot_eager")
    rotations = torch.randn(2, 5, 4, dtype=torch.float64, device=device)
    assert_near(compiled(rotations=rotations).positions, rigged(rotations=rotations).positions, 1e-12)


def test_a_schedule_places_every_node_once_after_its_parent():
    random = np.random.default_rng(0)
    parents = np.array([-1, *(int(random.integers(-1, node)) for node in range(1, 200))])
    steps = TreeLayout.of(parents, torch.device("cpu")).schedule.tolist()
    step_of = {node: step for step, nodes in enumerate(steps) for node in nodes if node >= 0}
    assert sorted(step_of) == list(range(200))
    assert all(len(nodes) == WIDTH for nodes in steps)
    assert all(step_of[parent] < step_of[node] for node, parent in enumerate(parents.tolist()) if parent >= 0)


def test_chunks_hold_every_influence_of_a_joint_in_order():
    random = np.random.default_rng(0)
    counts = random.integers(0, 5, 3000)
    offsets = np.concatenate([[0], np.cumsum(counts)])
    joints = np.minimum(random.integers(0, 4, offsets[-1]) ** 2, 5)  # joints 2 and 3 have no vertices
    entries = SurfaceLayout(offsets, joints, 6, torch.device("cpu")).by_joint
    assert sorted(entries.order.tolist()) == list(range(len(joints)))
    for joint in range(6):
        first, last = entries.chunks[joint : joint + 2].tolist()
        listed = [
            entry
            for chunk in range(first, last)
            for entry in entries.order[entries.first[chunk] : entries.end[chunk]].tolist()
        ]
        assert listed == np.flatnonzero(joints == joint).tolist()
        assert all(0 < entries.end[chunk] - entries.first[chunk] <= CHUNK for chunk in range(first, last))
