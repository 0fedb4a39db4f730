"""Random scenes, with every part of the transform chain, layers, keys, skins and shapes of all kinds: posed
points against those that ufbx evaluated.

ufbx is that of June 2026 with one correction: it gave a model that a layer animates in part the curves of the
next model.
"""

from __future__ import annotations

import json
from pathlib import Path

import fbx_scenes
import numpy as np
import pytest

import pantin

WHOLE_FRAME = 1e-4
"""Of the size, as for real files."""

VALUES = json.loads(Path(fbx_scenes.__file__).with_suffix(".json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("seed", list(VALUES))
def test_posed_points_equal_those_of_ufbx(seed):
    facts = VALUES[seed]
    rig = pantin.load(fbx_scenes.scene(int(seed)), name="x.fbx").rig
    poses = [
        rig.rest_pose(),
        *(pantin.sample(rig, clip=clip, time=time) for clip, time in facts["times"]),
    ]
    wanted = np.array(facts["points"], np.float64).reshape(len(poses), -1, 3) * facts["size"]
    size = np.ptp(wanted.reshape(-1, 3), axis=0).max()
    found = np.stack([np.concatenate([m.positions for m in pantin.deform(rig, pose)]) for pose in poses])
    for point in wanted.transpose(1, 0, 2):
        distances = np.abs(found - point[:, None]).max((0, 2))
        assert distances.min() < WHOLE_FRAME * size
