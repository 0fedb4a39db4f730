"""`render` and the page show a model alike, at the same camera and light: SSIM of at least 0.95.

`scripts/agreement` compares larger models, which are not part of the project.
"""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
import pytest

import pantin

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
    def similarity_of(path):
        asset = pantin.load(path)
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


def test_similarity_tells_pictures_apart(agreement):
    """SSIM is 1 for equal pictures, and falls with noise and with another brightness."""
    random = np.random.default_rng(1)
    first = random.integers(0, 256, (40, 40, 3)).astype(np.uint8)
    mask = np.ones((40, 40), bool)
    assert agreement["similarity"](first, first, mask) == pytest.approx(1)
    assert agreement["similarity"](first, first[::-1], mask) < 0.2
    assert agreement["similarity"](first, first // 2, mask) < 0.9
