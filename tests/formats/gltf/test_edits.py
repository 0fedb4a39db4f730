"""Small changes to documents: values change or are appended, nothing is renumbered or written over."""

from __future__ import annotations

import json

import numpy as np
import pytest

from pantin.formats.gltf import accessor, save
from pantin.formats.gltf.check import check
from pantin.formats.gltf.document import read
from pantin.formats.gltf.edits import (
    append_accessor,
    append_clip,
    append_nodes,
    indexed_objects,
    move_mesh_to_child,
    repoint,
    set_extension,
    set_matrix,
    set_trs,
    unlist_extensions,
    unlist_unused,
    unpack_primitive,
)
from pantin.formats.gltf.extension import Edits, Extension
from pantin.formats.gltf.extensions import registered
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.new import write
from pantin.rig import Channel, Clip, Instance, Mesh, Node, Scene, Surface, build


@pytest.fixture
def document():
    surface = Surface(np.eye(3), np.eye(3))
    return write(
        build(
            nodes=[Node("a", -1, [1, 2, 3]), Node("b", 0, matrix=[[1, 1, 0, 4], [0, 1, 0, 5], [0, 0, 1, 6]])],
            meshes=[Mesh((surface,))],
            instances=[Instance(0, 0)],
            scenes=[Scene((0,)), Scene((0,))],
        )
    )


def again(document):
    """The document written and read again; nothing in it is an error."""
    read_back = read(save.to_bytes(document), name="x.glb")
    assert [one for one in check(read_back) if one.severity == "error" and "NON_TRS" not in one.rule] == []
    return read_back


def test_parts_of_a_transform_change_alone(document):
    set_trs(document, 0, rotation=[0, 0, 1, 0])
    assert again(document).tree["nodes"][0]["translation"] == [1, 2, 3]
    assert document.tree["nodes"][0]["rotation"] == [0, 0, 1, 0]


def test_a_translation_goes_into_a_matrix_and_more_replaces_it(document):
    set_trs(document, 1, translation=[7, 8, 9])
    assert again(document).tree["nodes"][1]["matrix"] == [1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1]
    with pytest.raises(ValueError, match="give translation, rotation and scale together"):
        set_trs(document, 1, scale=[1, 1, 1])
    set_trs(document, 1, translation=[0, 0, 0], rotation=[0, 0, 0, 1], scale=[2, 2, 2])
    assert set(document.tree["nodes"][1]) == {"name", "translation", "rotation", "scale"}


def test_a_matrix_replaces_the_parts(document):
    set_matrix(document, 0, [[1, 0, 0, 5], [0, 1, 0, 0], [0, 0, 1, 0]])
    assert lift(again(document)).rig.nodes.local[0].tolist() == [[1, 0, 0, 5], [0, 1, 0, 0], [0, 0, 1, 0]]


@pytest.mark.parametrize(
    "parts", [{"translation": [1, 2]}, {"rotation": [1, 2, 3]}, {"scale": [1, 2, np.nan]}]
)
def test_numbers_that_are_no_transform_are_refused(document, parts):
    with pytest.raises(ValueError, match="finite numbers"):
        set_trs(document, 0, **parts)


def test_a_node_that_does_not_exist_is_refused(document):
    with pytest.raises(ValueError, match="there is no node 5"):
        set_trs(document, 5, translation=[0, 0, 0])


@pytest.mark.parametrize(
    ("array", "type"),
    [
        (np.arange(3, dtype=np.float32), "SCALAR"),
        (np.arange(6, dtype=np.float64).reshape(2, 3), "VEC3"),
        (np.arange(8, dtype=np.uint8).reshape(2, 4), "VEC4"),
        (np.arange(18, dtype=np.float32).reshape(2, 3, 3), "MAT3"),
        (np.arange(32, dtype=np.float32).reshape(2, 4, 4), "MAT4"),
        (np.arange(8, dtype=np.uint8).reshape(2, 2, 2), "MAT2"),
    ],
)
def test_what_is_stored_reads_back_the_same(document, array, type):
    index = append_accessor(document, array, min_max=True)
    stored = accessor.view(again(document), index)
    assert np.array_equal(stored.reshape(array.shape), array)
    assert document.tree["accessors"][index]["type"] == type


def test_vertices_that_are_not_a_multiple_of_four_long_get_a_stride(document):
    """glTF 2.0 §3.6.2.4."""
    array = np.arange(9, dtype=np.uint8).reshape(3, 3)
    index = append_accessor(document, array, target=34962, normalized=True)
    view = document.tree["bufferViews"][document.tree["accessors"][index]["bufferView"]]
    assert (view["byteStride"], view["byteLength"]) == (4, 12)
    assert np.array_equal(accessor.view(document, index), array)


@pytest.mark.parametrize(
    "array", [np.zeros((0, 3)), np.zeros((2, 5)), np.zeros(2, np.int64), np.full(2, np.inf)]
)
def test_what_no_accessor_holds_is_refused(document, array):
    with pytest.raises(ValueError, match="an accessor"):
        append_accessor(document, array)


def test_the_accessor_pointed_away_from_stays(document):
    before = accessor.view(document, 1).copy()
    new = append_accessor(document, np.full((3, 3), 2.0), target=34962)
    repoint(document, "/meshes/0/primitives/0/attributes/NORMAL", new)
    assert np.array_equal(accessor.view(document, 1), before)
    assert lift(document).rig.meshes[0].surfaces[0].normals[0, 0] == 2


