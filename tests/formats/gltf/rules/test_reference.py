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


def test_textures_images_and_materials(places):
    found = places(
        "UNRESOLVED_REFERENCE",
        textures=[{"source": 3, "sampler": 0}],
        images=[{"bufferView": 2}],
        materials=[{"normalTexture": {"index": 1}}],
    )
    assert sorted(map(str, found)) == [
        "/images/0/bufferView",
        "/materials/0/normalTexture/index",
        "/textures/0/sampler",
        "/textures/0/source",
    ]


def test_textures_of_extensions_count_where_the_extension_is_declared(places):
    """As in the Khronos validator."""
    coat = {"extensions": {"KHR_materials_clearcoat": {"clearcoatTexture": {"index": 0}}}}
    where = "/materials/0/extensions/KHR_materials_clearcoat/clearcoatTexture/index"
    declared = {"extensionsUsed": ["KHR_materials_clearcoat"]}
    assert places("UNRESOLVED_REFERENCE", materials=[coat], **declared) == [where]
    assert places("UNRESOLVED_REFERENCE", materials=[coat]) == []
    assert "/textures/0" not in places("UNUSED_OBJECT", materials=[coat], textures=[{}], **declared)


def test_unused_objects(places):
    found = places("UNUSED_OBJECT", accessors=[ACCESSOR, ACCESSOR], animations=[ANIMATION], materials=[{}])
    assert found == ["/accessors/1", "/animations/0/samplers/0", "/materials/0"]


def test_mesh_weights_are_used_if_one_node_has_none_of_its_own(places):
    mesh = {"primitives": [{"attributes": {"POSITION": 0}}], "weights": [0]}
    own = {"mesh": 0, "weights": [1]}
    assert places("UNUSED_MESH_WEIGHTS", meshes=[mesh], nodes=[own, own]) == ["/meshes/0/weights"]
    assert places("UNUSED_MESH_WEIGHTS", meshes=[mesh], nodes=[own, {"mesh": 0}]) == []
