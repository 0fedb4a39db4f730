"""Draws the page of `check --html` for docs/clips.md; needs Chromium."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CASE = "tests/cases/CLIP-FOOT_SLIDE/bad.glb"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def main() -> int:
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        print("draw_clips: Chromium is not installed", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        check = [sys.executable, "-m", "pantin", "check", CASE, "--select", "CLIP", "--html", str(page)]
        subprocess.run(check, cwd=ROOT, check=True)
        target = ROOT / "docs" / "pictures" / "clips-page.png"
        flags = ["--headless", "--no-sandbox", "--hide-scrollbars", "--window-size=1280,760"]
        subprocess.run([browser, *flags, f"--screenshot={target}", page.as_uri()], check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
