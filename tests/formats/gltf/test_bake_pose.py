"""A pose written into a document: it looks the same, and all that is not the rig's stays as it was."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.deformation import deform
from pantin.edit import plan_baked_pose
from pantin.formats.gltf import save
from pantin.formats.gltf.bake_pose import bake_pose, busy_nodes, write_pose
from pantin.formats.gltf.check import check
from pantin.formats.gltf.document import read
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.new import write
from pantin.motion import sample
from pantin.rig import (
    BlendShape,
    Channel,
    Clip,
    Deltas,
    Influences,
    Instance,
    Material,
    Mesh,
    Node,
    Scene,
    Skin,
    Surface,
    build,
)

ROUNDING = 1e-6
"""Relative: vertices are stored in float32 once more, and plain ones go through a map in float32."""


def puppet():
    pick = np.random.default_rng(2)
    skinned = Surface(
        pick.normal(size=(6, 3)).astype(np.float32),
        texcoords=(pick.random((6, 2)).astype(np.float32),),
        material=0,
        influences=Influences(np.arange(0, 13, 2), np.tile([0, 1], 6), np.full(12, 0.5)),
    )
    shape = BlendShape(
        Deltas(pick.normal(size=(6, 3)).astype(np.float32)),
        texcoords=(Deltas(pick.random((6, 2)).astype(np.float32)),),
    )
    blended = Surface(
        pick.normal(size=(6, 3)).astype(np.float32),
        texcoords=(pick.random((6, 2)).astype(np.float32),),
        blend_shapes=(shape,),
    )
    turn = np.array([[0, 0, 0, 1], [0, 0.6, 0, 0.8]])
    channels = (
        Channel(1, "rotation", np.array([0.0, 1.0]), turn),
        Channel(4, "weights", np.array([0.0, 1.0]), np.array([[0.0], [2.0]])),
    )
    return build(
        nodes=[
            Node("root", -1, [1, 2, 3]),
            Node("tip", 0, [0, 1, 0]),
            Node("free", -1, [5, 5, 5]),
            Node("held", 1, [0, 0, 1]),
            Node("face", 0, [0, 3, 0], scale=[1, 2, 1]),
        ],
        meshes=[Mesh((skinned,), "body"), Mesh((blended,), "face", blend_names=("smile",))],
        materials=[Material("skin")],
        skins=[Skin(np.array([0, 1]), pick.normal(size=(2, 3, 4)))],
        instances=[Instance(2, 0, 0), Instance(3, 0, 0), Instance(4, 1, blend_weights=[0.5])],
        clips=[Clip(channels)],
        scenes=[Scene((0, 2))],
        default_scene=0,
    )


@pytest.fixture
def document():
    made = write(puppet())
    made.set("/meshes/0/extras", {"keep": "this"})
    made.set("/meshes/1/extras/other", 1)
    made.set("/nodes/2/extras", {"keep": "this too"})
    return read(save.to_bytes(made), name="puppet.glb")


def frozen(document, time=0.7):
    rig = lift(document).rig
    pose = sample(rig, 0, time)
    state = plan_baked_pose(rig, pose, keep=busy_nodes(document))
    made = document.copy()
    assert bake_pose(made, rig, state.pose, state.surfaces, state.detached) == []
    return deform(rig, pose), read(save.to_bytes(made), name="frozen.glb")


def sorted_points(posed):
    return np.sort(np.concatenate([one.positions for one in posed]), axis=0)


def test_the_frozen_document_looks_as_the_pose_did(document):
    expected, made = frozen(document)
    lifted = lift(made)
    assert lifted.findings == ()
    points = sorted_points(expected)
    after = sorted_points(deform(lifted.rig, lifted.rig.rest_pose()))
    assert np.abs(after - points).max() <= ROUNDING * np.abs(points).max()


def test_it_breaks_no_rule(document):
    _, made = frozen(document)
    assert [one for one in check(made) if one.severity != "info"] == []


def test_skins_clips_and_targets_are_gone_and_the_rest_is_there(document):
    _, made = frozen(document)
    assert not {"skins", "animations"} & set(made.tree)
    text = made.text
    assert all(word not in text for word in (b'"targets"', b'"JOINTS_0"', b'"weights"', b'"targetNames"'))
    assert made.tree["materials"] == document.tree["materials"]
    assert made.tree["meshes"][0]["extras"] == {"keep": "this"}
    assert made.tree["meshes"][1]["extras"] == {"other": 1}
    free = made.tree["nodes"][2]
    assert (free["name"], free["extras"], free["mesh"]) == ("free", {"keep": "this too"}, 0)
    assert made.tree["accessors"][: len(document.tree["accessors"])] == document.tree["accessors"]


def test_a_mesh_that_two_nodes_share_is_copied_and_a_node_elsewhere_gives_its_mesh_up(document):
    _, made = frozen(document)
    assert [mesh["name"] for mesh in made.tree["meshes"]] == ["body", "face", "body"]
    assert made.tree["nodes"][5] == {"name": "held.posed", "mesh": 2}
    assert "mesh" not in made.tree["nodes"][3]
    assert made.tree["scenes"][0]["nodes"] == [0, 2, 5]
    first, second = (made.tree["meshes"][at]["primitives"][0]["attributes"] for at in (0, 2))
    assert first["TEXCOORD_0"] == second["TEXCOORD_0"], "what the pose does not change is shared"


def test_texture_coordinates_that_blend_are_written_out(document):
    rig = lift(document).rig
    _, made = frozen(document, time=1.0)
    base = rig.meshes[1].surfaces[0]
    moved = base.texcoords[0] + 2 * base.blend_shapes[0].texcoords[0].values[:]
    assert np.allclose(lift(made).rig.meshes[1].surfaces[0].texcoords[0], moved)


def test_a_pose_in_the_nodes_keeps_the_rig(document):
    rig = lift(document).rig
    pose = sample(rig, 0, 0.7).with_local("root", matrix=[[1, 1, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]])
    made = document.copy()
    assert write_pose(made, pose) == 3
    made = read(save.to_bytes(made), name="x.glb")
    again = lift(made).rig
    assert (len(again.skins), len(again.clips)) == (1, 1)
    points = sorted_points(deform(rig, pose))
    after = sorted_points(deform(again, again.rest_pose()))
    assert np.abs(after - points).max() <= ROUNDING * np.abs(points).max()


def test_the_rest_pose_changes_nothing(document):
    assert write_pose(document, lift(document).rig.rest_pose()) == 0
    assert not document.edited


def test_a_skinned_mesh_that_could_not_be_lifted_is_named(document):
    document.set("/skins/0/joints", [0, 99])
    rig = lift(document).rig
    state = plan_baked_pose(rig, rig.rest_pose())
    lost = bake_pose(document, rig, state.pose, state.surfaces, state.detached)
    assert [one.pointer for one in lost] == ["/nodes/2/mesh", "/nodes/3/mesh"]


def test_nodes_with_cameras_or_extensions_are_busy(document):
    document.set("/nodes/2/camera", 0)
    document.set("/nodes/4/extensions", {"KHR_lights_punctual": {"light": 0}})
    assert busy_nodes(document) == {2, 4}


@pytest.mark.parametrize("name", ["Fox.glb", "RecursiveSkeletons.glb", "AnimatedMorphCube.glb"])
def test_public_samples(corpus, name):
    document = read(corpus / "gltf-sample-assets" / name)
    expected, made = frozen(document, 0.5)
    rig = lift(made).rig
    points, after = sorted_points(expected), sorted_points(deform(rig, rig.rest_pose()))
    assert np.abs(after - points).max() <= ROUNDING * np.abs(points).max()


def test_what_is_no_object_is_passed_over():
    """A list where a mesh or a primitive should be is a finding of the shape rules, not a crash here."""
    nodes = b'"nodes":[7,{"mesh":1,"skin":0}]'
    meshes = b'"meshes":[[],{"primitives":[[],{"attributes":3}]}]'
    broken = b'{"asset":{"version":"2.0"},' + nodes + b"," + meshes + b"}"
    document = read(broken, name="broken.gltf")
    rig = lift(document).rig
    state = plan_baked_pose(rig, rig.rest_pose(), keep=busy_nodes(document))
    bake_pose(document, rig, state.pose, state.surfaces, state.detached)
    assert document.tree["nodes"] == [7, {"mesh": 1}]


def test_names_of_blend_shapes_in_primitives_go_with_them(document):
    document.set("/meshes/1/primitives/0/extras", {"targetNames": ["smile"], "kept": 1})
    _, made = frozen(document)
    assert made.tree["meshes"][1]["primitives"][0]["extras"] == {"kept": 1}


def test_rotations_that_keys_round_to_bytes_are_written_at_length_one():
    """127ths of 0.6 and 0.8 have the length 0.9977; a node's quaternion is unit (glTF 2.0 §3.5.3)."""
    keys = np.array([[0, 76 / 127, 0, 101 / 127]] * 2, np.float32)
    clip = Clip((Channel(0, "rotation", np.array([0.0, 1.0]), keys),))
    rig = build(nodes=[Node("a")], scenes=[Scene((0,))], clips=[clip])
    document = write(rig)
    write_pose(document, sample(rig, 0, 0.0))
    written = np.array(document.tree["nodes"][0]["rotation"])
    assert abs(np.linalg.norm(written) - 1) < 1e-15
    np.testing.assert_allclose(written, keys[0] / np.linalg.norm(keys[0]), rtol=1e-7)
    exact = np.array([0.0, np.float32(0.6), 0.0, np.float32(0.8)])
    write_pose(document, rig.rest_pose().with_local(0, rotation=exact))
    assert document.tree["nodes"][0]["rotation"] == exact.tolist()
