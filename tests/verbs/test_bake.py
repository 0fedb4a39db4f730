"""Springs baked into files: what is written, what stays, and that others accept it."""

import json
import math
import os
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from spring_files import block, strand
from spring_rigs import angles

import pantin
from pantin.formats.g4mf import FORMAT as G4MF
from pantin.formats.gltf import FORMAT as GLTF
from pantin.formats.gltf.edits import append_clip
from pantin.motion import sample
from pantin.rig import Channel, Clip, SpringSettings
from pantin.springs import SpringSimulation
from pantin.verbs.asset import Asset
from pantin.verbs.bake import bake_springs
from pantin.verbs.check import check
from pantin.verbs.load import load
from pantin.verbs.save import save


@pytest.fixture
def asset():
    tree = strand()
    for joint in block(tree)["springs"][0]["joints"][:-1]:
        joint["gravityDir"], joint["gravityPower"] = [1, 0, 0], 0.8
    return load(json.dumps(tree).encode(), name="strand.gltf")


def test_a_clip_is_appended_and_nothing_else_changes(asset):
    before = json.loads(json.dumps(asset.document.tree))
    baked = bake_springs(asset, seconds=1.0)
    assert asset.document.tree == before
    after = baked.document.tree
    assert all(after[key] == before[key] for key in before)
    assert [one["target"] for one in after["animations"][0]["channels"]] == [
        {"node": node, "path": "rotation"} for node in (1, 2, 3)
    ]


def test_what_is_played_is_what_was_simulated(asset):
    baked = bake_springs(asset, seconds=1.0, out_fps=60)
    simulation = SpringSimulation(asset.rig)
    for step in range(1, 61):
        expected = simulation.step(1 / 60).rotations
        played = sample(baked.rig, baked.clip, np.float32(step / 60)).rotations
        assert angles(played, expected).max() < 1e-3  # float32 keys and times


def test_the_file_breaks_no_rule_it_did_not_break(asset, tmp_path):
    baked = bake_springs(asset, seconds=1.0)
    save(baked, tmp_path / "out.glb")
    new = {found.rule for found in check(tmp_path / "out.glb").findings}
    assert new <= {found.rule for found in asset.report.findings}


def test_the_profile_is_recorded(asset):
    baked = bake_springs(asset, seconds=0.5, profile="scaled")
    recorded = baked.document.tree["animations"][baked.clip]["extras"]["pantin"]["springs"]
    assert (recorded["profile"], recorded["fps"]) == ("scaled", 60.0)


def test_springs_can_be_stripped(asset):
    tree = bake_springs(asset, seconds=0.5, strip_springs=True).document.tree
    assert "extensions" not in tree
    assert "extensionsUsed" not in tree


def test_a_tolerance_leaves_keys_out_and_holds(asset):
    full, fewer = bake_springs(asset, seconds=2.0), bake_springs(asset, seconds=2.0, tolerance=1.0)
    assert len(fewer.document.growth[0].parts)
    assert fewer.document.growth[0].length < full.document.growth[0].length
    times = np.arange(61) / 30
    a, b = (sample(one.rig, one.clip, times).rotations for one in (full, fewer))
    assert angles(a, b).max() <= math.radians(1.0) + 1e-4


def with_clip(asset, nodes=(0,)):
    """The strand with a clip that swings its root or other nodes, made by hand."""
    document = asset.document.copy()
    keys = np.array([(0, 0, 0, 1), (0, 0, 0.3, 0.953939), (0, 0, 0, 1)])
    times = np.array([0.0, 0.5, 1.0])
    append_clip(document, Clip(tuple(Channel(node, "rotation", times, keys) for node in nodes), "swing"))
    return Asset("swinging.gltf", GLTF, document=document)


def test_driven_channels_come_along_unless_only_springs_are_wanted(asset):
    moving = with_clip(asset)
    baked = bake_springs(moving, clip="swing")
    channels = baked.document.tree["animations"][baked.clip]["channels"]
    assert sorted(channel["target"]["node"] for channel in channels) == [0, 1, 2, 3]
    assert baked.document.tree["animations"][baked.clip]["name"] == "swing with springs"
    alone = bake_springs(moving, clip=0, only_springs=True)
    assert len(alone.document.tree["animations"][alone.clip]["channels"]) == 3


