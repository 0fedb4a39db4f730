"""`deform` against a slow oracle written straight from the text of glTF 2.0, vertex by vertex in Python
floats.

Tolerances. A posed coordinate is Σ_k w_k Σ_j M_kj x_j: with up to 8 influences, 4 terms each and 5 blend
terms, fewer than n = 64 roundings reach it, so |error| ≤ n·u·S where S sums the absolute values of the terms.
For float64 (u = 1.1e-16) that is 7e-15·S, and the maps themselves come out of chains of products of the same
kind: 1e-12·S covers both. For float32 (u = 6e-8) errors of either sign cancel and stay below 1e-6·S, 16
roundings that all go one way. S is bounded by the largest coordinate reached, times the few terms that nearly
cancel: `reach` below.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from pantin.deformation import deform, positions_by_space
from pantin.motion import sample
from pantin.rig import (
    BlendShape,
    Clip,
    Deltas,
    Influences,
    Instance,
    Mesh,
    Node,
    OnlyIn3D,
    Scene,
    Skin,
    Surface,
    build,
)

TOLERANCE = {np.dtype(np.float32): 1e-6, np.dtype(np.float64): 1e-12}
SQUARE = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]]


# ---------------------------------------------------------------------------- the oracle


def times(a, b):
    """Product of two affine maps given as nested lists (N rows of N + 1)."""
    n = len(a)
    return [
        [sum(a[i][k] * b[k][j] for k in range(n)) + (a[i][n] if j == n else 0.0) for j in range(n + 1)]
        for i in range(n)
    ]


def put(a, point):
    n = len(a)
    return [sum(a[i][k] * point[k] for k in range(n)) + a[i][n] for i in range(n)]


def global_map(rig, pose, node):
    parent = int(rig.nodes.parents[node])
    local = pose.local[node].tolist()
    return local if parent < 0 else times(global_map(rig, pose, parent), local)


def unit(vector):
    length = math.sqrt(sum(x * x for x in vector))
    return [x / length for x in vector]


def turned_normal(linear, normal):
    """Inverse transpose of the blended linear part, renormalised."""
    return unit(np.linalg.inv(np.array(linear)).T @ np.array(normal))


def morphed(base, deltas, amounts, vertex):
    value = [float(x) for x in base[vertex]]
    for amount, one in zip(amounts, deltas, strict=True):
        if one is None:
            continue
        rows = range(len(base)) if one.indices is None else one.indices.tolist()
        for row, delta in zip(rows, one.values.tolist(), strict=True):
            if row == vertex:
                value = [x + amount * d for x, d in zip(value, delta, strict=True)]
    return value


def blended_map(rig, pose, instance, surface, vertex):
    """glTF 2.0 §3.7.3: Σ weight · (global joint map · inverse bind); the mesh's own node plays no part."""
    if instance.skin is None:
        return global_map(rig, pose, instance.node)
    skin, influences, n = rig.skins[instance.skin], surface.influences, rig.dimension
    total = [[0.0] * (n + 1) for _ in range(n)]
    for index in range(int(influences.offsets[vertex]), int(influences.offsets[vertex + 1])):
        slot, weight = int(influences.joints[index]), float(influences.weights[index])
        joint = int(skin.joints[slot])
        here = np.eye(n, n + 1).tolist() if joint < 0 else global_map(rig, pose, joint)
        if skin.inverse_binds is not None:
            here = times(here, skin.inverse_binds[slot].tolist())
        total = [
            [x + weight * y for x, y in zip(r, q, strict=True)] for r, q in zip(total, here, strict=True)
        ]
    return total


def oracle(rig, pose, which):
    """Positions and normals of one instance's surfaces, in Python floats."""
    instance, amounts = rig.instances[which], pose.blend[which].tolist()
    for surface in rig.meshes[instance.mesh].surfaces:
        positions, normals = [], []
        for vertex in range(len(surface.positions)):
            moved = blended_map(rig, pose, instance, surface, vertex)
            point = morphed(surface.positions, [t.positions for t in surface.blend_shapes], amounts, vertex)
            positions.append(put(moved, point))
            if surface.normals is not None:
                normal = morphed(surface.normals, [t.normals for t in surface.blend_shapes], amounts, vertex)
                normals.append(turned_normal([row[:-1] for row in moved], normal))
        yield np.array(positions), np.array(normals) if normals else None


