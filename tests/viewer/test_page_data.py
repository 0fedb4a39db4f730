from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import msgspec
import numpy as np
import pytest

import pantin
from pantin import deform, sample
from pantin.formats.gltf import FORMAT as GLTF
from pantin.report import Finding, Report
from pantin.rig import Channel, Clip, Light, Material, Node, PropertyChannel, Skin, build
from pantin.verbs.asset import Asset
from pantin.viewer.finding_targets import Targets
from pantin.viewer.page_data import (
    COLOURS,
    MAX_OF_RULE,
    animated_properties,
    blend_shapes,
    bounds,
    clips,
    finding_counts,
    findings,
    format_name,
    frame_rate,
    location,
    moving_bounds,
    page_data,
    skeletons,
)

EXAMPLES = Path(__file__).parents[2] / "examples"
ROOT = EXAMPLES.parent


def test_every_member_that_the_page_reads_is_there(arm):
    """viewer/src/page_data.ts declares them."""
    text = (ROOT / "viewer" / "src" / "page_data.ts").read_text(encoding="utf-8")
    inside = text.split("export interface PageData {")[1].split("}\n\n")[0]
    members = [line.strip() for line in inside.splitlines() if re.match(r"  \w+:", line)]
    declared = [member.split(":")[0] for member in members]
    assert sorted(page_data(arm, arm.rig)) == sorted(declared)


@pytest.mark.parametrize(("path", "word"), [("a/hero.VRM", "vrm"), ("arm.glb", "glb"), ("bytes", "glb")])
def test_a_file_is_called_what_its_users_call_it(arm, path, word):
    arm.path = path
    assert format_name(arm) == word


def test_names_cannot_reverse_what_is_read_nor_break_the_page(arm):
    """A right-to-left override would show `exe.png` as `gnp.exe`; half a surrogate pair is no UTF-8."""
    document = arm.document.copy()
    document.set("/nodes/0/name", "\u202egnp.exe")
    document.set("/animations/0/name", "\x1b")
    data = page_data(Asset("\udcff.glb", GLTF, document=document), arm.rig)
    assert data["names"][0] == r"\u202egnp.exe"
    assert data["title"] == r"\udcff.glb"
    assert clips(Asset("a.glb", GLTF, document=document).rig, frozenset(), 1)[0]["name"] == r"\x1b"
    msgspec.json.encode(data)


def test_facts_are_json(arm):
    assert msgspec.json.decode(msgspec.json.encode(page_data(arm, arm.rig)))["joints"] == [0, 1, 2]


def test_the_box_is_that_of_the_posed_mesh(arm):
    box = bounds(arm.rig, [arm.rig.rest_pose()])
    assert box["min"] == pytest.approx([-0.3, 0, -0.3])
    assert box["max"] == pytest.approx([0.3, 3, 0.3])


def test_without_a_mesh_the_box_is_that_of_the_nodes():
    rig = build(nodes=[Node("a"), Node("b", 0, (0, 2, 0))])
    assert bounds(rig, [rig.rest_pose()])["max"] == [0, 2, 0]
    nothing = build(nodes=[])
    assert bounds(nothing, [nothing.rest_pose()]) is None


def test_the_first_view_shows_all_of_a_clip_that_stays_near(arm):
    """The arm bends sideways, and so takes more room than at rest."""
    box = moving_bounds(arm.rig, arm.rig.clips[0])
    points = np.concatenate([deform(arm.rig, sample(arm.rig, 0, time))[0].positions for time in (0, 1)])
    assert np.all(points.min(axis=0) >= np.array(box["min"]) - 0.05)
    assert box["min"][0] < -1
    away = Channel(0, "translation", np.float32([0, 1]), np.float32([[0, 0, 0], [90, 0, 0]]))
    assert moving_bounds(arm.rig, Clip((away,))) is None


def test_skins_are_skeletons_where_there_are_no_explicit_ones(arm):
    assert skeletons(arm.rig) == [{"name": "arm", "colour": COLOURS[0], "joints": [0, 1, 2]}]


def test_explicit_skeletons_have_a_colour_each():
    listed = skeletons(pantin.load(EXAMPLES / "skeletons" / "explicit.gltf").rig)
    assert listed
    assert len({one["colour"] for one in listed}) == len(listed)


