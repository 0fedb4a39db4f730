"""Budgets that files exceed: counts by hand, files with companions, files that cannot be read."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import pytest

import pantin
from pantin.verbs.budgets import budgets_for, parse_budgets

ROOT = Path(__file__).parents[2]
ARM = ROOT / "examples" / "arm.glb"


def messages(path, **budgets):
    return [
        found.message for found in pantin.check(path, budgets=budgets) if found.rule.startswith("BUDGET-")
    ]


def test_messages_have_both_numbers():
    data = ARM.read_bytes()
    size, tree = len(data), json.loads(data[20 : 20 + struct.unpack_from("<I", data, 12)[0]])
    count = tree["accessors"][tree["meshes"][0]["primitives"][0]["indices"]]["count"]
    assert messages(ARM, max_triangles=count // 3 - 1) == [
        f"{count // 3:,} triangles, at most {count // 3 - 1:,}"
    ]
    assert messages(ARM, max_triangles=count // 3) == []
    assert messages(ARM, max_joints=2) == ['skin "arm" (0) has 3 joints, at most 2']
    assert messages(ARM, max_file_size=1000) == [f"{size:,} bytes, at most 1,000"]
    assert messages(ARM, max_clip_seconds=1.5) == ['clip "bend" (0) takes 2 s, at most 1.5']


def test_companions_count_for_the_size_of_a_file(tmp_path):
    pantin.convert(ARM, tmp_path / "arm.gltf", embed=False)
    files = list(tmp_path.iterdir())
    total = sum(path.stat().st_size for path in files)
    assert len(files) > 1
    assert messages(tmp_path / "arm.gltf", max_file_size=total) == []
    assert messages(tmp_path / "arm.gltf", max_file_size=total - 1) == [
        f"{total:,} bytes in {len(files)} files, at most {total - 1:,}"
    ]


def test_names_and_humanoid_bones_by_pattern():
    avatar = ROOT / "examples" / "vrm" / "avatar.vrm"
    assert messages(avatar, required_bones=["hips", "left*Arm"]) == []
    assert messages(avatar, required_bones=["tail"]) == ['there is no joint or humanoid bone "tail"']
    assert messages(ARM, required_names=["ben?", "run"]) == [
        'no node, mesh, material or clip is called "run"'
    ]


def test_assets_rigs_and_other_formats_have_budgets_too():
    asset = pantin.load(ARM)
    for source in (asset, asset.rig):
        found = pantin.check(source, budgets={"max-joints": 2, "max-file-size": 1, "allowed-extensions": []})
        assert [finding.rule for finding in found if finding.severity == "error"] == ["BUDGET-JOINTS"]
    rigy = ROOT / "examples" / "rigy" / "arm.rigy.yaml"
    assert messages(rigy, max_triangles=1)


def test_a_damaged_file_is_measured_as_far_as_it_can_be_read(tmp_path):
    broken = tmp_path / "broken.gltf"
    broken.write_text('{"asset": {"version": "3.0"}, "extensionsUsed": ["X_y"]}', encoding="ascii")
    assert messages(broken, max_triangles=0, max_file_size=10)[0].endswith("at most 10")
    (tmp_path / "no.glb").write_bytes(b"not a model")
    assert messages(tmp_path / "no.glb", max_triangles=0) == []


def test_the_last_matching_path_counts(tmp_path):
    budgets = [
        ("", "", {"max-joints": 9, "max-materials": 1}),
        ("props/**", str(tmp_path), {"max-joints": 2}),
        ("tree.glb", str(tmp_path), {"max-joints": 5}),
    ]
    assert budgets_for(str(tmp_path / "a.glb"), budgets) == {"max-joints": 9, "max-materials": 1}
    assert budgets_for(str(tmp_path / "props" / "a.glb"), budgets)["max-joints"] == 2
    assert budgets_for(str(tmp_path / "props" / "tree.glb"), budgets)["max-joints"] == 5


def test_an_unknown_budget_is_refused():
    with pytest.raises(ValueError, match=r"unknown budget 'max_bones'.*max-joints"):
        parse_budgets({"max_bones": 3})
