"""`render` and the page show a model alike, at the same camera and light: SSIM of at least 0.95.

`scripts/agreement` compares larger models, which are not part of the project.
"""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.rig import (
    Anisotropy,
    Instance,
    Iridescence,
    Light,
    Material,
    Mesh,
    Node,
    Scene,
    Surface,
    build,
)
from pantin.verbs.asset import Asset

pytest.importorskip("PIL", reason="the extra pantin[render] is not installed")
pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

ROOT = Path(__file__).parents[2]
SIZE = (320, 240)


@pytest.fixture(scope="module")
def agreement():
    """The functions of the script that compares both."""
    return runpy.run_path(str(ROOT / "scripts" / "page_agreement.py"))


@pytest.fixture
def compare(agreement, browser, tmp_path):
    def similarity_of(model):
        asset = pantin.load(model) if isinstance(model, Path) else model
        tab = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
        page = agreement["page_picture"](tab, asset, tmp_path, SIZE)
        tab.close()
        rendered, mask = agreement["rendered_picture"](asset, SIZE)
        return agreement["similarity"](rendered, page, mask)

    return similarity_of


@pytest.mark.parametrize("name", ["creature/fox.rigy.yaml", "springs/skirt.glb"])
def test_examples_agree(compare, agreement, name):
    assert compare(ROOT / "examples" / name) >= agreement["BAR"]


@pytest.mark.parametrize("name", ["Fox.glb", "RiggedFigure.glb"])
def test_samples_of_the_corpus_agree(compare, agreement, corpus, name):
    assert compare(corpus / "gltf-sample-assets" / name) >= agreement["BAR"]


def ball(material, tangents):
    """A ball of one material, with texture coordinates, and with tangents to the east if asked for."""
    across, down = np.meshgrid(np.linspace(0, 1, 49), np.linspace(0.02, 0.98, 25))
    east, south = across.ravel() * 2 * np.pi, down.ravel() * np.pi
    normals = np.stack([np.sin(south) * np.sin(east), np.cos(south), np.sin(south) * np.cos(east)], axis=1)
    along = np.stack([np.cos(east), np.zeros_like(east), -np.sin(east), np.ones_like(east)], axis=1)
    corners = np.arange(49 * 25).reshape(25, 49)
    a, b, c, d = (
        part.ravel() for part in (corners[:-1, :-1], corners[1:, :-1], corners[1:, 1:], corners[:-1, 1:])
    )
    surface = Surface(
        normals.astype(np.float32),
        normals.astype(np.float32),
        tangents=along.astype(np.float32) if tangents else None,
        texcoords=(np.stack([across.ravel(), down.ravel()], axis=1).astype(np.float32),),
        indices=np.stack([a, b, c, a, c, d], axis=1).ravel().astype(np.uint32),
        material=0,
    )
    rig = build(
        nodes=[Node("ball")],
        meshes=[Mesh((surface,))],
        materials=[material],
        instances=[Instance(0, 0)],
        scenes=[Scene((0,))],
    )
    return Asset.of_rig(rig, "ball.glb")


BALLS = {
    "brushed": Material(metallic=1.0, roughness=0.25, anisotropy=Anisotropy(0.8, rotation=0.6)),
    "filmed": Material(metallic=0.3, roughness=0.2, iridescence=Iridescence(0.9, thickness_maximum=380.0)),
}


@pytest.mark.parametrize("tangents", [True, False], ids=["tangents", "coordinates"])
@pytest.mark.parametrize("name", BALLS)
def test_brushed_and_filmed_balls_agree(compare, agreement, name, tangents):
    assert compare(ball(BALLS[name], tangents)) >= agreement["BAR"]


def lit_balls(factor):
    """Two balls below a point light with a range, a spot light that two nodes share and a sun; `factor` makes
    all brighter."""
    rig = ball(Material(metallic=0.2, roughness=0.5, double_sided=True), False).rig
    lights = [
        Light("point", (1.0, 0.5, 0.2), 1.5 * factor, range=3.0),
        Light("spot", (0.3, 1.0, 0.4), 3.0 * factor, inner_cone=0.1, outer_cone=0.5),
        Light("directional", (0.4, 0.5, 1.0), 1.2 * factor),
    ]
    nodes = [
        Node("ball"),
        Node("second", translation=(2.5, 0.0, 0.0)),
        Node("lamp", light=0, translation=(-1.2, 1.0, 1.0)),
        Node("spot", light=1, translation=(2.5, 0.0, 2.2)),
        Node("second spot", light=1, translation=(0.6, 0.3, 2.4), rotation=(0.0, 0.1, 0.0, 0.99499)),
        Node("sun", light=2, rotation=(0.0, -0.6, 0.0, 0.8)),
    ]
    rig = build(
        nodes=nodes,
        meshes=rig.meshes,
        materials=rig.materials,
        instances=[Instance(0, 0), Instance(1, 0)],
        lights=lights,
        scenes=[Scene(tuple(range(len(nodes))))],
    )
    return Asset.of_rig(rig, "lit.glb")


@pytest.mark.parametrize("factor", [1.0, 20_000.0])
def test_lights_of_a_model_agree(compare, agreement, factor):
    assert compare(lit_balls(factor)) >= 0.98


def test_a_surface_without_a_material_agrees(compare):
    rig = ball(Material(), False).rig
    surface = rig.meshes[0].surfaces[0].replace(material=None)
    assert compare(Asset.of_rig(rig.replace(meshes=[Mesh((surface,))], materials=[]), "plain.glb")) >= 0.98


def test_similarity_tells_pictures_apart(agreement):
    """SSIM is 1 for equal pictures, and falls with noise and with another brightness."""
    random = np.random.default_rng(1)
    first = random.integers(0, 256, (40, 40, 3)).astype(np.uint8)
    mask = np.ones((40, 40), bool)
    assert agreement["similarity"](first, first, mask) == pytest.approx(1)
    assert agreement["similarity"](first, first[::-1], mask) < 0.2
    assert agreement["similarity"](first, first // 2, mask) < 0.9
