"""A rig written as USD poses as it did: UsdSkel's own skinning gives the points that `deform` gives, and
every validator of usd-core is silent."""

from __future__ import annotations

import numpy as np
import pytest
from pxr import Usd, UsdGeom
from usd_skel import posed_points, validation_errors

import pantin
from pantin.formats.usd.names import Siblings

CLOSE = 1e-5
"""Of the size of the model: what the issue of USD asks for."""

PARTS = (0.0, 0.137, 0.377, 0.611, 0.93)
"""Where in a clip points are compared, as parts of its duration."""


def sources(corpus):
    for folder in ("gltf-sample-assets", "gltf-asset-generator", "vrm"):
        yield from sorted(
            path for path in (corpus / folder).rglob("*") if path.suffix in (".glb", ".gltf", ".vrm")
        )


@pytest.fixture(scope="module")
def models(corpus):
    """The models of the corpus that can be read."""
    found = []
    for path in sources(corpus):
        try:
            rig = pantin.load(path).rig
        except pantin.PantinError:
            continue
        if rig.instances:
            found.append((path, rig))
    assert len(found) > 55
    return found


def test_points_equal_those_of_usd_skel(models, tmp_path):
    for path, rig in models:
        pantin.save(rig, tmp_path / "model.usdc")
        stage = Usd.Stage.Open(str(tmp_path / "model.usdc"))
        for clip in range(max(1, len(rig.clips))):
            select(stage, rig, clip)
            seconds = rig.clips[clip].duration if rig.clips else 0.0
            for time in [seconds * part for part in PARTS] if rig.clips else [0.0]:
                assert difference(rig, clip, time, stage) < CLOSE, (path.name, clip, time)
        del stage


def select(stage, rig, clip):
    if len(rig.clips) > 1:
        siblings = Siblings()
        names = [siblings.claim(each.name, f"clip_{number}") for number, each in enumerate(rig.clips)]
        stage.GetDefaultPrim().GetVariantSet("animation").SetVariantSelection(names[clip])


def difference(rig, clip, time, stage):
    """The largest distance of a point, as a part of the size."""
    pose = pantin.sample(rig, clip, time) if rig.clips else rig.rest_pose()
    posed = pantin.deform(rig, pose, normals=False)
    by_node = {}
    for surface in posed:
        by_node.setdefault(surface.node, []).append(surface)
    size = np.ptp(np.concatenate([surface.positions for surface in posed]), axis=0).max()
    worst = 0.0
    theirs = posed_points(stage, time * stage.GetTimeCodesPerSecond())
    for path, points in theirs.items():
        subsets = UsdGeom.Subset.GetAllGeomSubsets(UsdGeom.Imageable(stage.GetPrimAtPath(path)))
        numbers = [int(subset.GetPrim().GetName().rpartition("_")[2]) for subset in subsets]
        candidates = [np.inf]
        for surfaces in by_node.values():
            chosen = [each for each in surfaces if each.surface in numbers] if numbers else None
            for group in [chosen] if chosen is not None else [surfaces, *([each] for each in surfaces)]:
                mine = np.concatenate([each.positions for each in group]) if group else np.zeros((0, 3))
                if len(mine) == len(points):
                    candidates.append(np.abs(mine - points).max())
        worst = max(worst, min(candidates))
    return worst / size


@pytest.mark.parametrize("suffix", [".usda", ".usdc", ".usdz"])
def test_every_validator_is_silent(models, tmp_path, suffix):
    for number, (path, rig) in enumerate(models[:: 3 if suffix == ".usdc" else 6]):
        target = tmp_path / f"model{number}{suffix}"
        pantin.save(rig, target)
        assert validation_errors(Usd.Stage.Open(str(target))) == [], path.name
