"""The page of a 4D model in a browser: what it cuts is what Pantin cuts, and every control does its work."""

from __future__ import annotations

import base64
from pathlib import Path

import numpy as np
import pytest
from page_tab import frames

import pantin
from pantin.maths.rotor import rotation_matrix
from pantin.operations.edit.mesh_slice import Hyperplane
from pantin.operations.edit.rig_slices import slice_rig
from pantin.verbs.posing import describe_pose

EXAMPLES = Path(__file__).parents[2] / "examples" / "g4mf"


@pytest.fixture(scope="module")
def creature():
    return pantin.load(EXAMPLES / "creature.g4b")


def volume(corners):
    """What triangles (T, 3, 3) enclose."""
    return np.linalg.det(corners).sum() / 6


def shown_volume(tab):
    """Of the slice in the page, which is exact to float32."""
    corners = tab.evaluate("(window.pantin.objects.pose(), window.pantin.objects.four.corners())")
    return volume(np.reshape(corners, (-1, 3, 3)))


def pantin_volume(asset, rotate="", w=0.0, pose=None):
    plane = Hyperplane.at_w(w)
    if rotate:
        plane = plane.before_rotation(rotation_matrix(rotate, 4))
    cut = slice_rig(asset.rig, pose or asset.rig.rest_pose(), plane)
    parts = [surface for mesh in cut.meshes for surface in mesh.surfaces]
    return sum(volume(surface.positions[surface.triangles]) for surface in parts)


def four(tab):
    return tab.evaluate("(({joints, ...rest}) => ({...rest, joints: [...joints]}))(pantin.store.state.four)")


def test_the_slice_is_the_one_that_pantin_cuts(opened, creature):
    tab = opened(creature, rotate="xw:30,yz:10", at="#w=0.2")
    assert shown_volume(tab) == pytest.approx(pantin_volume(creature, "xw:30,yz:10", 0.2), rel=1e-5)
    assert tab.inner_text("#slice-value") == "w = 0.200"


def test_sliders_rotate_the_model_and_move_the_slice(opened, creature):
    tab = opened(creature)
    tab.locator("[data-plane=xw] input[type=range]").fill("30")
    tab.locator("[data-plane=yz] input[type=range]").fill("10")
    tab.locator("#slice").evaluate("(it) => { it.value = 0.25; it.dispatchEvent(new Event('input')) }")
    assert four(tab)["turns"] == [["xw", 30], ["yz", 10]]
    assert shown_volume(tab) == pytest.approx(pantin_volume(creature, "xw:30,yz:10", 0.25), rel=1e-5)
    tab.wait_for_function(
        "() => document.querySelector('[title^=\"applied from left\"]').value === 'xw:30,yz:10'"
    )


def test_a_rotation_is_typed_and_a_wrong_one_is_marked(opened, creature):
    tab = opened(creature)
    field = tab.locator("[title^='applied from left']")
    field.fill("yw:75,xz:-20")
    field.press("Enter")
    tab.wait_for_function("() => document.querySelector('[data-plane=yw] [type=number]').value === '75'")
    assert shown_volume(tab) == pytest.approx(pantin_volume(creature, "yw:75,xz:-20"), rel=1e-5)
    field.fill("xx:3")
    field.press("Enter")
    assert field.get_attribute("aria-invalid") == "true"
    assert four(tab)["turns"] == [["yw", 75], ["xz", -20]]


def test_a_normal_cuts_a_tesseract_into_an_octahedron(opened):
    """Edges of √8 enclose √2 / 3 · √8³ = 32 / 3 (Coxeter, Regular Polytopes, §7.2)."""
    tab = opened(pantin.load(EXAMPLES / "tesseract.off"))
    field = tab.locator("[title^='of the slicing 3-space']")
    field.fill("1,1,1,1")
    field.press("Enter")
    assert shown_volume(tab) == pytest.approx(32 / 3, rel=1e-5)


def test_the_kinds_of_picture_differ(opened, creature):
    tab = opened(creature)
    pictures = []
    for mode in ("slice", "orthographic", "perspective"):
        tab.click(f"[data-mode={mode}]")
        frames(tab)
        assert tab.is_visible("#slicer") == (mode == "slice")
        assert tab.is_visible("[data-distance]") == (mode == "perspective")
        pictures.append(tab.screenshot())
    assert len({base64.b64encode(picture) for picture in pictures}) == 3


def test_the_turntable_turns_and_stops(opened, creature):
    tab = opened(creature)
    tab.keyboard.press("Space")
    tab.wait_for_function("() => Math.abs(pantin.store.state.four.turns[0]?.[1] ?? 0) > 1")
    tab.keyboard.press("Space")
    angle = four(tab)["turns"]
    frames(tab)
    assert four(tab)["turns"] == angle
    assert four(tab)["spin"] == []
    tab.click(".plane:has([data-plane=zw]) .spin")
    tab.wait_for_function("() => pantin.store.state.four.turns.some(([plane]) => plane === 'zw')")


def test_a_joint_is_posed_by_planes_and_reset(opened, creature):
    tab = opened(creature)
    rig = creature.rig
    node = rig.node_index("LowerArm")
    tab.evaluate(f"pantin.store.select({node})")
    tab.locator("[data-joint=yw] input[type=range]").fill("90")
    pose = rig.rest_pose().with_local(node, planes="yw:90")
    assert shown_volume(tab) == pytest.approx(pantin_volume(creature, pose=pose), rel=1e-5)
    tab.keyboard.press("r")
    assert four(tab)["joints"] == []
    assert shown_volume(tab) == pytest.approx(pantin_volume(creature), rel=1e-5)


