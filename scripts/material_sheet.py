"""Draws the public material tests of glTF: `render` beside the page, and what each of them should show.

`scripts/gallery FOLDER` runs this with the models of KhronosGroup/glTF-Sample-Assets, which are not part of
this repository.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import NamedTuple

import numpy as np
from page_agreement import FLAGS, SIZE, page_picture, rendered_picture, similarity
from PIL import Image
from playwright.sync_api import sync_playwright

import pantin
from pantin.viewer.stage import Stage

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures" / "materials"
PAGE = ROOT / "docs" / "materials.md"


class MaterialTest(NamedTuple):
    """A model of the collection: what its reference shows, and how a picture differs where it does."""

    name: str
    shows: str
    differs: str = ""


TESTS = (
    MaterialTest(
        "TransmissionTest", "Twelve spheres of glass before a cloth: clear, cut out, textured and both."
    ),
    MaterialTest("CompareTransmission", "A bowl: alpha fades its reflections too, transmission keeps them."),
    MaterialTest("TransmissionRoughnessTest", "Glass blurs more from left to right, and more by its index."),
    MaterialTest("TransmissionThinwallTestGrid", "Spheres with a thin wall above, solid ones below."),
    MaterialTest(
        "TransmissionOrderTest",
        "Blended, cut out and opaque signs before, in and behind glass.",
        "Blended surfaces are not visible through glass, as in any renderer with screen-space refraction.",
    ),
    MaterialTest("CompareVolume", "A bowl without and with an inside: the liquid is green."),
    MaterialTest(
        "AttenuationTest", "Each column is one shade of blue, wherever the thickness of its glass is stored."
    ),
    MaterialTest("CompareIor", "Two glass balls: the one with the higher index reflects and bends more."),
    MaterialTest("IORTestGrid", "Indices of refraction from 1 to 2.42 with reflections, glass and volume."),
    MaterialTest("CompareDispersion", "Two gems: the right one splits light into colours at its edges."),
    MaterialTest("DispersionTest", "Gems with more dispersion from left to right."),
    MaterialTest(
        "SpecularTest", "Rows of factors and textures agree; edges stay white; the last ball is a mirror."
    ),
    MaterialTest(
        "CompareSpecular",
        "The reflections of the right ball are strong, and have the colours of its texture.",
    ),
    MaterialTest("ClearCoatTest", "Base, coated, and coat alone: partial, rough, and with each normal map."),
    MaterialTest(
        "CompareClearcoat",
        "Glossy, rough, and rough below a clear coat: the right ball has a soft and a sharp highlight.",
    ),
    MaterialTest("ClearCoatCarPaint", "Flakes below a smooth coat."),
    MaterialTest("CompareSheen", "The right ball is of velvet: brighter at its edges."),
    MaterialTest("SheenCloth", "A cloth with a soft shine at grazing angles."),
    MaterialTest("SheenTestGrid", "Blue balls with more cyan sheen to the right, rougher further down."),
    MaterialTest("CompareEmissiveStrength", "The right ball emits more light than a factor of 1 can say."),
    MaterialTest(
        "EmissiveStrengthTest",
        "Cubes that are brighter to the right.",
        "The halos of the reference are an effect of its camera, which neither draws.",
    ),
    MaterialTest("UnlitTest", "Two boxes in their own colours, without light."),
    MaterialTest("CompareAnisotropy", "The right ball is brushed: its highlights are stretched."),
    MaterialTest("AnisotropyStrengthTest", "Highlights are longer further up and sharper to the left."),
    MaterialTest("AnisotropyRotationTest", "All grooves are stretched in the same direction."),
    MaterialTest("AnisotropyDiscTest", "Discs with circular brushing of several strengths."),
    MaterialTest("CompareIridescence", "The right ball has the colours of a soap film."),
    MaterialTest("IridescenceDielectricSpheres", "Films of several thicknesses and indices on plastic."),
    MaterialTest("IridescenceMetallicSpheres", "The same films on metal."),
    MaterialTest(
        "IridescenceSuzanne",
        "Three heads with a film: on plastic, on metal and on glass, below a light of the model.",
    ),
    MaterialTest("SpecGlossVsMetalRough", "A bottle of metal and roughness, and one of specular colours."),
    MaterialTest("ClearcoatWicker", "Wicker below a coat with wrinkles of its own."),
    MaterialTest(
        "CompareBaseColor", "A ball in one colour, one with a texture, and one with colours of vertices."
    ),
    MaterialTest("CompareMetallic", "The right ball is of metal."),
    MaterialTest("CompareRoughness", "The right ball is rough, but for an oval around the sign."),
    MaterialTest("CompareNormal", "The right ball has waves of a normal map."),
    MaterialTest(
        "CompareAmbientOcclusion", "Apples in the right basket are darker where little light arrives."
    ),
    MaterialTest("CompareAlphaCoverage", "Fur that is opaque, cut out and blended."),
    MaterialTest("AlphaBlendModeTest", "The same texture in each alpha mode, cut out at three heights."),
    MaterialTest("MetalRoughSpheresNoTextures", "Metal above, plastic below, rougher to the right."),
    MaterialTest("NormalTangentTest", "Each pair of bumps is lit alike: by geometry and by a normal map."),
    MaterialTest("NormalTangentMirrorTest", "The same, with mirrored texture coordinates."),
    MaterialTest("NegativeScaleTest", "Mirrored nodes show their front, and the same bumps."),
    MaterialTest("TextureCoordinateTest", "Each colour is at the corner that it names."),
    MaterialTest("TextureEncodingTest", "Columns agree: colours are encoded as sRGB, numbers are not."),
    MaterialTest("TextureLinearInterpolationTest", "Both balls are green: texels are mixed as linear light."),
    MaterialTest("TextureSettingsTest", "Wrap modes and sides: every mark is a tick."),
    MaterialTest("TextureTransformTest", "Textures that are moved, turned and scaled meet their marks."),
    MaterialTest(
        "TextureTransformMultiTest", "The same for each texture of a material, in both sets of coordinates."
    ),
    MaterialTest("VertexColorTest", "Colours of vertices multiply the texture."),
    MaterialTest("DirectionalLight", "Three balls below a yellow sun of the model, rougher to the right."),
    MaterialTest("PointLightIntensityTest", "Point lights of one intensity in several colours."),
    MaterialTest("LightVisibility", "The blue spot light shines; the red ones are hidden by their nodes."),
    MaterialTest("LightsPunctualLamp", "A lamp below five point lights of the model."),
    MaterialTest(
        "DiffuseTransmissionTest",
        "Sheets that let scattered light through, by factors and textures.",
        "Neither `render` nor the page draws this; `render` reports it.",
    ),
)
"""The models that test one extension or one part of materials each, in the words of this project."""


INTRODUCTION = (
    "The public tests of glTF materials, as `pantin render` draws them (left) and as `pantin view` shows "
    "them (right), with what the reference of each model shows. The number is how similar both are over "
    "the model's pixels (SSIM; 1 is equal). `scripts/gallery FOLDER` makes this page from the models of "
    "[glTF-Sample-Assets]({collection}). They are CC0, or CC BY 4.0 by Analytical Graphics, Darmstadt "
    "Graphics Group, Microsoft and Wayfair; the glTF logo on some is a trademark of the Khronos Group."
)
DRAWN = (
    "`render` draws the index of refraction, reflections with strength and colour, glass (rough, tinted, "
    "with dispersion), clear coats with their normal maps, sheen, anisotropy, iridescence, the strength of "
    "emission, and materials without lighting. It does not draw diffuse transmission, which "
    "one note reports. Every test but that one is recognisable beside the image of the collection. The light "
    "is that of the studio, not of those images, so highlights are in other places."
)


def draw_sheet(models: Path, browser_path: str) -> None:
    """Draw every test that the folder has, and write the page of them."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    rows: list[tuple[MaterialTest, float]] = []
    with sync_playwright() as driver, tempfile.TemporaryDirectory() as folder:
        browser = driver.chromium.launch(executable_path=browser_path, args=list(FLAGS))
        tab = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
        for test in TESTS:
            asset = pantin.load(model_file(models / test.name))
            page = page_picture(tab, asset, Path(folder), SIZE, view="front")
            rendered, mask = rendered_picture(asset, SIZE, view="front")
            pair = Image.fromarray(np.concatenate([rendered, page], axis=1))
            pair.reduce(2).save(PICTURES / f"{test.name}.webp", quality=85)
            rows.append((test, similarity(rendered, page, mask)))
            print(f"{rows[-1][1]:.3f}  {test.name}  {'; '.join(Stage(asset).notes)}", flush=True)
        browser.close()
    PAGE.write_text(page_text(rows), encoding="utf-8")


def model_file(folder: Path) -> Path:
    """The model in a folder of the collection: a GLB where there is one."""
    files = folder / "glTF-Binary" / f"{folder.name}.glb", folder / "glTF" / f"{folder.name}.gltf"
    return next(file for file in files if file.exists())


def page_text(rows: list[tuple[MaterialTest, float]]) -> str:
    """The page: a picture, what it should show, and how similar both renderers are."""
    lines = [
        "# Material tests",
        "",
        INTRODUCTION.format(collection="https://github.com/KhronosGroup/glTF-Sample-Assets"),
        "",
        DRAWN,
    ]
    for test, similar in rows:
        lines += [
            "",
            f"## {test.name}",
            "",
            f"![{test.name}: render, and the page](pictures/materials/{test.name}.webp)",
        ]
        lines += ["", " ".join(filter(None, [test.shows, test.differs, f"SSIM {similar:.3f}"]))]
    return "\n".join(lines) + "\n"
