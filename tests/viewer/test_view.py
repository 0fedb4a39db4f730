from __future__ import annotations

import base64
import json
import re
from html import unescape
from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.base.errors import Unsupported
from pantin.viewer.page import build_page

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_view_is_the_page(arm):
    assert pantin.view(arm, "bend").html == build_page(arm, "bend")
    assert repr(pantin.view(arm)).startswith("<View of arm.glb: ")


def test_view_is_saved_as_one_file(arm, tmp_path):
    pantin.view(arm).save(tmp_path / "arm.html")
    assert (tmp_path / "arm.html").read_text(encoding="utf-8") == build_page(arm)


def test_a_notebook_gets_a_frame_that_may_run_scripts_and_nothing_else(arm):
    frame = re.search("<iframe [^>]*>", arm._repr_html_())[0]
    assert ' sandbox="allow-scripts" ' in frame
    inside = unescape(frame.split('srcdoc="')[1].split('"')[0])
    body = re.compile("<title>.*?(?=<script>)", re.DOTALL)
    assert body.search(inside)[0] == body.search(build_page(arm))[0]


def test_an_asset_that_has_no_page_is_shown_by_its_repr():
    assert pantin.load(EXAMPLES / "g4mf" / "toy.g4b")._repr_html_() is None


def test_a_clip_that_is_not_there_is_refused(arm):
    with pytest.raises(ValueError, match="there is no clip 4"):
        pantin.view(arm, 4)


def data_of(page):
    return json.loads(re.search(r'id="page-data">(.*?)</script>', page.html, re.DOTALL)[1])


def test_a_rig_has_a_page(arm):
    data = data_of(pantin.view(arm.rig))
    assert (data["title"], data["names"]) == ("rig", ["shoulder", "elbow", "wrist", "arm"])
    assert data_of(pantin.view(EXAMPLES / "arm.glb"))["title"] == "arm.glb"
    with pytest.raises(TypeError, match="an Asset or a Rig, not int"):
        pantin.view(5)


def test_a_file_with_a_clip_starts_with_it(arm):
    assert data_of(pantin.view(arm))["clip"] == 0
    assert data_of(pantin.view(pantin.load(EXAMPLES / "face.gltf")))["clip"] in (0, None)


def test_a_pose_is_stored_relative_to_rest(arm):
    """A quarter turn about z, and a hand that is moved by (1, 0, 0) and twice as large."""
    turned = arm.rig.rest_pose().with_local("elbow", rotation=(0, 0, 0.5**0.5, 0.5**0.5))
    place = arm.rig.rest_pose().translations[2] + [1, 0, 0]
    pose = turned.with_local("wrist", translation=place, scale=(2, 2, 2))
    start = data_of(pantin.view(arm, pose=pose))
    assert start["clip"] is None
    (elbow, turn), (wrist, moved) = start["pose"]["edits"]
    assert (elbow, wrist) == (1, 2)
    assert turn["rotation"] == pytest.approx([0, 0, 0.5**0.5, 0.5**0.5])
    assert moved == {"rotation": [0, 0, 0, 1], "translation": [1, 0, 0], "scale": [2, 2, 2]}


def test_a_pose_file_gives_expressions_by_name(tmp_path):
    avatar = pantin.load(EXAMPLES / "vrm" / "avatar.vrm")
    (tmp_path / "pose.json").write_text('{"expressions": {"happy": 0.5}}')
    start = data_of(pantin.view(avatar, pose=tmp_path / "pose.json"))
    names = [expression["name"] for expression in start["expressions"]]
    assert start["pose"] == {"edits": [], "weights": [], "expressions": [[names.index("happy"), 0.5]]}


def test_a_motion_of_another_file_is_the_clip(arm):
    still = arm.copy()
    still.remove_clip("bend")
    data = data_of(pantin.view(still, motion=arm))
    assert data["clip"] == 0
    assert data["clips"][0]["seconds"] == 2.0
    assert data["clips"][0]["reference"] is None  # no option of `pantin pose` names it in this file


def test_a_second_model_is_in_the_page(arm):
    loose = pantin.load(EXAMPLES / "loose.glb")
    data = data_of(pantin.view(arm, other=loose))
    assert (data["other"]["title"], data["distances"]) == ("loose.glb", None)
    with pytest.raises(Unsupported, match="only models in three dimensions"):
        pantin.view(arm, other=pantin.load(EXAMPLES / "g4mf" / "creature.g4b"))
    with pytest.raises(ValueError, match="give other"):
        pantin.view(arm, distances=True)


def test_distances_are_parts_of_the_largest(arm):
    """All vertices of a copy that is moved by (3, 4, 0) are 5 away from it."""
    moved = arm.copy()
    place = arm.rig.rest_pose().translations[0] + [3, 4, 0]
    moved.set_local("shoulder", translation=place)
    page = pantin.view(arm, other=moved, distances=True)
    data = data_of(page)
    assert data["clip"] is None
    assert data["distances"]["largest"] == pytest.approx(5)
    (surface,) = data["distances"]["surfaces"]
    frames = base64.b64decode(re.search(r'id="frames">(.*?)</script>', page.html)[1])
    values = np.frombuffer(frames, "<f4", surface["count"], surface["values"])
    assert values == pytest.approx(1)
