"""`reach`: inverse kinematics. Two bones in closed form where that applies, else the general solver."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from pantin.base.any_numbers import any_numbers
from pantin.base.arguments import check_arguments
from pantin.base.records import Record, replace
from pantin.kernels.composition import compose_into
from pantin.maths import affine, quaternion
from pantin.motion.reach_solver import GOOD, Problem, State, parent_maps, solve, world_of
from pantin.motion.transforms import joint_positions
from pantin.motion.two_bones import (
    Quaternion,
    Vector,
    conjugate,
    limb_turns,
    multiply,
    plus,
    split,
    times,
    turn,
    unit,
)
from pantin.rig import Doubles, Pose, Poses, Rig
from pantin.rig.arrays import read_only
from pantin.rig.rig import HasRig, rig_of
from pantin.rig.transform import compose_local, has_shear

PosesT = TypeVar("PosesT", Pose, Poses)
Joint: TypeAlias = int | str
Limit: TypeAlias = float | Sequence[tuple[float, float]]
"""Degrees from the rest rotation at most; or the range of degrees about x, y and z from it."""

EVEN = 1e-3
"""Scales along the axes of a joint count as equal within this part of the largest. The closed form misses by
as much, and corrects its aim by the miss…"""

ROUNDED = 2e-7
"""…unless they are as near as this: exporters write 0.99999994 for 1."""

LIMBS = {"Hand": ("UpperArm", "LowerArm"), "Foot": ("UpperLeg", "LowerLeg")}


class Chain(Record, eq=False):
    """An effector, the joints that may rotate for it (from the root on), and its target."""

    effector: int
    joints: tuple[int, ...]
    point: Doubles | None
    turn: Doubles | None
    pole: Doubles | None
    weight: float


@check_arguments
@any_numbers
def reach(
    rig: Rig | HasRig,
    pose: PosesT,
    targets: Mapping[Joint, ArrayLike],
    *,
    orientations: Mapping[Joint, ArrayLike] | None = None,
    roots: Mapping[Joint, Joint] | None = None,
    poles: Mapping[Joint, ArrayLike] | None = None,
    limits: Mapping[Joint, Limit] | None = None,
    weights: Mapping[Joint, float] | None = None,
    regularisation: float = 0.0,
    iterations: int = 60,
) -> PosesT:
    """A pose with joints at points of the world, or as near as their chains can reach.

    targets         the point for each joint, (3,), or (F, 3) for a batch of F poses
    orientations    world rotations xyzw for joints, (4,) or (F, 4)
    roots           the first joint that may turn, for each joint with a target; without it the two bones
                    above the joint: the upper arm for a hand
    poles           points of the world that the middle of a chain turns to: where an elbow or a knee points
    limits          degrees that a joint may be from its rest rotation, or ranges of degrees about x, then y,
                    then z from it: `{"knee": [(0, 150), (0, 0), (0, 0)]}`. The result never exceeds them,
                    even where `pose` does
    weights         how much a target counts where not all can be reached; 1 if not given
    regularisation  how strongly joints that targets leave free are drawn to the rest pose, from 0 to 1

    One chain of two joints without limits is solved in closed form; a target out of reach is approached with
    straight bones. Anything else is solved iteratively, from the pose given and, if that fails, from other
    starts, always the same. Needs 3 dimensions.

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> pose = pantin.motion.reach(rig, rig.rest_pose(), {"wrist": (0.5, 1.2, 0.3)})
    >>> pantin.motion.joint_positions(rig, pose)[rig.node_index("wrist")].round(6)
    array([0.5, 1.2, 0.3])
    """
    rig = rig_of(rig)
    if not isinstance(pose, Pose | Poses):
        raise TypeError(f"expected a Pose or Poses, not {type(pose).__name__}")
    if rig._mismatch(pose):
        raise ValueError("the pose belongs to another rig")
    if rig.dimension != 3:
        raise ValueError(f"reach needs 3 dimensions; this rig has {rig.dimension}")
    poses = pose if isinstance(pose, Poses) else Poses.stack([pose])
    if not 0 <= regularisation <= 1:
        raise ValueError(f"regularisation must be from 0 to 1, not {regularisation}")
    if iterations < 0:
        raise ValueError(f"iterations must be 0 or more, not {iterations}")
    chains = _chains(rig, len(poses), targets, orientations or {}, roots or {}, poles or {}, weights or {})
    bounds = {rig.node_index(joint): _limit(joint, limit) for joint, limit in (limits or {}).items()}
    for node in {joint for chain in chains for joint in chain.joints}:
        if rig.nodes.general[node] and has_shear(rig.nodes.local[node]):
            raise ValueError(
                f"node {rig.nodes.names[node]!r} ({node}) has a matrix with shear: it cannot be rotated"
            )
    changed = _solve_all(rig, poses, chains, bounds, regularisation, iterations)
    reached = _with_rotations(poses, changed)
    if isinstance(pose, Poses):
        return reached
    return reached[0]


def _solve_all(
    rig: Rig,
    poses: Poses,
    chains: Sequence[Chain],
    bounds: Mapping[int, tuple[Doubles, float]],
    regularisation: float,
    iterations: int,
) -> dict[int, Doubles]:
    joints = [joint for chain in chains for joint in chain.joints]
    apart = len(set(joints)) == len(joints) and not _depend(rig, chains)
    if apart and not bounds.keys() & set(joints) and all(_is_limb(chain) for chain in chains):
        changed: dict[int, Doubles] = {}
        for chain in chains:
            turns = _two_bones(rig, poses, chain)
            if turns is None:
                break
            changed |= turns
        else:
            return changed
    problem, state, nodes = _problem(rig, poses, chains, bounds, regularisation)
    rotations = solve(problem, state, iterations)
    slots = {node: slot for slot, node in enumerate(nodes)}
    if any(chain.pole is not None for chain in chains):  # the way there turned chains from them
        aimed = _aim_at_poles(problem, state.replace(rotations=rotations), chains, slots)
        rotations = solve(problem, aimed, iterations)
    turning = {*joints, *(chain.effector for chain in chains if chain.turn is not None)}
    return {joint: rotations[:, slots[joint]] for joint in sorted(turning)}


def _depend(rig: Rig, chains: Sequence[Chain]) -> bool:
    """Whether a joint of one chain is above another chain."""
    for chain in chains:
        above = set(path_to(rig, chain.joints[0])[:-1]) if chain.joints else set()
        if any(above & set(other.joints) for other in chains if other is not chain):
            return True
    return False


def _is_limb(chain: Chain) -> bool:
    return len(chain.joints) == 2 and chain.point is not None


def path_to(rig: Rig, node: int) -> list[int]:
    """The nodes from the root to a node."""
    path = [node]
    while rig.nodes.parents[path[-1]] >= 0:
        path.append(int(rig.nodes.parents[path[-1]]))
    return path[::-1]


def _two_bones(rig: Rig, poses: Poses, chain: Chain) -> dict[int, Doubles] | None:
    """Rotations by node; None where uneven scales keep the closed form from its target."""
    path = path_to(rig, chain.effector)
    uneven = _unevenness(poses, path)
    if uneven > EVEN or poses.general[:, path].any():
        return None
    assert chain.point is not None
    changed = _aim_limb(poses, chain, path, chain.point)
    aim, missed = chain.point, uneven
    while missed > ROUNDED:  # each time by a part of what it missed before
        aim = aim + (chain.point - _end_of(poses, path, changed))
        changed = _aim_limb(poses, chain, path, aim)
        missed *= EVEN
    return changed


def _aim_limb(poses: Poses, chain: Chain, path: Sequence[int], point: Doubles) -> dict[int, Doubles]:
    """Rotations by node that bring the end of a limb to a point, if its nodes scale evenly."""
    positions, turned = _world_along(poses, path)
    upper, lower = (path.index(joint) for joint in chain.joints)
    pole = None if chain.pole is None else split(chain.pole)
    turns = limb_turns(positions[upper], positions[lower], positions[-1], split(point), None, pole)

    def local(turn: Quaternion, slot: int, before: Quaternion | None) -> Quaternion:
        """The local rotation of a node after rotating both the node and its parent."""
        own = multiply(turn, turned[slot])
        if slot == 0:
            return own
        above = turned[slot - 1] if before is None else multiply(before, turned[slot - 1])
        return multiply(conjugate(above), own)

    changed = {
        chain.joints[0]: local(turns[0], upper, None),
        chain.joints[1]: local(turns[1], lower, turns[0]),
    }
    if chain.turn is not None:
        above = multiply(turns[1], turned[-2])
        changed[chain.effector] = multiply(conjugate(above), split(chain.turn))
    return {joint: np.stack(parts, axis=-1) for joint, parts in changed.items()}


def _world_along(poses: Poses, path: Sequence[int]) -> tuple[list[Vector], list[Quaternion]]:
    """World positions and rotations of the nodes of a path that scale evenly."""
    positions: list[Vector] = []
    turned: list[Quaternion] = []
    scale: Doubles = np.ones(len(poses))
    for node in path:
        own, position = unit(split(poses.rotations[:, node])), split(poses.translations[:, node])
        if positions:
            position = plus(positions[-1], turn(turned[-1], times(position, scale)))
            own = multiply(turned[-1], own)
        positions.append(position)
        turned.append(own)
        scale = scale * poses.scales[:, node, 0]
    return positions, turned


def _end_of(poses: Poses, path: Sequence[int], changed: Mapping[int, Doubles]) -> Doubles:
    """(F, 3) the position of the last node of a path with changed rotations."""
    rotations = quaternion.normalize(poses.rotations[:, path])
    for node, turned in changed.items():
        rotations[:, path.index(node)] = turned
    local = compose_local(poses.translations[:, path], rotations, poses.scales[:, path])
    point = local[:, -1, :, 3]
    for above in range(len(path) - 2, -1, -1):
        point = affine.apply(local[:, above], point)
    return point


def _unevenness(poses: Poses, path: Sequence[int]) -> float:
    """The largest relative difference between the scales along the axes of the nodes above the end of a limb;
    infinite if one is not positive."""
    x, y, z = np.moveaxis(poses.scales[:, path[:-1]], -1, 0)
    least, most = np.minimum(np.minimum(x, y), z), np.maximum(np.maximum(x, y), z)
    if not (least > 0).all():
        return np.inf
    return float(((most - least) / most).max(initial=0.0))


def _chains(
    rig: Rig,
    frames: int,
    targets: Mapping[Joint, ArrayLike],
    orientations: Mapping[Joint, ArrayLike],
    roots: Mapping[Joint, Joint],
    poles: Mapping[Joint, ArrayLike],
    weights: Mapping[Joint, float],
) -> list[Chain]:
    if not isinstance(targets, Mapping):
        raise TypeError('targets must be given by joint, as {"hand_L": (0.3, 1.2, 0.4)}')
    points = {find_joint(rig, joint): _rows(value, 3, frames, joint) for joint, value in targets.items()}
    turns = {find_joint(rig, joint): _unit(value, frames, joint) for joint, value in orientations.items()}
    aims = {find_joint(rig, joint): _rows(value, 3, frames, joint) for joint, value in poles.items()}
    starts = {find_joint(rig, joint): find_joint(rig, root) for joint, root in roots.items()}
    counts = {find_joint(rig, joint): float(weight) for joint, weight in weights.items()}
    listed = dict.fromkeys([*points, *turns])
    if not listed:
        raise ValueError("reach needs a target")
    for joint, weight in counts.items():
        if not (np.isfinite(weight) and weight >= 0):
            raise ValueError(f"the weight of node {joint} must be finite and not negative, not {weight}")
    for per_joint, what in ((aims, "pole"), (starts, "root"), (counts, "weight")):
        for joint in per_joint:
            if joint not in listed:
                raise ValueError(f"node {rig.nodes.names[joint]!r} ({joint}) has a {what}, but no target")
    return [
        Chain(
            joint,
            _joints(rig, joint, starts.get(joint), joint in turns),
            points.get(joint),
            turns.get(joint),
            aims.get(joint),
            counts.get(joint, 1.0),
        )
        for joint in listed
    ]


def find_joint(rig: Rig, joint: Joint) -> int:
    """A node by index, name, or the name of its humanoid bone; a node of that name wins."""
    bones = {} if rig.character is None else rig.character.humanoid
    if isinstance(joint, str) and joint in bones and joint not in rig.nodes.names:
        return bones[joint]
    return rig.node_index(joint)


def _joints(rig: Rig, effector: int, root: int | None, turns: bool) -> tuple[int, ...]:
    path = path_to(rig, effector)
    if root is not None:
        if root not in path or root == effector:
            name, other = rig.nodes.names[root], rig.nodes.names[effector]
            raise ValueError(f"the root {name!r} ({root}) is not an ancestor of {other!r} ({effector})")
        return tuple(path[path.index(root) : -1])
    bones = {} if rig.character is None else rig.character.humanoid
    for bone, node in bones.items():
        side, limb = bone[: -len("Hand")], bone[-len("Hand") :]
        if node == effector and limb in LIMBS:
            joints = tuple(bones.get(side + part, -1) for part in LIMBS[limb])
            if all(joint in path[:-1] for joint in joints):
                return joints
    if len(path) < 2:
        raise ValueError(f"node {rig.nodes.names[effector]!r} ({effector}) has no parent to rotate")
    return tuple(path[max(0, len(path) - 3) : -1])


def _rows(value: ArrayLike, width: int, frames: int, joint: Joint) -> Doubles:
    try:
        rows = np.asarray(value, np.float64)
    except (TypeError, ValueError):
        rows = np.zeros(0)
    if rows.shape not in ((width,), (frames, width)):
        what = f"({width},)" if frames == 1 else f"({width},) or ({frames}, {width})"
        raise ValueError(f"the target of {joint!r} must be numbers of shape {what}")
    if not np.isfinite(rows).all():
        raise ValueError(f"the target of {joint!r} must be finite")
    return np.ascontiguousarray(np.broadcast_to(rows, (frames, width)))


def _unit(value: ArrayLike, frames: int, joint: Joint) -> Doubles:
    rows = _rows(value, 4, frames, joint)
    if not rows.any(axis=1).all():
        raise ValueError(f"the orientation of {joint!r} must not be the zero quaternion")
    return quaternion.normalize(rows)


def _limit(joint: Joint, limit: Limit) -> tuple[Doubles, float]:
    """The ranges (3, 2) about the axes, and the largest angle, in radians; infinite for none."""
    free = np.tile([-np.inf, np.inf], (3, 1))
    try:
        values = np.asarray(limit, np.float64)
    except (TypeError, ValueError):
        values = np.full(2, np.nan)
    if values.ndim == 0 and values >= 0:
        return free, float(np.radians(values))
    if values.shape == (3, 2) and (values[:, 0] <= values[:, 1]).all():
        return np.radians(values), np.inf
    raise ValueError(f"the limit of {joint!r} must be an angle in degrees, or three ranges such as (0, 150)")


def _problem(
    rig: Rig,
    poses: Poses,
    chains: Sequence[Chain],
    bounds: Mapping[int, tuple[Doubles, float]],
    regularisation: float,
) -> tuple[Problem, State, list[int]]:
    used = {node for chain in chains for node in path_to(rig, chain.effector)}
    nodes = [node for node in rig.nodes.order.tolist() if node in used]
    slots = {node: slot for slot, node in enumerate(nodes)}
    turning = {joint for chain in chains for joint in chain.joints}
    turning |= {chain.effector for chain in chains if chain.turn is not None}
    joints = [node for node in nodes if node in turning]
    frames = len(poses)
    reach_ = max(_length(rig, poses, chain) for chain in chains) or 1.0
    free = (np.tile([-np.inf, np.inf], (3, 1)), np.inf)
    ranges = [bounds.get(joint, free) for joint in joints]
    moves = np.array(
        [
            [
                joint in chain.joints or (chain.turn is not None and joint == chain.effector)
                for joint in joints
            ]
            for chain in chains
        ]
    )
    still = np.broadcast_to(np.array(quaternion.IDENTITY), (frames, 4))
    problem = Problem(
        np.array([slots.get(int(rig.nodes.parents[node]), -1) for node in nodes]),
        np.array([slots[joint] for joint in joints]),
        np.array([slots[chain.effector] for chain in chains]),
        moves,
        quaternion.normalize(rig.rest_pose().rotations[joints]),
        np.array([box[:, 0] for box, _ in ranges]),
        np.array([box[:, 1] for box, _ in ranges]),
        np.array([cone for _, cone in ranges]),
        np.array([chain.weight if chain.point is not None else 0.0 for chain in chains]),
        np.array([chain.weight * reach_ if chain.turn is not None else 0.0 for chain in chains]),
        reach_,
        regularisation,
    )
    points = [chain.point if chain.point is not None else np.zeros((frames, 3)) for chain in chains]
    turns = [chain.turn if chain.turn is not None else still for chain in chains]
    state = State(
        poses.translations[:, nodes],
        poses.scales[:, nodes],
        quaternion.normalize(poses.rotations[:, nodes]),
        np.zeros((frames, len(joints), 3)),
        np.stack(points, axis=1),
        np.stack(turns, axis=1),
    )
    return problem, _aim_at_poles(problem, state, chains, slots), nodes


def _length(rig: Rig, poses: Poses, chain: Chain) -> float:
    """The length of the bones of a chain in the first pose."""
    path = path_to(rig, chain.effector)
    positions = joint_positions(rig, poses[0])[path[path.index(chain.joints[0]) :]]
    return float(np.linalg.norm(np.diff(positions, axis=0), axis=1).sum())


def _aim_at_poles(problem: Problem, state: State, chains: Sequence[Chain], slots: Mapping[int, int]) -> State:
    """The start, with the middles of chains turned to their poles about the line to the effector."""
    rotations = state.rotations.copy()
    for chain in chains:
        if chain.pole is None:
            continue
        slot = slots[chain.joints[0]]
        world = world_of(problem, state.translations, rotations, state.scales)
        positions = world[..., 3]
        first, last = positions[:, slot], positions[:, slots[chain.effector]]
        along = (last - first) / np.maximum(np.linalg.norm(last - first, axis=1, keepdims=True), 1e-300)
        middle = positions[:, slots[chain.joints[len(chain.joints) // 2]]] - first
        sides = [
            way - (way * along).sum(axis=1, keepdims=True) * along for way in (middle, chain.pole - first)
        ]
        sine = (along * np.cross(sides[0], sides[1])).sum(axis=1)
        angle = np.arctan2(sine, (sides[0] * sides[1]).sum(axis=1))
        rotations[:, slot] = _twist(problem, world, slot, along, angle, rotations[:, slot])
    return state.replace(rotations=rotations)


def _twist(
    problem: Problem, world: Doubles, slot: int, axis: Doubles, angle: Doubles, rotations: Doubles
) -> Doubles:
    """Local rotations of a node that is turned about axes of the world. Below a mirrored parent it turns the
    other way round."""
    above = parent_maps(world, problem.parents[[slot]])[:, 0]
    to_parent, singular = affine.invert(above)
    local = affine.apply_linear(to_parent[..., :3], axis)
    local /= np.maximum(np.linalg.norm(local, axis=1, keepdims=True), 1e-300)
    angle = np.where(singular, 0.0, angle * np.sign(affine.determinant(above[..., :3])))
    return quaternion.product(quaternion.from_axis_angle(local, angle), rotations)


def _with_rotations(poses: Poses, changed: Mapping[int, Doubles]) -> Poses:
    quaternions, local, general = poses.rotations.copy(), poses.local.copy(), poses.general.copy()
    nodes = sorted(changed)
    quaternions[:, nodes] = np.stack([changed[node] for node in nodes], axis=1)
    matrices = np.empty((len(poses), len(nodes), 3, 4))
    compose_into(matrices, poses.translations[:, nodes], quaternions[:, nodes], poses.scales[:, nodes])
    local[:, nodes] = matrices
    general[:, nodes] = False
    return replace(poses, local=read_only(local), general=read_only(general), xyzw=read_only(quaternions))


def reach_errors(rig: Rig, pose: Pose, targets: Mapping[Joint, ArrayLike]) -> dict[Joint, float]:
    """The distances of joints from points of the world in a pose, if they exceed rounding."""
    positions = joint_positions(rig, pose)
    size = float(np.ptp(positions, axis=0).max()) or 1.0
    away = {
        joint: float(np.linalg.norm(positions[find_joint(rig, joint)] - point))
        for joint, point in targets.items()
    }
    return {joint: distance for joint, distance in away.items() if distance > 10 * GOOD * size}
