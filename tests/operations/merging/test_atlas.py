"""Materials on common pages: what a texture unit reads at a vertex is what it read before."""

from __future__ import annotations

import io

import numpy as np
import pytest

import pantin
from pantin.formats.pixels import decode_image, encode_png
from pantin.maths.srgb import to_linear
from pantin.operations.merging.atlas import make_atlas, resize
from pantin.rig import Image, Instance, Material, Mesh, Node, Surface, Texture, TextureTransform, TextureUse

SQUARE = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]], np.float32)
ROUNDING = 1.01 / 255


def sample(pixels, u, v):
    """A bilinear texture unit that clamps, one point at a time."""
    height, width = pixels.shape[:2]
    x, y = u * width - 0.5, v * height - 0.5
    total = np.zeros(4)
    for dx in (0, 1):
        for dy in (0, 1):
            column, row = int(np.floor(x)) + dx, int(np.floor(y)) + dy
            share = (1 - abs(x - column)) * (1 - abs(y - row))
            total += share * pixels[np.clip(row, 0, height - 1), np.clip(column, 0, width - 1)]
    return total / 255


def square(material, uv):
    return Surface(
        SQUARE,
        texcoords=(np.asarray(uv, np.float32),),
        indices=np.array([0, 1, 2, 1, 3, 2]),
        material=material,
    )


def rig_with(materials, images, uvs):
    surfaces = tuple(square(index, uv) for index, uv in enumerate(uvs))
    return pantin.build(
        nodes=[Node("n")],
        meshes=[Mesh(surfaces)],
        instances=[Instance(0, 0)],
        materials=materials,
        images=images,
        textures=[Texture((index,)) for index in range(len(images))],
    )


def png_image(pixels):
    from PIL import Image as Pillow

    file = io.BytesIO()
    Pillow.fromarray(pixels).save(file, "PNG")
    return Image(file.getvalue(), "image/png")


@pytest.mark.parametrize("seed", range(4))
def test_colours_at_points_of_every_triangle_stay(seed):
    random = np.random.default_rng(seed)
    smooth = [
        resize(random.integers(0, 256, (4, 5, 4), dtype=np.uint8), size) for size in ((60, 40), (33, 70))
    ]
    for pixels in smooth:
        pixels[..., 3] = 255
    factors = [(*random.random(3), 1.0), (1.0, 1.0, 1.0, 1.0), (*random.random(3), 1.0)]
    transform = TextureTransform((0.1, 0.2), 0.0, (0.5, 0.5))
    materials = [
        Material("a", factors[0], TextureUse(0, transform=transform), roughness=0.3),
        Material("b", factors[1], TextureUse(1), roughness=0.9),
        Material("plain", factors[2], roughness=0.5),
    ]
    uvs = [random.random((4, 2)) for _ in materials]
    rig = rig_with(materials, [png_image(pixels) for pixels in smooth], uvs)
    atlas, apart = make_atlas(rig, 4096, decode_image, encode_png)
    assert apart == {}
    (material,) = atlas.materials
    page = decode_image(atlas.images[atlas.textures[material.base_color_texture.texture].images[0]], 0)
    rough = decode_image(
        atlas.images[atlas.textures[material.metallic_roughness_texture.texture].images[0]], 0
    )
    for number, surface in enumerate(atlas.meshes[0].surfaces):
        for _ in range(20):
            corner = random.dirichlet((1, 1, 1))
            triangle = surface.triangles[random.integers(2)]
            u, v = corner @ surface.texcoords[0][triangle]
            old_u, old_v = corner @ uvs[number].astype(np.float32)[triangle]
            if number == 0:
                old_u, old_v = old_u * 0.5 + 0.1, old_v * 0.5 + 0.2
            if number < 2:
                height, width = smooth[number].shape[:2]
                inside = 1 < old_u * width < width - 1 and 1 < old_v * height < height - 1
                if not inside:
                    continue  # there the old texture repeats, and this sampler clamps
                old = sample(smooth[number], old_u, old_v)
            else:
                old = np.ones(4)
            expected = to_linear(old[:3]) * factors[number][:3]
            assert np.abs(to_linear(sample(page, u, v)[:3]) - expected).max() < 0.02
            assert abs(sample(rough, u, v)[1] - materials[number].roughness) < ROUNDING


def test_textures_without_factors_keep_every_pixel():
    random = np.random.default_rng(1)
    pixels = [random.integers(0, 256, (16, 16, 4), dtype=np.uint8) for _ in range(2)]
    materials = [
        Material("a", base_color_texture=TextureUse(0)),
        Material("b", base_color_texture=TextureUse(1)),
    ]
    rig = rig_with(materials, [png_image(image) for image in pixels], [np.eye(4, 2)] * 2)
    atlas, _ = make_atlas(rig, 4096, decode_image, encode_png)
    page = decode_image(atlas.images[0], 0)
    for number, surface in enumerate(atlas.meshes[0].surfaces):
        x, y = np.round(surface.texcoords[0].min(0) * page.shape[1::-1]).astype(int)
        assert (page[y : y + 16, x : x + 16, :3] == pixels[number][..., :3]).all()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"uv": [[0, 0], [3, 0], [0, 3], [3, 3]]}, "its texture repeats"),
        (
            {"material": {"occlusion_texture": TextureUse(0, texcoord=1)}},
            "its textures have different coordinates",
        ),
        ({"image": Image(b"no picture", "image/png")}, "a texture cannot be decoded"),
    ],
)
def test_what_no_page_can_hold_stays_apart(change, why):
    white = png_image(np.full((4, 4, 4), 255, np.uint8))
    first = Material("odd", base_color_texture=TextureUse(0)).replace(**change.get("material", {}))
    materials = [first, Material("b"), Material("c", (1, 0, 0, 1))]
    uvs = [change.get("uv", [[0, 0], [1, 0], [0, 1], [1, 1]])] + [np.zeros((4, 2))] * 2
    rig = rig_with(materials, [change.get("image", white)], uvs)
    atlas, apart = make_atlas(rig, 4096, decode_image, encode_png)
    assert list(apart) == ["'odd'"]
    assert apart["'odd'"].startswith(why)
    assert len(atlas.materials) == 2


def test_alpha_modes_and_sides_are_kinds():
    materials = [Material(str(i), (i / 5, 0, 0, 1)) for i in range(2)]
    materials += [material.replace(double_sided=True) for material in materials]
    materials += [
        material.replace(alpha_mode="mask", alpha_cutoff=0.2 + 0.3 * i)
        for i, material in enumerate(materials[:2])
    ]
    rig = rig_with(materials, [], [np.zeros((4, 2))] * 6)
    atlas, _ = make_atlas(rig, 512, decode_image, encode_png)
    assert len(atlas.materials) == 3


def test_pages_are_no_larger_than_asked_for():
    noise = png_image(np.random.default_rng(0).integers(0, 256, (300, 300, 4), dtype=np.uint8))
    materials = [Material(str(i), (1, 1, i / 4, 1), TextureUse(0)) for i in range(3)]
    rig = rig_with(materials, [noise], [np.eye(4, 2)] * 3)
    atlas, _ = make_atlas(rig, 256, decode_image, encode_png)
    assert max(decode_image(atlas.images[0], 0).shape[:2]) <= 256
