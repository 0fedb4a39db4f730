"""Tools of the page in a browser: handles and limbs that reach, views, playback, what surfaces show."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from page_tab import STILL, at_clip, differing, frames, shot

import pantin
from pantin.formats.gltf import FORMAT as GLTF
from pantin.formats.gltf.new import write
from pantin.motion import reach
from pantin.rig import Node, Scene, Skin, build
from pantin.verbs.asset import Asset

EXAMPLES = Path(__file__).parents[2] / "examples"
POINT = "(at) => window.pantin.stage.camera.position.clone().set(...at)"


def rotations(tab):
    tab.evaluate("window.pantin.objects.pose()")
    return np.array(
        tab.evaluate("window.pantin.model.nodes.map((node) => node?.quaternion.toArray() ?? [0, 0, 0, 1])")
    )


def same_rotations(ours, theirs):
    assert np.abs((ours * theirs).sum(axis=-1)) == pytest.approx(1, abs=1e-6)


def test_limbs_reach_as_those_of_pantin(opened, arm):
    """Bent, out of reach, and again from there: the closed form of `pantin.motion.reach`."""
    tab = opened(arm, at=STILL)
    wrist = arm.rig.node_index("wrist")
    pose = arm.rig.rest_pose()
    for goal in ((0.5, 1.2, 0.3), (3.0, 2.0, -1.0), (-0.4, 0.8, 0.2), (0.0, 0.3, 0.1)):
        pose = reach(arm.rig, pose, {"wrist": goal})
        reached = f"([node, at]) => window.pantin.objects.poser.reach(node, ({POINT})(at))"
        assert tab.evaluate(reached, [wrist, list(goal)])
        same_rotations(pose.rotations, rotations(tab))


def person():
    """A hand with two bones between it and the upper arm, which a humanoid skips."""
    names = ("hips", "spine", "chest", "head", "upper", "twist", "lower", "hand")
    above = (-1, 0, 1, 2, 2, 4, 5, 6)
    places = (
        (0, 1, 0),
        (0, 0.2, 0),
        (0, 0.2, 0),
        (0, 0.3, 0),
        (0.2, 0, 0),
        (0.1, 0, 0),
        (0.2, 0, 0.02),
        (0.3, 0, 0),
    )
    return build(
        nodes=[Node(name, parent, place) for name, parent, place in zip(names, above, places, strict=True)],
        skins=[Skin(list(range(8)))],
        scenes=[Scene((0,))],
    )


def test_a_hand_of_a_humanoid_turns_its_upper_and_lower_arm(opened):
    rig = person()
    bones = {"hips": 0, "spine": 1, "head": 3, "leftUpperArm": 4, "leftLowerArm": 6, "leftHand": 7}
    asset = Asset("person.glb", GLTF, document=write(rig))
    human = {"humanBones": {bone: {"node": node} for bone, node in bones.items()}}
    asset.document.set("/extensionsUsed", ["VRMC_vrm"])
    asset.document.set("/extensions", {"VRMC_vrm": {"specVersion": "1.0", "meta": {}, "humanoid": human}})
    asset = Asset(asset.path, GLTF, document=asset.document)
    tab = opened(asset, at=STILL)
    assert tab.evaluate("window.pantin.data.humanoid.leftHand") == 7
    goal = (0.3, 1.6, 0.2)
    tab.evaluate(f"([node, at]) => window.pantin.objects.poser.reach(node, ({POINT})(at))", [7, list(goal)])
    ours = reach(asset.rig, asset.rig.rest_pose(), {"leftHand": goal})
    same_rotations(ours.rotations, rotations(tab))


def drag(tab, start, way):
    tab.mouse.move(*start)
    tab.mouse.down()
    tab.mouse.move(start[0] + way[0], start[1] + way[1], steps=6)
    tab.mouse.up()


def on_screen(tab, node):
    at = tab.evaluate("(node) => window.pantin.stage.toWindow(window.pantin.skeleton.positionOf(node))", node)
    return at["x"], at["y"]


def test_handles_rotate_and_move_in_their_axes(opened, arm):
    tab = opened(arm, at="#show=mesh,grid,gizmo&node=1", size=(1100, 700))
    x, y = on_screen(tab, 1)
    seen = shot(tab, "handles")
    red = (seen[..., 0] > 180) & (seen[..., 1] < 90) & (seen[..., 2] < 90)
    green = (seen[..., 1] > 180) & (seen[..., 0] < 90) & (seen[..., 2] < 90)
    blue = (seen[..., 2] > 180) & (seen[..., 0] < 90) & (seen[..., 1] < 90)
    assert min(red.sum(), green.sum(), blue.sum()) > 50
    rows, columns = np.nonzero(blue)
    far = int(np.argmax(np.hypot(columns - x, rows - y)))
    drag(tab, (int(columns[far]), int(rows[far])), (30, 45))
    edit = tab.evaluate("window.pantin.store.editOf(1)")
    assert abs(edit["rotation"][3]) < 0.999
    assert np.hypot(edit["rotation"][0], edit["rotation"][1]) == pytest.approx(0, abs=1e-6)  # about z alone
    tab.keyboard.press("Control+z")
    assert tab.evaluate("window.pantin.store.state.edits.size") == 0
    tab.keyboard.press("q")
    assert tab.evaluate("window.pantin.store.state.space") == "world"
    tab.click("[data-tool=move]")
    frames(tab)
    drag(tab, (x, y - 60), (0, -40))
    moved = tab.evaluate("window.pantin.store.editOf(1).translation")
    world = tab.evaluate("window.pantin.skeleton.positionOf(1).toArray()")
    rest = pantin.motion.joint_positions(arm.rig, arm.rig.rest_pose())[1]
    assert np.linalg.norm(moved) > 0.01
    assert world[1] > rest[1] + 0.01
    assert [world[0], world[2]] == pytest.approx([rest[0], rest[2]], abs=1e-6)


def test_another_tool_has_its_handles_at_once(opened, arm):
    """Also while nothing moves and the pointer is elsewhere."""
    tab = opened(arm, at=STILL + ",gizmo&node=1", size=(1200, 700))
    frames(tab)
    handles = shot(tab, "rings")
    for key, name in (("2", "arrows"), ("3", "boxes")):
        tab.keyboard.press(key)
        frames(tab)
        before, handles = handles, shot(tab, name)
        assert differing(before[:, 380:850], handles[:, 380:850]) > 100, name


def test_the_card_does_not_hide_the_handles(opened):
    """The view leaves room for the card where it would; elsewhere nothing moves when somebody clicks."""
    tab = opened(
        pantin.load(EXAMPLES / "vrm" / "avatar.vrm"), size=(1440, 900), at="#show=mesh,skeleton,grid"
    )
    names = tab.evaluate("window.pantin.data.names")
    foot = names.index("RightFoot")
    before = on_screen(tab, foot)
    tab.evaluate("(node) => window.pantin.store.select(node)", foot)
    frames(tab)
    assert on_screen(tab, foot) == pytest.approx(before, abs=0.5)
    hand = names.index("LeftHand")
    tab.evaluate("(node) => window.pantin.store.select(node)", hand)
    frames(tab)
    card = tab.locator("#card").bounding_box()
    x, y = on_screen(tab, hand)
    assert x < card["x"] - 40 or y > card["y"] + card["height"] + 40
    tab.keyboard.press("Escape")
    frames(tab)
    assert on_screen(tab, foot) == pytest.approx(before, abs=0.5)


def test_presets_projections_and_frames_of_the_selection(opened, arm):
    tab = opened(arm, at=STILL + "&tab=view")
    camera = "window.pantin.stage.camera"
    towards = f"{camera}.getWorldDirection({camera}.position.clone()).toArray()"
    wanted = {
        "front": (0, 0, -1),
        "right": (1, 0, 0),
        "left": (-1, 0, 0),
        "back": (0, 0, 1),
        "top": (0, -1, 0),
    }
    assert tab.evaluate("window.pantin.data.front") == 0
    for name, axis in wanted.items():
        tab.click(f"[data-preset={name}]")
        assert tab.evaluate(towards) == pytest.approx(axis, abs=1e-3), name
    tab.focus("#view")
    tab.keyboard.press("Numpad1")
    tab.keyboard.press("Numpad5")
    assert tab.evaluate("window.pantin.stage.isOrthographic")
    # In parallel lines, points one behind the other are at the same place of the picture.
    ahead = (
        "(z) => window.pantin.stage.toWindow(window.pantin.stage.controls.target.clone().setZ(z).setX(0.2))"
    )
    near, far = tab.evaluate(ahead, 0.5), tab.evaluate(ahead, -0.5)
    assert (near["x"], near["y"]) == pytest.approx((far["x"], far["y"]), abs=1e-3)
    tab.keyboard.press("Numpad5")
    near, far = tab.evaluate(ahead, 0.5), tab.evaluate(ahead, -0.5)
    assert abs(near["x"] - far["x"]) > 1
    before = tab.evaluate("window.pantin.stage.camera.position.toArray()")
    tab.evaluate("window.pantin.store.select(2)")
    tab.keyboard.press("F")
    assert tab.evaluate("window.pantin.stage.controls.target.toArray()") == pytest.approx(
        tab.evaluate("window.pantin.skeleton.positionOf(2).toArray()"), abs=0.3
    )
    after = tab.evaluate("window.pantin.stage.camera.position.toArray()")
    middle = tab.evaluate("window.pantin.stage.controls.target.toArray()")
    assert np.linalg.norm(np.subtract(after, middle)) < 0.6 * np.linalg.norm(np.subtract(before, middle))
    link = tab.evaluate(
        "((stage) => { stage.isOrthographic = true; return stage.cameraPosition() })(window.pantin.stage)"
    )
    assert link["high"] > 0


def test_a_clip_loops_bounces_or_ends_within_a_range(opened, arm):
    tab = opened(arm, at=STILL + "&clip=0")
    tab.click("#more")
    at_clip(tab, 0, 0.5)
    tab.click("#range-from")
    at_clip(tab, 0, 1.5)
    tab.click("#range-to")
    assert tab.evaluate("window.pantin.store.state.range") == [0.5, 1.5]
    assert tab.inner_text("#range") == "0.50–1.50 s"

    def after(loop, start, seconds):
        tab.select_option("#loop", loop)
        at_clip(tab, 0, start)
        return tab.evaluate(
            """(seconds) => {
                const { store, playback } = window.pantin;
                store.state.playing = true;
                playback.advance(seconds);
                const { time, playing } = store.state;
                store.change(['clip'], (state) => (state.playing = false));
                return [time, playing];
            }""",
            seconds,
        )

    assert after("loop", 1.4, 0.3) == pytest.approx([0.7, True])
    assert after("once", 1.4, 0.3) == pytest.approx([1.5, False])
    assert after("bounce", 1.4, 0.3) == pytest.approx([1.3, True])
    tab.click("#range-none")
    tab.fill("#frame", "45")
    assert tab.evaluate("window.pantin.store.state.time") == pytest.approx(1.5)
    tab.click("#clock")
    assert tab.inner_text("#clock") == "45 / 60 f"


def two_squares(square_colour=(1.0, 0.0, 0.0, 1.0)):
    """Two squares beside each other with variants of their material, and a camera of their own."""
    corners = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], np.float32)
    coordinates = np.array([[0, 1], [1, 1], [1, 0], [0, 0]], np.float32)
    surface = pantin.rig.Surface(
        corners,
        np.tile(np.float32([0, 0, 1]), (4, 1)),
        texcoords=(coordinates,),
        indices=np.array([0, 1, 2, 0, 2, 3], np.uint16),
        material=0,
    )
    materials = [
        pantin.rig.Material("red", square_colour, metallic=0.0, roughness=0.25),
        pantin.rig.Material("green", (0.0, 1.0, 0.0, 1.0), metallic=0.0),
    ]
    rig = build(
        nodes=[Node("left", -1, (-1.2, 0, 0)), Node("right", -1, (1.2, 0, 0)), Node("eye", -1, (0, 0, 9))],
        meshes=[pantin.rig.Mesh((surface,))],
        materials=materials,
        instances=[pantin.rig.Instance(0, 0), pantin.rig.Instance(1, 0)],
        scenes=[Scene((0, 1, 2))],
    )
    document = write(rig)
    document.set("/extensionsUsed", ["KHR_materials_variants"])
    document.set(
        "/extensions", {"KHR_materials_variants": {"variants": [{"name": "day"}, {"name": "night"}]}}
    )
    mapping = {"mappings": [{"material": 1, "variants": [1]}]}
    document.set("/meshes/0/primitives/0/extensions", {"KHR_materials_variants": mapping})
    document.set("/cameras", [{"type": "perspective", "perspective": {"yfov": 0.6, "znear": 0.1}}])
    document.set("/nodes/2/camera", 0)
    return Asset("squares.glb", GLTF, document=document)


def colors(tab):
    """The colours in the middle of both squares, seen from the front."""
    frames(tab)
    seen = shot(tab, "squares")
    return [tuple(seen[int(y), int(x)]) for x, y in (on_screen(tab, node) for node in (0, 1))]


def test_channels_meshes_variants_and_cameras(opened):
    tab = opened(two_squares(), at="#show=mesh&tab=view", size=(1000, 600))
    assert tab.locator("[data-camera]").count() == 1
    tab.click("[data-camera='0']")
    assert tab.evaluate("window.pantin.stage.camera.position.toArray()") == pytest.approx([0, 0, 9], abs=1e-6)
    assert tab.evaluate("window.pantin.stage.camera.fov") == pytest.approx(np.degrees(0.6))
    choose = "#channel select"
    tab.select_option(choose, "base")
    assert colors(tab) == [(255, 0, 0)] * 2
    tab.select_option("#variant select", "1")
    tab.wait_for_function("() => window.pantin.objects.materials.varied.size > 0")
    assert colors(tab) == [(0, 255, 0)] * 2
    tab.select_option("#variant select", "")
    tab.select_option(choose, "roughness")
    assert colors(tab) == [(64, 64, 64)] * 2
    tab.select_option(choose, "checker")
    seen = shot(tab, "checker").reshape(-1, 3)
    assert len(np.unique(seen, axis=0)) > 30
    tab.select_option(choose, "lit")
    before = colors(tab)
    tab.uncheck("[data-mesh='1'] input")
    after = colors(tab)
    assert after[0] == before[0]
    assert after[1] != before[1]
    assert tab.evaluate("[...window.pantin.store.state.hidden]") == [1]


def test_weights_under_the_pointer_and_the_strongest_joint(opened, arm):
    tab = opened(arm, at="#show=mesh&channel=dominant", size=(1280, 800))
    plain = shot(tab, "strongest")
    middle = np.mean([on_screen(tab, node) for node in (1, 2)], axis=0)
    tab.mouse.move(*middle.tolist())
    tab.wait_for_selector("#readout:not([hidden])")
    found = int(tab.inner_text("#readout .vertex").split()[1])
    joints = arm.rig.skins[0].joints
    skin = arm.rig.meshes[0].surfaces[0].influences
    start, stop = skin.offsets[found], skin.offsets[found + 1]
    ours = {
        arm.rig.nodes.names[joints[joint]]: weight
        for joint, weight in zip(skin.joints[start:stop], skin.weights[start:stop], strict=True)
        if weight > 0
    }
    names = tab.locator("#readout span:not(.vertex)").all_inner_texts()
    weights = [float(text) for text in tab.locator("#readout b").all_inner_texts()]
    assert dict(zip(names, weights, strict=True)) == pytest.approx(ours, abs=1e-3)
    tab.mouse.move(5, 5)
    tab.evaluate("window.pantin.store.change(['shown'], (state) => (state.channel = 'lit'))")
    frames(tab)
    assert differing(plain, shot(tab, "lit")) > 500
