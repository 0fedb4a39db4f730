"""Skeletons derived from skins and stripped again, on copies; and how they are outlined."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

import pantin
from pantin.operations.edit.skeletons import plan_skeletons
from pantin.rig import Node, Skeleton, Skin, build
from pantin.verbs.skeleton_outlines import outline_skeletons
from pantin.verbs.skeletons import derive_skeletons, strip_skeletons

EXAMPLES = Path(__file__).parents[2] / "examples"
CASES = Path(__file__).parents[1] / "cases"
NAME = "STAIK_skeletons"


@pytest.fixture
def plain():
    """The arm of the cases without its extension."""
    return strip_skeletons(pantin.load(CASES / "STAIK-001" / "good.gltf"))


def test_strip_and_derive(plain, tmp_path):
    assert NAME not in plain.document.tree.get("extensionsUsed", [])
    assert not plain.rig.skeletons
    pantin.save(derive_skeletons(plain), tmp_path / "out.glb")
    [skeleton] = pantin.load(tmp_path / "out.glb").rig.skeletons
    assert skeleton.joints.tolist() == [1, 2]


def test_the_asset_given_is_not_changed(plain):
    before = json.dumps(plain.document.tree)
    explicit = derive_skeletons(plain)
    assert json.dumps(plain.document.tree) == before
    assert explicit.rig.skeletons
    strip_skeletons(explicit)
    assert NAME in explicit.document.tree["extensionsUsed"]


def test_deriving_twice_gives_the_same_bytes(tmp_path):
    once = derive_skeletons(pantin.load(EXAMPLES / "arm.glb"))
    twice = derive_skeletons(once, merge="siblings")
    pantin.save(once, tmp_path / "once.glb")
    pantin.save(twice, tmp_path / "twice.glb")
    assert (tmp_path / "once.glb").read_bytes() == (tmp_path / "twice.glb").read_bytes()


def test_a_file_without_skins_is_copied(tmp_path):
    result = derive_skeletons(pantin.load(EXAMPLES / "face.gltf"))
    assert result.skeletons == []
    pantin.save(result, tmp_path / "out.gltf")
    assert (tmp_path / "out.gltf").read_bytes() == (EXAMPLES / "face.gltf").read_bytes()


def test_the_example_has_the_same_bytes_on_every_machine(tmp_path):
    folder = EXAMPLES / "skeletons"
    pantin.save(derive_skeletons(pantin.load(folder / "plain.gltf")), tmp_path / "explicit.gltf")
    assert (tmp_path / "explicit.gltf").read_bytes() == (folder / "explicit.gltf").read_bytes()


@pytest.fixture
def unrooted(plain):
    tree = json.loads(plain.document.new_text())
    del tree["nodes"][1]["children"], tree["nodes"][0]["children"]
    tree["scenes"] = [{"nodes": [0, 1, 2, 3]}]
    return pantin.load(json.dumps(tree, indent=1).encode(), name="apart.gltf")


def test_joints_without_a_common_root_are_refused_with_a_finding(unrooted):
    with pytest.raises(pantin.BadFile) as raised:
        derive_skeletons(unrooted)
    report = raised.value.report
    (finding,) = report.findings
    assert (report.path, report.format) == ("apart.gltf", "gltf")
    assert (finding.rule, finding.pointer) == ("GLTF-SKIN_NO_COMMON_ROOT", "/skins/0/joints")
    assert finding.line


def test_fix_adds_the_root(unrooted):
    result = derive_skeletons(unrooted, fix=True)
    assert result.rig.skeletons[0].root == 4
    assert [joint.added for joint in result.skeletons[0].joints] == [True, False, False]


def test_a_format_without_the_extension_is_refused():
    creature = pantin.load(EXAMPLES / "g4mf" / "creature.g4b")
    for verb in (derive_skeletons, strip_skeletons):
        with pytest.raises(pantin.Unsupported, match=r"creature\.g4b is a G4MF file"):
            verb(creature)


def test_what_was_lost_before_is_reported_when_it_is_saved(tmp_path):
    """A source whose skin bends by dual quaternions, compiled to glTF, which blends linearly."""
    asset = pantin.load(CASES / "LOSS-GLTF_SOLVER" / "bad.rigy.yaml")
    report = pantin.save(derive_skeletons(asset), tmp_path / "out.glb")
    assert [finding.rule for finding in report.findings] == ["LOSS-GLTF_SOLVER"]


# Outlines


def outlined(rig, **options):
    """(node, name, parent, promoted, slots) of each joint of each skeleton."""
    return [
        [(joint.node, joint.name, joint.parent, joint.promoted, joint.skins) for joint in skeleton.joints]
        for skeleton in outline_skeletons(rig, plan_skeletons(rig, **options))
    ]


def test_joints_promoted_nodes_and_skins_are_listed():
    nodes = [Node("hips"), Node("spine", 0), Node(None, 1), Node("tail", 0)]
    rig = build(nodes=nodes, skins=[Skin([0, 2]), Skin([3])])
    assert outlined(rig, merge="touching") == [
        [
            (0, "hips", None, False, {"0": 0}),
            (1, "spine", 0, True, {}),
            (2, None, 1, False, {"0": 1}),
            (3, "tail", 0, False, {"1": 0}),
        ]
    ]


def test_a_skeleton_may_list_its_joints_in_any_order_and_own_nothing():
    rig = build(nodes=[Node(), Node(parent=0)], skeletons=[Skeleton([1, 0], 0, name="spare")])
    (skeleton,) = outline_skeletons(rig, plan_skeletons(rig))
    assert (skeleton.name, skeleton.root, skeleton.skins) == ("spare", 0, [])
    assert [joint.node for joint in skeleton.joints] == [0, 1]


def test_a_root_yet_to_be_added_has_no_name():
    rig = build(nodes=[Node("a"), Node("b")], skins=[Skin([0, 1])])
    (skeleton,) = outline_skeletons(rig, plan_skeletons(rig, fix=True))
    root = skeleton.joints[0]
    assert (root.node, root.name, root.promoted, root.added) == (2, None, True, True)


def test_an_outline_as_json_leaves_out_what_is_not_added():
    (skeleton,) = derive_skeletons(pantin.load(CASES / "STAIK-001" / "good.gltf")).skeletons
    assert msgspec.to_builtins(skeleton) == {
        "index": 0,
        "name": "arm",
        "root": 1,
        "skins": [0],
        "joints": [
            {"node": 1, "name": "upper", "parent": None, "promoted": False, "skins": {"0": 0}},
            {"node": 2, "name": "lower", "parent": 1, "promoted": False, "skins": {"0": 1}},
        ],
    }


def test_a_chain_of_a_hundred_thousand_joints_is_outlined():
    nodes = [Node(parent=index - 1) for index in range(100_000)]
    rig = build(nodes=nodes, skins=[Skin([0, 99_999])])
    (skeleton,) = outline_skeletons(rig, plan_skeletons(rig))
    assert len(skeleton.joints) == 100_000
