"""`pantin.torch` on a CUDA device, beside its bandwidth, dense skinning, and the springs of the CPU.

Bytes are those that must be moved: each input read once, each result written once. Copy and fill are plain
PyTorch. Kernels run as CUDA graphs, so that the time to launch them from Python does not count. "Eager" is
with it: for one call that waits for the result, or in a loop of calls, where the gradients are computed in
PyTorch's own thread or in that of the caller ("one thread"). The "graphed callable" is the module after
`torch.cuda.make_graphed_callables`, called from Python.
Without a CUDA device the benchmark says so and ends.

`bench_pymomentum.py` compares the CPU path with pymomentum; where that is installed beside Triton, its
kernels are compared here.
"""

from __future__ import annotations

import importlib.util
import statistics
import sys
import time
from collections.abc import Callable

import numpy as np
from timing import record

import pantin
from pantin.rig import Influences, Instance, Mesh, Node, Skin, Spring, SpringJoint, SpringSettings, Surface

if importlib.util.find_spec("torch") is None:
    sys.exit("bench_torch.py needs PyTorch: pip install -e .[torch]")

import torch
from torch import Tensor

from pantin.torch import RigModule
from pantin.torch.cuda import is_available

JOINTS, INFLUENCES = 80, 4
ROWS: list[tuple[str, str, float, float]] = []
"""Case, variant, seconds, and the share of the limit or the ratio to the other variant."""


def note(case: str, variant: str, seconds: float, share: float, what: str) -> None:
    """Print a row, and keep it."""
    ROWS.append((case, variant, seconds, share))
    print(f"{case:46} {variant:26} {seconds * 1e6:12.1f} µs   {share:8.2f} {what}", flush=True)


def eager_time(run: Callable[[], object], rounds: int = 15) -> float:
    """The median of the times of single runs, in seconds of the device."""
    for _ in range(3):
        run()
    times = []
    for _ in range(rounds):
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        torch.cuda.synchronize()
        begin.record()
        run()
        end.record()
        torch.cuda.synchronize()
        times.append(begin.elapsed_time(end) * 1e-3)
    return statistics.median(times)


def loop_time(run: Callable[[], object], calls: int = 100) -> float:
    """The time of a run in a loop, where Python is ahead of the device."""
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    for _ in range(3):
        run()
    torch.cuda.synchronize()
    begin.record()
    for _ in range(calls):
        run()
    end.record()
    torch.cuda.synchronize()
    return begin.elapsed_time(end) * 1e-3 / calls


def graph_time(run: Callable[[], object], rounds: int = 15) -> float:
    """The same for a CUDA graph of the run."""
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(3):
            run()
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        run()
    return eager_time(graph.replay, rounds)


def bandwidth() -> tuple[float, float]:
    """Bytes per second of a copy (read and written) and of a fill, over 1.44 GB as the batch writes."""
    source = torch.randn(360_000_000, device="cuda")
    target = torch.empty_like(source)
    size = source.numel() * 4
    copy, fill = eager_time(lambda: target.copy_(source)), eager_time(lambda: target.fill_(1.5))
    note("1.44 GB", "copy", copy, 2 * size / copy / 1e12, "TB/s")
    note("1.44 GB", "fill", fill, size / fill / 1e12, "TB/s")
    return 2 * size / copy, size / fill


def tree(count: int) -> np.ndarray:
    """Parents of a branching skeleton, 12 levels deep at 80 joints."""
    random = np.random.default_rng(0)
    return np.array([-1, *(max(0, node - 1 - int(random.integers(0, 12))) for node in range(1, count))])


def body(vertices: int) -> pantin.Rig:
    """A skinned surface: neighbouring vertices have nearly the same joints, as in any model."""
    random = np.random.default_rng(1)
    along = (np.arange(vertices) / vertices * (JOINTS - INFLUENCES)).astype(int)
    first = np.clip(along + random.integers(-1, 2, vertices), 0, JOINTS - INFLUENCES)
    weights = random.random((vertices, INFLUENCES), np.float32)
    weights /= weights.sum(1, keepdims=True)
    influences = Influences(
        np.arange(vertices + 1) * INFLUENCES,
        (first[:, None] + np.arange(INFLUENCES)).ravel(),
        weights.ravel(),
    )
    positions, normals = (random.normal(size=(vertices, 3)).astype(np.float32) for _ in range(2))
    nodes = [Node(None, int(parent), translation=random.normal(size=3) / 10) for parent in tree(JOINTS)]
    return pantin.build(
        nodes=[*nodes, Node("mesh")],
        meshes=[Mesh((Surface(positions, normals=normals, influences=influences),))],
        skins=[Skin(np.arange(JOINTS))],
        instances=[Instance(JOINTS, 0, skin=0)],
    )


