"""Edits of assets of FBX files: what can be is stored in the document, and nothing else changes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import fbx_animations
import fbx_scenes
import numpy as np
import pytest

import pantin
from pantin.base.limits import Limits
from pantin.formats.fbx.binary_write import BinaryWriter
from pantin.formats.fbx.document import read
from pantin.formats.fbx.nodes import Array, Node
from pantin.motion import world_transforms
from pantin.rig import Channel, Clip
from pantin.verbs import rig_edits

EXAMPLES = Path(__file__).parents[4] / "examples"
WALK = EXAMPLES / "fbx" / "walk.fbx"

ROUNDED = 1e-9
"""What double precision leaves of transforms that are taken apart and composed again."""


def lines(node: Node, depth: int = 0) -> list[str]:
    """A tree as text, a line for each node."""
    values = [value.numbers.tobytes() if isinstance(value, Array) else value for value in node.values]
    inner = [line for child in node.children for line in lines(child, depth + 1)]
    return [f"{depth} {node.name} {values}", *inner]


def differences(before: pantin.Asset, after: pantin.Asset) -> list[str]:
    """Lines of the tree of one document that the other does not have."""
    old, new = (
        Counter(line for root in read(asset.document.data, "x", Limits()).roots for line in lines(root))
        for asset in (before, after)
    )
    return sorted([*(new - old).elements(), *(old - new).elements()])


def worlds(rig, pose=None):
    return world_transforms(rig, rig.rest_pose() if pose is None else pose)


def again(asset: pantin.Asset) -> pantin.Asset:
    """The asset, read from the bytes of its document."""
    return pantin.load(asset.document.data, name="x.fbx")


def test_new_names_change_nothing_else():
    asset = pantin.load(WALK)
    edited = asset.copy()
    bone = next(name for name in asset.rig.nodes.names if name)
    edited.rename({bone: "pelvis"})
    edited.rename("clip", 0, "stroll")
    assert {line.split()[1] for line in differences(asset, edited)} == {
        "Model",
        "AnimationStack",
        "Current",
        "Take",
    }
    assert "pelvis" in again(edited).rig.nodes.names
    assert [clip.name for clip in again(edited).rig.clips] == ["stroll"]


def test_nodes_that_nobody_knows_stay():
    document = pantin.load(WALK).document
    unknown = Node("Vendor", ["rim"], "S", [Node("Inner", [Array.from_numbers(np.arange(4.0), "d")], "d")])
    roots = [*document.roots, unknown]
    asset = pantin.load(BinaryWriter(7500).document(roots), name="x.fbx")
    asset.set_local(0, translation=(1, 2, 3))
    kept = read(asset.document.data, "x", Limits()).section("Vendor")
    assert lines(kept) == lines(unknown)


@pytest.mark.parametrize("seed", range(12))
def test_a_transform_is_set_through_the_whole_chain(seed):
    """Random scenes with pivots, offsets, outer rotations, all orders, units and axes."""
    asset = pantin.load(fbx_scenes.Scene(seed).text(), name="x.fbx")
    rng = np.random.default_rng(seed)
    stored = 0
    for index in range(len(asset.rig.nodes)):
        rotation = rng.normal(size=4)
        parts = (rng.normal(size=3), rotation / np.linalg.norm(rotation), None)
        wanted, _ = rig_edits.set_local(asset.rig, index, *parts)
        edited = asset.copy()
        edited.set_local(index, translation=parts[0], rotation=parts[1])
        size = np.abs(worlds(wanted)).max()
        assert worlds(edited.rig) == pytest.approx(worlds(wanted), abs=ROUNDED * size)
        if not edited.from_rig:
            stored += 1
            assert worlds(again(edited).rig) == pytest.approx(worlds(wanted), abs=ROUNDED * size)
            assert {line.split()[1] for line in differences(asset, edited)} <= {"P"}
    assert stored > 0


def test_a_scale_that_needs_another_node_is_written_with_the_rig():
    file = fbx_animations.File()
    parent = file.add("Model", "parent", "Null")
    inherits = fbx_animations.properties([("InheritType", "enum", [2])])
    child = file.add("Model", "child", "Null", inherits)
    file.link(parent, 0)
    file.link(child, parent)
    asset = pantin.load(file.text(), name="x.fbx")
    asset.set_local("parent", scale=(2, 2, 2))
    assert asset.from_rig
    assert asset.rig.nodes.scales[0].tolist() == [2, 2, 2]


def test_a_pose_is_stored_in_the_nodes():
    asset = pantin.load(WALK)
    posed = pantin.pose(asset, clip=0, time=0.3, keep_rig=True)
    wanted = worlds(asset.rig, pantin.sample(asset.rig, clip=0, time=0.3))
    assert worlds(again(posed).rig) == pytest.approx(wanted, abs=ROUNDED * np.abs(wanted).max())
    assert {line.split()[1] for line in differences(asset, posed)} == {"P"}


@pytest.mark.parametrize("seed", [3, 5, 8])
def test_a_clip_is_removed_with_all_that_is_its_own(seed):
    asset = pantin.load(fbx_scenes.Scene(seed).text(), name="x.fbx")
    edited = asset.copy()
    names = [clip.name for clip in asset.rig.clips]
    edited.remove_clip(0)
    assert [clip.name for clip in again(edited).rig.clips] == names[1:]
    removed = [line.split()[1] for line in differences(asset, edited) if line.startswith("1 ")]
    assert set(removed) <= {"AnimationStack", "AnimationLayer", "AnimationCurveNode", "AnimationCurve", "C"}
    assert pantin.check(edited.document.data, name="x.fbx").errors == asset.report.errors


def counts(asset: pantin.Asset) -> dict[str, int]:
    return dict(Counter(node.name for node in asset.document.section("Objects").children))


def test_the_definitions_state_how_many_objects_there_are():
    asset = pantin.load(WALK)
    asset.add_clip(pantin.motion.retime(asset.rig.clips[0], 2.0).replace(name="run"))
    asset.remove_clip(0)
    asset.add_clip(pantin.motion.reverse(asset.rig.clips[0]).replace(name="back"))
    definitions = again(asset).document.section("Definitions")
    stated = {node.value(): node.integer("Count") for node in definitions.every("ObjectType")}
    stated.pop("GlobalSettings")
    assert stated == counts(again(asset))
    assert definitions.integer("Count") == sum(stated.values()) + 1


@pytest.mark.parametrize("ascii", [False, True])
def test_a_new_clip_takes_the_place_of_the_old_one(ascii, tmp_path):
    path = tmp_path / "walk.fbx"
    pantin.convert(WALK, path, ascii=ascii, embed=True)
    asset = pantin.load(path)
    asset.add_clip(pantin.motion.reverse(asset.rig.clips[0]).replace(name="back"))
    fast = pantin.motion.retime(asset.rig.clips[0], 2.0).replace(name="run")
    edited = asset.copy()
    edited.replace_clip(0, fast)
    result = again(edited).rig
    assert [clip.name for clip in result.clips] == ["run", "back"]
    wanted = asset.rig.replace(clips=[fast])
    for time in (0.0, 0.31 * fast.duration, fast.duration):
        ours = worlds(wanted, pantin.sample(wanted, clip=0, time=time))
        theirs = worlds(result, pantin.sample(result, clip=0, time=time))
        assert theirs == pytest.approx(ours, abs=1e-4 * np.abs(ours).max())  # linear Euler angles
    others = {
        "AnimationStack",
        "AnimationLayer",
        "AnimationCurveNode",
        "AnimationCurve",
        "C",
        "Take",
        "Count",
    }
    changed = {line.split()[1] for line in differences(asset, edited) if int(line[0]) < 2}
    assert changed <= others


def test_a_new_clip_turns_models_with_rotation_orders_and_outer_rotations():
    """Mixamo and Maya write pre-rotations; 3ds Max other orders."""
    file = fbx_animations.File()
    entries = [
        ("RotationActive", "bool", [1]), ("RotationOrder", "enum", [4]),
        ("PreRotation", "Vector3D", [10, 20, 30]), ("PostRotation", "Vector3D", [-15, 25, 5]),
    ]  # fmt: skip
    model = file.add("Model", "arm", "Null", fbx_animations.properties(entries))
    file.link(model, 0)
    asset = pantin.load(file.text(), name="x.fbx")
    rng = np.random.default_rng(4)
    turns = rng.normal(size=(5, 4)).astype(np.float32)
    turns /= np.linalg.norm(turns, axis=1)[:, None]
    clip = Clip((Channel(0, "rotation", np.arange(5, dtype=np.float32), turns),), "turn")
    wanted = asset.rig.replace(clips=[clip])
    assert asset.add_clip(clip) == 0
    assert not asset.from_rig
    result = again(asset).rig
    for time in (0.0, 0.4, 2.0, 3.7):
        ours = worlds(wanted, pantin.sample(wanted, clip=0, time=time))
        theirs = worlds(result, pantin.sample(result, clip=0, time=time))
        assert theirs == pytest.approx(ours, abs=2e-4)


def test_weights_of_blend_shapes_are_stored(tmp_path):
    path = tmp_path / "face.fbx"
    pantin.convert(EXAMPLES / "face.gltf", path)
    asset = pantin.load(path)
    asset.set_blend_weights(0, {"smile": 0.25})
    assert not asset.from_rig
    assert again(asset).rig.rest_pose().blend[0].tolist() == [0.25, *asset.rig.rest_pose().blend[0][1:]]


def test_what_a_document_has_no_place_for_is_written_with_the_rig():
    asset = pantin.load(WALK)
    asset.add_mesh("flag", [[0, 2, 0], [1, 2, 0], [0, 3, 0]], [[0, 1, 2]])
    assert asset.from_rig
    assert [mesh.name for mesh in asset.rig.meshes][-1] == "flag"


def test_names_are_ids_in_older_files(corpus):
    asset = pantin.load(corpus / "fbx" / "ufbx" / "maya_absolute_texture_6100_ascii.fbx")
    node = next(name for name in asset.rig.nodes.names if name)
    asset.rename({node: "box"})
    assert asset.from_rig
    assert "box" in asset.rig.nodes.names
