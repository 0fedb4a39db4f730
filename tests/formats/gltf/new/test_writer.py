"""The writer: what it writes lifts back to the same rig; the same bytes each time; Rigy's too."""

from __future__ import annotations

import re
import struct

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pantin.base.errors import Unsupported
from pantin.base.records import replace
from pantin.formats.gltf import policy, save
from pantin.formats.gltf.accessor import view
from pantin.formats.gltf.check import check
from pantin.formats.gltf.document import read
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.new import REFERENCE, STANDARD, write
from pantin.motion import skin_palette, world_transforms
from pantin.rig import BlendShape, Channel, Clip, Instance, Mesh, Node, Scene, Skin, Surface, build

CHUNK = re.compile(r'"(max|min)":\[[^]]*\]')


def parts(data: bytes) -> tuple[str, bytes]:
    """The JSON text of a GLB without its padding, and all that follows it."""
    length = struct.unpack_from("<I", data, 12)[0]
    return data[20 : 20 + length].decode().rstrip(), data[20 + length :]


def write_all(rig, layout=STANDARD):
    """The document with the rig and its extensions."""
    document = write(rig, layout)
    policy.lower(document, rig)
    return document


@pytest.mark.parametrize("layout", [STANDARD, REFERENCE], ids=["standard", "reference"])
@given(seed=st.integers(0, 2**32))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_written_lifts_back_to_the_same_rig(make_rig, assert_same, layout, seed):
    rig = make_rig(seed)
    document = write_all(rig, layout)
    document.raw_weights = True  # those of random rigs do not sum to 1
    lifted = lift(document)
    assert lifted.findings == ()
    if layout is REFERENCE:
        # Colours have six decimals there.
        rig = replace(rig, materials=lifted.rig.materials)
    # Shapes that move nothing are written as zeros, which lift gives back as nothing: the same rig.
    assert_same(lifted.rig, rig)


@given(seed=st.integers(0, 2**32))
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_same_rig_gives_the_same_bytes(make_rig, seed):
    assert save.to_bytes(write(make_rig(seed))) == save.to_bytes(write(make_rig(seed)))


ABOUT_THE_RIG = {
    "GLTF-ACCESSOR_WEIGHTS_NON_NORMALIZED",
    "GLTF-ACCESSOR_JOINTS_INDEX_DUPLICATE",
    "GLTF-ACCESSOR_VECTOR3_NON_UNIT",
    "GLTF-ACCESSOR_INVALID_SIGN",
    "GLTF-ACCESSOR_NON_CLAMPED",
    "GLTF-ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION",
    "GLTF-ANIMATION_CHANNEL_TARGET_NODE_MATRIX",
    "GLTF-MESH_PRIMITIVE_INCOMPATIBLE_MODE",
    "GLTF-MESH_PRIMITIVE_NO_TANGENT_SPACE",
    "GLTF-MESH_PRIMITIVE_TOO_FEW_TEXCOORDS",
    "GLTF-NODE_MATRIX_NON_TRS",
    "GLTF-NODE_SKIN_NO_SCENE",
    "GLTF-NODE_SKIN_WITH_NON_SKINNED_MESH",
    "GLTF-SCENE_NON_ROOT_NODE",
    "GLTF-SKIN_NO_COMMON_ROOT",
    "GLTF-SKIN_SKELETON_INVALID",
}
"""Errors that a random rig deserves: it would have them in any file."""


@given(seed=st.integers(0, 2**32))
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_document_breaks_no_rule_that_is_the_writers(make_rig, seed):
    found = {one.rule for one in check(write_all(make_rig(seed))) if one.severity == "error"}
    assert found <= ABOUT_THE_RIG


def test_an_empty_rig_has_no_buffer_unless_the_layout_wants_one():
    text, rest = parts(save.to_bytes(write(build())))
    assert (text, rest) == ('{"asset":{"version":"2.0","generator":"pantin"}}', b"")
    _, rest = parts(save.to_bytes(write(build(), REFERENCE)))
    assert rest == struct.pack("<II", 0, 0x004E4942)


def test_empty_parts_are_not_written_and_those_behind_them_move_up():
    point = Mesh((Surface(np.zeros((1, 3))),), "point")
    rig = build(
        nodes=[Node(), Node()],
        meshes=[Mesh(()), point],
        skins=[Skin(np.zeros(0, np.int64)), Skin(np.array([1]))],
        instances=[Instance(0, 1, 1), Instance(1, 0, 0)],
        clips=[Clip(())],
    )
    written = lift(write(rig)).rig
    assert [mesh.name for mesh in written.meshes] == ["point"]
    assert [(one.node, one.mesh, one.skin) for one in written.instances] == [(0, 0, 0)]
    assert (len(written.skins), len(written.clips)) == (1, 0)


