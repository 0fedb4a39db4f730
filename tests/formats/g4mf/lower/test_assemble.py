"""Rigs into new documents, and across glTF."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.deformation import deform
from pantin.deformation.element_attributes import deform_elements
from pantin.formats.g4mf.check import check
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.lift import lift
from pantin.formats.g4mf.lower import lower
from pantin.formats.g4mf.lower.skeletons import sort_nodes
from pantin.formats.g4mf.save import to_bytes
from pantin.formats.gltf.document import read as read_gltf
from pantin.formats.gltf.lift import lift as lift_gltf
from pantin.formats.gltf.new import write as write_gltf
from pantin.motion import sample
from pantin.operations.edit.skeleton_roots import add_skeleton_roots
from pantin.rig import Influences, Instance, Mesh, Node, Skeleton, Skin, Surface, build


def again(rig, **options):
    """The rig after a trip through a file, which must be sound."""
    document = read(to_bytes(lower(rig, **options).document))
    assert not [finding for finding in check(document) if finding.severity == "error"]
    return lift(document).rig


@pytest.mark.parametrize("dialect", ["newest", "2026-01"])
@pytest.mark.parametrize("dimension", [2, 3, 4, 5, 8])
def test_a_rig_comes_back(rigs, dimension, dialect):
    rig = lift(read(rigs.random_rig(3, dimension).binary())).rig
    back = again(rig, dialect=dialect)
    poses = []
    for one in (rig, back):
        pose = one.rest_pose().with_blend(6, [0.5, -1.0])
        for node in (1, 2, 3, 4):
            pose = pose.with_local(node, matrix=np.eye(dimension, dimension + 1) + 0.1 * node)
        poses.append(pose)
    for before, after in zip(deform(rig, poses[0]), deform(back, poses[1]), strict=True):
        assert np.abs(before.positions - after.positions).max() < 1e-12
    for before, after in zip(deform_elements(rig, poses[0]), deform_elements(back, poses[1]), strict=True):
        assert np.abs(before.normals[0] - after.normals[0]).max() < 1e-12


def test_a_file_keeps_its_joints_names_and_amounts(kit):
    tree = lower(lift(read(kit.text())).rig).document.tree
    assert tree["nodes"][2]["skeleton"] == {"joints": [3, 4]}
    assert tree["meshes"][0]["skin"]["groupNames"] == ["Hips", "Arm"]
    assert tree["meshes"][0]["blend"]["amounts"] == [0.5, 0.0]
    assert tree["nodes"][5]["meshInstance"]["blendAmounts"] == [1.0, -0.5]


def test_names_that_bones_give_are_left_out_on_request(kit):
    tree = lower(lift(read(kit.text())).rig, omit_inferable=True).document.tree
    assert "groupNames" not in tree["meshes"][0]["skin"]


def test_an_unknown_dialect_is_a_bad_call(kit):
    with pytest.raises(ValueError, match="dialect"):
        lower(lift(read(kit.text())).rig, dialect="1999")  # type: ignore[arg-type]


SAMPLES = [
    *("Fox", "RiggedSimple", "RiggedFigure", "AnimatedMorphCube", "BoxAnimated", "MorphPrimitivesTest"),
    "RecursiveSkeletons",
]


def flat(rig, posed, starts):
    """All vertices of each node, in the order of its surfaces."""
    result: dict[int, list] = {}
    for mesh in posed:
        if starts or mesh.surface == 0:
            result.setdefault(mesh.node, []).append(mesh.positions)
    return [np.concatenate(parts) for parts in result.values()]


@pytest.mark.parametrize("name", SAMPLES)
def test_gltf_crosses_and_comes_back_within_1e_6(corpus, name):
    """The same pose, from a clip where there is one: glTF, then G4MF, then glTF."""
    rig = lift_gltf(read_gltf(corpus / "gltf-sample-assets" / f"{name}.glb")).rig
    rig = add_skeleton_roots(rig)
    there = again(rig)
    back = lift_gltf(write_gltf(there)).rig
    place = {node: index + len(there.nodes) - len(rig.nodes) for index, node in enumerate(sort_nodes(rig))}
    poses = [rig.rest_pose() if not rig.clips else sample(rig, clip=0, time=0.4)]
    for one in (there, back):
        pose = one.rest_pose()
        meshes = {instance.node for instance in rig.instances if instance.skin is not None}
        for node in range(len(rig.nodes)):
            if node not in meshes:
                pose = pose.with_local(place[node], matrix=poses[0].local[node])
        for instance, amounts in zip(rig.instances, poses[0].blend, strict=True):
            if len(amounts):
                pose = pose.with_blend(place[instance.node], amounts)
        poses.append(pose)
    want = flat(rig, deform(rig, poses[0]), True)
    size = max(np.abs(one).max() for one in want)
    for rig_after, pose, many in ((there, poses[1], False), (back, poses[2], False)):
        got = flat(rig_after, deform(rig_after, pose), many)
        for before, after in zip(want, got, strict=True):
            assert np.abs(before - after).max() < 1e-6 * max(size, 1)


def test_a_mesh_that_84_skeletons_use_stays_one(corpus):
    rig = lift_gltf(read_gltf(corpus / "gltf-sample-assets" / "RecursiveSkeletons.glb")).rig
    assert (len(rig.meshes), len(rig.instances)) == (1, 84)
    document = lower(add_skeleton_roots(rig)).document
    assert len(document.tree["meshes"]) == 1
    assert len(lift(document).rig.meshes) == 1


def test_bone_lengths_copyright_and_extras_of_skins():
    rig = build(
        nodes=[
            Node("root"),
            Node("bone", 0, bone_length=0.5),
            Node("tip", 1, bone_length=0.0),
            Node("mesh", 0),
            Node("loose", 0, bone_length=1.0),
        ],
        meshes=[
            Mesh((Surface(np.eye(3), influences=Influences(np.arange(4), np.array([0, 1, 1]), np.ones(3))),))
        ],
        skins=[Skin(np.array([1, 2]), name="skin", extras={"a": 1})],
        instances=[Instance(3, 0, 0)],
        copyright="me",
        extras={"b": 2},
    )
    lowered = lower(add_skeleton_roots(rig))
    nodes = lowered.document.tree["nodes"]
    assert [node["bone"] for node in nodes if "bone" in node] == [{"length": 0.5}, {"length": 0.0}]
    assert 'dropped the bone length of node "loose" (4): not a bone' in [
        one.message for one in lowered.findings
    ]
    back = lift(lowered.document).rig
    assert str(back.nodes.bone_lengths.tolist()) == "[nan, 0.5, 0.0, nan, nan]"
    assert (back.copyright, back.extras) == ("me", {"b": 2})
    assert (back.skins[0].name, back.skins[0].extras) == ("skin", {"a": 1})


def skinned_twice(**skeleton):
    """One mesh, on a node with a skin and on another without; the root of the skeleton is a moved node."""
    influences = Influences(np.array([0, 1, 2]), np.array([0, 1]), np.array([1.0, 1.0]))
    surface = Surface(np.array([[0.0, 0, 0], [0, 1, 0]]), mode="points", influences=influences)
    nodes = [
        Node("armature", translation=(5, 0, 0), scale=(2, 2, 2)),
        Node("hips", 0),
        Node("knee", 1, (0, 1, 0)),
    ]
    joints, binds = np.array([1, 2]), np.zeros((2, 3, 4))
    binds[:, :, :3] = np.eye(3) / 2
    binds[:, 0, 3], binds[1, 1, 3] = -2.5, -1  # in the world, where the mesh is drawn
    return build(
        nodes=[*nodes, Node("body", 0), Node("statue", translation=(9, 0, 0))],
        meshes=[Mesh((surface,), name="body")],
        skins=[Skin(joints, binds, skeleton=0)],
        instances=[Instance(4, 0), Instance(3, 0, 0)],
        skeletons=[Skeleton(joints, 1, **skeleton)],
    )


def test_a_mesh_with_and_without_a_skin_is_one_mesh():
    """Mesh skin: the skin has no effect where the node is no child of a skeleton."""
    rig = skinned_twice()
    lowered = lower(rig)
    assert len(lowered.document.tree["meshes"]) == 1
    assert not [finding for finding in lowered.findings if "influences" in finding.message]
    back = again(rig)
    moved = []
    for one in (rig, back):
        pose = one.rest_pose().with_local("knee", translation=(0, 3, 0))
        parts = {one.nodes.names[part.node]: part.positions for part in deform(one, pose)}
        moved.append(np.concatenate([parts["body"], parts["statue"]]))
    assert np.abs(moved[0] - moved[1]).max() < 1e-6


def test_only_another_bind_pose_of_a_skeleton_is_lost_not_its_space():
    """STAIK_skeletons: its matrices behave as in skins, which are bound in the world or where a mesh is."""
    rest = np.stack([np.eye(3, 4), np.eye(3, 4)])
    rest[1, 1, 3] = -1
    in_the_world = skinned_twice().skins[0].inverse_binds
    beside, bent = rest.copy(), rest.copy()
    beside[:, 0, 3] -= 7
    bent[1, 0, 3] = -0.5
    lost = [
        [one.rule for one in lower(skinned_twice(inverse_binds=binds)).findings if "bind pose" in one.message]
        for binds in (rest, in_the_world, beside, bent)
    ]
    assert lost == [[], [], ["LOSS-G4MF_PART"], ["LOSS-G4MF_PART"]]


def test_a_joint_that_a_skin_lists_twice_moves_the_vertices_of_both_slots():
    """Skeleton, Joints: a bone may control several groups; no group loses its vertices in another order."""
    influences = Influences(np.arange(5), np.array([0, 1, 2, 3]), np.ones(4))
    surface = Surface(np.eye(4, 3), mode="points", influences=influences)
    joints = np.array([1, 2, 1, 2])
    rig = build(
        nodes=[Node("skeleton"), Node("hips", 0), Node("knee", 1, (0, 1, 0)), Node("body", 0)],
        meshes=[Mesh((surface,))],
        skins=[Skin(joints, skeleton=0, root=0)],
        instances=[Instance(3, 0, 0)],
        skeletons=[Skeleton(np.array([0, 1, 2]), 0)],
    )
    rig = rig.replace(skins=[rig.skins[0].replace(inverse_binds=np.stack([np.eye(3, 4)] * 4))])
    back = again(rig)
    positions = []
    for one in (rig, back):
        pose = one.rest_pose().with_local("knee", translation=(0, 3, 0))
        positions.append(deform(one, pose)[0].positions)
    assert np.abs(positions[0] - positions[1]).max() < 1e-6


def test_skeletons_that_move_no_mesh_stay_apart():
    nodes = [Node("world"), Node("a", 0), Node("hips a", 1), Node("b", 0), Node("hips b", 3)]
    skeletons = [Skeleton(np.array([1, 2]), 1), Skeleton(np.array([3, 4]), 3)]
    rig = add_skeleton_roots(build(nodes=nodes, skeletons=skeletons))
    tree = lower(rig).document.tree
    assert [node["name"] for node in tree["nodes"] if "skeleton" in node] == ["a", "b"]
