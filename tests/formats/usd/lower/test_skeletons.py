"""Rigs that are hard to store as UsdSkel: scales of any kind, joints that repeat or stay fixed, bind poses
that differ. UsdSkel's own code poses them as `deform` does."""

from __future__ import annotations

import numpy as np
import pytest
from pxr import Usd, UsdGeom
from usd_skel import posed_points, validation_errors

import pantin
from pantin.base.records import replace
from pantin.maths import affine
from pantin.rig import (
    BlendShape,
    Camera,
    Channel,
    Clip,
    Deltas,
    Influences,
    Instance,
    Mesh,
    Node,
    Perspective,
    Skin,
    Surface,
    build,
)

CLOSE = 1e-5
HALF = 5e-4
"""What 16 bits may be off by."""

POINTS = np.random.default_rng(2).uniform(-1, 1, (30, 3)).astype(np.float32)
TURN = np.array([[0, 0, 0, 1], [0.5, 0.5, 0.5, 0.5], [0, 0.6, 0, 0.8]], np.float32)
TIMES = np.array([0.0, 0.5, 1.25], np.float32)


def skinned(nodes, joints, binds, *, channels=(), surface=None, more=(), **parts):
    """A rig whose mesh is on the last node, with influences of all joints of its skin."""
    count = len(joints)
    weights = np.random.default_rng(3).dirichlet(np.ones(count), len(POINTS)).astype(np.float32)
    offsets = np.arange(len(POINTS) + 1) * count
    influences = Influences(offsets, np.tile(np.arange(count), len(POINTS)), weights.ravel())
    surface = surface or Surface(POINTS, indices=np.arange(30), influences=influences)
    return pantin.build(
        nodes=[*nodes, Node("mesh", translation=(5, 5, 5))],
        meshes=[Mesh((surface,), "mesh")],
        skins=[Skin(np.array(joints), np.array(binds)), *more],
        instances=[Instance(len(nodes), 0, 0)],
        clips=[Clip(tuple(channels), "move")],
        **parts,
    )


def turn(node):
    return Channel(node, "rotation", TIMES, TURN)


def binds_at_rest(rig_nodes, joints):
    world = pantin.motion.world_transforms(pantin.build(nodes=rig_nodes))
    return affine.inverse(world[joints])


def differ(rig, path):
    """The largest distance of a point in five frames, as a part of the size."""
    pantin.save(rig, path)
    stage = Usd.Stage.Open(str(path))
    assert validation_errors(stage) == []
    worst = 0.0
    for time in np.linspace(0, 1.25, 5):
        mine = pantin.deform(rig, pantin.sample(rig, 0, time), normals=False)
        theirs = posed_points(stage, time * stage.GetTimeCodesPerSecond())
        assert len(mine) == len(theirs)
        for surface, points in zip(mine, theirs.values(), strict=True):
            worst = max(worst, np.abs(surface.positions - points).max() / np.ptp(surface.positions))
    return worst


CHAIN = {
    "small": [Node("a", scale=(0.01,) * 3), Node("b", 0, (0, 100, 0)), Node("c", 1, (0, 50, 0))],
    "mirrored": [Node("a", scale=(-0.3,) * 3), Node("b", 0, (0, 1, 0)), Node("c", 1, (0, 1, 0))],
    "uneven": [Node("a", scale=(0.3, 1.7, 0.9)), Node("b", 0, (0, 1, 0)), Node("c", 1, (0, 1, 0))],
    "uneven leaf": [Node("a"), Node("b", 0, (0, 1, 0)), Node("c", 1, (0, 1, 0), scale=(0.3, 1.7, 0.9))],
    "sheared": [
        Node("a", matrix=[[1, 0.5, 0, 0], [0, 1, 0, 0], [0, 0.2, 1, 0]]),
        Node("b", 0, (0, 1, 0)),
        Node("c", 1, (0, 1, 0)),
    ],
}


