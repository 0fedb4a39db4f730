"""`find_humanoid`: the bone map that `retarget` uses."""

from __future__ import annotations

from pathlib import Path

import pantin

EXAMPLES = Path(__file__).parents[2] / "examples"
MANNEQUIN = EXAMPLES / "retarget" / "mannequin.glb"


def test_a_path_an_asset_and_a_rig_give_the_same_map():
    asset = pantin.load(MANNEQUIN)
    maps = [pantin.find_humanoid(source) for source in (MANNEQUIN, asset, asset.rig)]
    assert maps[0].humanoid
    assert maps[0] == maps[1] == maps[2]
    names = {bone: asset.rig.nodes.names[node] for bone, node in maps[0].nodes.items()}
    assert {bone: name for bone, name in names.items() if bone in ("hips", "head")} == {
        "hips": "pelvis",
        "head": "head",
    }


def test_an_arm_alone_is_not_a_humanoid():
    bones = pantin.find_humanoid(EXAMPLES / "arm.glb")
    assert not bones.humanoid
    assert set(bones.confidence) == set(bones.nodes)
