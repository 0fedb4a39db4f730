"""Every object of a model and every index in one, with its path and the collection it refers to."""

from __future__ import annotations

import json
from pathlib import Path

from pantin.base.errors import PantinError
from pantin.formats.gltf.document import read
from pantin.formats.gltf.model import (
    Accessor,
    Animation,
    AnimationSampler,
    Gltf,
    Image,
    Material,
    Node,
    Primitive,
    SparseIndices,
    TextureInfo,
)
from pantin.formats.gltf.model import Mesh as MeshModel
from pantin.formats.gltf.objects import Reference, objects, references
from pantin.formats.gltf.scope import Scope


def test_objects_come_before_those_in_them_and_holes_are_passed_over():
    sampler = AnimationSampler(input=0, output=None)
    animation = Animation(channels=None, samplers=(sampler,))
    model = Gltf(asset=None, nodes=(None, Node()), animations=(animation,))
    assert list(objects(model)) == [
        ((), model),
        (("animations", 0), animation),
        (("animations", 0, "samplers", 0), sampler),
        (("nodes", 1), Node()),
    ]


def test_what_is_not_entered_is_left_out_with_all_in_it():
    animation = Animation(channels=None, samplers=(AnimationSampler(input=None, output=None),))
    model = Gltf(asset=None, animations=(animation,))
    kept = objects(model, enter=lambda value: not isinstance(value, Animation))
    assert [place for place, _ in kept] == [()]


def test_indices_in_members_lists_and_maps():
    primitive = Primitive(attributes={"POSITION": 5, "NORMAL": None}, targets=({"POSITION": 6},))
    model = Gltf(
        asset=None,
        scene=0,
        nodes=(Node(children=(3, None), mesh=2),),
        meshes=(MeshModel(primitives=(primitive,)),),
    )
    found = {(reference.path, reference.collection, reference.index) for reference in references(model)}
    assert found == {
        (("scene",), "scenes", 0),
        (("nodes", 0, "children", 0), "nodes", 3),
        (("nodes", 0, "mesh"), "meshes", 2),
        (("meshes", 0, "primitives", 0, "attributes", "POSITION"), "accessors", 5),
        (("meshes", 0, "primitives", 0, "targets", 0, "POSITION"), "accessors", 6),
    }


def test_a_broken_accessor_refers_to_nothing():
    broken = Accessor(buffer_view=0, component_type=None, count=None, type=None)
    assert list(references(Gltf(asset=None, accessors=(broken,)))) == []


def test_the_references_of_images_and_materials():
    info = TextureInfo(index=3)
    image, material = Image(buffer_view=1), Material(emissive_texture=info)
    found = references(Gltf(asset=None, images=(image,), materials=(material,)))
    assert [(reference.collection, reference.index) for reference in found] == [
        ("bufferViews", 1),
        ("textures", 3),
    ]


def test_compressed_data_is_in_use():
    packed = {"buffer": 1, "byteLength": 4, "byteStride": 4, "count": 1, "mode": "ATTRIBUTES"}
    view = {"buffer": 0, "byteLength": 4, "extensions": {"EXT_meshopt_compression": packed}}
    used = ["EXT_meshopt_compression"]
    tree = {"asset": {"version": "2.0"}, "extensionsUsed": used, "bufferViews": [view]}
    place = ("bufferViews", 0, "extensions", "EXT_meshopt_compression", "buffer")
    scope = Scope(read(json.dumps(tree).encode(), name="a.gltf"))
    assert Reference(place, "buffers", 1) in scope.references


CASES = Path(__file__).parents[2] / "cases"


def test_a_census_finds_what_walking_all_objects_finds():
    """Over every case: objects with extensions and extras, objects of some kinds, and all indices."""
    paths = [path for path in sorted(CASES.glob("*/*")) if path.suffix in (".gltf", ".glb", ".vrm")]
    found = 0
    for path in paths:
        try:
            scope = Scope(read(path))
        except PantinError:
            continue
        walked = list(objects(scope.model))
        for member in ("extensions", "extras"):
            having = [pair for pair in walked if getattr(pair[1], member) is not None]
            assert scope.census.objects_with(member) == having, path
            found += len(having)
        kinds = {Node, Accessor, SparseIndices}
        assert list(scope.census.objects_of(kinds)) == [pair for pair in walked if type(pair[1]) in kinds]
        indices: dict[str, set[int]] = {}
        for reference in scope.references:
            indices.setdefault(reference.collection, set()).add(reference.index)
        assert {name: held for name, held in scope.referenced.items() if held} == indices, path
    assert found > 100
