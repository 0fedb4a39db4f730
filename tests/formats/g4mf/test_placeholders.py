"""Placeholders of textures: those that Pantin writes because the format requires one are not losses."""

from __future__ import annotations

import json

import pytest

import pantin
from pantin.rig import Image, Material, Texture, TextureUse, build

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\2\0\0\0\2\x08\2\0\0\0" + bytes(40)


@pytest.mark.parametrize(
    "material",
    [
        Material("m", base_color_texture=TextureUse(0)),
        Material("m", base_color_texture=TextureUse(0), alpha_mode="blend"),
        Material("m", normal_texture=TextureUse(0)),
        Material("m", emissive_texture=TextureUse(0)),
    ],
)
def test_a_placeholder_of_the_writer_is_not_reported_as_dropped(material, tmp_path):
    rig = build(materials=[material], textures=[Texture(images=(0,))], images=[Image(PNG, "image/png", "i")])
    pantin.save(rig, tmp_path / "a.g4tf")
    assert json.loads((tmp_path / "a.g4tf").read_text())["textures"][0]["placeholder"]
    report = pantin.convert(tmp_path / "a.g4tf", tmp_path / "a.glb")
    assert not [one for one in report.findings if "placeholder" in one.message]


def test_a_placeholder_with_a_colour_is_reported(tmp_path):
    rig = build(
        materials=[Material("m", base_color_texture=TextureUse(0))],
        textures=[Texture(images=(0,), placeholder=(1.0, 0.5, 0.25))],
        images=[Image(PNG, "image/png", "i")],
    )
    pantin.save(rig, tmp_path / "a.g4tf")
    assert pantin.load(tmp_path / "a.g4tf").rig.textures[0].placeholder == (1.0, 0.5, 0.25)
    report = pantin.convert(tmp_path / "a.g4tf", tmp_path / "a.glb")
    assert [one for one in report.findings if "placeholder" in one.message]
