"""Pictures of Fox without a screen, and the first frame of its page in Chromium with software rendering;
that of a rig of 20,000 joints, and a click on a million triangles.

The page is left out where Playwright or Chromium is missing (`PANTIN_BROWSER` names one).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from timing import CORPUS, below

import pantin
from pantin.rig import Influences, Instance, Mesh, Node, Rig, Skin, Surface, build
from pantin.viewer.picture import Look, draw_picture

ROOT = Path(__file__).resolve().parent.parent
FOX = CORPUS / "gltf-sample-assets" / "Fox.glb"
MODEL = FOX if FOX.is_file() else ROOT / "examples" / "creature" / "fox.rigy.yaml"
ROUNDS = 5
FLAGS = ("--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist", "--no-sandbox")
PICTURE_SECONDS, COLD_SECONDS, PAGE_SECONDS, CLICK_SECONDS = 0.3, 5.0, 3.0, 0.05
JOINTS, SIDE = 20_000, 708
"""Joints of the large skeleton, and vertices along a side of the surface with a million triangles."""

CLICK = """() => {
  const canvas = document.querySelector("canvas"), box = canvas.getBoundingClientRect();
  const middle = {clientX: box.x + box.width / 2, clientY: box.y + box.height / 2};
  const event = (name) => new PointerEvent(name, {...middle, bubbles: true, pointerId: 1, buttons: 1});
  canvas.setPointerCapture = canvas.releasePointerCapture = () => {};
  for (const name of ["pointermove", "pointerdown", "pointerup"]) canvas.dispatchEvent(event(name));
}"""


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
        pantin.view(many_joints()).save(path)
        met &= below(f"first frame of the page of {JOINTS:,} joints", first_frame, ROUNDS, PAGE_SECONDS)
        pantin.view(many_triangles()).save(path)
        tab = browser.new_page(viewport={"width": 1200, "height": 760})
        tab.goto(path.as_uri())
        tab.wait_for_selector("html[data-ready=all]", state="attached")
        tab.wait_for_timeout(2000)  # somebody looks at the model first
        met &= below("click on a million triangles", lambda: tab.evaluate(CLICK), ROUNDS, CLICK_SECONDS)
        browser.close()
    return met


def many_joints() -> Rig:
    """A tree of joints, some hundred levels deep, and a triangle for some of them."""
    random = np.random.default_rng(0)
    parents = [-1, *(int(random.integers(max(0, joint - 400), joint)) for joint in range(1, JOINTS))]
    nodes = [
        Node(f"joint{joint}", parent, translation=random.normal(size=3) * 0.2)
        for joint, parent in enumerate(parents)
    ]
    return skinned([*nodes, Node("mesh")], random.normal(size=(300, 3)), np.arange(300), np.arange(300) * 60)


def many_triangles() -> Rig:
    """A wavy sheet, bound in stripes to twenty joints."""
    x, y = np.meshgrid(np.linspace(-1, 1, SIDE), np.linspace(-1, 1, SIDE))
    corners = np.arange(SIDE * SIDE).reshape(SIDE, SIDE)
    a, b, c, d = corners[:-1, :-1], corners[:-1, 1:], corners[1:, :-1], corners[1:, 1:]
    nodes = [Node(f"joint{number}", translation=(-1 + number * 0.1, 0, 0)) for number in range(20)]
    points = np.stack((x, y, 0.1 * np.sin(6 * x) * np.cos(5 * y)), -1).reshape(-1, 3)
    stripes = np.clip((points[:, 0] + 1) * 10, 0, 19).astype(np.int64)
    return skinned([*nodes, Node("mesh")], points, np.stack((a, b, c, b, d, c), -1).reshape(-1), stripes)


def skinned(nodes: list[Node], points: np.ndarray, indices: np.ndarray, joints: np.ndarray) -> Rig:
    """A mesh on the last node, bound to the others with one influence for each vertex."""
    influences = Influences(np.arange(len(points) + 1), joints, np.ones(len(points), np.float32))
    surface = Surface(positions=points.astype(np.float32), indices=indices, influences=influences)
    last = len(nodes) - 1
    return build(
        nodes=nodes,
        meshes=[Mesh((surface,), "surface")],
        skins=[Skin(np.arange(last))],
        instances=[Instance(last, 0, 0)],
    )


def main() -> int:
    return 0 if all([pictured(), compiled(), opened()]) else 1


if __name__ == "__main__":
    sys.exit(main())
