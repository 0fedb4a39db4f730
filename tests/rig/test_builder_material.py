"""Materials, textures, images, cameras and lights: what the builder accepts, and its sentences."""

import math

import pytest

from pantin.rig import (
    Camera,
    Image,
    InvalidRig,
    Light,
    Material,
    Node,
    Orthographic,
    Perspective,
    Sampler,
    Texture,
    TextureTransform,
    TextureUse,
    build,
)

USE = TextureUse(0)
PICTURE = {"images": [Image(b"png")], "textures": [Texture((0,))]}

BAD = [
    ({"materials": [Material(base_color=(1.0, 1.0, 1.0))]}, "material 0 base colour must have shape"),
    ({"materials": [Material(emissive=(1.0,))]}, "material 0 emissive colour must have shape"),
    ({"materials": [Material(metallic=math.nan)]}, "material 0 metallic must be a finite number, not nan"),
    ({"materials": [Material(roughness=True)]}, "material 0 roughness must be a finite number, not True"),
    ({"materials": [Material(alpha_mode="glass")]}, "material 0 alpha mode must be one of opaque, mask"),
    ({"materials": [Material(normal_texture=USE)]}, r"material 0 normal texture is 0, out of range"),
    (
        PICTURE | {"materials": [Material(emissive_texture=TextureUse(0, -1))]},
        "material 0 emissive texture set of texture coordinates must be 0 or more, not -1",
    ),
    (
        PICTURE | {"materials": [Material(normal_texture=TextureUse(0, 0, TextureTransform((1.0,))))]},
        "material 0 normal texture offset must have shape",
    ),
    ({"textures": [Texture((3,))]}, r"texture 0 image is 3, out of range \(there are 0\)"),
    ({"textures": [Texture(sampler=1)]}, "texture 0 sampler is 1, out of range"),
    ({"textures": [Texture(size=(4, 0))]}, "texture 0 size must be 1 or more pixels"),
    ({"samplers": [Sampler(wrap=("tile", "tile"))]}, "sampler 0 wrap must be one of repeat, mirror, clamp"),
    ({"samplers": [Sampler("cubic")]}, "sampler 0 magnification must be one of nearest, linear"),
    ({"images": [Image("a.png")]}, "image 0 data must be bytes, not str"),
    ({"cameras": [Camera(Perspective(4.0, 0.1))]}, "camera 0 field of view must be between 0 and π"),
    ({"cameras": [Camera(Orthographic(math.inf, 0.1, 1.0))]}, "camera 0 height must be a finite number"),
    ({"cameras": [Camera("wide")]}, "camera 0 projection must be Perspective or Orthographic"),
    ({"lights": [Light("area")]}, "light 0 kind must be one of directional, point, spot"),
    ({"lights": [Light("spot", range=math.inf)]}, "light 0 range must be a finite number"),
    ({"nodes": [Node(camera=0)]}, "node 0 camera is 0, out of range"),
    ({"nodes": [Node(light=2)]}, "node 0 light is 2, out of range"),
    ({"nodes": [Node(bone_length=-1.0)]}, "node 0 bone length must be finite and ≥ 0, not -1.0"),
]


@pytest.mark.parametrize(("parts", "sentence"), BAD)
def test_a_bad_part_is_refused_with_a_sentence(parts, sentence):
    with pytest.raises(InvalidRig, match=sentence):
        build(**parts)


def test_a_material_that_says_nothing_about_alpha_blends_if_it_has_any():
    assert Material().alpha == "opaque"
    assert Material(base_color=(1.0, 1.0, 1.0, 0.5)).alpha == "blend"
    assert Material(base_color=(1.0, 1.0, 1.0, 0.5), alpha_mode="mask").alpha == "mask"


def test_a_hidden_node_hides_its_descendants():
    rig = build(nodes=[Node(), Node(parent=0, visible=False), Node(parent=1), Node(parent=0)])
    assert rig.visible.tolist() == [True, False, False, True]
    assert rig.shown().tolist() == [True, False, False, True]


def test_replace_keeps_everything_else():
    rig = build(
        **PICTURE,
        nodes=[Node("a", visible=False, camera=0, light=0, bone_length=2.0, extras={"x": 1})],
        cameras=[Camera(Perspective(1.0, 0.1))],
        lights=[Light("point")],
        copyright="me",
    )
    again = rig.replace(extras={"k": 1})
    assert again.extras == {"k": 1}
    assert (again.copyright, again.images, again.textures) == ("me", rig.images, rig.textures)
    assert not again.nodes.visible[0]
    assert (again.nodes.cameras[0], again.nodes.lights[0]) == (0, 0)
    assert again.nodes.bone_lengths[0] == 2.0
    assert again.nodes.extras == ({"x": 1},)
