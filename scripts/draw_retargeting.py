"""Draws docs/pictures/retargeting/motions.png: public motions on characters, a row for each motion.

    python scripts/draw_retargeting.py MOTIONS CHARACTERS

MOTIONS is a folder with .bvh files, CHARACTERS one with models; the examples of this repository are added to
those. docs/retargeting.md names the sources of the files that the picture shows. Look at every cell: arms,
legs and heads point where those of the skeleton in the first column do.
"""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image, ImageDraw

import pantin

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs" / "pictures" / "retargeting" / "motions.png"
EXAMPLES = ("retarget/mannequin.glb", "vrm/avatar.vrm", "vrm/older.vrm")
CELL = (150, 190)
LABEL = 16
MOMENT = 0.45
"""The part of a clip after which it is shown."""


def main(motions: Path, characters: Path) -> None:
    sources = sorted(motions.glob("*.bvh"))
    targets = [ROOT / "examples" / name for name in EXAMPLES] + sorted(characters.glob("*.glb"))
    width, height = CELL
    sheet = Image.new("RGB", (width * (len(targets) + 1), (height + LABEL) * len(sources)), "white")
    draw = ImageDraw.Draw(sheet)
    for row, source in enumerate(sources):
        motion = pantin.load(source)
        time = MOMENT * motion.rig.clips[0].duration
        top = row * (height + LABEL)
        sheet.paste(picture(motion, time, show="skeleton"), (0, top))
        draw.text((4, top + height), source.stem, fill="black")
        for column, target in enumerate(targets, 1):
            done = pantin.retarget(motion, target)
            clip = len(done.asset.rig.clips) - 1
            sheet.paste(picture(done.asset, time, clip=clip), (column * width, top))
            print(source.name, target.name, *(finding.rule for finding in done.report.findings))
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    sheet.quantize(64).save(PICTURE, optimize=True)


def picture(asset: pantin.Asset, time: float, *, clip: int = 0, show: str = "mesh") -> Image.Image:
    drawn = pantin.render(asset, clip=clip, time=time, size=CELL, camera="auto", show=show)
    return Image.fromarray(drawn.pixels).convert("RGB")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