def assert_as_the_oracle(rig, pose):
    posed = deform(rig, pose)
    expected = [one for which in range(len(rig.instances)) for one in oracle(rig, pose, which)]
    assert len(posed) == len(expected)
    for mesh, (positions, normals) in zip(posed, expected, strict=True):
        base = rig.meshes[mesh.mesh].surfaces[mesh.surface]
        assert mesh.positions.dtype == base.positions.dtype
        reach = max(1.0, np.abs(positions).max(), np.abs(base.positions).max())
        tolerance = TOLERANCE[base.positions.dtype]
        np.testing.assert_allclose(mesh.positions, positions, rtol=0, atol=8 * reach * tolerance)
        if normals is not None:
            np.testing.assert_allclose(mesh.normals, normals, rtol=0, atol=32 * tolerance)
    return posed


# ---------------------------------------------------------------------------- hand-computed


def turn_z(angle):
    return [0.0, 0.0, math.sin(angle / 2), math.cos(angle / 2)]


def arm(dtype=np.float64, inverse_binds=None, **surface):
    """Two joints along x, at 0 and at 2; vertices at 1 and 3, the second moved by the second joint."""
    influences = Influences([0, 1, 2], [0, 1], np.array([1.0, 1.0], dtype))
    body = Surface(np.array([[1, 0, 0], [3, 0, 0]], dtype), influences=influences, mode="points", **surface)
    return build(
        nodes=[Node("mesh", translation=[9, 9, 9]), Node("upper"), Node("lower", 1, translation=[2, 0, 0])],
        meshes=[Mesh((body,))],
        skins=[Skin([1, 2], inverse_binds=inverse_binds)],
        instances=[Instance(0, 0, skin=0)],
    )


BOUND = [np.eye(3, 4), [[1, 0, 0, -2], [0, 1, 0, 0], [0, 0, 1, 0]]]


def test_a_bent_arm_and_the_mesh_node_that_plays_no_part():
    rig = arm(inverse_binds=BOUND)
    pose = rig.rest_pose().with_local("lower", rotation=turn_z(math.pi / 2))
    np.testing.assert_allclose(deform(rig, pose)[0].positions, [[1, 0, 0], [2, 1, 0]], atol=1e-15)


def test_missing_inverse_binds_are_identity():
    """glTF 2.0 §3.7.3.1: the second vertex goes through the joint's map alone, 3 + 2."""
    rig = arm()
    np.testing.assert_array_equal(deform(rig, rig.rest_pose())[0].positions, [[1, 0, 0], [5, 0, 0]])


def test_weights_are_used_as_stored():
    """glTF 2.0 §3.7.3.3 leaves the sum to the file: half a weight moves half the way from the origin."""
    influences = Influences([0, 1], [0], [0.5])
    rig = build(
        nodes=[Node(), Node(translation=[4, 0, 0])],
        meshes=[Mesh((Surface([[2.0, 0.0, 0.0]], influences=influences, mode="points"),))],
        skins=[Skin([1])],
        instances=[Instance(0, 0, skin=0)],
    )
    assert deform(rig, rig.rest_pose())[0].positions.tolist() == [[3.0, 0.0, 0.0]]


def test_a_joint_of_minus_one_follows_the_root_or_stands_in_the_world():
    influences = Influences([0, 1], [0], [1.0])
    parts = {
        "nodes": [Node(), Node(translation=[4, 0, 0])],
        "meshes": [Mesh((Surface([[2.0, 0.0, 0.0]], influences=influences, mode="points"),))],
        "instances": [Instance(0, 0, skin=0)],
    }
    still, rooted = build(**parts, skins=[Skin([-1])]), build(**parts, skins=[Skin([-1], root=1)])
    assert deform(still, still.rest_pose())[0].positions.tolist() == [[2.0, 0.0, 0.0]]
    assert deform(rooted, rooted.rest_pose())[0].positions.tolist() == [[6.0, 0.0, 0.0]]