def skin(vertices: int, batch: int, limit: float, name: str) -> None:
    """Palettes to positions and normals; several copies of the input, so that none stays in the cache."""
    from pantin.torch.cuda.skin import skin_surface

    copies = 4 if batch == 1 and vertices < 5_000_000 else 2
    modules = [RigModule(body(vertices), device="cuda") for _ in range(copies)]
    palettes = torch.randn(batch, JOINTS, 3, 4, device="cuda")
    surfaces = []
    for module in modules:
        fused, surface = module._fused_operations(module.device), module.meshes[0][0]
        layout = fused.layout(surface, module.skins[0])
        surfaces.append(fused.prepare(surface, layout, None, batch, True))

    def run() -> None:
        for source, prepared in surfaces:
            skin_surface(palettes, source, prepared)

    with torch.no_grad():
        taken = graph_time(run) / copies
    once = vertices * (24 + INFLUENCES * (4 + 2))  # positions, normals, weights and joints
    written = batch * vertices * 24
    note(f"skin {batch} x {vertices:,} with normals", "fused", taken, (once + written) / taken / limit, name)


def skin_densely(weights: Tensor, points: Tensor, world: Tensor) -> Tensor:
    """As smplx does it: a matrix of weights (V, J), and a 4×4 matrix for each vertex and pose."""
    batch, joints = world.shape[:2]
    last = torch.tensor([0.0, 0, 0, 1], device="cuda").expand(batch, joints, 1, 4)
    matrices = torch.cat((world, last), 2).reshape(batch, joints, 16)
    blended = torch.matmul(weights.expand(batch, -1, -1), matrices).view(batch, -1, 4, 4)
    ones = torch.ones(batch, points.shape[1], 1, device="cuda")
    homogeneous = torch.cat((points.expand(batch, -1, -1), ones), 2)
    return torch.matmul(blended, homogeneous[..., None])[:, :, :3, 0]


def peak(run: Callable[[], object]) -> int:
    """Bytes that a run allocates at most."""
    torch.cuda.synchronize()
    torch.cuda.reset_peak_memory_stats()
    before = torch.cuda.memory_allocated()
    run()
    torch.cuda.synchronize()
    return int(torch.cuda.max_memory_allocated()) - before


def gradients(vertices: int = 100_000, batch: int = 64) -> None:
    """Forward and backward to the pose."""
    case = f"forward + backward {batch} x {vertices:,}"
    module = RigModule(body(vertices), device="cuda")
    surface = module.meshes[0][0]
    dense = torch.zeros(vertices, JOINTS, device="cuda")
    rows = torch.arange(vertices, device="cuda").repeat_interleave(INFLUENCES)
    dense[rows, surface.joints] = surface.weights
    rotations = torch.randn(batch, JOINTS + 1, 4, device="cuda", requires_grad=True)
    given = torch.randn(batch, vertices, 3, device="cuda")

    def fused() -> Tensor:
        rotations.grad = None
        module(rotations=rotations).positions[0].backward(given)
        return rotations.grad

    def densely() -> Tensor:
        rotations.grad = None
        local = module.nodes.local(rotations, None, None)
        world = module.nodes.world(*local, None, len(rotations))[:, :JOINTS].float()
        skin_densely(dense, surface.positions[None], world).backward(given)
        return rotations.grad

    expected = densely().clone()
    assert (fused() - expected).abs().max() < 1e-4 * expected.abs().max()
    first = fused().clone()
    same = all(torch.equal(first, fused()) for _ in range(10))
    print(f"{case}: the same bits in ten runs: {same}")
    slow = eager_time(densely)
    output = batch * vertices * 12
    for name, run in (("dense", densely), ("fused", fused)):
        print(f"{case}: {name} allocates {peak(run) / output:.2f} times the memory of the result")
    note(case, "dense, as smplx, eager", slow, 1.0, "")
    for name, time_of in (("eager", eager_time), ("eager, in a loop", loop_time), ("graph", graph_time)):
        taken = time_of(fused)
        note(case, f"fused, {name}", taken, slow / taken, "x faster than dense")
    with torch.autograd.set_multithreading_enabled(False):
        taken = loop_time(fused)
    note(case, "fused, in a loop, one thread", taken, slow / taken, "x faster than dense")
    torch.cuda.make_graphed_callables(module, (rotations,))  # changes the module

    def graphed() -> Tensor:
        rotations.grad = None
        module(rotations).positions[0].backward(given)
        return rotations.grad

    assert torch.equal(first, graphed())
    taken = eager_time(graphed)
    note(case, "fused, graphed callable", taken, slow / taken, "x faster than dense")


