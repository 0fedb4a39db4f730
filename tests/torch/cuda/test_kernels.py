"""The fused kernels give the results and gradients of the plain operations: on a CUDA device, or else in
Triton's interpreter, which runs them on the CPU.

Tolerances, relative to the largest number: the same sums in another order, some hundred roundings in float64;
in float32, gradients of normals that nearly vanish lose three digits.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest
import torch
from torch_rigs import in_double, random_rig

import pantin
from pantin.maths import quaternion
from pantin.rig import Influences, Instance, Mesh, Node, Poses, Skin, Surface
from pantin.torch import RigModule, module
from pantin.torch.cuda.layouts import CHUNK, SHARED, WIDTH, SurfaceLayout, TreeLayout

RIGS = {
    "arm": lambda: pantin.load(Path(__file__).parents[3] / "examples" / "arm.glb").rig,
    "3D": lambda: random_rig(3, seed=3),
    "4D": lambda: random_rig(4, seed=4),
}

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


def test_two_instances_of_a_mesh_have_skins_of_their_own(device, monkeypatch):
    """The second skin has more joints than the first, and than there are nodes."""
    rig = random_rig(vertices=40)
    more = Skin(np.array([4, 3, 2, 1, 0, 0, 1, 2]))
    rig = rig.replace(skins=[*rig.skins, more], instances=[*rig.instances, Instance(4, 0, skin=1)])
    inputs = {"rotations": torch.randn(5, 5, 4, dtype=torch.float64)}
    made, wanted = (
        differentiate(
            RigModule(rig, torch.float64, place, learn=LEARN),
            inputs, normals=False, fused=fused, monkeypatch=monkeypatch,
        )
        for place, fused in ((device, True), ("cpu", False))
    )  # fmt: skip
    assert_near(made[0], wanted[0], 1e-12)
    assert_near(made[1], wanted[1], 1e-11)


@pytest.mark.parametrize("name", RIGS)
@pytest.mark.parametrize(("dtype", "tolerance"), [(torch.float32, 1e-6), (torch.float64, 1e-12)])
def test_kernels_equal_deform(device, name, dtype, tolerance):
    """Of the rest bounding box, as promised in docs/torch.md; six poses, of which five are the same."""
    rig, random = in_double(RIGS[name]()), np.random.default_rng(0)
    bent = rig.rest_pose()
    for node in range(len(rig.nodes)):
        if rig.dimension == 3 and not bent.general[node]:
            bent = bent.with_local(node, rotation=quaternion.normalize(random.normal(size=4)))
    poses = Poses.stack([rig.rest_pose(), *[bent] * 5])
    rigged = RigModule(rig, dtype, device)
    out = rigged(**rigged.inputs_from(poses), normals=True)
    expected = pantin.deform(rig, poses)
    size = max(float(np.ptp(posed.positions[0], axis=0).max()) for posed in expected)
    for posed, positions, normals in zip(expected, out.positions, out.normals, strict=True):
        assert np.abs(positions.cpu().numpy() - posed.positions).max() <= tolerance * size
        if posed.normals is not None:
            assert np.abs(normals.cpu().numpy() - posed.normals).max() <= 1000 * tolerance


def test_whole_tiles_and_vertices_with_many_joints(device):
    """Of more than 4096 vertices planes are whole tiles; those of the first tile share no joints."""
    random = np.random.default_rng(0)
    vertices, joints = 4200, 40
    counts = np.where(np.arange(vertices) < 100, 12, 2)
    offsets = np.concatenate([[0], np.cumsum(counts)])
    influences = Influences(offsets, random.integers(0, joints, offsets[-1]), random.random(offsets[-1]))
    first = np.repeat(np.arange(vertices) // 200, counts)
    influences.joints[1200:] = np.minimum(first[1200:] + influences.joints[1200:] % 3, joints - 1)
    surface = Surface(random.normal(size=(vertices, 3)), influences=influences)
    rig = pantin.build(
        nodes=[*(Node(None, node - 1, translation=(0, 0.1, 0)) for node in range(joints)), Node("mesh")],
        meshes=[Mesh((surface,))],
        skins=[Skin(np.arange(joints))],
        instances=[Instance(joints, 0, skin=0)],
    )
    rigged = RigModule(rig, torch.float64, device)
    rotations = torch.randn(4, joints + 1, 4, dtype=torch.float64)
    fused = rigged(rotations=rotations.to(device))
    plain = RigModule(rig, torch.float64, "cpu").nodes
    world = plain.world(*plain.local(rotations, None, None), None, len(rotations))[:, :joints]
    owners = torch.arange(vertices).repeat_interleave(torch.tensor(counts))
    weights = torch.zeros(vertices, joints, dtype=torch.float64).index_put(
        (owners, torch.tensor(influences.joints)), torch.tensor(influences.weights), accumulate=True
    )
    blended = torch.einsum("vj,bjrc->bvrc", weights, world)
    points = torch.tensor(surface.positions)
    expected = (blended[..., :3] @ points[..., None])[..., 0] + blended[..., 3]
    assert_near(fused.positions, [expected], 1e-12)


def test_a_tree_with_too_many_nodes_uses_plain_operations(device, monkeypatch):
    rig, rotations = random_rig(), torch.randn(2, 5, 4, dtype=torch.float64, device=device)
    expected = RigModule(rig, torch.float64, device)(rotations=rotations)
    monkeypatch.setattr("pantin.torch.cuda.backend.MOST_NODES", 4)
    limited = RigModule(rig, torch.float64, device)(rotations=rotations)
    assert_near([*limited.positions, limited.joints], [*expected.positions, expected.joints], 1e-12)


# PyTorch 2.11 warns of this for any module: it keeps the results of its warm-up, which is on another stream.
@pytest.mark.filterwarnings("ignore:The AccumulateGrad node's stream does not match:UserWarning")
def test_a_graphed_module_has_the_same_results(device):
    if device == "cpu":
        pytest.skip("CUDA graphs need a CUDA device")
    rigged = RigModule(random_rig(vertices=300), device=device)
    rotations = torch.randn(5, 5, 4, device=device, requires_grad=True)
    plain = rigged(rotations).positions[0]
    (wanted,) = torch.autograd.grad(plain.square().sum(), rotations)
    sample = rotations.detach().requires_grad_()  # `plain` has a node for `rotations` on the default stream
    graphed = torch.cuda.make_graphed_callables(rigged, (sample,))
    made = graphed(rotations).positions[0]
    (gradient,) = torch.autograd.grad(made.square().sum(), rotations)
    assert torch.equal(made, plain)
    assert torch.equal(gradient, wanted)


@pytest.mark.parametrize("dimension", [3, 4])
def test_gradients_have_the_same_bits_in_every_run(device, monkeypatch, dimension):
    rig = random_rig(dimension, vertices=300, seed=5)
    rigged = RigModule(rig, device=device, learn=LEARN)
    shape = (4,) if dimension == 3 else (4, 4)
    inputs = {"rotations": torch.randn(5, 5, *shape), "blend_weights": torch.rand(5, 3)}
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
    steps = TreeLayout.from_parents(parents, torch.device("cpu")).schedule.tolist()
    step_of = {node: step for step, nodes in enumerate(steps) for node in nodes if node >= 0}
    assert sorted(step_of) == list(range(200))
    assert all(len(nodes) == WIDTH for nodes in steps)
    assert all(step_of[parent] < step_of[node] for node, parent in enumerate(parents.tolist()) if parent >= 0)


def test_ancestors_are_1_2_4_levels_up():
    random = np.random.default_rng(0)
    parents = np.array([-1, *(int(random.integers(max(-1, node - 3), node)) for node in range(1, 200))])
    ancestors = TreeLayout.from_parents(parents, torch.device("cpu")).ancestors.tolist()
    for node in range(200):
        path = [node]
        while path[-1] >= 0:
            path.append(int(parents[path[-1]]))
        listed = [row[node] for row in ancestors]
        assert listed == [path[1 << r] if 1 << r < len(path) else -1 for r in range(len(ancestors))]
        assert len(path) - 2 < 1 << len(ancestors)


def test_slots_hold_every_influence_once_and_every_vertex_is_in_one_tile():
    random = np.random.default_rng(0)
    counts = np.concatenate([random.integers(0, 3, 400), random.integers(8, 16, 100), np.ones(5000, int)])
    offsets = np.concatenate([[0], np.cumsum(counts)])
    joints = random.integers(0, 9, offsets[-1])  # some vertices list a joint twice
    layout = SurfaceLayout(offsets, joints, 9, torch.device("cpu"))
    owners, covered, held = np.repeat(np.arange(len(counts)), counts), [], []
    groups, alone, shared = layout.tiles
    for place, group in enumerate(groups.tolist()):
        slots = layout.slots if place < alone else shared
        table = slots.entries.view(-1, layout.plane)
        first, width = group * 32 * slots.shared, 32 * slots.shared
        covered += range(first, min(first + width, layout.plane))
        for slot, column in (table[:, first : first + width] < len(joints)).nonzero().tolist():
            entry, vertex = int(table[slot, first + column]), first + column
            held.append(entry)
            assert owners[entry] == vertex
            assert slots.joints[slot, vertex // slots.shared] == joints[entry]
    assert (0 < alone < len(groups), shared.shared) == (True, SHARED)
    assert sorted(covered) == list(range(layout.plane))
    assert sorted(held) == list(range(len(joints)))


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