def square(nodes, **surface):
    body = Surface(np.array(SQUARE, np.float32), indices=[0, 1, 2, 0, 2, 3], **surface)
    return build(nodes=nodes, meshes=[Mesh((body,))], instances=[Instance(0, 0)])


# ---------------------------------------------------------------------------- calls


def test_only_the_scene_is_posed():
    rig = build(
        nodes=[Node(), Node(parent=0), Node()],
        meshes=[Mesh((Surface(SQUARE),))],
        instances=[Instance(1, 0), Instance(2, 0)],
        scenes=[Scene((0,)), Scene((2,))],
    )
    assert [one.node for one in deform(rig, rig.rest_pose())] == [1]
    assert [one.node for one in deform(rig, rig.rest_pose(), scene=1)] == [2]


def test_a_batch_is_the_poses_one_by_one():
    rig = arm(np.float32, BOUND)
    poses = [rig.rest_pose().with_local("lower", rotation=turn_z(angle)) for angle in (0.0, 1.0, 2.0)]
    together = deform(rig, poses)[0].positions
    assert together.shape == (3, 2, 3)
    for index, pose in enumerate(poses):
        np.testing.assert_array_equal(together[index], deform(rig, pose)[0].positions)


def test_out_that_does_not_fit_is_refused():
    rig = square([Node()])
    poses = deform(rig, [rig.rest_pose()] * 2)
    with pytest.raises(ValueError, match=r"positions in out must be float(32|64) of shape \(3, 4, 3\)"):
        deform(rig, [rig.rest_pose()] * 3, out=poses)
    with pytest.raises(ValueError, match=r"positions in out must be float(32|64) of shape \(4, 3\)"):
        deform(rig, rig.rest_pose(), out=poses)
    other = arm()
    with pytest.raises(ValueError, match="must have the same surfaces"):
        deform(other, other.rest_pose(), out=type(poses)([], poses.degenerate))


def test_bad_calls():
    rig = square([Node()])
    with pytest.raises(ValueError, match="another rig"):
        deform(square([Node(), Node()]), rig.rest_pose())
    with pytest.raises(ValueError, match="must be 'linear' or 'dqs'"):
        deform(rig, rig.rest_pose(), solver="magic")
    for pose in (None, 3, "rest", [rig.rest_pose(), None]):
        with pytest.raises(TypeError, match="expected a Pose or several"):
            deform(rig, pose)
    with pytest.raises(TypeError, match=r"expected a Rig, not Pose: use its \.rig"):
        deform(rig.rest_pose(), rig.rest_pose())
    with pytest.raises(TypeError, match="a scene must be given by index"):
        deform(rig, rig.rest_pose(), scene=0.5)
    for out in ([1], np.zeros(3), 7):
        with pytest.raises(TypeError, match="an earlier call of deform"):
            deform(rig, rig.rest_pose(), out=out)
    flat = build(dimension=2, nodes=[Node()])
    with pytest.raises(OnlyIn3D):
        deform(flat, flat.rest_pose(), solver="dqs")


def test_no_poses_give_no_frames():
    rig = build(
        nodes=[Node()], meshes=[Mesh((Surface(SQUARE),))], instances=[Instance(0, 0)], clips=[Clip(())]
    )
    assert deform(rig, sample(rig, 0, []))[0].positions.shape == (0, 4, 3)


# ---------------------------------------------------------------------------- against the oracle


def random_rig(seed, dimension, dtype, influences=4, skins=1):
    """A tree with maps and parts on its nodes, one mesh of two surfaces with sparse and dense targets,
    several skins."""
    draw = np.random.default_rng(seed)
    count = int(draw.integers(1, 7))
    nodes = [Node(translation=draw.normal(size=dimension))]
    for index in range(count):
        kind = draw.integers(3)
        parent = int(draw.integers(index + 1))
        if kind == 0 and dimension == 3:
            turn = unit(draw.normal(size=4))
            nodes.append(Node(None, parent, draw.normal(size=3), turn, draw.uniform(0.5, 2, 3)))
        elif kind == 1:
            nodes.append(Node(None, parent, draw.normal(size=dimension)))
        else:
            matrix = np.eye(dimension, dimension + 1) + 0.2 * draw.normal(size=(dimension, dimension + 1))
            nodes.append(Node(None, parent, matrix=matrix))
    joints = int(draw.integers(1, 6))
    surfaces = tuple(random_surface(draw, dimension, dtype, joints, influences) for _ in range(2))
    bound = [
        Skin(
            draw.integers(-1, count + 1, joints),
            None if draw.integers(4) == 0 else random_binds(draw, joints, dimension),
        )
        for _ in range(skins)
    ]
    plain = [Instance(0, 0)]
    holders = plain + [
        Instance(number + 1, 0, skin=number, blend_weights=draw.normal(size=3))
        for number in range(min(skins, count))
    ]
    return build(dimension=dimension, nodes=nodes, meshes=[Mesh(surfaces)], skins=bound, instances=holders)