@pytest.mark.parametrize("name", CHAIN)
@pytest.mark.parametrize("moved", [(0, 1, 2), (1,), (0,), ()], ids=str)
def test_constant_scales_are_exact(name, moved, tmp_path):
    nodes = CHAIN[name]
    sheared = name == "sheared"
    channels = [turn(node) for node in moved if not (sheared and node == 0)]
    slide = np.array([[0, 0, 0], [1, 2, 3], [0, 1, 0]], np.float32)
    channels += [Channel(0, "translation", TIMES, slide)]
    rig = skinned(nodes, [0, 1, 2], binds_at_rest(nodes, [0, 1, 2]), channels=channels)
    assert differ(rig, tmp_path / "rig.usdc") < CLOSE


def test_scales_that_change_are_rounded_and_reported(tmp_path):
    nodes = CHAIN["small"]
    grow = np.array([[1, 1, 1], [1.37, 1, 0.61], [1, 2, 1]], np.float32)
    channels = [turn(1), Channel(1, "scale", TIMES, grow)]
    rig = skinned(nodes, [0, 1, 2], binds_at_rest(nodes, [0, 1, 2]), channels=channels)
    assert CLOSE < differ(rig, tmp_path / "rig.usdc") < HALF
    assert "LOSS-USD_SCALE" in {each.rule for each in pantin.save(rig, tmp_path / "rig.usdc").findings}


def test_joints_that_repeat_stay_fixed_or_have_no_inverse(tmp_path):
    nodes = [Node("a", translation=(1, 0, 0)), Node("b", 0, (0, 1, 0))]
    binds = np.tile(np.eye(3, 4), (4, 1, 1))
    binds[1, :, 3] = (0, -1, 0)
    binds[2] = [[0.5, 0, 0, 1], [0, 2, 0, 0], [0, 0, 1, 0]]
    binds[3] = [[1, 0, 0, 0], [0, 0, 0, 0.5], [0, 0, 1, 0]]
    rig = skinned(nodes, [0, 1, 1, 1], binds, channels=[turn(0), turn(1)])
    assert differ(rig, tmp_path / "rig.usdc") < CLOSE
    fixed = skinned(nodes, [0, -1, 1, 1], binds, channels=[turn(0), turn(1)])
    assert differ(fixed, tmp_path / "fixed.usdc") < CLOSE


def test_skins_with_other_bind_poses_share_a_skeleton(tmp_path):
    nodes = [Node("a"), Node("b", 0, (0, 1, 0))]
    binds = binds_at_rest(nodes, [0, 1])
    moved = affine.multiply(binds, [[0, 1, 0, 2], [-1, 0, 0, 0], [0, 0, 1, 0]])
    odd = moved.copy()
    odd[1, 0, 3] += 1
    rig = skinned(
        nodes, [0, 1], binds, channels=[turn(0), turn(1)], more=[Skin(np.array([1, 0]), moved[::-1])]
    )
    nodes = [*rig.node_list(), Node("second"), Node("third")]
    instances = [*rig.instances, Instance(3, 0, 1), Instance(4, 0, 2)]
    skins = [*rig.skins, Skin(np.array([0, 1]), odd)]
    whole = rig.replace(nodes=nodes, instances=instances, skins=skins)
    assert differ(whole, tmp_path / "rig.usdc") < CLOSE
    stage = Usd.Stage.Open(str(tmp_path / "rig.usdc"))
    skeletons = [prim for prim in stage.Traverse() if prim.GetTypeName() == "Skeleton"]
    assert [len(prim.GetAttribute("joints").Get()) for prim in skeletons] == [3]


def test_surfaces_without_influences_follow_their_node(tmp_path):
    nodes = [Node("a"), Node("b", 0, (0, 1, 0))]
    rig = skinned(nodes, [0, 1], binds_at_rest(nodes, [0, 1]), channels=[turn(0), turn(2)])
    shape = BlendShape(Deltas(POINTS[:3], np.array([4, 5, 4])))
    surfaces = (*rig.meshes[0].surfaces, Surface(POINTS * 2, indices=np.arange(30)))
    for blend_shapes in ((), (shape,)):
        parts = tuple(
            Surface(
                each.positions, indices=each.indices, influences=each.influences, blend_shapes=blend_shapes
            )
            for each in surfaces
        )
        mixed = rig.replace(meshes=[Mesh(parts, "mesh", blend_weights=np.ones(len(blend_shapes)))])
        assert differ(mixed, tmp_path / f"rig{len(blend_shapes)}.usdc") < CLOSE


