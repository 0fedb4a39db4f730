"""Every object of a model and every index in one, with its path and the collection it refers to."""

from __future__ import annotations

from pantin.formats.gltf.model import (
    Accessor,
    Animation,
    AnimationSampler,
    Gltf,
    Image,
    Node,
    Primitive,
    Scene,
    decode,
)
from pantin.formats.gltf.model import Mesh as MeshModel
from pantin.formats.gltf.objects import Reference, objects, references


def test_objects_come_before_those_in_them_and_holes_are_passed_over():
    sampler = AnimationSampler(input=0)
    animation = Animation(samplers=(sampler,))
    model = Gltf(nodes=(None, Node()), animations=(animation,))
    assert list(objects(model)) == [
        ((), model),
        (("animations", 0), animation),
        (("animations", 0, "samplers", 0), sampler),
        (("nodes", 1), Node()),
    ]


def test_what_is_not_entered_is_left_out_with_all_in_it():
    model = Gltf(animations=(Animation(samplers=(AnimationSampler(),)),))
    kept = objects(model, enter=lambda value: not isinstance(value, Animation))
    assert [place for place, _ in kept] == [()]


def test_indices_in_members_lists_and_maps():
    primitive = Primitive(attributes={"POSITION": 5, "NORMAL": None}, targets=({"POSITION": 6},))
    model = Gltf(
        scene=0, nodes=(Node(children=(3, None), mesh=2),), meshes=(MeshModel(primitives=(primitive,)),)
    )
    found = {(reference.place, reference.collection, reference.index) for reference in references(model)}
    assert found == {
        (("scene",), "scenes", 0),
        (("nodes", 0, "children", 0), "nodes", 3),
        (("nodes", 0, "mesh"), "meshes", 2),
        (("meshes", 0, "primitives", 0, "attributes", "POSITION"), "accessors", 5),
        (("meshes", 0, "primitives", 0, "targets", 0, "POSITION"), "accessors", 6),
    }


def test_a_broken_accessor_refers_to_nothing():
    assert list(references(Gltf(accessors=(Accessor(buffer_view=0),)))) == []


def test_references_of_what_is_passed_through_are_not_checked():
    found = references(Gltf(images=(Image(buffer_view=1),), scenes=(Scene(nodes=(0,)),)))
    assert [(reference.collection, reference.checked) for reference in found] == [
        ("bufferViews", False),
        ("nodes", True),
    ]


def test_compressed_data_is_in_use():
    text = b'{"asset": {"version": "2.0"}, "bufferViews": [{"buffer": 0, "byteLength": 4, '
    text += b'"extensions": {"EXT_meshopt_compression": {"buffer": 1}}}]}'
    place = ("bufferViews", 0, "extensions", "EXT_meshopt_compression", "buffer")
    assert Reference(place, "buffers", 1, checked=False) in list(references(decode(text)[0]))
