"""The rules about references."""

from __future__ import annotations

ACCESSOR = {"componentType": 5126, "count": 1, "type": "SCALAR"}
ANIMATION = {
    "channels": [{"sampler": 1, "target": {"path": "rotation"}}],
    "samplers": [{"input": 0, "output": 7}],
}


def test_every_kind_of_place(places):
    found = places(
        "UNRESOLVED_REFERENCE",
        scene=1,
        nodes=[{"children": [2], "camera": 0}],
        scenes=[{"nodes": [0, 3]}],
        accessors=[{**ACCESSOR, "bufferView": 0}],
        animations=[ANIMATION],
    )
    assert sorted(map(str, found)) == [
        "/accessors/0/bufferView",
        "/animations/0/channels/0/sampler",
        "/animations/0/samplers/0/output",
        "/nodes/0/camera",
        "/nodes/0/children/0",
        "/scene",
        "/scenes/0/nodes/1",
    ]


def test_a_broken_object_is_not_there(places):
    assert places("UNRESOLVED_REFERENCE", nodes=[1], scenes=[{"nodes": [0]}]) == ["/scenes/0/nodes/0"]


def test_textures_and_images_are_not_judged(places):
    assert places("UNRESOLVED_REFERENCE", textures=[{"source": 3}], images=[{"bufferView": 2}]) == []


def test_unused_objects(places):
    found = places("UNUSED_OBJECT", accessors=[ACCESSOR, ACCESSOR], animations=[ANIMATION], materials=[{}])
    assert found == ["/accessors/1", "/animations/0/samplers/0"]


def test_mesh_weights_are_used_if_one_node_has_none_of_its_own(places):
    mesh = {"primitives": [{"attributes": {"POSITION": 0}}], "weights": [0]}
    own = {"mesh": 0, "weights": [1]}
    assert places("UNUSED_MESH_WEIGHTS", meshes=[mesh], nodes=[own, own]) == ["/meshes/0/weights"]
    assert places("UNUSED_MESH_WEIGHTS", meshes=[mesh], nodes=[own, {"mesh": 0}]) == []
