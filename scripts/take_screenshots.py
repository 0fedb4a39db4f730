"""Takes the pictures of the viewer's page for the documentation; `scripts/screenshots` runs this."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

import pantin

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"
EXAMPLES = ROOT / "examples"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = ("--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist", "--no-sandbox")

SPRINGS = "show=mesh,skeleton,colliders,grid"
SHOTS = {
    "view.png": ("creature/fox.rigy.yaml", (1200, 760), "show=mesh,grid", False),
    "view-weights.png": ("creature/fox.rigy.yaml", (1200, 760), "show=mesh,skeleton,heat,grid&node=5", True),
    "view-reach.png": (
        "creature/fox.rigy.yaml",
        (1000, 680),
        "show=mesh,skeleton,grid,gizmo&tool=reach&tab=view",
        False,
    ),
    "view-springs.png": ("springs/skirt.glb", (1000, 680), f"{SPRINGS}&clip=1&time=0.3", False),
    "view-slice.png": (
        "g4mf/creature.g4b",
        (1000, 680),
        "show=mesh,skeleton,wireframe,grid&rotate=xw:20,yw:10&w=-0.1",
        False,
    ),
    "view-cell.png": ("600-cell", (1000, 680), "show=mesh&mode=perspective&rotate=xw:15,yz:25", True),
    "view-compare.png": (
        "creature/fox.rigy.yaml",
        (1000, 680),
        "show=mesh,grid,distances&layout=side",
        False,
    ),
    "view-phone.png": ("rigy/humanoid.rigy.yaml", (390, 780), "show=mesh,skeleton,grid&node=5", True),
}
"""File or shape, size, what of it is shown (as in a link), and whether in the dark."""

GO_ROUND = """() => {
  const { stage } = window.pantin;
  const { position } = stage.camera;
  const { target } = stage.controls;
  position.set(2 * target.x - position.x, position.y, 2 * target.z - position.z);
  stage.controls.update();
  stage.draw();
}"""
"""To the other side of the model: those of Rigy face −Z, the `forward` of the language."""


REACH = """() => {
  const { data, store, objects, skeleton } = window.pantin;
  const paw = data.names.indexOf("forepaw_R");
  store.select(paw);
  const tall = data.bounds.max[1] - data.bounds.min[1];
  const goal = skeleton.positionOf(paw).clone();
  goal.set(goal.x, goal.y + tall * 0.2, goal.z - tall * 0.2);
  objects.poser.reach(paw, goal);
}"""
"""A paw is given, and the leg follows."""


def main() -> int:
    result = next(filter(None, map(shutil.which, [os.environ.get("PANTIN_BROWSER", ""), *BROWSERS])), None)
    if result is None:
        print("Chromium is needed, on the path or named by PANTIN_BROWSER.", file=sys.stderr)
        return 1
    pantin.render_difference(*two_foxes(), PICTURES / "difference.png", size=(1000, 500), camera=(212, 14))
    with sync_playwright() as driver, tempfile.TemporaryDirectory() as folder:
        browser = driver.chromium.launch(executable_path=result, args=list(FLAGS))
        for name in SHOTS:
            take(browser, name, Path(folder, "page.html"))
            print(f"docs/pictures/{name}: {(PICTURES / name).stat().st_size:,} bytes")
        browser.close()
    return 0


def two_foxes() -> tuple[pantin.Asset, pantin.Asset]:
    """The fox of the examples, and one that looks up and aside."""
    fox = pantin.load(EXAMPLES / "creature" / "fox.rigy.yaml")
    posed = pantin.pose(fox, rotate={"head": (18, 35, 0), "tail_2": (-25, 0, 0)}, keep_rig=True)
    return fox, posed


def model(source: str) -> pantin.Asset:
    """An example, or a shape."""
    if (EXAMPLES / source).is_file():
        return pantin.load(EXAMPLES / source)
    return pantin.Asset.of_rig(pantin.shapes.by_name(source).rig(source), source)


def take(browser: Browser, name: str, path: Path) -> None:
    source, (wide, high), shown, dark = SHOTS[name]
    first, second = two_foxes()
    compared = {"other": second, "distances": True} if "distances" in shown else {}
    pantin.view(first if compared else model(source), **compared).save(path)
    scheme = "dark" if dark else "light"
    context = browser.new_context(viewport={"width": wide, "height": high}, color_scheme=scheme)
    tab = context.new_page()
    tab.goto(f"{path.as_uri()}#{shown}")
    tab.wait_for_selector("html[data-ready=all]", state="attached", timeout=120_000)
    if "tool=reach" in shown:
        tab.evaluate(REACH)
        tab.wait_for_timeout(300)
    if source.endswith(".rigy.yaml"):
        tab.evaluate(GO_ROUND)
    tab.wait_for_timeout(1000)
    tab.screenshot(path=PICTURES / name)
    context.close()


if __name__ == "__main__":
    sys.exit(main())
