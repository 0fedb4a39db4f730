"""Draws the pictures of the tutorial "Fit a character with gradients" by running its first block; it needs
`pip install -e .[render,torch]`."""

from __future__ import annotations

import re
from contextlib import chdir
from pathlib import Path
from typing import Any

import numpy as np
import torch
from plots import Curve, plot

import pantin
from pantin.maths import quaternion
from pantin.rig import Pose, Rig
from pantin.viewer.camera import ViewAngles
from pantin.viewer.picture import Look, draw_picture, save_picture

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"


def run_first_block() -> dict[str, Any]:
    """The variables of the fit."""
    page = (ROOT / "docs" / "tutorials" / "fitting.md").read_text(encoding="utf-8")
    code = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)[0]
    variables: dict[str, Any] = {}
    with chdir(ROOT):
        exec(compile(code, "fitting.md", "exec"), variables)
    return variables


def posed(rig: Rig, vectors: torch.Tensor, weights: list[float]) -> Pose:
    """A pose of rotations as axis times angle, and blend weights of the face."""
    pose = rig.rest_pose()
    for node, vector in enumerate(vectors.detach().numpy().astype(np.float64)):
        angle = float(np.linalg.norm(vector))
        axis = vector / angle if angle > 0 else np.array([1.0, 0.0, 0.0])
        pose = pose.with_local(node, rotation=quaternion.from_axis_angle(axis, angle))
    return pose.with_blend("Face", weights)


def main() -> None:
    fit = run_first_block()
    asset = pantin.load(ROOT / "examples" / "vrm" / "avatar.vrm")
    rig = asset.rig
    still = torch.zeros(len(rig.nodes), 3)
    poses = [
        posed(rig, still, [0.0, 0.0, 0.0]),
        posed(rig, fit["rotations"][0], fit["face"][0].tolist()),
        posed(rig, fit["hidden"][0], [0.7, 0.0, 0.4]),
    ]
    look = Look((420, 560), ViewAngles(18, 6))
    pictures = [draw_picture(asset, pose, look)[0] for pose in poses]
    save_picture(np.concatenate(pictures, axis=1), PICTURES / "fitting.png")
    steps = list(range(len(fit["distances"])))
    curve = Curve("distance", steps, [100 * distance for distance in fit["distances"]])
    text = plot([curve], "Fit of pose and face", "step", "root mean square distance (cm)")
    (PICTURES / "fitting-loss.svg").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
