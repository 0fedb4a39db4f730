"""`slim --textures`, `--texture-size` and `--preset`: images by what they are for, bytes beside a bound."""

import io
import json

import numpy as np
import pytest

import pantin
from pantin.formats.gltf.document import read
from pantin.formats.gltf.save import to_bytes
from pantin.verbs.slim import PRESETS

image_module = pytest.importorskip("PIL.Image")
SLOTS = ("baseColorTexture", "normalTexture", "metallicRoughnessTexture")


def picture(kind, size=(64, 32), alpha=False):
    """A smooth picture with some noise, as PNG or JPEG."""
    width, height = size
    x, y = np.meshgrid(np.linspace(0, 1, width), np.linspace(0, 1, height))
    channels = [x, y, 0.5 + 0.3 * np.sin(9 * x), np.where(x > 0.5, 1.0, 0.25)]
    noise = np.random.default_rng(1).normal(0, 0.02, (height, width, 4))
    pixels = np.clip((np.stack(channels, axis=-1) + noise) * 255, 0, 255).astype(np.uint8)
    file = io.BytesIO()
    image_module.fromarray(pixels if alpha else pixels[..., :3].copy()).save(file, kind)
    return file.getvalue()


def textured(slot, data, alpha_mode="OPAQUE"):
    """The example with an image in a slot of the material of all its surfaces."""
    document = pantin.load("examples/arm.glb").document.copy()
    view = document.append_bytes(data)
    document.set("/images", [{"bufferView": view, "mimeType": "image/png", "name": "picture"}])
    document.set("/textures", [{"source": 0}])
    info = {"index": 0}
    core = slot != "normalTexture"
    material = {"pbrMetallicRoughness": {slot: info}} if core else {slot: info}
    document.set("/materials", [{**material, "alphaMode": alpha_mode}])
    for mesh, members in enumerate(document.tree["meshes"]):
        for number in range(len(members["primitives"])):
            document.set(f"/meshes/{mesh}/primitives/{number}/material", 0)
    return pantin.load(to_bytes(document), name="textured.glb")


def stored(slimmed):
    """The image of the result: its bytes and the pixels, decoded by Pillow."""
    document = read(to_bytes(slimmed.document), name="slim.glb")
    (image,) = pantin.load(to_bytes(document), name="slim.glb").rig.images
    data = bytes(image.data)
    return data, np.asarray(image_module.open(io.BytesIO(data)).convert("RGBA")).astype(float)


@pytest.mark.parametrize(
    ("encoding", "magic"), [("webp", b"RIFF"), ("jpeg", b"\xff\xd8"), ("png", b"\x89PNG")]
)
def test_images_are_encoded_as_asked(encoding, magic):
    slimmed = pantin.slim(textured("baseColorTexture", picture("PNG")), textures=encoding)
    data, pixels = stored(slimmed)
    assert data.startswith(magic)
    assert pixels.shape == (32, 64, 4)
    tree = slimmed.document.tree
    assert ("EXT_texture_webp" in tree.get("extensionsRequired", ())) == (encoding == "webp")
    assert ("source" in tree["textures"][0]) == (encoding != "webp")
    (texture,) = slimmed.textures
    assert texture.bytes_after == len(data)
    original = np.asarray(image_module.open(io.BytesIO(picture("PNG"))).convert("RGBA")).astype(float)
    error = np.square(original - pixels)[..., :3].mean()
    measured = 10 * np.log10(255**2 / error) if error else None
    assert texture.psnr == (measured if measured is None else pytest.approx(measured, abs=0.01))


@pytest.mark.parametrize("slot", SLOTS)
def test_normal_maps_lose_nothing_and_numbers_little(slot):
    (texture,) = pantin.slim(textured(slot, picture("PNG")), textures="webp").textures
    if slot == "normalTexture":
        assert texture.psnr is None
    elif slot == "metallicRoughnessTexture":
        assert texture.psnr is None or texture.psnr >= 40