def test_skins_with_the_same_joints_are_one_skeleton():
    rig = build(nodes=[Node("a")], skins=[Skin([0]), Skin([0, 0])])
    assert [skeleton["joints"] for skeleton in skeletons(rig)] == [[0]]


def test_clips_and_blend_shapes(arm):
    bend = {"name": "bend", "seconds": 2.0, "springs": True, "rate": 30.0, "reference": "bend"}
    assert clips(arm.rig, frozenset({0}), 1) == [bend]
    assert clips(arm.rig, frozenset({0}), 0)[0]["reference"] is None  # simulated for the page
    twice = arm.rig.replace(clips=[*arm.rig.clips, *arm.rig.clips])
    assert [clip["reference"] for clip in clips(twice, frozenset(), 2)] == ["0", "1"]
    face = pantin.load(EXAMPLES / "face.gltf").rig
    assert [shape["names"] for shape in blend_shapes(face)] == [["smile", "frown"]]


@pytest.mark.parametrize(
    ("finding", "words"),
    [
        (Finding("R", "error", "m", "/nodes/1", 3, 7), "line 3:7"),
        (Finding("R", "error", "m", None, 3), "line 3"),
        (Finding("R", "error", "m", "/nodes/1"), "/nodes/1"),
        (Finding("R", "error", "m", None, 2, 1, file="parts/leg.rigy.yaml"), "leg.rigy.yaml line 2:1"),
        (Finding("R", "error", "m"), ""),
    ],
)
def test_a_place_in_words(finding, words):
    assert location(finding) == words


def test_findings_know_their_node(arm):
    report = Report("arm.glb", "glb", (Finding("R", "warning", "m\x1b", "/nodes/1"),))
    (data,) = findings(report, Targets(arm.rig))
    assert data == {
        "rule": "R",
        "severity": "warning",
        "message": "m\\x1b",
        "location": "/nodes/1",
        "node": 1,
        "clip": None,
        "material": None,
    }
    assert findings(report)[0]["node"] is None


def test_a_rule_with_thousands_of_findings_hides_no_other():
    """Counts are of the whole report; of each rule some findings are listed."""
    many = [Finding("MANY", "info", "m", f"/nodes/{index}") for index in range(3000)]
    report = Report("a.glb", "glb", (*many, Finding("ONE", "error", "m"), many[0]))
    listed = Counter(finding["rule"] for finding in findings(report))
    assert listed == {"MANY": MAX_OF_RULE, "ONE": 1}
    assert finding_counts(report) == [("MANY", "info", 3001), ("ONE", "error", 1)]


@pytest.mark.parametrize(
    ("times", "rate"),
    [
        (np.arange(10) / 24, 24.0),
        (np.arange(10) / 29.97, 30.0),
        (np.arange(10) / 12.5, 12.5),
        ([0.0, 1.0, 2.0], 30.0),
        ([0.0, 0.1, 0.15, 0.4], 30.0),
        ([0.0], 30.0),
    ],
)
def test_frames_are_those_of_evenly_spaced_keys(times, rate):
    clip = Clip((Channel(0, "translation", np.asarray(times), np.zeros((len(times), 3))),), "move")
    assert frame_rate(clip) == rate


def test_properties_that_clips_animate_are_data_of_the_page():
    """Keys in turn, with the nodes that have the light, and the value at rest."""
    times = np.array([0.0, 1.0])
    dim = PropertyChannel("lights", 0, "intensity", times, np.array([[1.0], [4.0]]))
    hide = PropertyChannel("nodes", 0, "visible", times, np.array([[1.0], [0.0]]), "STEP")
    glow = np.array([[[0.0] * 3, [0.1] * 3, [1.0] * 3], [[0.0] * 3, [0.9] * 3, [1.0] * 3]])
    shine = PropertyChannel("materials", 0, "emissive", times, glow, "CUBICSPLINE")
    rig = pantin.build(
        nodes=[Node("a"), Node("b", light=0)],
        lights=[Light("point", intensity=2.0)],
        materials=[Material()],
        clips=[Clip((), "still"), Clip((), "all", properties=(dim, hide, shine))],
    )
    first, second, third = animated_properties(rig)
    assert (first["clip"], first["nodes"], first["values"], first["rest"]) == (1, [1], [1.0, 4.0], [2.0])
    assert (second["nodes"], second["interpolation"], second["rest"]) == ([0], "STEP", [1.0])
    assert (third["width"], len(third["values"]), third["nodes"]) == (3, 18, [])
