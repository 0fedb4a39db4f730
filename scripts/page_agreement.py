"""Compares pictures of `render` with those of the viewer's page in Chromium, at the same camera and light.

`similarity` is SSIM (Wang et al. 2004) of the luminance, over the pixels that the model covers.
`scripts/agreement` runs this with model files as arguments, prints a row for each, and writes the pair that
agrees least.
"""

from __future__ import annotations

import base64
import io
import os
import shutil
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from playwright.sync_api import Page, sync_playwright

import pantin
from pantin.viewer.camera import FIELD_OF_VIEW, VIEWS
from pantin.viewer.colour import NAMED_COLOURS
from pantin.viewer.picture import Look, draw_picture
from pantin.viewer.stage import Stage, front_yaw

Pixels = NDArray[np.uint8]

SIZE = (800, 600)
BAR = 0.95
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = ("--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist", "--no-sandbox")
PAIR = Path(__file__).resolve().parents[1] / "docs" / "pictures" / "agreement.png"

TAKE = """async ([[wide, high], field, position, target, colour]) => {
  const { stage, store, objects } = window.pantin;
  const holder = stage.renderer.domElement.parentElement;
  holder.style.cssText = `position: fixed; inset: 0; width: ${wide}px; height: ${high}px`;
  stage.cover({ left: 0, right: 0, top: 0, bottom: 0 });
  stage.camera.fov = field;
  stage.setCamera({ position, target });
  store.change(["clip"], (state) => Object.assign(state, { clip: null, playing: false }));
  stage.colour(colour, colour);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  objects.shadow.visible = false;
  const picture = await stage.picture();
  return await new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result.split(",")[1]);
    reader.readAsDataURL(picture);
  });
}"""
"""The page without panels, grid and shadow, at rest, as the camera of `render` sees it."""


def page_picture(
    tab: Page,
    asset: pantin.Asset,
    folder: Path,
    size: tuple[int, int] = SIZE,
    rotate: str | None = None,
    view: str = "auto",
) -> Pixels:
    """What the page shows of an asset, in its studio and from where `render` looks at it; of a 4D model the
    slice at w = 0, after a rotation."""
    path = folder / "page.html"
    pantin.view(asset, rotate=rotate).save(path)
    solid = in_three(asset, rotate)
    stage = Stage(solid)
    pose = solid.rig.rest_pose()
    (shot,) = stage.shots([pose], [VIEWS[view].rotate(front_yaw(solid))], size)
    red, green, blue, _ = (round(channel * 255) for channel in NAMED_COLOURS["light"])
    # The controls of the page turn the camera about its target: any point straight ahead serves.
    ahead = shot.camera.eye - shot.camera.axes[2] * np.linalg.norm(shot.camera.eye - _middle(stage, pose))
    tab.goto("about:blank")
    tab.goto(f"{path.as_uri()}#show=mesh,studio")
    tab.wait_for_selector("html[data-ready=all]", state="attached", timeout=180_000)
    color = f"#{red:02x}{green:02x}{blue:02x}"
    arguments = [list(size), FIELD_OF_VIEW, shot.camera.eye.tolist(), ahead.tolist(), color]
    data = base64.b64decode(tab.evaluate(TAKE, arguments))
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))


def _middle(stage: Stage, pose: Any) -> NDArray[np.float64]:
    points = np.concatenate([np.asarray(mesh.positions, float) for mesh in pantin.deform(stage.rig, pose)])
    return np.asarray((points.min(axis=0) + points.max(axis=0)) / 2)


def in_three(asset: pantin.Asset, rotate: str | None) -> pantin.Asset:
    """The asset, or the slice of a 4D one."""
    return asset if asset.rig.dimension == 3 else pantin.slice(asset, rotate=rotate)


def rendered_picture(
    asset: pantin.Asset, size: tuple[int, int] = SIZE, rotate: str | None = None, view: str = "auto"
) -> tuple[Pixels, NDArray[np.bool_]]:
    """What `render` shows of an asset, and which pixels the model covers."""
    asset = in_three(asset, rotate)
    angles = VIEWS[view].rotate(front_yaw(asset))
    pixels, _ = draw_picture(asset, look=Look(size, angles, shadow=False))
    clear, _ = draw_picture(asset, look=Look(size, angles, background="transparent", shadow=False))
    return pixels[..., :3], clear[..., 3] > 127


def similarity(first: Pixels, second: Pixels, mask: NDArray[np.bool_]) -> float:
    """The mean SSIM of two pictures over the pixels of a mask."""
    weights = np.array([0.2126, 0.7152, 0.0722])
    a, b = first @ weights, second @ weights
    mean_a, mean_b = _blur(a), _blur(b)
    variance_a, variance_b = _blur(a * a) - mean_a**2, _blur(b * b) - mean_b**2
    covariance = _blur(a * b) - mean_a * mean_b
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    same = (2 * mean_a * mean_b + c1) * (2 * covariance + c2)
    same /= (mean_a**2 + mean_b**2 + c1) * (variance_a + variance_b + c2)
    return float(same[mask].mean())


def _blur(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Gaussian means with a standard deviation of 1.5 pixels."""
    offsets = np.arange(-5, 6)
    weights = np.exp(-(offsets**2) / (2 * 1.5**2))
    weights /= weights.sum()
    padded = np.pad(values, 5, mode="edge")
    rows = sum(w * padded[o + 5 : o + 5 + values.shape[0]] for o, w in zip(offsets, weights, strict=True))
    columns = (w * rows[:, o + 5 : o + 5 + values.shape[1]] for o, w in zip(offsets, weights, strict=True))
    return np.asarray(sum(columns))


def save_pair(path: Path, rendered: Pixels, page: Pixels, name: str) -> None:
    """Both pictures side by side, with their names."""
    high, wide = rendered.shape[:2]
    pair = Image.fromarray(np.concatenate([rendered, page], axis=1))
    pen = ImageDraw.Draw(pair)
    for left, maker in ((12, f"{name}: render"), (wide + 12, "page")):
        pen.text((left, high - 24), maker, fill=(70, 75, 85), font_size=14)
    pair.save(path, optimize=True)


def find_browser() -> str | None:
    return next(filter(None, map(shutil.which, [os.environ.get("PANTIN_BROWSER", ""), *BROWSERS])), None)


def main(files: list[str]) -> int:
    browser_path = find_browser()
    if browser_path is None or not files:
        print("Give models, and Chromium on the path or named by PANTIN_BROWSER.", file=sys.stderr)
        return 1
    results = []
    with sync_playwright() as driver, tempfile.TemporaryDirectory() as folder:
        browser = driver.chromium.launch(executable_path=browser_path, args=list(FLAGS))
        tab = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
        for file in files:
            asset = pantin.load(file)
            page = page_picture(tab, asset, Path(folder))
            rendered, mask = rendered_picture(asset)
            results.append((similarity(rendered, page, mask), Path(file).stem, rendered, page))
            print(f"{results[-1][0]:.3f}  {results[-1][1]}", flush=True)
            if kept := os.environ.get("PANTIN_SCREENSHOTS"):
                save_pair(Path(kept, f"{Path(file).stem}.png"), rendered, page, Path(file).stem)
        browser.close()
    worst = min(results, key=lambda result: result[0])
    save_pair(PAIR, worst[2], worst[3], worst[1])
    median = statistics.median(result[0] for result in results)
    print(f"{median:.3f}  median of {len(results)} (bar: {BAR}); the worst pair is {PAIR}")
    return 0 if median >= BAR else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
