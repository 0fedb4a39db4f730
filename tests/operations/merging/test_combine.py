"""Parts on a body, beside a direct evaluation of both files: a bone of the part that the body has is at
B(pose) B(rest)⁻¹ P(rest), all other bones of the part follow it as in their own file."""

from __future__ import annotations

import numpy as np
import pytest

import pantin
from pantin.base.records import replace
from pantin.maths import affine, quaternion
from pantin.motion.constraints import solve_constraints
from pantin.operations.merging.combine import combine
from pantin.rig import (
    Collider,
    ColliderGroup,
    Constraint,
    Influences,
    Instance,
    Mesh,
    Node,
    Rig,
    Skin,
    Spring,
    SpringJoint,
    SpringSettings,
    Surface,
)

SIZE = 1.7
BOUND = 1e-6 * SIZE


def random_rotation(random) -> np.ndarray:
    q = random.normal(size=4)
    return q / np.linalg.norm(q)


def random_transform(random, scale: float = 1.0) -> np.ndarray:
    return affine.compose(random.normal(size=3) * 0.2, random_rotation(random), np.full(3, scale))


def skinned(random, names: list[str], parents: list[int], above: np.ndarray, *, unit: float = 1.0) -> Rig:
    """A rig with a mesh on joints with these names, below a node with the transform `above`; its lengths are
    given in `unit` metres, and `above` undoes that."""
    nodes = [
        Node(
            "Armature",
            matrix=affine.compose(above[:, 3], quaternion.from_matrix(above[:, :3]), np.full(3, unit)),
        )
    ]
    for name, parent in zip(names, parents, strict=True):
        nodes.append(Node(name, parent + 1, random.normal(size=3) * 0.3 / unit, random_rotation(random)))
    nodes.append(Node("mesh"))
    count = 60
    positions = (random.normal(size=(count, 3)) * 0.5 / unit).astype(np.float32)
    joints = random.integers(0, len(names), (count, 4))
    weights = random.random((count, 4))
    weights /= weights.sum(1, keepdims=True)
    influences = Influences(np.arange(0, 4 * count + 1, 4), joints.reshape(-1), weights.reshape(-1))
    surface = Surface(positions, influences=influences, indices=np.arange(count))
    bare = pantin.build(nodes=nodes)
    world = affine.world_transforms(bare.nodes.parents, bare.nodes.order, bare.nodes.local)
    binds = np.stack(
        [
            affine.multiply(affine.inverse(world[i + 1]), random_transform(random, unit))
            for i in range(len(names))
        ]
    )
    return pantin.build(
        nodes=nodes,
        meshes=[Mesh((surface,), "cloth")],
        skins=[Skin(np.arange(len(names)) + 1, binds)],
        instances=[Instance(len(nodes) - 1, 0, 0)],
    )


def world_of(rig: Rig, local: np.ndarray) -> np.ndarray:
    return affine.world_transforms(rig.nodes.parents, rig.nodes.order, local)


def skin_by_hand(rig: Rig, joint_world: np.ndarray) -> np.ndarray:
    """Σ w J IBM v, a vertex at a time; `joint_world` by joint of the skin."""
    surface, skin = rig.meshes[0].surfaces[0], rig.skins[0]
    influences, posed = surface.influences, []
    for vertex, position in enumerate(surface.positions):
        total = np.zeros(3)
        for entry in range(influences.offsets[vertex], influences.offsets[vertex + 1]):
            joint = influences.joints[entry]
            bound = skin.inverse_binds[joint] @ np.append(position, 1.0)
            total += influences.weights[entry] * (joint_world[joint] @ np.append(bound, 1.0))
        posed.append(total)
    return np.array(posed)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("unit", [1.0, 0.01])