def test_an_exported_pose_is_the_pose_of_the_page(opened, creature, tmp_path):
    """As options and as a file, of a joint that is not rotated at rest and of one that is."""
    tab = opened(creature)
    rig = creature.rig
    for name, plane, degrees in (("LowerArm", "yw", 90), ("LowerArm", "xz", -20), ("UpperArm", "zw", 35)):
        tab.evaluate(f"pantin.store.select({rig.node_index(name)})")
        tab.locator(f"[data-joint={plane}] input[type=range]").fill(str(degrees))
    tab.keyboard.press("e")
    assert tab.input_value("#pose-arguments") == "--set LowerArm=yw:90,xz:-20"
    assert "1 node rotated or moved at the start" in tab.inner_text("#export-note")
    (tmp_path / "pose.json").write_text(tab.input_value("#pose-file"))
    pose = describe_pose(rig, tmp_path / "pose.json")
    assert pose.local[rig.node_index("LowerArm"), :, :4] == pytest.approx(rotation_matrix("yw:90,xz:-20", 4))
    assert shown_volume(tab) == pytest.approx(pantin_volume(creature, pose=pose), rel=1e-5)


def test_a_weight_map_colours_the_slice(opened, creature):
    """Weights are interpolated along edges; the creature's body has none of the lower arm, the hand all."""
    tab = opened(creature)
    tab.evaluate(f"pantin.store.select({creature.rig.node_index('LowerArm')})")
    tab.keyboard.press("h")
    frames(tab)
    part = "window.pantin.objects.four.drawn[0].parts[0]"
    count = tab.evaluate(f"{part}.corners.count")
    corners = np.reshape(tab.evaluate(f"[...{part}.corners.positions.subarray(0, {3 * count})]"), (-1, 3))
    weights = np.array(tab.evaluate(f"[...{part}.corners.weights.subarray(0, {2 * count})]"))[::2]
    assert weights[corners[:, 0] < 1.01].max() == 0
    assert weights[corners[:, 0] > 3.9].min() == 1


def test_a_blend_shape_changes_the_slice(opened):
    face = pantin.load(EXAMPLES / "face.g4tf")
    tab = opened(face)
    tab.click("#tab-button-shapes")
    tab.locator("#shapes input[type=range]").first.fill("1")
    pose = face.rig.rest_pose()
    weights = pose.blend[0].copy()
    weights[0] = 1
    pose = pose.with_blend(face.rig.instances[0].node, weights)
    assert shown_volume(tab) == pytest.approx(pantin_volume(face, pose=pose), rel=1e-5)


@pytest.fixture(scope="module")
def waving(creature):
    """The creature with a clip that turns its arm and one that carries it away."""
    builder = pantin.RigBuilder.from_rig(creature.rig)
    wave, walk = builder.add_clip("wave"), builder.add_clip("walk")
    builder.add_channel(wave, "LowerArm", "rotation", [0, 1, 2], ["yw:0", "yw:90", "yw:0"])
    keys = [[0, 0, 0, 0], [1, 0, 0, 0.5]]
    builder.add_channel(walk, "Skeleton", "translation", [0, 4], keys)
    return pantin.Asset.of_rig(builder.build(), "waving.g4b")


# A frame each 1/60 s: half a degree and a half to each side of a time, of which the middle is 3e-4 too near.
BETWEEN = 1e-3


@pytest.mark.parametrize(("clip", "time"), [("wave", 0.5), ("wave", 0.7083), ("wave", 2.0), ("walk", 1.5)])
def test_a_clip_is_shown_at_a_time_as_pantin_samples_it(opened, waving, clip, time):
    number = waving.rig.clip_index(clip)
    tab = opened(waving, at=f"#clip={number}&time={time}&paused=1")
    tab.evaluate(f"pantin.store.change(['clip', 'time'], (s) => {{ s.playing = false; s.time = {time} }})")
    pose = pantin.sample(waving.rig, clip, time)
    assert shown_volume(tab) == pytest.approx(pantin_volume(waving, pose=pose), rel=BETWEEN)


def test_a_clip_plays_from_the_start_and_space_stops_it(opened, waving):
    tab = opened(waving)
    assert tab.is_visible("#transport")
    assert tab.input_value("#clip") == "0"
    tab.wait_for_function("() => pantin.store.state.playing && pantin.store.state.time > 0")
    tab.keyboard.press("Space")
    time = tab.evaluate("pantin.store.state.time")
    frames(tab)
    assert tab.evaluate("pantin.store.state.time") == time
    assert four(tab)["spin"] == []


def test_an_exported_pose_has_the_moment_of_the_clip(opened, waving, tmp_path):
    tab = opened(waving)
    tab.evaluate("pantin.store.change(['clip', 'time'], (s) => { s.playing = false; s.time = 0.5 })")
    tab.evaluate(f"pantin.store.select({waving.rig.node_index('UpperArm')})")
    tab.keyboard.press("e")
    assert tab.input_value("#pose-arguments") == "--clip wave --time 0.5"
    (tmp_path / "pose.json").write_text(tab.input_value("#pose-file"))
    pose = describe_pose(waving.rig, tmp_path / "pose.json")
    wanted = pantin.sample(waving.rig, "wave", 0.5)
    assert pose.local == pytest.approx(wanted.local, abs=1e-3)


def test_a_model_in_three_dimensions_has_no_tab_for_the_fourth(opened, arm):
    tab = opened(arm)
    assert tab.locator("#tab-button-four").count() == 0
    assert not tab.is_visible("#slicer")