@pytest.mark.parametrize("interpolation", ["LINEAR", "STEP", "CUBICSPLINE"])
def test_signs_of_driven_rotations_do_not_jump_where_they_mean_nothing(asset, interpolation):
    """Of a spline every number counts (glTF 2.0 §3.11 and appendix C)."""
    keys = np.array([[0, 0, 0, 1], [0, 0, -0.6, -0.8], [0, 0, 0.8, 0.6]], np.float32)
    values = np.stack([keys * 0, keys, keys * 0], 1) if interpolation == "CUBICSPLINE" else keys
    document = asset.document.copy()
    append_clip(document, Clip((Channel(0, "rotation", np.arange(3) / 2, values, interpolation),)))
    moved = Asset("turning.gltf", GLTF, document=document)
    baked = bake_springs(moved, clip=0)
    played = next(channel for channel in baked.rig.clip(baked.clip).channels if channel.node == 0)
    jumps = bool(((played.values[1:] * played.values[:-1]).sum(-1) < 0).any())
    assert jumps == (interpolation == "CUBICSPLINE")
    for time in (0.0, 0.2, 0.5, 0.7, 1.0):
        driven, kept = (sample(baked.rig, clip, time).rotations[0] for clip in (0, baked.clip))
        assert angles(driven, kept) < 1e-6


def test_a_clip_can_be_cut_short_or_run_on(asset):
    moving = with_clip(asset)
    for seconds in (0.4, 2.0):
        baked = bake_springs(moving, clip=0, seconds=seconds)
        assert math.isclose(baked.rig.clip(baked.clip).duration, seconds, rel_tol=1e-6)


def test_a_loop_says_by_how_much_it_closes(asset):
    baked = bake_springs(with_clip(asset), clip=0, loop=True)
    recorded = baked.document.tree["animations"][baked.clip]["extras"]["pantin"]["springs"]
    assert recorded["loopGap"] == baked.track.gap < 1e-3


def test_motion_of_another_file_by_node_name(asset, tmp_path):
    tree = strand()
    tree["nodes"][0]["name"] = "root"
    still = load(json.dumps(tree).encode(), name="still.gltf")
    moving = with_clip(still)
    save(moving, tmp_path / "moving.glb")
    baked = bake_springs(still, motion=tmp_path / "moving.glb")
    assert baked.rig.clip(baked.clip).channels[0].node == 0
    with pytest.raises(ValueError, match="has none of the nodes"):
        bake_springs(asset, motion=tmp_path / "moving.glb")


def test_a_matrix_becomes_what_can_be_animated(asset):
    tree = json.loads(json.dumps(asset.document.tree))
    del tree["nodes"][2]["translation"]
    tree["nodes"][2]["matrix"] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -0.1, 0, 1]
    baked = bake_springs(load(json.dumps(tree).encode(), name="m.gltf"), seconds=0.5)
    assert "matrix" not in baked.document.tree["nodes"][2]
    assert np.allclose(baked.document.tree["nodes"][2]["translation"], (0, -0.1, 0))