def test_posed_vertices_of_a_part_follow_the_bones_of_the_body(seed, unit):
    random = np.random.default_rng(seed)
    body = skinned(random, ["hips", "spine", "head", "arm"], [-1, 0, 1, 1], random_transform(random))
    part = skinned(
        random,
        ["hips", "tail", "spine", "skirt", "head"],
        [-1, 0, 0, 1, 2],
        random_transform(random),
        unit=unit,
    )
    merged = combine(body, part).rig
    assert len(merged.nodes) == len(body.nodes) + 3  # tail, skirt and the node of the mesh
    local = merged.nodes.local.copy()
    for node in range(1, 5):  # the bones of the body
        local[node] = affine.multiply(local[node], random_transform(random))
    posed = pantin.deform(merged, _pose(merged, local))
    pose_world, rest_world = world_of(body, local[: len(body.nodes)]), world_of(body, body.nodes.local)
    part_rest = world_of(part, part.nodes.local)
    named = {name: index for index, name in enumerate(body.nodes.names)}

    def moved(node: int) -> np.ndarray:
        name = part.nodes.names[node]
        if name in named and name != "Armature":
            at = named[name]
            carried = affine.multiply(pose_world[at], affine.inverse(rest_world[at]))
            return affine.multiply(carried, part_rest[node])
        return affine.multiply(moved(int(part.nodes.parents[node])), part.nodes.local[node])

    expected = skin_by_hand(part, np.stack([moved(int(joint)) for joint in part.skins[0].joints]))
    assert np.abs(posed[1].positions - expected).max() < 3 * BOUND
    np.testing.assert_allclose(
        posed[0].positions, skin_by_hand(body, pose_world[body.skins[0].joints]), atol=BOUND
    )


def test_springs_of_a_part_simulate_as_in_its_own_file():
    random = np.random.default_rng(5)
    body = skinned(random, ["hips", "head"], [-1, 0], affine.identity(3))
    tilt = random_rotation(random)
    hair = [Node("hips"), Node("head", 0, (0, 0.4, 0.1), tilt)]
    hair += [Node(f"hair{i}", i + 1, (0.0, -0.1, 0.02), random_rotation(random)) for i in range(4)]
    joints = tuple(
        SpringJoint(node, stiffness=0.7, gravity_power=0.3, hit_radius=0.01) for node in range(2, 6)
    )
    settings = SpringSettings(
        (Spring(joints, groups=(0,), center=0, name="hair"),),
        (Collider(1, offset=(0.02, -0.1, 0.0), radius=0.08), Collider(0, "plane", normal=(0, 1, 0))),
        (ColliderGroup((0, 1), "head"),),
    )
    part = pantin.build(nodes=hair, springs=settings)
    merged = combine(body, part).rig
    assert [spring.name for spring in merged.springs.springs] == ["hair"]
    own, together = pantin.SpringSimulation(part), pantin.SpringSimulation(merged)
    head, at = merged.node_index("head"), part.node_index("head")
    world = affine.world_transforms(body.nodes.parents, body.nodes.order, body.nodes.local)
    part_world = affine.world_transforms(part.nodes.parents, part.nodes.order, part.nodes.local)
    base = affine.multiply(
        part_world[part.node_index("hips")], affine.inverse(part_world[part.node_index("hips")])
    )
    np.testing.assert_allclose(base, affine.identity(3), atol=1e-12)
    for step in range(40):
        swing = affine.compose(
            (0, 0, 0), quaternion.from_axis_angle((0, 0, 1), 0.4 * np.sin(step * 0.3)), (1, 1, 1)
        )
        # The same motion of the head in the world, about its own place.
        moved = affine.multiply(world[head], swing)
        merged_pose = merged.rest_pose().with_local(
            head, matrix=affine.multiply(affine.inverse(world[merged.nodes.parents[head]]), moved)
        )
        carried = affine.multiply(affine.multiply(moved, affine.inverse(world[head])), part_world[at])
        part_pose = part.rest_pose().with_local(
            at, matrix=affine.multiply(affine.inverse(part_world[0]), carried)
        )
        a, b = own.step(1 / 60, part_pose), together.step(1 / 60, merged_pose)
    ends = (
        pantin.motion.world_transforms(part, a)[-1],
        pantin.motion.world_transforms(merged, b)[merged.node_index("hair3")],
    )
    np.testing.assert_allclose(ends[0], ends[1], atol=1e-9)


def _pose(rig: Rig, local: np.ndarray):
    pose = rig.rest_pose()
    for node in range(len(rig.nodes)):
        pose = pose.with_local(node, matrix=local[node])
    return pose


def leg(names, between=None) -> Rig:
    """A chain of bones, a unit apart, and a triangle on the first and the last of them."""
    nodes = [Node(name, index - 1, translation=(0, -1, 0)) for index, name in enumerate(names)]
    used = [index for index, name in enumerate(names) if name != between]
    influences = Influences(np.arange(4), np.array([0, 0, len(used) - 1]), np.ones(3, np.float32))
    points = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], np.float32)
    binds = np.stack([np.hstack([np.eye(3), [[0], [index + 1], [0]]]) for index in used])
    return pantin.build(
        nodes=[*nodes, Node("mesh")],
        meshes=[Mesh((Surface(points, indices=np.arange(3), influences=influences),))],
        skins=[Skin(np.array(used), binds)],
        instances=[Instance(len(names), 0, 0)],
    )


