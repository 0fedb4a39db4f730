"""Every frame of a clip as an OBJ file."""

from pathlib import Path

import pantin

asset = pantin.load("examples/arm.glb")
for frame in range(3):
    posed = pantin.pose(asset, clip="bend", time=frame / 24)
    pantin.save(posed, Path("out") / f"frame{frame:03}.obj")