def test_cameras_on_joints_follow_them(tmp_path):
    nodes = [Node("a"), Node("b", 0, (0, 1, 0)), Node("eye", 1, (0, 0, 1), camera=0)]
    binds = binds_at_rest([Node("a"), Node("b", 0, (0, 1, 0))], [0, 1])
    camera = Camera(Perspective(0.8, 0.1, aspect=1.5), "view")
    rig = skinned(nodes, [0, 1], binds, channels=[turn(0), turn(1)], cameras=[camera])
    pantin.save(rig, tmp_path / "rig.usdc")
    stage = Usd.Stage.Open(str(tmp_path / "rig.usdc"))
    (prim,) = [prim for prim in stage.Traverse() if prim.GetTypeName() == "Camera"]
    for time in TIMES.tolist():
        world = pantin.motion.world_transforms(rig, pantin.sample(rig, 0, time))[2]
        theirs = UsdGeom.XformCache(time * stage.GetTimeCodesPerSecond()).GetLocalToWorldTransform(prim)
        np.testing.assert_allclose(np.array(theirs).T[:3], world, atol=1e-6)


def with_dual_quaternions(rig):
    return rig.replace(skins=[replace(skin, solver="dqs") for skin in rig.skins])


SCALED = [
    Node("a", scale=(0.5, 1.5, 1)),
    Node("b", 0, (0, 1, 0), scale=(2, 1, 0.75)),
    Node("c", 1, (0, 1, 0)),
]


@pytest.mark.parametrize("scale", [(1, 1, 1), (2, -2, 2), (0.3, 1.7, 0.9)])
def test_dual_quaternions_of_scaled_joints(scale, tmp_path):
    """Below a node that scales unevenly too: its skeleton is beside it."""
    above = Node("above", translation=(3, 1, 2), rotation=(0.5, 0.5, 0.5, 0.5), scale=scale)
    nodes = [above, *(replace(node, parent=node.parent + 1) for node in SCALED)]
    bound = [Node("a", scale=(1, 1, 1)), Node("b", 0, (0, 1, 0)), Node("c", 1, (0, 1, 0))]
    binds = binds_at_rest(bound, [0, 1, 2])
    rig = skinned(nodes, [1, 2, 3], binds, channels=[turn(1), turn(2)])
    assert differ(with_dual_quaternions(rig), tmp_path / "rig.usdc") < CLOSE


def test_dual_quaternions_below_a_scale_that_changes(tmp_path):
    nodes = [Node("above"), *(replace(node, parent=node.parent + 1) for node in SCALED)]
    grow = Channel(0, "scale", TIMES, np.array([[1, 1, 1], [1.5, 1, 0.5], [1, 2, 1]], np.float32))
    binds = np.tile(np.eye(3, 4), (3, 1, 1))
    rig = skinned(nodes, [1, 2, 3], binds, channels=[turn(1), turn(2), grow])
    assert differ(with_dual_quaternions(rig), tmp_path / "rig.usdc") < HALF


def test_dual_quaternions_of_two_bind_poses_and_any_weights(tmp_path):
    """No transform of the geometry explains the second; weights need not sum to 1."""
    binds = np.tile(np.eye(3, 4), (3, 1, 1))
    moved = affine.multiply(binds, [[0, 1, 0, 2], [-1, 0, 0, 0], [0, 0, 1, 0]])
    rig = skinned(SCALED, [0, 1, 2], binds, channels=[turn(0), turn(1)], more=[Skin(np.arange(3), moved)])
    influences = rig.meshes[0].surfaces[0].influences
    halved = replace(influences, weights=influences.weights * np.float32(0.5))
    surface = replace(rig.meshes[0].surfaces[0], influences=halved)
    rig = rig.replace(
        nodes=[*rig.node_list(), Node("second")],
        instances=[*rig.instances, Instance(4, 0, 1)],
        meshes=[replace(rig.meshes[0], surfaces=(surface,))],
    )
    assert differ(with_dual_quaternions(rig), tmp_path / "rig.usdc") < CLOSE