def test_a_clip_is_lifted_as_it_was_appended(document):
    times = np.array([0.0, 2.0], np.float32)
    channels = (
        Channel(0, "translation", times, np.arange(6, dtype=np.float32).reshape(2, 3)),
        Channel(0, "scale", times, np.arange(18, dtype=np.float32).reshape(2, 3, 3), "CUBICSPLINE"),
    )
    assert append_clip(document, Clip(channels, "new")) == 0
    clip = lift(again(document)).rig.clips[0]
    assert clip.name == "new"
    for one, other in zip(clip.channels, channels, strict=True):
        assert (one.node, one.property, one.interpolation) == (
            other.node,
            other.property,
            other.interpolation,
        )
        assert np.array_equal(one.values, other.values)
    samplers = document.tree["animations"][0]["samplers"]
    assert samplers[0]["input"] == samplers[1]["input"]
    with pytest.raises(ValueError, match="at least one channel"):
        append_clip(document, Clip(()))


def test_nodes_are_appended_below_a_node_or_into_scenes(document):
    assert append_nodes(document, [{"name": "c", "children": [3]}, {"name": "d"}], parent=1) == [2, 3]
    assert append_nodes(document, [{"name": "e"}]) == [4]
    assert append_nodes(document, [{"name": "f"}], scenes=[1]) == [5]
    rig = lift(again(document)).rig
    assert rig.nodes.parents.tolist() == [-1, 0, 1, 2, -1, -1]
    assert [one.roots for one in rig.scenes] == [(0, 4), (0, 4, 5)]
    with pytest.raises(ValueError, match="there is no node 99"):
        append_nodes(document, [{}], parent=99)


def test_an_extension_is_listed_among_those_used(document):
    set_extension(document, "/nodes/0", "EXT_a/b", {"x": 1})
    set_extension(document, "/nodes/1", "EXT_a/b", {"x": 2})
    set_extension(document, "", "EXT_c", {})
    assert document.tree["nodes"][0]["extensions"] == {"EXT_a/b": {"x": 1}}
    assert document.tree["extensionsUsed"] == ["EXT_a/b", "EXT_c"]
    assert document.tree["extensions"] == {"EXT_c": {}}


def test_a_name_taken_off_the_lists_leaves_the_other_names_as_they_were_written():
    text = b'{"extensionsUsed":[ "A_a",\n"B_b" , "C_\\u0063" ],"extensionsRequired":["B_b"],"extras":1}'
    document = read(text, name="x.gltf")
    unlist_extensions(document, "B_b", "D_d")
    assert save.to_bytes(document) == b'{"extensionsUsed":[ "A_a" , "C_\\u0063" ],"extras":1}'


def test_a_mesh_moves_to_a_child_and_its_animations_follow():
    aims = [
        {"node": 0, "path": "weights"},
        {"node": 0, "path": "rotation"},
        {"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": "/nodes/0/weights/1"}}},
    ]
    given = {
        "asset": {"version": "2.0"},
        "nodes": [{"name": "a", "mesh": 0, "weights": [1], "translation": [1, 2, 3]}, {}],
        "meshes": [{}],
        "animations": [{"channels": [{"target": aim} for aim in aims]}],
    }
    changed = read(json.dumps(given).encode(), name="a.gltf")
    assert move_mesh_to_child(changed, 0) == 2
    nodes = changed.tree["nodes"]
    assert nodes[0] == {"name": "a", "translation": [1, 2, 3], "children": [2]}
    assert nodes[2] == {"name": "a.mesh", "mesh": 0, "weights": [1]}
    moved = [channel["target"] for channel in changed.tree["animations"][0]["channels"]]
    assert [aim.get("node") for aim in moved] == [2, 0, None]
    assert moved[2]["extensions"]["KHR_animation_pointer"] == {"pointer": "/nodes/2/weights/1"}


def test_a_node_without_a_mesh_gets_no_child():
    bare = read(b'{"asset": {"version": "2.0"}, "nodes": [{"name": "a"}]}', name="a.gltf")
    assert move_mesh_to_child(bare, 0) is None
    assert not bare.edited


def test_each_extension_that_packs_is_asked():
    document = read(b'{"asset": {"version": "2.0"}, "meshes": [{"primitives": [{}, {}]}]}', name="a.gltf")
    asked = []
    packing = Edits(
        unpack_primitive=lambda document, mesh, primitive: bool(asked.append((mesh, primitive))) or True,
        unlist_unused=lambda document: asked.append("lists"),
    )
    assert not unpack_primitive(document, 0, 1)
    with registered(Extension(extends={"TOY_packed": None}, edits=packing)):
        assert unpack_primitive(document, 0, 1)
        unlist_unused(document)
    assert asked == [(0, 1), "lists"]


def test_what_is_no_object_is_not_listed():
    assert indexed_objects({"meshes": [{}, 1, {"name": "b"}]}, "meshes") == [(0, {}), (2, {"name": "b"})]
    assert indexed_objects({"meshes": 7}, "meshes") == []


def test_a_transaction_that_raises_undoes_everything(document):
    set_trs(document, 0, translation=[7, 7, 7])
    before, length = dict(document.tree), len(document.buffer(0).data)
    revision = document.revision

    def fail():
        with document.transaction():
            set_trs(document, 0, scale=[2, 2, 2])
            append_accessor(document, np.ones((3, 3)))
            set_trs(document, 9, scale=[2, 2, 2])

    with pytest.raises(ValueError, match="there is no node 9"):
        fail()
    assert document.tree == before
    assert len(document.buffer(0).data) == length
    assert document.revision > revision  # what was derived inside of it must not be used again
    with document.transaction():
        set_trs(document, 0, scale=[2, 2, 2])
    assert again(document).tree["nodes"][0]["scale"] == [2, 2, 2]
