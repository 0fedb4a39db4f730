"""Every kernel gives the same bits on 1, 2, 3 and 7 threads, on every backend."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from rig_arrays import random_terms, surface
from spring_rigs import everything

import pantin
from pantin.base import threads
from pantin.kernels.blend_shapes import bind_shapes, blend
from pantin.kernels.closest_points import closest_points
from pantin.kernels.dual_quaternion import dual_quaternion_blend, split
from pantin.kernels.engine import Backend, force_backend
from pantin.kernels.euler import compose_rotations
from pantin.kernels.flat_normals import flat_normals
from pantin.kernels.hierarchy import palette_maps, world_maps
from pantin.kernels.implicit import polygonise
from pantin.kernels.influences import bind
from pantin.kernels.number_text import parse_numbers
from pantin.kernels.skinning import linear_blend
from pantin.kernels.triangular_solve import Factor, solve_factorised
from pantin.rig import Channel, Clip, Node, build
from pantin.springs import SpringBatch
from pantin.viewer.raster import ScreenTriangles, find_visible

Bits = Callable[[], list[np.ndarray]]
CASES: dict[str, Callable[[], Bits]] = {}
"""By name: what makes a call that returns all its arrays."""


def case(name: str) -> Callable[[Callable[[], Bits]], Callable[[], Bits]]:
    return lambda make: CASES.setdefault(name, make)


def skinning(solve, vertices: int, most: int, frames: int) -> Callable[[], Bits]:
    def make() -> Bits:
        s = surface(vertices, most, frames=frames)
        bound = bind(*s[:3], 20)
        return lambda: list(solve(bound, s.palette, s.positions, s.normals, s.tangents))

    return make


for solve in (linear_blend, dual_quaternion_blend):
    for most in (4, 11):
        CASES[f"{solve.__name__}, blocks of vertices, {most} influences"] = skinning(solve, 20_000, most, 2)
        CASES[f"{solve.__name__}, frames, {most} influences"] = skinning(solve, 700, most, 30)
    CASES[f"{solve.__name__}, fewer vertices than a group"] = skinning(solve, 3, 4, 30)


@case("polar decomposition")
def make_maps() -> Bits:
    palette = surface(4, 2, frames=20).palette
    palette[::3, ::5] += 1.0  # maps that are far from a rotation
    return lambda: list(split(palette))


def shapes(vertices: int, frames: int) -> Callable[[], Bits]:
    def make() -> Bits:
        r = np.random.default_rng(0)
        some = [(r.permutation(vertices)[:700], r.standard_normal((700, 3))) for _ in range(5)]
        bound = bind_shapes(vertices, 3, [*some, (None, r.standard_normal((vertices, 3)))])
        base, weights = r.standard_normal((vertices, 3)), r.standard_normal((frames, 6))
        return lambda: [blend(bound, base.astype(np.float32), weights)]

    return make


CASES["blend shapes, blocks of vertices"] = shapes(40_000, 2)
CASES["blend shapes, frames"] = shapes(2000, 20)


@case("world transforms and palettes")
def make_tree() -> Bits:
    r = np.random.default_rng(1)
    parents = np.array([-1, *(int(r.integers(0, node)) for node in range(1, 40))])
    local = r.standard_normal((100, 40, 3, 4))

    def run() -> list[np.ndarray]:
        world = world_maps(parents, np.arange(40), local)
        return [world, palette_maps(world, [3, -1, 39], None)]

    return run


@case("flat normals")
def make_crumpled() -> Bits:
    r = np.random.default_rng(2)
    points, corners = r.standard_normal((40, 500, 3)).astype(np.float32), r.integers(0, 400, (900, 3))

    def run() -> list[np.ndarray]:
        normals, lost = flat_normals(points, corners, np.arange(40) % 3 == 0)
        return [normals, np.array(lost)]

    return run


@case("closest points")
def make_soup() -> Bits:
    r = np.random.default_rng(4)
    vertices, corners, points = (
        r.normal(size=(500, 3)),
        r.integers(0, 500, (900, 3)),
        r.normal(size=(3000, 3)),
    )
    return lambda: list(closest_points(points, vertices, corners))


@case("implicit surface")
def make_field() -> Bits:
    r = np.random.default_rng(6)
    axes = tuple(np.linspace(-1, 1, count) for count in (23, 29, 31))
    field = random_terms(r, axes)
    return lambda: list(polygonise(field, axes, 0.2))


@case("triangular solve")
def make_equations() -> Bits:
    r = np.random.default_rng(5)
    lower, upper = np.tril(r.normal(size=(200, 200))), np.triu(r.normal(size=(200, 200)))
    starts, rows = np.arange(0, 40001, 200, dtype=np.int32), np.tile(np.arange(200, dtype=np.int32), 200)
    diagonal = 20 + r.random(200)
    lower, upper = (
        Factor(starts, rows, np.ascontiguousarray(matrix.T).reshape(-1), diagonal)
        for matrix in (lower, upper)
    )
    right = r.normal(size=(200, 100))
    return lambda: [solve_factorised(lower, upper, right)]


@case("clips")
def make_clip() -> Bits:
    r = np.random.default_rng(3)
    keys = np.arange(5.0)
    channels = [Channel(node, "rotation", keys, r.standard_normal((5, 4))) for node in range(30)]
    channels.append(Channel(7, "translation", keys, r.standard_normal((5, 3, 3)), "CUBICSPLINE"))
    nodes = [Node(parent=node - 1) for node in range(30)]
    rig = build(nodes=nodes, clips=[Clip(tuple(channels), "all")])

    def run() -> list[np.ndarray]:
        poses = pantin.sample(rig, "all", np.linspace(-1, 5, 2000))
        return [poses.local, poses.rotations]

    return run


@case("springs of many rigs")
def make_springs() -> Bits:
    rig = everything(5)

    def run() -> list[np.ndarray]:
        batch = SpringBatch(rig, 60)
        places = np.tile(np.eye(3, 4), (60, 1, 1))
        for frame in range(3):
            places[:, 0, 3] = np.sin(frame + np.arange(60))
            batch.step(1 / 60, placements=places)
        return [batch.rotations, np.array(sorted(batch.counts.items()))]

    return run


@case("rotations by axes")
def make_angles() -> Bits:
    r = np.random.default_rng(4)
    degrees, columns = r.uniform(-400, 400, (200, 60)), np.arange(60).reshape(20, 3)
    return lambda: [compose_rotations(degrees, columns, columns % 3)]


@case("number text")
def make_text() -> Bits:
    r = np.random.default_rng(5)
    text = "\n".join(" ".join(map(repr, row)) for row in r.standard_normal((20_000, 10)).tolist())
    return lambda: list(parse_numbers(text.encode()))


@case("raster")
def make_triangles() -> Bits:
    r = np.random.default_rng(6)
    x, y = r.uniform(-20, 120, (2, 90))
    faces = np.arange(90).reshape(30, 3)
    shapes = ScreenTriangles(x, y, r.uniform(0.1, 1, 90), faces, np.zeros(30, bool))

    def run() -> list[np.ndarray]:
        visible = find_visible(shapes, np.arange(30), 0, (100, 100))
        return [visible.face, visible.near]

    return run


@pytest.fixture
def parts(monkeypatch) -> Iterator[list[int]]:
    """How many parts each shared call had; any work is worth sharing here, in parts of any size."""
    seen: list[int] = []
    start = threads._Work.__init__

    def watched(self, run, cuts):
        seen.append(len(cuts) - 1)
        start(self, run, cuts)

    monkeypatch.setattr(threads._Work, "__init__", watched)
    monkeypatch.setattr(threads, "WORTHWHILE", 0.0)
    monkeypatch.setattr(threads, "PART", 1e-12)
    monkeypatch.setattr(threads, "LEAST", 1e-12)
    return seen


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("backend", Backend)
def test_threads_change_no_bit(backend, name, parts):
    if backend is not Backend.NUMPY:
        pytest.importorskip("numba", reason="numba cannot be imported")
    run = CASES[name]()
    results = []
    with force_backend(backend):
        for number in (1, 2, 3, 7):
            with threads.use_threads(number):
                results.append([array.tobytes() for array in run()])
    assert all(result == results[0] for result in results)
    # The references in NumPy use one thread: between operations they wait for each other's interpreter lock.
    assert (max(parts, default=0) > 1) is (backend is not Backend.NUMPY)