def test_joints_of_dual_quaternions_that_are_scaled_to_nothing_are_reported(tmp_path):
    shrink = Channel(1, "scale", TIMES, np.array([[1, 1, 1], [0, 0, 0], [1, 1, 1]], np.float32))
    spline = np.zeros((3, 3, 3), np.float32)
    spline[:, 1] = 1  # with tangents of 0
    steady = Channel(0, "scale", TIMES, spline, "CUBICSPLINE")
    rig = skinned(SCALED, [0, 1, 2], np.tile(np.eye(3, 4), (3, 1, 1)), channels=[shrink, steady])
    for made, joints in ((rig, []), (with_dual_quaternions(rig), ["b", "c"])):
        found = pantin.save(made, tmp_path / "rig.usdc").findings
        skinning = [(each.pointer, each.message) for each in found if each.rule == "LOSS-USD_SKINNING"]
        assert skinning == [
            (
                "/skins/0",
                f'skin 0 bends differently in UsdSkel: it leaves out joint "{name}" ({index}), '
                "which is scaled to 0",
            )
            for index, name in enumerate(joints, 1)
        ]


def test_joints_with_one_name_come_back_with_it(tmp_path):
    """USD has unique names of joints; the custom data of the skeleton has those of the file."""
    surface = Surface(
        np.eye(3), indices=np.arange(3), influences=Influences([0, 2, 4, 6], [1, 2] * 3, [0.5] * 6)
    )
    rig = build(
        nodes=[Node("body"), Node("root"), Node("tip", 1, (0, 1, 0)), Node("tip", 2, (0, 1, 0))],
        meshes=[Mesh((surface,))],
        skins=[Skin([1, 2, 3])],
        instances=[Instance(0, 0, skin=0)],
    )
    pantin.save(rig, tmp_path / "twice.usda")
    names = pantin.load(tmp_path / "twice.usda").rig.nodes.names
    assert names.count("tip") == 2


def assert_returns(rig, path, close=CLOSE):
    """The nodes of a rig come back, at rest and over time, and the vertices with them."""
    pantin.save(rig, path)
    again = pantin.load(path).rig
    places = [again.nodes.names.index(name) for name in rig.nodes.names]
    assert sorted(again.nodes.names) == sorted(rig.nodes.names)
    joints = [node for node, name in enumerate(rig.nodes.names) if len(name) == 1]
    for time in (None, *np.linspace(0, 1.25, 5)):
        mine = rig.rest_pose() if time is None else pantin.sample(rig, 0, time)
        theirs = again.rest_pose() if time is None else pantin.sample(again, 0, time)
        world = pantin.motion.world_transforms(rig, mine)[joints]
        there = pantin.motion.world_transforms(again, theirs)[[places[node] for node in joints]]
        np.testing.assert_allclose(there, world, atol=close * np.abs(world).max())
        for one, other in zip(
            pantin.deform(rig, mine, normals=False), pantin.deform(again, theirs, normals=False), strict=True
        ):
            np.testing.assert_allclose(other.positions, one.positions, atol=close * np.ptp(one.positions))
    return again


@pytest.mark.parametrize("name", ["small", "mirrored", "uneven", "uneven leaf"])
def test_joints_with_constant_scales_come_back_as_they_were(name, tmp_path):
    nodes = CHAIN[name]
    rig = skinned(nodes, [0, 1, 2], binds_at_rest(nodes, [0, 1, 2]), channels=[turn(0), turn(1), turn(2)])
    again = assert_returns(rig, tmp_path / "rig.usdc")
    (skin,) = again.skins
    assert sorted(again.nodes.names[joint] for joint in skin.joints) == ["a", "b", "c"]
    if name != "mirrored":  # a matrix does not say which axes are mirrored
        assert {channel.property for channel in again.clips[0].channels} == {"rotation"}
    found = [
        each for each in pantin.save(rig, tmp_path / "rig.usdc").findings if each.rule == "LOSS-USD_JOINTS"
    ]
    node = {"uneven": 'joint "a" (0)', "uneven leaf": 'joint "c" (2)'}.get(name)
    said = [f"added 1 joint for constant scales of joints (first: below {node})"]
    assert [each.message for each in found] == (said if node else [])