@pytest.mark.parametrize("slot", SLOTS[1:])
def test_the_web_preset_lets_numbers_lose_where_that_takes_fewer_bytes(slot):
    """What the peers make of normal maps and masks by default: lossy WebP of quality 80."""
    data = picture("PNG", (256, 256))
    (texture,) = pantin.slim(textured(slot, data), preset="web").textures
    (exact,) = pantin.slim(textured(slot, data), textures="webp").textures
    file, pixels = io.BytesIO(), image_module.open(io.BytesIO(data))
    pixels.save(file, "WEBP", quality=80)
    decoded = np.asarray(image_module.open(file).convert("RGB"), float)
    usual = 10 * np.log10(255**2 / np.square(decoded - np.asarray(pixels, float)).mean())
    assert texture.bytes_after <= min(exact.bytes_after, 1.1 * len(file.getvalue()))
    assert texture.psnr >= usual


def test_jpeg_keeps_an_alpha_channel_that_counts_as_png():
    data = picture("PNG", alpha=True)
    shown = pantin.slim(textured("baseColorTexture", data, "BLEND"), textures="jpeg")
    opaque = pantin.slim(textured("baseColorTexture", data), textures="jpeg")
    assert [shown.textures[0].after, opaque.textures[0].after] == ["png", "jpeg"]
    assert stored(shown)[1][..., 3].min() < 80


@pytest.mark.parametrize(("size", "expected"), [((64, 32), (16, 8)), ((10, 40), (4, 16)), ((8, 8), (8, 8))])
def test_the_longer_side_is_limited_and_proportions_stay(size, expected):
    slimmed = pantin.slim(textured("baseColorTexture", picture("PNG", size)), texture_size=16)
    assert slimmed.textures[0].size_after == expected
    assert slimmed.textures[0].after == "png"
    assert stored(slimmed)[1].shape[1::-1] == expected


def test_directions_of_a_smaller_normal_map_have_length_1():
    slimmed = pantin.slim(textured("normalTexture", picture("PNG")), textures="png", texture_size=16)
    directions = stored(slimmed)[1][..., :3] / 127.5 - 1
    assert np.abs(np.linalg.norm(directions, axis=-1) - 1).max() < 0.01


def test_a_preset_keeps_an_image_that_would_grow_and_an_option_does_not():
    noise = np.random.default_rng(3).integers(0, 256, (64, 64, 3)).astype(np.uint8)
    file = io.BytesIO()
    image_module.fromarray(noise // 85 * 85).save(file, "JPEG", quality=10)
    asset = textured("normalTexture", file.getvalue())
    (kept,), (grown,) = (
        pantin.slim(asset, **options).textures for options in ({"preset": "web"}, {"textures": "webp"})
    )
    assert (kept.after, kept.bytes_after) == ("jpeg", kept.bytes_before)
    assert "would take" in kept.note
    assert (grown.after, grown.bytes_after > grown.bytes_before) == ("webp", True)


def test_ktx2_without_an_encoder_says_what_to_install(monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(pantin.Unsupported, match="install toktx"):
        pantin.slim(textured("baseColorTexture", picture("PNG")), textures="ktx2")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"textures": "gif"}, "webp, jpeg, png, ktx2, keep"),
        ({"texture_size": 0}, "at least 1 pixel"),
        ({"preset": "film"}, "web, game, avatar"),
    ],
)
def test_what_means_nothing_gets_a_sentence(options, words):
    with pytest.raises(ValueError, match=words):
        pantin.slim(pantin.load("examples/arm.glb"), **options)


def test_options_win_over_a_preset():
    assert PRESETS["web"]["triangles_error"]
    asset = pantin.load("examples/retarget/mannequin.glb")
    assert pantin.slim(asset, preset="web", triangles=0.5).triangles_after <= asset_triangles(asset) // 2


def asset_triangles(asset):
    rig = asset.rig
    return sum(len(s.triangles) for i in rig.instances for s in rig.meshes[i.mesh].surfaces)


@pytest.mark.parametrize("path", ["examples/arm.glb", "examples/retarget/mannequin.glb"])
def test_the_web_preset_is_small_and_within_a_twentieth_of_a_per_cent(path):
    asset = pantin.load(path)
    small = pantin.slim(asset, preset="web")
    size = float(np.ptp(pantin.deform(asset.rig, asset.rig.rest_pose()).bounds, axis=0).max())
    assert small.posed_error <= 5e-4 * size
    assert small.bytes_after < pantin.slim(asset).bytes_after
    assert {"KHR_mesh_quantization", "EXT_meshopt_compression"} <= set(
        small.document.tree["extensionsRequired"]
    )
    assert json.dumps(small.to_builtins())
