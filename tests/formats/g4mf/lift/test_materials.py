"""Materials, textures and files that others wrote."""

from __future__ import annotations

import base64
import json

import numpy as np
import pytest

from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.lift import lift
from pantin.rig import Image, Material, Sampler, Texture, TextureUse

TEXTURES = [{"placeholder": [1, 1, 1], "size": [4, 2]}] * 3


def lifted(**members):
    data = json.dumps({"asset": {"dimension": 3}} | members).encode()
    found = lift(read(data, name="a.g4tf"))
    return found.rig, [finding.message for finding in found.findings]


def material(**channels):
    rig, said = lifted(materials=[channels], textures=TEXTURES)
    return rig.materials[0], said


def test_channels_have_the_defaults_of_the_specification():
    """G4MF material: white, black, flat, and rough without metal."""
    assert material() == (Material(), [])


def test_a_texture_without_a_factor_is_not_modulated():
    found, said = material(emissive={"texture": 0}, orm={"texture": 1}, normal={"texture": 2})
    assert found == Material(
        emissive=(1.0, 1.0, 1.0),
        emissive_texture=TextureUse(0),
        roughness=1.0,
        metallic=1.0,
        metallic_roughness_texture=TextureUse(1),
        occlusion_texture=TextureUse(1),
        normal_texture=TextureUse(2),
    )
    assert said == []


def test_factors():
    found, said = material(
        baseColor={"factor": [0.5, 0.25, 0]},
        emissive={"factor": [3, 2, 1]},
        normal={"factor": [0.5, 0.5, 1], "texture": 0},
        orm={"factor": [0, 0.25, 0.75]},
    )
    assert found == Material(
        base_color=(0.5, 0.25, 0.0, 1.0),
        emissive=(3.0, 2.0, 1.0),
        normal_scale=0.5,
        normal_texture=TextureUse(0),
        roughness=0.25,
        metallic=0.75,
    )
    assert said == []


@pytest.mark.parametrize(
    ("channels", "part"),
    [
        ({"baseColor": {"texture": 9}}, '"texture"'),
        ({"emissive": {"factor": [1]}}, '"factor"'),
        ({"normal": {"factor": [1, 2, 1]}}, '"factor"'),
        ({"orm": {"factor": [0.5, 1, 1]}}, "occlusion 0.5"),
        ({"emissive": {"elementMap": {"values": 0}}}, "its values"),
    ],
)
def test_what_cannot_be_used_is_skipped(channels, part):
    assert material(**channels)[1] == [next(iter(material(**channels)[1]))]
    assert material(**channels)[1][0].startswith(f"skipped {part} of material 0")


def test_textures_have_their_sampler_inside():
    """G4MF texture, sampler: one wrap mode stands for all axes; equal samplers are one in the rig."""
    rig, said = lifted(
        textures=[
            {"placeholder": [0.5], "size": [8, 8, 8], "sampler": {"wrap": ["clamp"], "magFilter": "nearest"}},
            {"placeholder": [0, 1], "size": [4, 4], "sampler": {"mipmapFilter": "none", "name": "s"}},
            {"placeholder": [0, 1], "size": [4, 4], "sampler": {"mipmapFilter": "none", "name": "s"}},
            {"placeholder": [1], "size": [4, 4], "sampler": {"wrap": ["repeat"] * 3}},
        ]
    )
    assert rig.samplers == (
        Sampler("nearest", wrap=("clamp",) * 3),
        Sampler(minification="linear", mipmaps="none", name="s"),
        Sampler(),
    )
    assert [texture.sampler for texture in rig.textures] == [0, 1, 1, 2]
    assert rig.textures[0] == Texture(sampler=0, size=(8, 8, 8), placeholder=(0.5,))
    assert len(said) == 1
    assert "wrap" in said[0]


def test_files_are_bytes_of_the_file_or_of_another_beside_it(tmp_path):
    """G4MF core, file references: the URI comes first, the buffer view where it cannot be read."""
    (tmp_path / "b.webp").write_bytes(b"beside")
    buffer = base64.b64encode(b"0123456789").decode()
    tree = {
        "asset": {"dimension": 3},
        "buffers": [{"byteLength": 10, "uri": f"data:application/octet-stream;base64,{buffer}"}],
        "bufferViews": [{"byteOffset": 2, "byteLength": 3}],
        "files": [
            {"mimeType": "model/gltf-binary", "uri": "x.glb"},
            {"mimeType": "image/png", "bufferView": 0, "name": "in"},
            {"mimeType": "image/webp", "uri": "b.webp", "extras": {"a": 1}},
            {"mimeType": "image/png", "uri": "gone.png", "bufferView": 0},
            {"mimeType": "image/png", "uri": "gone.png"},
            {"mimeType": "application/octet-stream", "uri": "data:image/png;base64,AAAA"},
        ],
        "textures": [{"placeholder": [1], "size": [1], "files": [2, 1, 5, 9]}],
    }
    (tmp_path / "a.g4tf").write_bytes(json.dumps(tree).encode())
    found = lift(read(tmp_path / "a.g4tf"))
    assert [None if one.data is None else bytes(one.data) for one in found.rig.images] == [
        b"234",
        b"beside",
        b"234",
        None,
        b"\0\0\0",
    ]
    assert [(one.mime_type, one.name, one.uri, one.extras) for one in found.rig.images[:2]] == [
        ("image/png", "in", None, None),
        ("image/webp", None, "b.webp", {"a": 1}),
    ]
    assert found.rig.images[4].mime_type is None
    assert found.rig.textures[0].images == (1, 0, 4)
    assert [finding.pointer for finding in found.findings] == ["/files/4", "/textures/0"]


def test_images_inside_textures_are_those_of_the_older_form():
    image = {"mimeType": "a/b", "uri": "data:;base64,AA=="}
    rig, _ = lifted(textures=[{"placeholder": [1], "size": [1], "images": [image]}])
    assert rig.images == (Image(memoryview(b"\0"), "a/b"),)
    assert rig.textures[0].images == (0,)


def test_images_are_views_of_the_document(tmp_path):
    """Nothing copies them: the bytes in the rig are the bytes that were read."""
    from pantin.formats.g4mf.lower import lower
    from pantin.rig import build

    data = np.random.default_rng(0).bytes(1 << 20)
    document = lower(build(images=[Image(data, "image/png")])).document
    image = lift(document).rig.images[0]
    assert isinstance(image.data, memoryview)
    assert image.data.obj is document.container.data.obj