def beside_pymomentum(vertices: int = 100_000, batch: int = 64) -> None:
    """From poses to vertices and back by the kernels of `pymomentum.torch`, called from Python."""
    if importlib.util.find_spec("pymomentum") is None:
        print("pymomentum is not installed: its kernels are not timed")
        return
    import pymomentum.torch.character
    from pymomentum_rig import as_character, bound_body, local_states

    rig = bound_body(vertices)
    module = RigModule(rig, device="cuda")
    peer = pymomentum.torch.character.Character(as_character(rig), has_limits=False)
    rest = torch.tensor([0.0, 0, 0, 1])
    turned = torch.nn.functional.normalize(rest + 0.2 * torch.randn(batch, JOINTS, 4), dim=2)
    parameters = peer.skeleton.local_skeleton_state_to_joint_parameters(local_states(rig, turned))
    inputs = {
        "pantin": torch.cat((turned, rest.expand(batch, 1, 4)), 1).cuda(),
        "pymomentum.torch, Triton": parameters.cuda(),
    }
    peer.cuda()

    def skin_by_peer(given: Tensor) -> Tensor:
        states = peer.joint_parameters_to_skeleton_state(given, use_double_precision=False, backend="triton")
        return peer.skin_points(states, backend="triton")

    skins: dict[str, Callable[[Tensor], Tensor]] = {
        "pantin": lambda rotations: module(rotations).positions[0],
        "pymomentum.torch, Triton": skin_by_peer,
    }
    made = [skin(inputs[name]) for name, skin in skins.items()]
    apart = float((made[0] - made[1]).abs().max() / made[0].abs().max())
    print(f"pymomentum: results differ by {apart:.1e} of the largest")
    assert apart < 1e-5
    gradient = torch.randn(batch, vertices, 3, device="cuda")

    def both(name: str) -> None:
        leaf = inputs[name].detach().requires_grad_()
        skins[name](leaf).backward(gradient)

    for what, run in (("forward", lambda name: skins[name](inputs[name])), ("forward + backward", both)):
        times = {name: loop_time(lambda name=name, run=run: run(name)) for name in skins}
        for name, taken in times.items():
            case = f"{what} {batch} x {vertices:,}, eager, in a loop"
            note(case, name, taken, taken / times["pantin"], "x the time of pantin")


def kinematics(limit: float, batch: int = 10_000, copies: int = 8) -> None:
    """World transforms; several copies of inputs and results, so that none stays in the cache."""
    from pantin.torch.cuda.kinematics import world_maps
    from pantin.torch.cuda.layouts import TreeLayout

    layout = TreeLayout.from_parents(tree(JOINTS), torch.device("cuda"))
    parts = [[torch.randn(batch, JOINTS, width, device="cuda") for width in (4, 3, 3)] for _ in range(copies)]
    taken = graph_time(lambda: [world_maps(local, batch, layout, None) for local in parts]) / copies
    moved = batch * JOINTS * (16 + 12 + 12 + 48)
    case = f"kinematics {batch:,} x {JOINTS} joints"
    note(case, "fused", taken, moved / taken / limit, "of copy")
    sources = torch.randn(copies, moved // 8, device="cuda")
    targets = torch.empty_like(sources)
    pairs = list(zip(targets, sources, strict=True))
    taken = graph_time(lambda: [torch.add(source, 0, out=target) for target, source in pairs]) / copies
    note(case, "copy of as many bytes", taken, moved / taken / limit, "of copy")


def springs(copies: int = 100_000, chains: int = 10, joints: int = 10) -> None:
    """Ten chains of ten joints; beside `SpringBatch` on the CPU where numba is installed."""
    nodes, listed = [Node("root")], []
    for chain in range(chains):
        first = len(nodes)
        for link in range(joints + 1):
            turned = (0.1 * np.cos(chain), 0, 0.1 * np.sin(chain))
            nodes.append(Node(None, 0 if link == 0 else len(nodes) - 1, translation=turned))
        listed.append(Spring(tuple(SpringJoint(first + link) for link in range(joints + 1))))
    rig = pantin.build(nodes=nodes, springs=SpringSettings(tuple(listed)))
    case = f"springs {copies:,} x {chains * joints} joints"
    module = RigModule(rig, device="cuda")
    with torch.no_grad():
        state = module.spring_state().expand(copies, -1, -1).contiguous()
        wind = torch.randn(copies, 3, device="cuda")
        taken = graph_time(lambda: module.spring_step(state, 1 / 60, external=wind), 5)
    note(case, "fused, float64", taken, taken / copies * 1e9, "ns an avatar")
    if importlib.util.find_spec("numba") is None:
        print("numba is not installed: the CPU batch is not timed")
        return
    batch = pantin.SpringBatch(rig, copies)
    batch.step(1 / 60)
    begin = time.perf_counter()
    batch.step(1 / 60)
    slow = time.perf_counter() - begin
    note(case, "SpringBatch on the CPU", slow, slow / taken, "x the time of the device")


def keep() -> None:
    """Write the rows where the other benchmarks write theirs, under the name of the device."""
    machine = torch.cuda.get_device_name()
    for case in dict.fromkeys(row[0] for row in ROWS):
        rows = [row for row in ROWS if row[0] == case]
        times, shares = {row[1]: row[2] for row in rows}, {row[1]: row[3] for row in rows}
        record(case, times, rows[0][1], shares, machine)


def main() -> None:
    if not torch.cuda.is_available() or not is_available(torch.device("cuda")):
        sys.exit("bench_torch.py needs a CUDA device and Triton")
    print(torch.cuda.get_device_name(), "PyTorch", torch.__version__)
    copy, fill = bandwidth()
    skin(1_000_000, 1, copy, "of copy")
    skin(10_000_000, 1, copy, "of copy")
    skin(100_000, 600, fill, "of fill")
    gradients()
    beside_pymomentum()
    kinematics(copy)
    springs()
    keep()


if __name__ == "__main__":
    main()
