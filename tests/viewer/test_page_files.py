"""What the page saves and where its eyes look: poses as clips and motions, pictures, gaze."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from page_tab import STILL, frames
from small_character import character

import pantin
from pantin.rig.gaze import eye_rotations, look_angles


def saved(tab, button):
    with tab.expect_download() as waiting:
        tab.click(button)
    return waiting.value.suggested_filename, Path(waiting.value.path()).read_bytes()


def test_a_pose_is_saved_as_a_clip_that_pantin_reads(opened, arm):
    tab = opened(arm, at=STILL)
    tab.evaluate("window.pantin.store.edit(1, { rotation: [0, 0, 0.6, 0.8], translation: [0, 0.25, 0] })")
    tab.click("[data-key=e]")
    assert not tab.is_visible("#save-motion")
    name, data = saved(tab, "#save-clip")
    clip = pantin.load(data, name=name)
    assert name == "arm.pose.glb"
    assert not [finding for finding in clip.report.findings if finding.severity == "error"]
    ours = pantin.sample(clip.rig, 0, 0.5)
    tab.evaluate("window.pantin.objects.pose()")
    theirs = tab.evaluate("window.pantin.model.nodes.map((node) => node.matrixWorld.toArray())")
    world = pantin.motion.world_transforms(clip.rig, ours)
    assert np.allclose(world, np.reshape(theirs, (-1, 4, 4)).transpose(0, 2, 1)[:, :3], atol=1e-5)


def test_a_pose_of_a_character_is_saved_as_a_motion_for_any(opened):
    person = character(expressions={"preset": {"happy": {"overrideBlink": "block"}}})
    tab = opened(person, at=STILL)
    arm = person.rig.node_index("leftUpperArm")
    tab.evaluate(f"window.pantin.store.edit({arm}, {{ rotation: [0, 0, 0.6, 0.8] }})")
    tab.evaluate("window.pantin.store.change(['pose'], (state) => state.expressions.set(0, 1))")
    tab.click("[data-key=e]")
    name, data = saved(tab, "#save-motion")
    assert name == "person.vrma"
    motion = pantin.load(data, name=name)
    assert not [finding for finding in motion.report.findings if finding.severity == "error"]
    assert list(motion.rig.character.motion.expressions) == [(True, "happy")]
    taken = pantin.retarget(motion, person)
    rotated = pantin.sample(taken.asset.rig, 0, 0.5).rotations[arm]
    assert abs(rotated @ (0, 0, 0.6, 0.8)) == pytest.approx(1, abs=1e-5)


def test_a_picture_may_have_a_transparent_background(opened, arm):
    image = pytest.importorskip("PIL.Image", reason="the extra pantin[render] is not installed")
    tab = opened(arm, at=STILL + "&tab=view")
    plain = np.asarray(image.open(io.BytesIO(saved(tab, "#save-picture")[1])).convert("RGBA"))
    assert plain[..., 3].min() == 255
    tab.check("#transparent input")
    name, data = saved(tab, "#save-picture")
    clear = np.asarray(image.open(io.BytesIO(data)).convert("RGBA"))
    assert name == "arm.png"
    assert clear[5, 5, 3] == 0
    assert (clear[..., 3] == 255).sum() > 500
    frames(tab)
    assert tab.evaluate("window.pantin.stage.scene.background !== null")


def test_a_turntable_is_recorded(opened, arm):
    tab = opened(arm, at=STILL + "&tab=view", size=(500, 400))
    before = tab.evaluate("window.pantin.stage.camera.position.toArray()")
    if tab.evaluate("typeof MediaRecorder") == "undefined":
        pytest.skip("this browser records no video")
    tab.evaluate("document.body.classList.remove('folded')")
    tab.fill("#video-seconds", "1")
    name, data = saved(tab, "#save-video")
    assert name in ("arm.webm", "arm.mp4")
    assert data[:4] == b"\x1aE\xdf\xa3" or b"ftyp" in data[:12]
    assert tab.evaluate("window.pantin.stage.camera.position.toArray()") == pytest.approx(before, abs=1e-5)


def test_eyes_follow_a_point_as_those_of_pantin(opened):
    person = character()
    tab = opened(person, at=STILL + "&tab=view")
    for point in ((0.5, 1.8, 1.0), (-0.3, 1.2, 0.6), (0.1, 1.66, 2.0)):
        tab.evaluate(
            "(at) => window.pantin.store.change(['pose'], (s) => { s.gaze = 'target'; s.gazeTarget = at; })",
            list(point),
        )
        tab.evaluate("window.pantin.objects.pose()")
        for node, ours in eye_rotations(person.rig, *look_angles(person.rig.rest_pose(), point)).items():
            theirs = tab.evaluate(f"window.pantin.model.nodes[{node}].quaternion.toArray()")
            assert abs(np.dot(ours, theirs)) == pytest.approx(1, abs=1e-9)
    tab.keyboard.press("Control+z")
    assert tab.evaluate("window.pantin.store.state.gaze") != "target"


def test_a_character_is_seen_through_its_own_eyes(opened):
    tab = opened(character(), at=STILL + "&tab=view")
    tab.get_by_text("First-person view").click()
    eye = tab.evaluate("window.pantin.stage.camera.position.toArray()")
    assert eye == pytest.approx([0, 1.66, 0.05], abs=1e-6)
    camera = "window.pantin.stage.camera"
    ahead = tab.evaluate(f"{camera}.getWorldDirection({camera}.position.clone()).toArray()")
    assert ahead == pytest.approx([0, 0, 1], abs=1e-6)