def test_the_skin_of_a_part_gets_the_bones_that_only_the_body_has_between_its_joints():
    """Engines that build a skeleton from the joints would lose the knee (RIG-GAP_BETWEEN_JOINTS)."""
    body, part = leg(["hip", "knee", "foot"]), leg(["hip", "foot"])
    merged = combine(body, part).rig
    skin = merged.skins[1]
    assert [merged.nodes.names[joint] for joint in skin.joints.tolist()] == ["hip", "foot", "knee"]
    np.testing.assert_allclose(skin.inverse_binds[2][:, 3], (0, 2, 0))  # where the knee is at rest
    # A gap that the part has itself stays: its skin may be that of the body.
    assert len(combine(body, leg(["hip", "knee", "foot"], between="knee")).rig.skins[1].joints) == 2


TURN = (0.0, 1.0, 0.0, 0.0)
"""Half a turn about y: X and Z point the other way then."""


def limb(turn, constraint) -> Rig:
    """An arm with a twist bone beside its forearm, in axes that `turn` gives."""
    turned = quaternion.to_matrix(np.array(turn))
    world = {"root": (0, 0, 0), "forearm": (1, 0, 0), "twist": (1.5, 0, 0)}
    nodes = [Node("root", rotation=turn)]
    nodes += [
        Node(name, 0, translation=np.asarray(place) @ turned)
        for name, place in world.items()
        if name != "root"
    ]
    nodes[1], nodes[2] = (replace(node, rotation=(0, 0, 0.28, 0.96)) for node in nodes[1:])
    if turn != quaternion.IDENTITY:
        nodes[1], nodes[2] = (replace(node, rotation=(0, 0, -0.28, 0.96)) for node in nodes[1:])
    points = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], np.float32)
    influences = Influences(np.arange(4), np.array([0, 1, 2]), np.ones(3, np.float32))
    return pantin.build(
        nodes=[*nodes, Node("mesh")],
        meshes=[Mesh((Surface(points, indices=np.arange(3), influences=influences),))],
        skins=[Skin(np.arange(3), np.tile(np.eye(3, 4), (3, 1, 1)))],
        instances=[Instance(3, 0, 0)],
        constraints=[] if constraint is None else [constraint],
    )


@pytest.mark.parametrize(
    ("kind", "axis", "there"),
    [("roll", "X", "X"), ("roll", "Z", "Z"), ("aim", "PositiveX", "NegativeX"), ("rotation", None, None)],
)
def test_constraints_act_alike_on_bones_whose_axes_point_the_other_way(kind, axis, there):
    """The forearms turn by the same rotation in space: the twist bone follows as in the part alone."""
    part = limb(quaternion.IDENTITY, Constraint(2, kind, 1, axis, 0.7))
    merged = combine(limb(TURN, None), part)
    assert not merged.dropped
    rig = merged.rig
    assert rig.constraints[0].axis == there
    about = np.array([0.48, 0.0, 0.36, 0.8])  # of the forearm, in its axes in the part
    before = part.rest_pose().with_local(1, rotation=quaternion.product(part.nodes.rotations[1], about))
    other = about * (-1, 1, -1, 1)
    after = rig.rest_pose().with_local(1, rotation=quaternion.product(rig.nodes.rotations[1], other))
    theirs = pantin.deform(part, solve_constraints(part, before))[0].positions
    ours = pantin.deform(rig, solve_constraints(rig, after))[1].positions
    np.testing.assert_allclose(ours, theirs, atol=1e-6)
    assert np.abs(theirs - pantin.deform(part, part.rest_pose())[0].positions).max() > 0.1


def test_a_constraint_about_an_axis_that_the_body_lacks_is_reported():
    part = limb(quaternion.IDENTITY, Constraint(2, "roll", 1, "X", 0.7))
    merged = combine(limb((0.0, 0.6, 0.0, 0.8), None), part)
    assert not merged.rig.constraints
    assert [dropped.what for dropped in merged.dropped] == ["the roll constraint of node 'twist'"]
