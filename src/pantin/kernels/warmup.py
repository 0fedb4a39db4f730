"""Compile the common kernels ahead of time, so that no later call waits: about a second each, once per
machine.

Other dimensions, element types and mixes of attributes compile on first use and are cached on disk as well.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import (
    blend_shapes,
    clips,
    closest_points,
    collapse,
    dual_quaternion,
    engine,
    euler,
    flat_normals,
    furthest,
    hierarchy,
    implicit,
    influences,
    key_play,
    key_search,
    number_text,
    skinning,
    spline_search,
    spring_program,
    spring_step,
    triangle_distance,
    triangular_solve,
)

Array = NDArray[Any]


def warmup(tell: Callable[[str, float], object] = lambda name, seconds: None) -> list[tuple[str, float]]:
    """Compile and name every common specialisation with the seconds it took; empty without numba. `tell` is
    called after each.
    """
    if not engine.numba_wanted():
        return []
    times = []
    for name, run in _common_samples():
        begin = time.perf_counter()
        run()
        times.append((name, time.perf_counter() - begin))
        tell(*times[-1])
    return times


def _common_samples() -> Iterator[tuple[str, Callable[[], object]]]:
    """Names, which begin with that of the kernel, and calls that compile: the twin of each sample and the
    fused form of the kernels that have one."""
    for name, run in _samples():
        yield name, partial(_run, engine.Backend.TWIN, run)
    for name, run in _samples():
        if any(kernel.fused and name.startswith(kernel.name) for kernel in engine.KERNELS.values()):
            yield f"{name}, fused", partial(_run, engine.Backend.FUSED, run)


def _run(backend: engine.Backend, run: Callable[[], object]) -> None:
    with engine.force_backend(backend):
        run()


def _samples() -> Iterator[tuple[str, Callable[[], object]]]:
    for count in (4, 8, 9):
        for normals, tangents in ((False, False), (True, False), (True, True)):
            yield _skinning(3, np.float32, count, normals, tangents)
    yield _skinning(3, np.float64, 4, True, False)
    yield _skinning(4, np.float32, 4, True, False)
    yield _skinning(4, np.float32, 9, True, False)
    yield _dual(np.float32)
    yield "polar decomposition", lambda: dual_quaternion.split(np.eye(3, 4)[None])
    yield _shapes(np.float32, 3)
    for dimension in (3, 4):
        yield from _tree(dimension)
    yield _clip()
    yield _flat_normals_sample(np.float32)
    yield "number text", lambda: number_text.parse_numbers(b"1 2\n3")
    turn = np.zeros((1, 1), np.int64)
    yield "rotations by axes", lambda: euler.compose_rotations(np.zeros((1, 1)), turn, turn)
    yield _springs("springs of one rig", 1)
    yield _springs("springs of many rigs", spring_program.LANES)
    yield from _slimming()
    yield from _weights()
    yield _implicit()


def _surface(dimension: int, kind: type, count: int) -> tuple[influences.InfluenceRows, Array, Array, Array]:
    bound = influences.bind_padded(
        np.zeros((32, count), np.int64), np.full((32, count), 1 / count), 1, dimension=dimension, dtype=kind
    )
    return (
        bound,
        np.eye(dimension, dimension + 1)[None, None],
        np.ones((32, dimension), kind),
        np.ones((32, 4), kind),
    )


def _skinning(
    dimension: int, kind: type, count: int, normals: bool, tangents: bool
) -> tuple[str, Callable[[], object]]:
    bound, palette, points, sides = _surface(dimension, kind, count)
    extra = (points if normals else None, sides if tangents else None)
    word = f"{'+normals' if normals else ''}{'+tangents' if tangents else ''}"
    rows = f"{bound.padded} influences" if bound.padded else "any influences"
    name = f"linear skinning {dimension}D {np.dtype(kind)} {rows} {word}".strip()
    return name, lambda: skinning.linear_blend(bound, palette, points, *extra)


def _dual(kind: type) -> tuple[str, Callable[[], object]]:
    bound, palette, points, sides = _surface(3, kind, 4)
    name = f"dual quaternion skinning {np.dtype(kind)}"
    return name, lambda: dual_quaternion.dual_quaternion_blend(bound, palette, points, points, sides)


def _shapes(kind: type, components: int) -> tuple[str, Callable[[], object]]:
    bound = blend_shapes.bind_shapes(4, components, [(None, np.ones((4, components)))], dtype=kind)
    base: Array = np.zeros((4, components), kind)
    amounts = np.ones((1, 1))
    return f"blend shapes {np.dtype(kind)} x{components}", lambda: blend_shapes.blend(bound, base, amounts)


def _tree(dimension: int) -> Iterator[tuple[str, Callable[[], object]]]:
    local = np.zeros((2, 2, dimension, dimension + 1))
    parents, order = [-1, 0], [0, 1]
    yield f"world maps {dimension}D", lambda: hierarchy.world_maps(parents, order, local)
    yield f"palettes {dimension}D", lambda: hierarchy.palette_maps(local, [0, -1], None)


def _clip() -> tuple[str, Callable[[], object]]:
    """One channel that turns a node: two keys, and the arcs that slerp reads behind them."""
    track = np.array([[clips.SLERP, clips.PARTS.index("rotation"), 0, 2, 0, 0, 1, 4]])
    steps = clips.ClipProgram(track, np.arange(2.0), np.zeros(3 * 8 + 2 * 2), np.zeros(1, np.int64), 1)
    nodes, row, frame = np.zeros(0, np.int64), np.zeros(0), np.zeros((1, 0))
    rest = clips.Rest((row, np.zeros(4), row), row, nodes, nodes)
    out = clips.FrameOutputs((frame, np.zeros((1, 4)), frame, frame), frame)

    def run() -> None:
        from .clips_numba import sample_clip

        sample_clip(3, np.zeros(1), steps, rest, out)

    return "clips 3D", run


def _flat_normals_sample(kind: type) -> tuple[str, Callable[[], object]]:
    points: Array = np.zeros((1, 3, 3), kind)
    corners, mirrored = np.array([[0, 1, 2]]), np.zeros(1, bool)
    return f"flat normals {np.dtype(kind)}", lambda: flat_normals.flat_normals(points, corners, mirrored)


def _springs(name: str, lanes: int) -> tuple[str, Callable[[], object]]:
    """An empty program: its contents do not affect the compiled code."""
    whole, real = np.zeros(0, np.int64), np.zeros
    nothing = spring_program.Program(
        ops=whole.reshape(0, 2),
        levels=(),
        origins=whole,
        parents=whole,
        joint_index=whole.reshape(0, len(spring_program.Index)),
        joint_values=real((0, spring_program.JointConstants.width)),
        collider_index=whole.reshape(0, len(spring_program.ColliderIndex)),
        collider_values=real((0, spring_program.ColliderConstants.width)),
        scaled=False,
    )
    state = real((1, 0, spring_program.JointState.width, lanes))
    pose = real((1, 1, 0, 12, 1)), real((1, 1, 0, 3, 1))
    external, above = real((1, 1, 3, lanes)), real((1, 12, lanes))
    return name, lambda: spring_step.advance(nothing, state, *pose, external, above, 1.0, frames=1, work=0)


def _slimming() -> Iterator[tuple[str, Callable[[], object]]]:
    """What `slim` calls: one curve of two keys, and one vertex that follows one node in one frame."""
    curve = np.arange(2.0), np.zeros((2, 3)), np.ones(2), np.array([0, 2])
    yield "key search", lambda: key_search.reduce_lines(*curve, False, False)
    yield "spline search", lambda: spline_search.reduce_splines(*curve, False, False)
    keys = [np.zeros(1)], [np.eye(4)[3:]]
    yield "key play", lambda: key_play.play_rotations(*keys, np.zeros(1))
    whole = np.array([0, 1]), np.zeros(1, np.int64), np.ones((1, 4)), np.zeros((1, 12, 1))
    points = furthest.WeightedPoints(*whole)
    yield "furthest vertices", lambda: furthest.find_furthest(points, points)
    groups = furthest.make_groups(points)
    yield "furthest groups", lambda: furthest.find_furthest_groups(points, groups, 1.0, 0.0)
    yield "furthest vertices by node", lambda: furthest.find_by_node(points, 0.0)
    yield "collapse", lambda: collapse.simplify(_triangle(), 1, np.inf)
    corners = np.array([[0, 1, 2]])
    tree = triangle_distance.plant(corners, np.zeros((1, 3)))
    vertices = np.arange(3)
    yield (
        "triangle distance",
        lambda: triangle_distance.measure_pose(tree, np.eye(3), corners, vertices, np.zeros(3, np.int64)),
    )


def _weights() -> Iterator[tuple[str, Callable[[], object]]]:
    corners = np.array([[0, 1, 2]])
    yield "closest points", lambda: closest_points.closest_points(np.zeros((1, 3)), np.eye(3), corners)
    one = np.array([0, 1], np.int32), np.zeros(1, np.int32), np.ones(1), np.ones(1)
    factor = triangular_solve.Factor(*one)
    yield "triangular solve", lambda: triangular_solve.solve_factorised(factor, factor, np.ones((1, 1)))


def _implicit() -> tuple[str, Callable[[], object]]:
    one, flag = np.ones(1), np.ones(1, bool)
    reach = np.array([[[0, 2]] * 3])
    terms = implicit.Terms(
        flag, flag, one, one, 0 * one, np.zeros((1, 3)), ~flag, np.eye(3)[None], one, reach
    )
    axis = np.array([0.0, 1.0])
    return "implicit surface", lambda: implicit.polygonise(terms, (axis, axis, axis), 0.5)


def _triangle() -> collapse.CollapseMesh:
    """One triangle, in one pose."""
    each, none = np.arange(3), np.full(3, -1)
    return collapse.CollapseMesh(
        corners=each[None].copy(),
        alive=np.ones(1, bool),
        counts=np.ones(1, np.int64),
        point=each,
        track=each,
        part=np.zeros(3, np.int64),
        uv=np.zeros((3, 2)),
        normal=np.zeros((3, 3)),
        positions=np.eye(3)[:, None].copy(),
        head=each.copy(),
        follow=none.copy(),
        sample=np.full(1, -1),
        next_sample=none.copy(),
        track_head=each.copy(),
        next_track=none.copy(),
        version=np.zeros(3, np.int64),
    )