def random_binds(draw, joints, dimension):
    return np.eye(dimension, dimension + 1) + 0.2 * draw.normal(size=(joints, dimension, dimension + 1))


def random_surface(draw, dimension, dtype, joints, influences):
    vertices = int(draw.integers(1, 20))
    counts = draw.integers(1, influences + 1, vertices)
    offsets = np.concatenate([[0], np.cumsum(counts)])
    weights = np.concatenate([draw.dirichlet(np.ones(count)) for count in counts])
    rows = np.unique(draw.integers(0, vertices, 3))
    dense = BlendShape(Deltas(draw.normal(size=(vertices, dimension)).astype(dtype)))
    small = 0.1 * draw.normal(size=(len(rows), dimension)).astype(dtype)
    sparse = BlendShape(Deltas(small, rows), Deltas(small, rows))
    normals = draw.normal(size=(vertices, dimension))
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    return Surface(
        draw.normal(size=(vertices, dimension)).astype(dtype),
        normals.astype(dtype),
        mode="points",
        influences=Influences(offsets, draw.integers(0, joints, offsets[-1]), weights.astype(dtype)),
        blend_shapes=(dense, sparse, BlendShape()),
    )


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("dimension", [2, 3, 4, 5, 8])
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(seed=st.integers(0, 2**32 - 1), influences=st.sampled_from([1, 4, 8, 11]), skins=st.integers(1, 3))
def test_random_rigs_agree_with_the_oracle(dimension, dtype, seed, influences, skins):
    rig = random_rig(seed, dimension, dtype, influences, skins)
    pose = rig.rest_pose()
    assume_well_conditioned(rig, pose)
    assert_as_the_oracle(rig, pose)


def assume_well_conditioned(rig, pose):
    """A blended map near singular multiplies the roundings of its normals by its condition: nothing to
    compare then."""
    for which, instance in enumerate(rig.instances):
        for surface in rig.meshes[instance.mesh].surfaces:
            for vertex in range(len(surface.positions)):
                moved = np.array(blended_map(rig, pose, instance, surface, vertex))
                assume(np.linalg.cond(moved[:, :-1]) < 16)
                normal = morphed(
                    surface.normals,
                    [t.normals for t in surface.blend_shapes],
                    pose.blend[which].tolist(),
                    vertex,
                )
                assume(np.linalg.norm(normal) > 0.25)


def rig(scale=2.0):
    influences = Influences(np.arange(2), np.zeros(1, int), np.ones(1))
    surface = Surface(np.array([[1.0, 2, 3]]), mode="points", influences=influences)
    return build(
        nodes=[Node(translation=[10, 0, 0]), Node(parent=0), Node(parent=0, scale=[scale] * 3)],
        meshes=[Mesh((surface,))],
        skins=[Skin(np.array([1]), None, root=0)],
        instances=[Instance(2, 0, 0)],
    )


def test_the_three_spaces():
    result = rig()
    pose = result.rest_pose()
    spaces = positions_by_space(result, pose, deform(result, pose)[0])
    assert spaces.world.tolist() == [[11, 2, 3]]
    assert spaces.skeleton.tolist() == [[1, 2, 3]]
    assert spaces.local.tolist() == [[0.5, 1, 1.5]]


def test_a_flat_node_has_no_space_of_its_own():
    result = rig(0.0)
    pose = result.rest_pose()
    with pytest.raises(ValueError, match="singular matrix"):
        positions_by_space(result, pose, deform(result, pose)[0])
