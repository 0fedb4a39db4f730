from __future__ import annotations

import base64
import json

import numpy as np

import pantin

RED = np.full((2, 3, 3), (255, 0, 0), np.uint8)


def model(png, extension):
    uri = "data:image/png;base64," + base64.b64encode(png(RED)).decode()
    tree = {
        "asset": {"version": "2.0"},
        "extensionsUsed": list(extension),
        "extensions": extension,
        "images": [{"uri": uri}],
        "textures": [{"source": 0}],
        "nodes": [{"name": "hips"}],
        "scenes": [{"nodes": [0]}],
    }
    return pantin.load(json.dumps(tree).encode(), name="a.gltf")


def test_vrm_1_names_an_image(png):
    """VRMC_vrm 1.0, meta: thumbnailImage is the index of an image."""
    humanoid = {"humanBones": {"hips": {"node": 0}}}
    meta = {"name": "a", "authors": ["b"], "licenseUrl": "https://vrm.dev/licenses/1.0/", "thumbnailImage": 0}
    asset = model(png, {"VRMC_vrm": {"specVersion": "1.0", "humanoid": humanoid, "meta": meta}})
    assert pantin.thumbnail(asset).shape == (2, 3, 4)


def test_vrm_0_names_a_texture(png, tmp_path):
    bones = {"humanBones": [{"bone": "hips", "node": 0}]}
    asset = model(png, {"VRM": {"humanoid": bones, "meta": {"title": "a", "texture": 0}}})
    assert pantin.thumbnail(asset, tmp_path / "a.png")[0, 0].tolist() == [255, 0, 0, 255]
    assert (tmp_path / "a.png").is_file()


def test_others_have_none(arm, png):
    assert pantin.thumbnail(arm) is None
    humanoid = {"humanBones": {"hips": {"node": 0}}}
    assert pantin.thumbnail(model(png, {"VRMC_vrm": {"specVersion": "1.0", "humanoid": humanoid}})) is None
