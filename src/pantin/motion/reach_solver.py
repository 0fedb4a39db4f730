"""The general solver of `reach`: damped least squares over the rotations of joints, many poses at once.

A step solves Δ = Jᵀ (J Jᵀ + λ)⁻¹ e for the error e of all targets, with λ by the trust in the last step
(Levenberg and Marquardt). Joints without limits turn about the three axes of their parents, whose scales may
be uneven or mirrored: J leads through them exactly. Joints with limits have the angles about x, y and z as
variables, which are clamped; an angle at its limit that would exceed it
is left out of the step. Freedom that the targets leave (the null space of J) can be used to move towards the
rest pose.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record
from pantin.kernels.hierarchy import world_maps
from pantin.maths import affine, quaternion
from pantin.motion.looping import exp_map, log_map
from pantin.rig import Doubles, Indices
from pantin.rig.transform import compose_local

DONE = 1e-10
"""Errors below this part of the reach count as 0."""

GOOD = 1e-7
"""A pose with a larger error, relative to the reach, is solved again from other starts."""

STARTS = 24
"""Other starts that are tried for poses that do not converge: local minima in front of limits."""

SEED = 1
"""Makes the random starts, so that the same call gives the same result."""


class Problem(Record, eq=False):
    """J joints of S nodes that targets of E effectors move.

    parents     (S,) in the order of the nodes, each after its parent; −1 for none
    joints      (J,) the nodes that turn
    effectors   (E,)
    moves       (E, J) which joints move which effector
    rest        (J, 4) rest rotations
    lowest, highest  (J, 3) radians about x, y, z from rest; infinite without limits
    cone        (J,) radians from rest at most; infinite without a limit
    positions   (E,) weights of positions
    turns       (E,) weights of orientations, times the reach; 0 for none
    reach       the length of the longest chain
    draw        how strongly free joints are drawn to the rest pose
    """

    parents: Indices
    joints: Indices
    effectors: Indices
    moves: NDArray[np.bool_]
    rest: Doubles
    lowest: Doubles
    highest: Doubles
    cone: Doubles
    positions: Doubles
    turns: Doubles
    reach: float
    draw: float

    @property
    def boxed(self) -> NDArray[np.bool_]:
        """Which joints have limits about their axes."""
        return np.asarray(np.isfinite(self.lowest).any(axis=1) | np.isfinite(self.highest).any(axis=1))


class State(Record, eq=False):
    """F poses: translations and scales (F, S, 3), rotations (F, S, 4), angles (F, J, 3) of joints with limits
    about axes; targets (F, E, 3) and (F, E, 4)."""

    translations: Doubles
    scales: Doubles
    rotations: Doubles
    angles: Doubles
    points: Doubles
    turns: Doubles

    def take(self, rows: Indices) -> State:
        return State(*(getattr(self, name)[rows] for name in self.__struct_fields__))


def solve(problem: Problem, state: State, iterations: int) -> Doubles:
    """Rotations (F, S, 4) of the nodes that bring effectors as near to their targets as possible."""
    state = _clamp_start(problem, state)
    rotations, errors = _descend(problem, state, iterations)
    random = np.random.default_rng(SEED)
    for attempt in range(STARTS):
        open_ = np.flatnonzero(errors > GOOD * problem.reach)
        if not len(open_) or (attempt >= 2 and not _may_reach(problem, state, open_).any()):
            break
        start = _other_start(problem, state.take(open_), random)
        again, left = _descend(problem, start, iterations)
        better = left < errors[open_]
        rotations[open_[better]], errors[open_[better]] = again[better], left[better]
    return rotations


def _may_reach(problem: Problem, state: State, rows: Indices) -> NDArray[np.bool_]:
    """Whether targets are within the total bone length of the first joints of their chains."""
    part = state.take(rows)
    world = world_of(problem, part.translations, part.rotations, part.scales)[..., 3]
    result = np.ones(len(rows), bool)
    for number, effector in enumerate(problem.effectors.tolist()):
        chain = [*problem.joints[problem.moves[number]].tolist(), effector]
        ways = np.linalg.norm(np.diff(world[:, chain], axis=1), axis=-1).sum(axis=1)
        away = np.linalg.norm(part.points[:, number] - world[:, chain[0]], axis=-1)
        if problem.positions[number] > 0:
            result &= away <= ways * (1 + 1e-9)
    return result


def _clamp_start(problem: Problem, state: State) -> State:
    """The state with its joints inside their limits."""
    rotations, angles = state.rotations.copy(), state.angles.copy()
    for number, node in enumerate(problem.joints.tolist()):
        if problem.boxed[number]:
            relative = quaternion.product(
                quaternion.conjugate(problem.rest[number]), quaternion.normalize(rotations[:, node])
            )
            angles[:, number] = np.clip(to_angles(relative), problem.lowest[number], problem.highest[number])
            rotations[:, node] = quaternion.product(problem.rest[number], from_angles(angles[:, number]))
        rotations[:, node] = _inside_cone(problem, number, rotations[:, node])
    return state.replace(rotations=rotations, angles=angles)


def _other_start(problem: Problem, state: State, random: np.random.Generator) -> State:
    rotations, angles = state.rotations.copy(), state.angles.copy()
    frames = len(rotations)
    for number, node in enumerate(problem.joints.tolist()):
        if problem.boxed[number]:
            low = np.maximum(problem.lowest[number], -np.pi)
            high = np.minimum(problem.highest[number], np.pi)
            angles[:, number] = low + (high - low) * random.random((frames, 3))
            rotations[:, node] = quaternion.product(problem.rest[number], from_angles(angles[:, number]))
        else:
            most = min(float(problem.cone[number]), 2.0)
            turn = random.normal(size=(frames, 3))
            turn *= most * random.random((frames, 1)) / np.linalg.norm(turn, axis=1, keepdims=True)
            rotations[:, node] = quaternion.product(problem.rest[number], exp_map(turn))
    return _clamp_start(problem, state.replace(rotations=rotations, angles=angles))


def _inside_cone(problem: Problem, joint: int, rotations: Doubles) -> Doubles:
    most = float(problem.cone[joint])
    if not np.isfinite(most):
        return rotations
    rest = problem.rest[joint]
    turn = log_map(quaternion.product(quaternion.conjugate(rest), quaternion.normalize(rotations)))
    angle = np.linalg.norm(turn, axis=-1, keepdims=True)
    over = angle > most
    if not over.any():
        return rotations
    held = quaternion.product(rest, exp_map(turn * (most / np.where(over, angle, 1.0))))
    return np.where(over, held, rotations)


def _descend(problem: Problem, state: State, iterations: int) -> tuple[Doubles, Doubles]:
    rotations, angles = state.rotations.copy(), state.angles.copy()
    best = np.full(len(rotations), np.inf)
    kept = rotations.copy()
    rows = np.arange(len(rotations))
    trust = np.full(len(rotations), 1e-3)
    draw = problem.draw
    for step in range(iterations + 1):
        part = State(
            state.translations[rows],
            state.scales[rows],
            rotations[rows],
            angles[rows],
            state.points[rows],
            state.turns[rows],
        )
        world = world_of(problem, part.translations, part.rotations, part.scales)
        turned = world_rotations(problem, part.rotations)
        error = _errors(problem, world, turned, part)
        size = np.sqrt((error * error).sum(axis=1))
        better = size < best[rows]
        kept[rows[better]], best[rows[better]] = rotations[rows[better]], size[better]
        trust[rows] = np.clip(np.where(better, trust[rows] * 0.25, trust[rows] * 4.0), 1e-14, 1e2)
        going = (size > DONE * problem.reach) | (step < 4 and draw > 0)
        if step == iterations or not going.any():
            break
        rows, part = rows[going], part.take(np.flatnonzero(going))
        world, turned, error = world[going], turned[going], error[going]
        new = _step(problem, part, world, turned, error, trust[rows], draw)
        rotations[rows], angles[rows] = new
        draw = 0.0 if step > iterations // 2 else draw * 0.8
    return kept, best


def world_of(problem: Problem, translations: Doubles, rotations: Doubles, scales: Doubles) -> Doubles:
    local = compose_local(translations, rotations, scales)
    return np.asarray(world_maps(problem.parents, np.arange(len(problem.parents)), local))


def world_rotations(problem: Problem, rotations: Doubles) -> Doubles:
    world = quaternion.normalize(rotations)
    for node, parent in enumerate(problem.parents.tolist()):
        if parent >= 0:
            world[:, node] = quaternion.product(world[:, parent], world[:, node])
    return world


def _errors(problem: Problem, world: Doubles, turned: Doubles, state: State) -> Doubles:
    """(F, 3 E or 6 E) weighted distances to the targets."""
    away = (state.points - world[..., 3][:, problem.effectors]) * problem.positions[:, None]
    parts = [away.reshape(len(away), -1)]
    if problem.turns.any():
        now = turned[:, problem.effectors]
        turn = log_map(quaternion.product(state.turns, quaternion.conjugate(now)))
        parts.append((turn * problem.turns[:, None]).reshape(len(away), -1))
    return np.concatenate(parts, axis=1)


def _step(
    problem: Problem,
    state: State,
    world: Doubles,
    turned: Doubles,
    error: Doubles,
    trust: Doubles,
    draw: float,
) -> tuple[Doubles, Doubles]:
    """Rotations and angles after a step."""
    jacobian = _jacobian(problem, world, turned, _axes(problem, state))
    boxed = problem.boxed
    drawn = None
    if draw > 0:
        now = quaternion.normalize(state.rotations[:, problem.joints])
        back = log_map(quaternion.product(problem.rest, quaternion.conjugate(now)))
        ways = np.where(boxed[:, None], -state.angles, back)
        drawn = draw * ways.reshape(len(error), -1)
    change = _damped_step(jacobian, error, trust, drawn)
    if boxed.any():
        low = np.where(boxed[:, None], problem.lowest, -np.inf).reshape(-1)
        high = np.where(boxed[:, None], problem.highest, np.inf).reshape(-1)
        angles = state.angles.reshape(len(error), -1)
        for _ in range(2):
            stuck = ((angles <= low + 1e-12) & (change < 0)) | ((angles >= high - 1e-12) & (change > 0))
            if not stuck.any():
                break
            jacobian = np.where(stuck[:, None], 0.0, jacobian)
            change = np.where(stuck, 0.0, _damped_step(jacobian, error, trust, drawn))
    return _apply(problem, state, change.reshape(len(error), -1, 3))


def _damped_step(jacobian: Doubles, error: Doubles, trust: Doubles, drawn: Doubles | None) -> Doubles:
    square = jacobian @ np.swapaxes(jacobian, 1, 2)
    size = np.trace(square, axis1=1, axis2=2) / square.shape[1]
    square += (trust * size + 1e-300)[:, None, None] * np.eye(square.shape[1])
    wanted = error if drawn is None else error - np.einsum("fij,fj->fi", jacobian, drawn)
    solved = np.linalg.solve(square, wanted[..., None])[..., 0]
    change = np.einsum("fij,fi->fj", jacobian, solved)
    return np.asarray(change if drawn is None else change + drawn)


def _parent_rotations(turned: Doubles, parents: Indices) -> Doubles:
    above = turned[:, np.maximum(parents, 0)].copy()
    above[:, parents < 0] = quaternion.IDENTITY
    return above


def _axes(problem: Problem, state: State) -> Doubles:
    """(F, J, 3, 3) the three axes of each joint in the space of its parent, in rows."""
    frames, count = len(state.rotations), len(problem.joints)
    axes = np.broadcast_to(np.eye(3), (frames, count, 3, 3)).copy()
    boxed = np.flatnonzero(problem.boxed)
    if not len(boxed):
        return axes
    frame = problem.rest[boxed]
    y, z = (state.angles[:, boxed, part] for part in (1, 2))
    about_z = quaternion.from_axis_angle(np.array([0.0, 0.0, 1.0]), z)
    about_y = quaternion.from_axis_angle(np.array([0.0, 1.0, 0.0]), y)
    axes[:, boxed, 2] = quaternion.rotate(frame, np.array([0.0, 0.0, 1.0]))
    both = quaternion.product(frame, about_z)
    axes[:, boxed, 1] = quaternion.rotate(both, np.array([0.0, 1.0, 0.0]))
    axes[:, boxed, 0] = quaternion.rotate(quaternion.product(both, about_y), np.array([1.0, 0.0, 0.0]))
    return axes


def _jacobian(problem: Problem, world: Doubles, turned: Doubles, axes: Doubles) -> Doubles:
    positions, parents = world[..., 3], problem.parents[problem.joints]
    above = parent_maps(world, parents)
    to_parent, _ = affine.invert(above)  # a scale of 0 has no inverse, and nothing moves there
    blocks = []
    for number, effector in enumerate(problem.effectors.tolist()):
        arm = affine.apply_linear(
            to_parent[..., :3], positions[:, None, effector] - positions[:, problem.joints]
        )
        columns = affine.apply_linear(above[:, :, None, :, :3], np.cross(axes, arm[:, :, None]))
        columns *= problem.moves[number][:, None, None]
        blocks.append(problem.positions[number] * np.moveaxis(columns.reshape(len(world), -1, 3), 1, 2))
    if problem.turns.any():
        facing = quaternion.rotate(_parent_rotations(turned, parents)[:, :, None], axes)
        for number in range(len(problem.effectors)):
            columns = facing * problem.moves[number][:, None, None] * problem.turns[number]
            blocks.append(np.moveaxis(columns.reshape(len(world), -1, 3), 1, 2))
    return np.concatenate(blocks, axis=1)


def parent_maps(world: Doubles, parents: Indices) -> Doubles:
    """(F, J, 3, 4) the world transforms of parents; of −1 the identity."""
    above = world[:, np.maximum(parents, 0)]
    above[:, parents < 0] = affine.identity(3)
    return np.asarray(above)


def _apply(problem: Problem, state: State, change: Doubles) -> tuple[Doubles, Doubles]:
    """Rotations and angles after a change of the variables, inside all limits."""
    rotations = state.rotations.copy()
    angles = np.clip(
        state.angles + np.where(problem.boxed[:, None], np.clip(change, -1.0, 1.0), 0.0),
        problem.lowest,
        problem.highest,
    )
    size = np.linalg.norm(change, axis=-1, keepdims=True)
    change = change * np.minimum(1.0, 1.0 / np.maximum(size, 1e-300))  # a radian at most
    for number, node in enumerate(problem.joints.tolist()):
        if problem.boxed[number]:
            rotations[:, node] = quaternion.product(problem.rest[number], from_angles(angles[:, number]))
        else:
            turn = exp_map(change[:, number])
            rotations[:, node] = quaternion.normalize(quaternion.product(turn, rotations[:, node]))
        rotations[:, node] = _inside_cone(problem, number, rotations[:, node])
    return rotations, angles


def from_angles(angles: Doubles) -> Doubles:
    """Rotations about x, then y, then z, in radians: the matrix Z Y X."""
    about = [quaternion.from_axis_angle(axis, angles[..., part]) for part, axis in enumerate(np.eye(3))]
    return quaternion.product(about[2], quaternion.product(about[1], about[0]))


def to_angles(rotations: Doubles) -> Doubles:
    """The angles about x, then y, then z of rotations, y within a quarter turn."""
    matrix = quaternion.to_matrix(rotations)
    y = np.arcsin(np.clip(-matrix[..., 2, 0], -1.0, 1.0))
    locked = np.abs(matrix[..., 2, 0]) > 1.0 - 1e-12
    x = np.where(locked, 0.0, np.arctan2(matrix[..., 2, 1], matrix[..., 2, 2]))
    z = np.where(
        locked,
        np.arctan2(-matrix[..., 0, 1], matrix[..., 1, 1]),
        np.arctan2(matrix[..., 1, 0], matrix[..., 0, 0]),
    )
    return np.stack([x, y, z], axis=-1)