def test_a_matrix_that_a_motion_drives_becomes_what_can_be_animated(asset, tmp_path):
    """glTF 2.0 §3.11: a node that an animation targets has no matrix."""
    tree = json.loads(json.dumps(asset.document.tree))
    tree["nodes"][0] |= {"name": "root", "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 2, 0, 1]}
    given = load(json.dumps(tree).encode(), name="m.gltf")
    save(with_clip(load(json.dumps(named()).encode(), name="n.gltf")), tmp_path / "moving.glb")
    baked = bake_springs(given, motion=tmp_path / "moving.glb")
    assert "matrix" not in baked.document.tree["nodes"][0]
    assert np.allclose(baked.document.tree["nodes"][0]["translation"], (0, 2, 0))
    assert not baked.findings


def named(*names):
    tree = strand()
    for node, name in zip(tree["nodes"], ("root", *names), strict=False):
        node["name"] = name
    return tree


def test_a_part_of_a_motion_that_finds_nothing_to_move_is_told(tmp_path):
    moving = with_clip(load(json.dumps(named("arm")).encode(), name="moving.gltf"), nodes=(0, 1))
    save(moving, tmp_path / "moving.glb")
    baked = bake_springs(load(json.dumps(named()).encode(), name="m.gltf"), motion=tmp_path / "moving.glb")
    assert [finding.rule for finding in baked.findings] == ["RIG-MOTION_LEFT_OUT"]
    assert "1 of 2 channels" in baked.findings[0].message


def test_the_springs_of_a_rig_are_baked_too(asset):
    baked, same = bake_springs(asset.rig, seconds=1.0), bake_springs(asset, seconds=1.0)
    assert np.array_equal(baked.track.rotations, same.track.rotations)
    assert len(baked.rig.clips) == len(same.rig.clips)


def test_what_cannot_be_baked_is_said(asset):
    with pytest.raises(ValueError, match="has no clips to drive"):
        bake_springs(asset, motion=asset)
    plain = load(b'{"asset": {"version": "2.0"}, "nodes": [{}]}', name="plain.gltf")
    with pytest.raises(ValueError, match="no springs"):
        bake_springs(plain, seconds=1)
    with pytest.raises(ValueError, match="give a clip"):
        bake_springs(asset)
    with pytest.raises(ValueError, match="no clip is called"):
        bake_springs(asset, clip="walk")


def test_a_format_without_animations_is_refused(asset, tmp_path):
    """Its springs can be run; there is nowhere to write them to."""
    other = Asset("strand.g4b", G4MF, rig=asset.rig)
    with pytest.raises(pantin.Unsupported, match=r"strand\.g4b is a G4MF file; only glTF files support this"):
        bake_springs(other, seconds=0.1)


def test_a_motion_of_humanoid_bones_needs_a_character(corpus, asset):
    motion = corpus / "vrm" / "three-vrm" / "test.vrma"
    with pytest.raises(ValueError, match="has no humanoid bones"):
        bake_springs(asset, motion=motion)


def test_what_was_found_is_reported_when_it_is_saved(tmp_path):
    tree = strand()
    block(tree)["springs"].append({"joints": [{"node": 2}, {"node": 1}]})
    baked = bake_springs(load(json.dumps(tree).encode(), name="x.gltf"), seconds=0.2, strict=False)
    saved = save(baked, tmp_path / "out.glb")
    assert [found.rule for found in saved.findings] == ["RIG-SPRING_LEFT_OUT"]


def test_a_broken_spring_is_named_and_the_rest_is_baked():
    tree = strand()
    block(tree)["springs"].append({"joints": [{"node": 2}, {"node": 1}]})
    asset = load(json.dumps(tree).encode(), name="x.gltf")
    with pytest.raises(ValueError, match="spring 1 cannot be simulated"):
        bake_springs(asset, seconds=0.2)
    baked = bake_springs(asset, seconds=0.2, strict=False)
    assert [found.rule for found in baked.findings] == ["RIG-SPRING_LEFT_OUT"]


def test_drag_out_of_range_is_clamped_if_asked_and_moves_as_the_nearest_value():
    written, nearest = strand(), strand()
    for tree, drag in ((written, 1.75), (nearest, 1)):
        for joint in block(tree)["springs"][0]["joints"][:-1]:
            joint |= {"dragForce": drag, "gravityDir": [1, 0, 0], "gravityPower": 0.8}
    odd, plain = (load(json.dumps(tree).encode(), name="x.gltf") for tree in (written, nearest))
    with pytest.raises(ValueError, match=r"joint 0: dragForce is 1.75.*clamps the number"):
        bake_springs(odd, seconds=0.5)
    baked = bake_springs(odd, seconds=0.5, strict=False)
    assert [found.rule for found in baked.findings] == ["RIG-SPRING_CLAMPED"]
    assert np.array_equal(baked.track.rotations, bake_springs(plain, seconds=0.5).track.rotations)


def test_a_real_avatar_dances_to_a_vrma(corpus, tmp_path):
    asset = load(corpus / "vrm" / "Godette_vrm_v4.vrm")
    baked = bake_springs(asset, motion=corpus / "vrm" / "three-vrm" / "test.vrma")
    save(baked, tmp_path / "out.glb")
    new = {(finding.rule, finding.pointer) for finding in check(tmp_path / "out.glb").findings}
    assert new <= {(finding.rule, finding.pointer) for finding in asset.report.findings}


def test_the_khronos_validator_has_nothing_new_to_say(asset, tmp_path):
    modules = os.environ.get("PANTIN_NODE_MODULES", Path(__file__).parents[2] / "node_modules")
    module = Path(modules) / "gltf-validator"
    if shutil.which("node") is None or not module.is_dir():
        pytest.skip("node with gltf-validator is not here (PANTIN_NODE_MODULES)")
    save(bake_springs(asset, seconds=1.0), tmp_path / "out.glb")
    script = (
        f"require({json.dumps(str(module))}).validateBytes(new Uint8Array(require('fs').readFileSync("
        f"{json.dumps(str(tmp_path / 'out.glb'))}))).then(r => console.log(JSON.stringify(r.issues)))"
    )
    recorded = json.loads(
        subprocess.run(["node", "-e", script], capture_output=True, text=True, check=True).stdout
    )
    assert (recorded["numErrors"], recorded["numWarnings"]) == (0, 0)


def test_constraints_without_springs_are_solved_and_other_keys_stay():
    """Nothing is simulated; a channel without a constraint keeps its keys, more than 30 a second."""
    rig = pantin.load(Path(__file__).parents[2] / "examples/vrm/avatar.vrm").rig
    times = np.arange(121) / 120.0
    turns = np.stack([0 * times, np.sin(times), 0 * times, np.cos(times)], axis=1)
    head = rig.character.humanoid["head"]
    moved = Clip((Channel(head, "rotation", times, turns),), "nod")
    still = rig.replace(springs=SpringSettings(), clips=[moved])
    baked = bake_springs(Asset.of_rig(still), 0)
    assert "simulation" not in baked.describe()
    assert "resampled within" in baked.describe()
    (own,) = (channel for channel in baked.rig.clips[-1].channels if channel.node == head)
    assert np.allclose(own.times, times)