def test_blend_amounts_of_a_mesh_that_is_not_written_are_not_written_either():
    bare = Surface(np.zeros((0, 3)), blend_shapes=(BlendShape(),))
    keys = Channel(0, "weights", np.array([0.0]), np.ones((1, 1)))
    rig = build(nodes=[Node()], meshes=[Mesh((bare,))], instances=[Instance(0, 0)], clips=[Clip((keys,))])
    lifted = lift(write(rig))
    assert (lifted.rig.clips, lifted.findings) == ((), ())


def test_other_dimensions_and_numbers_beyond_float32_are_refused():
    with pytest.raises(Unsupported, match="3 dimensions"):
        write(build(dimension=4))
    with pytest.raises(Unsupported, match="too large"):
        write(build(meshes=[Mesh((Surface(np.full((1, 3), 1e300)),))]))


def test_rigys_published_files_come_out_byte_for_byte(corpus):
    """reference/rigy.md §6.1. Bounds are of float64 numbers that the files do not hold: left aside."""
    files = sorted((corpus / "rigy").rglob("*.glb"))
    assert len(files) >= 25
    for path in files:
        published = parts(path.read_bytes())
        written = parts(save.to_bytes(write(lift(read(path)).rig, REFERENCE)))
        assert CHUNK.sub("", written[0]) == CHUNK.sub("", published[0]), path.name
        assert written[1] == published[1], path.name


def test_scenes_keep_their_order_and_the_default():
    rig = build(nodes=[Node(), Node()], scenes=[Scene((1,)), Scene((0, 1), "b")], default_scene=1)
    text, _ = parts(save.to_bytes(write(rig)))
    assert '"scene":1,"scenes":[{"nodes":[1]},{"name":"b","nodes":[0,1]}],"nodes":[{},{}]' in text


def test_channels_share_their_times():
    times = np.array([0.0, 1.0])
    channels = (
        Channel(0, "translation", times, np.zeros((2, 3))),
        Channel(0, "scale", times.copy(), np.zeros((2, 3)), "STEP"),
        Channel(1, "scale", times + 1, np.zeros((2, 3))),
    )
    tree = write(build(nodes=[Node(), Node()], clips=[Clip(channels, "c")])).tree
    assert tree["animations"][0]["samplers"] == [
        {"input": 0, "output": 1},
        {"input": 0, "output": 2, "interpolation": "STEP"},
        {"input": 3, "output": 4},
    ]
    assert (tree["accessors"][0]["min"], tree["accessors"][0]["max"]) == ([0.0], [1.0])


def test_a_spline_of_one_key_is_written_as_the_value_it_holds():
    """glTF 2.0 §5.8: CUBICSPLINE has at least two keys."""
    values = np.array([[[9.0, 9, 9], [1, 2, 3], [9, 9, 9]]])
    channel = Channel(0, "translation", np.array([0.5]), values, "CUBICSPLINE")
    document = write(build(nodes=[Node()], clips=[Clip((channel,))]))
    assert document.tree["animations"][0]["samplers"][0]["interpolation"] == "STEP"
    assert view(document, 1).tolist() == [[1, 2, 3]]


def test_inverse_binds_are_written_where_the_rig_has_none():
    document = write(build(nodes=[Node()], skins=[Skin(np.array([0]))]))
    assert lift(document).rig.skins[0].inverse_binds.tolist() == [np.eye(3, 4).tolist()]


def test_joints_that_repeat_or_stand_still_move_as_before():
    """glTF 2.0 §5.28: joints are unique and are nodes."""
    nodes = [Node("a", -1, [1, 2, 3]), Node("b", 0, [0, 1, 0])]
    binds = np.random.default_rng(3).normal(size=(4, 3, 4)).astype(np.float32)
    for root in (None, 1):
        skin = Skin(np.array([0, -1, 0, 1]), binds, root=root)
        rig = build(nodes=nodes, skins=[skin], scenes=[Scene((0,))])
        written = lift(write(rig)).rig
        joints = written.skins[0].joints.tolist()
        assert len(set(joints)) == 4
        assert written.shown()[joints].all()
        before = skin_palette(rig.skins[0], world_transforms(rig))
        after = skin_palette(written.skins[0], world_transforms(written))
        assert np.array_equal(before, after)
