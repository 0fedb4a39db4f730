"""Pictures of Fox without a screen, and the first frame of its page in Chromium with software rendering.

The page is left out where Playwright or Chromium is missing (`PANTIN_BROWSER` names one).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from timing import CORPUS, below

import pantin
from pantin.viewer.picture import Look, draw_picture

ROOT = Path(__file__).resolve().parent.parent
FOX = CORPUS / "gltf-sample-assets" / "Fox.glb"
MODEL = FOX if FOX.is_file() else ROOT / "examples" / "creature" / "fox.rigy.yaml"
ROUNDS = 5
FLAGS = ("--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist", "--no-sandbox")
PICTURE_SECONDS, COLD_SECONDS, PAGE_SECONDS = 0.3, 5.0, 3.0


def pictured() -> bool:
    asset = pantin.load(MODEL)
    pose, look = asset.rig.rest_pose(), Look(size=(800, 600))
    draw_picture(asset, pose, look)
    case = f"render {MODEL.name} at 800x600"
    return below(case, lambda: draw_picture(asset, pose, look), ROUNDS, PICTURE_SECONDS)


def compiled() -> bool:
    """A first picture in a new process, with no kernel compiled yet."""

    def first_picture() -> None:
        with tempfile.TemporaryDirectory() as folder:
            words = [sys.executable, "-m", "pantin", "render", str(MODEL), "-o", f"{folder}/picture.png"]
            subprocess.run(words, check=True, env=os.environ | {"NUMBA_CACHE_DIR": folder})

    return below(f"first picture of {MODEL.name}, with compilation", first_picture, 2, COLD_SECONDS)


def opened() -> bool:
    found = shutil.which(os.environ.get("PANTIN_BROWSER", "chromium"))
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        found = None
    if found is None:
        print("\nPlaywright or Chromium is not here, the page is left out")
        return True
    with sync_playwright() as driver, tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "page.html")
        pantin.view(pantin.load(MODEL)).save(path)
        browser = driver.chromium.launch(executable_path=found, args=list(FLAGS))

        def first_frame() -> None:
            tab = browser.new_page(viewport={"width": 1200, "height": 760})
            tab.goto(path.as_uri())
            tab.wait_for_selector("html[data-ready]", state="attached")
            tab.close()

        met = below(f"first frame of the page of {MODEL.name}", first_frame, ROUNDS, PAGE_SECONDS)
        browser.close()
    return met


def main() -> int:
    return 0 if all([pictured(), compiled(), opened()]) else 1


if __name__ == "__main__":
    sys.exit(main())
