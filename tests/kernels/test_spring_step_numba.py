"""The compiled kernels and the NumPy reference give the same bits, for one rig and for eight."""

import numpy as np
import pytest
from spring_rigs import everything, swung

from pantin.kernels import spring_step
from pantin.kernels.engine import Backend, force_backend
from pantin.motion import sample
from pantin.rig import (
    Channel,
    Clip,
    Collider,
    ColliderGroup,
    Node,
    Poses,
    Spring,
    SpringJoint,
    SpringLimit,
    SpringSettings,
    build,
)
from pantin.springs import SpringBatch, SpringSimulation
from pantin.springs.baking import _AnimatedNodes
from pantin.springs.batch import BatchState

pytest.importorskip("numba", reason="numba cannot be imported")

DT = 1 / 60
VARIANTS = ({}, {"limits": True, "skip": True}, {"center": True, "scale": True}, {"cycle": True})


def run(rig, profile, lanes, compiled, frames=12):
    state = BatchState(rig, profile, True, lanes, lanes)
    state.reset(state.shared_poses(rig.rest_pose()))
    driven = state.shared_poses(swung(rig, 4))
    with force_backend(Backend.TWIN if compiled else Backend.NUMPY):
        found, counts = spring_step.advance(
            state.program,
            state.state,
            driven.matrices,
            driven.scales,
            state.external_forces((0.1, 0.2, 0.3), frames),
            state.placements,
            DT,
            frames=frames,
            work=0,
        )
    return found, state.state, counts


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@pytest.mark.parametrize("profile", ["spec", "univrm", "scaled"])
@pytest.mark.parametrize("lanes", [1, 8])
def test_both_engines_give_the_same_bits(variant, profile, lanes):
    rig = everything(5, **variant)
    for a, b in zip(run(rig, profile, lanes, True), run(rig, profile, lanes, False), strict=True):
        assert np.array_equal(a, b)


def test_what_is_guarded_is_guarded_alike():
    """Zero scale: directions, inverses and lengths are all lost, and counted alike."""
    rig = everything(5, center=True)
    results = []
    for compiled in (True, False):
        state = BatchState(rig, "spec", True, 1, 1)
        state.reset(state.shared_poses(rig.rest_pose()))
        driven = state.shared_poses(rig.rest_pose().with_local(0, scale=(0, 0, 0)))
        forces = state.external_forces(None, 3)
        with force_backend(Backend.TWIN if compiled else Backend.NUMPY):
            results.append(
                spring_step.advance(
                    state.program, state.state, driven.matrices, driven.scales, forces, state.placements, DT,
                    frames=3, work=0,
                )
            )  # fmt: skip
    (a, first), (b, second) = results
    assert np.array_equal(a, b)
    assert np.array_equal(first, second)
    assert first.sum()


def test_each_kernel_is_compiled_once_and_warming_up_does_it():
    """Seconds each: arrays that may not be written to would be another kind, compiled again."""
    from pantin.kernels import spring_step_numba, warmup

    for lanes in (1, 8):
        with force_backend(Backend.TWIN):
            warmup._springs("", lanes)[1]()
    rig = everything(5, limits=True)
    for lanes in (1, 8):
        run(rig, "spec", lanes, True)
    single, batch = SpringSimulation(rig), SpringBatch(rig, 3)
    single.step(DT, swung(rig, 1))
    single.run(DT, Poses.stack([swung(rig, 1)] * 2), external=np.ones((2, 3)))
    batch.step(DT, Poses.stack([swung(rig, 1)] * 3), placements=np.tile(np.eye(3, 4), (3, 1, 1)))
    for kernel in (spring_step_numba.joint_lanes(), spring_step_numba.rig_lanes()):
        assert len(kernel.signatures) == 1


def test_copies_that_fill_up_a_block_are_not_counted():
    rig = everything(5, center=True)
    flat = rig.rest_pose().with_local(0, scale=(0, 0, 0))
    single, batch = SpringSimulation(rig), SpringBatch(rig, 3)
    single.step(DT, flat)
    batch.step(DT, flat)
    assert batch.counts == {event: 3 * times for event, times in single.counts.items()}


def fringe(chains=21):
    """Chains of different lengths side by side, which fill lanes unevenly; some have a centre or a limit."""
    rng = np.random.default_rng(3)
    nodes, springs = [Node("root", translation=(0, 1, 0)), Node("leg", 0)], []
    for index in range(chains):
        above, joints = 0, []
        for _ in range(2 + index % 5):
            nodes.append(Node(None, above, rng.normal(size=3) * 0.1))
            above = len(nodes) - 1
            limit = SpringLimit("cone", 0.5) if index % 7 == 0 else None
            joints.append(SpringJoint(above, 0.02, 1.0, 0.5, drag=0.3, limit=limit))
        springs.append(Spring(tuple(joints), (0,) if index % 2 else (), 0 if index % 3 == 0 else None))
    colliders = (
        Collider(1, "sphere", (0.05, 0, 0), 0.1),
        Collider(4, "capsule", radius=0.05, tail=(0, 0.2, 0)),
    )
    groups = (ColliderGroup((0, 1)),)
    return build(nodes=nodes, springs=SpringSettings(tuple(springs), colliders, groups))


def test_lanes_that_are_filled_unevenly_have_the_bits_of_the_reference():
    rig = fringe()
    for a, b in zip(run(rig, "spec", 1, True), run(rig, "spec", 1, False), strict=True):
        assert np.array_equal(a, b)


def test_joints_that_a_clip_moves_and_scales_are_followed_alike(monkeypatch):
    """Such nodes are written where the kernel keeps those of the joints between frames."""
    rig = fringe()
    rng = np.random.default_rng(4)
    times = np.arange(0, 2, 0.1)
    joints = SpringSimulation(rig).joints[[0, 5, 9, 30]].tolist()
    channels = [
        Channel(node, kind, times, 1 + 0.1 * rng.normal(size=(len(times), 3)))
        for node in [0, *joints]
        for kind in ("translation", "scale")
    ]
    moving = _AnimatedNodes(rig, Clip(tuple(channels), "all"))
    poses = sample(moving.rig, moving.clip, np.arange(100) / 60)
    compiled = SpringSimulation(rig).run_moving(DT, moving.nodes, poses)
    monkeypatch.setenv("PANTIN_NO_NUMBA", "1")
    assert np.array_equal(compiled, SpringSimulation(rig).run_moving(DT, moving.nodes, poses))