def test_joints_with_two_bind_transforms_come_back_once(tmp_path):
    nodes = [Node("a", scale=(0.3, 1.7, 0.9)), Node("b", 0, (0, 1, 0))]
    binds = np.tile(np.eye(3, 4), (4, 1, 1))
    binds[1, :, 3] = (0, -1, 0)
    binds[2] = [[0.5, 0, 0, 1], [0, 2, 0, 0], [0, 0, 1, 0]]
    binds[3] = [[1, 0, 0, 0], [0, 0, 0, 0.5], [0, 0, 1, 0]]
    rig = skinned(nodes, [0, 1, 1, 1], binds, channels=[turn(0), turn(1)])
    again = assert_returns(rig, tmp_path / "rig.usdc")
    (skin,) = again.skins
    assert [again.nodes.names[joint] for joint in skin.joints] == ["a", "b", "b", "b"]


def test_a_mesh_on_a_joint_with_a_scale_stays_on_it(tmp_path):
    for name in ("small", "uneven"):
        nodes = [*CHAIN[name], Node("d", 2, (0, 1, 0))]
        rig = skinned(nodes, [0, 1, 2], binds_at_rest(nodes, [0, 1, 2]), channels=[turn(0), turn(2)])
        box = Mesh((Surface(POINTS, indices=np.arange(30)),), "box")
        rig = rig.replace(meshes=[*rig.meshes, box], instances=[*rig.instances, Instance(3, 1)])
        assert_returns(rig, tmp_path / "rig.usdc")


def test_motion_of_an_added_joint_is_reported(tmp_path):
    """Another program may move it: the node that it is part of cannot."""
    nodes = CHAIN["uneven"]
    rig = skinned(nodes, [0, 1, 2], binds_at_rest(nodes, [0, 1, 2]), channels=[turn(0), turn(1)])
    pantin.save(rig, tmp_path / "rig.usda")
    stage = Usd.Stage.Open(str(tmp_path / "rig.usda"))
    (prim,) = [prim for prim in stage.Traverse() if prim.GetTypeName() == "SkelAnimation"]
    assert list(prim.GetAttribute("joints").Get()) == ["a", "a/a/b"]
    prim.GetAttribute("joints").Set(["a", "a/a"])
    stage.Save()
    found = pantin.convert(tmp_path / "rig.usda", tmp_path / "rig.glb").findings
    assert [each.message for each in found if each.rule == "LOSS-USD_ANIMATION"] == [
        'dropped the motion of joint "a/a", which is part of the joint above it'
    ]


@pytest.mark.parametrize("value", [[7, -1], "a", [0.5], {}, [0], [1, 2]])
def test_custom_data_that_do_not_fit_say_nothing(value, tmp_path):
    from pxr import Vt

    nodes = CHAIN["small"][:2]
    rig = skinned(nodes, [0, 1], np.tile(np.eye(3, 4), (2, 1, 1)))
    pantin.save(rig, tmp_path / "rig.usda")
    stage = Usd.Stage.Open(str(tmp_path / "rig.usda"))
    (prim,) = [prim for prim in stage.Traverse() if prim.GetTypeName() == "Skeleton"]
    whole = isinstance(value, list) and all(isinstance(each, int) for each in value)
    stored = Vt.IntArray(value) if whole else Vt.DoubleArray(value) if isinstance(value, list) else value
    for key in ("scaleJoints", "jointScales"):
        prim.SetCustomDataByKey(key, stored)
    stage.Save()
    again = pantin.load(tmp_path / "rig.usda").rig
    assert sorted(again.nodes.names) == ["a", "b", "mesh"]
