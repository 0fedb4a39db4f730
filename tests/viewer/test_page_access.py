"""What the page says and how it is reached: links, keys, small frames, blank stages, names."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from page_tab import STILL, shot

import pantin
from pantin.formats.gltf import FORMAT as GLTF
from pantin.formats.gltf.new import write
from pantin.rig import Instance, Mesh, Node, Scene, Skin, Surface, build
from pantin.verbs.asset import Asset
from pantin.viewer.stage import front_yaw

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_blank_stage_says_why_and_shows_the_findings(opened):
    tree = {
        "asset": {"version": "2.0"},
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 7}}]}],
    }
    tab = opened(pantin.load(json.dumps(tree).encode(), name="broken.gltf"))
    assert "Nothing to show" in tab.inner_text("#blank")
    assert tab.is_visible("#tab-findings")
    assert not opened(pantin.load(EXAMPLES / "arm.glb")).is_visible("#blank")
    bones_left = opened(pantin.load(EXAMPLES / "broken.gltf"))
    assert "meshes of this model could not be read" in bones_left.inner_text("#blank")
    assert bones_left.is_visible("#tab-findings")


def test_a_link_pasted_into_the_open_page_is_followed(opened, arm):
    tab = opened(arm, at=STILL + "&node=1")
    tab.evaluate("location.hash = '#show=mesh,wireframe&node=2&clip=0&time=99&move=1:0.5,0,0&tab=about'")
    tab.wait_for_function("() => window.pantin.store.state.selected === 2")
    state = tab.evaluate("window.pantin.store.state")
    assert (state["clip"], state["time"], state["shown"]["wireframe"]) == (0, 2.0, True)
    assert tab.evaluate("window.pantin.store.editOf(1).translation") == [0.5, 0, 0]
    assert tab.is_visible("#tab-about")
    tab.evaluate("location.hash = '#show=mesh'")
    tab.wait_for_function("() => window.pantin.store.state.edits.size === 0")


def test_the_scrub_bar_steps_by_frames_and_says_its_time(opened, arm):
    tab = opened(arm, at=STILL + "&clip=0")
    tab.focus("#scrub")
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("PageUp")
    assert tab.evaluate("window.pantin.store.state.time") == pytest.approx(11 / 30)
    assert tab.get_attribute("#scrub", "aria-valuetext") == "0.37 of 2.00 seconds"
    assert tab.locator("output:visible, [aria-live]:visible").count() == 0


def long_names():
    name = "mixamorig:LeftHandIndexFingerDistalPhalanxTwistHelper" * 2
    nodes = [Node(name), Node(f"{name}_end", 0, (0, 1, 0))]
    rig = build(nodes=nodes, skins=[Skin([0, 1])], scenes=[Scene((0,))])
    return name, Asset("long.glb", GLTF, document=write(rig))


def test_long_names_have_tooltips_and_the_panel_is_resized(opened):
    name, asset = long_names()
    tab = opened(asset, size=(1200, 700))
    assert tab.get_attribute('#tree [data-node="0"]', "title") == name
    tab.click('#tree [data-node="0"]')
    assert tab.get_attribute("#card-name", "title") == name
    before = tab.evaluate("document.querySelector('#panel').offsetWidth")
    box = tab.locator("#resize").bounding_box()
    tab.mouse.move(box["x"] + 3, 300)
    tab.mouse.down()
    tab.mouse.move(box["x"] + 203, 300, steps=4)
    tab.mouse.up()
    assert tab.evaluate("document.querySelector('#panel').offsetWidth") == pytest.approx(before + 200, abs=10)
    tab.focus("#resize")
    tab.keyboard.press("ArrowLeft")
    assert tab.evaluate("document.querySelector('#panel').offsetWidth") == pytest.approx(before + 180, abs=10)


@pytest.mark.parametrize("size", [(760, 520), (844, 390), (390, 780), (1280, 800)])
def test_nothing_is_cut_off_in_small_frames(opened, arm, size):
    """Tabs, the scrub bar and the card are inside the window, and the card covers no bar."""
    tab = opened(arm, size=size, at=STILL + "&clip=0&node=1")
    shot(tab, f"frame-{size[0]}")
    boxes = {
        name: tab.locator(name).bounding_box()
        for name in ("#transport", "#card", "#clock", "#scrub", "#more")
    }
    for name, box in boxes.items():
        assert box["x"] >= 0, name
        assert box["x"] + box["width"] <= size[0], name
        assert box["y"] + box["height"] <= size[1], name
    assert boxes["#scrub"]["width"] >= 60
    assert boxes["#card"]["y"] + boxes["#card"]["height"] <= boxes["#transport"]["y"]


def test_every_tab_is_inside_the_panel_whatever_the_count(opened, arm):
    for index in range(1500):
        arm.document.append("/nodes", {"name": f"extra {index}", "camera": 99})
    tab = opened(arm.copy(), size=(1280, 800))
    panel, last = tab.locator("#panel").bounding_box(), tab.locator("#tabs button").last.bounding_box()
    assert last["x"] + last["width"] <= panel["x"] + panel["width"]


def human(facing):
    """A person of bones that looks to a yaw; left is at the right of somebody in front of it."""
    turn = np.radians(facing)
    side = np.array([np.cos(turn), 0, -np.sin(turn)])
    trunk = ("Hips", "Spine", "Chest", "Neck", "Head")
    bones = [(name, index - 1, (0, 0.2 if index else 1, 0)) for index, name in enumerate(trunk)]
    for word, sign in (("Left", 1), ("Right", -1)):
        start = len(bones)
        bones += [
            (f"{word}UpLeg", 0, sign * 0.1 * side),
            (f"{word}Leg", start, (0, -0.45, 0)),
            (f"{word}Foot", start + 1, (0, -0.45, 0)),
            (f"{word}Shoulder", 2, sign * 0.05 * side),
            (f"{word}Arm", start + 3, sign * 0.12 * side),
            (f"{word}ForeArm", start + 4, sign * 0.25 * side),
            (f"{word}Hand", start + 5, sign * 0.25 * side),
        ]
    nodes = [Node(name, parent, tuple(map(float, at))) for name, parent, at in bones]
    return build(nodes=nodes, skins=[Skin(list(range(len(nodes))))], scenes=[Scene((0,))])


@pytest.mark.parametrize("facing", [0, 90, 180, -90])
def test_a_person_is_seen_from_the_front_whichever_way_it_looks(facing):
    assert (front_yaw(human(facing)) - facing) % 360 == 0


def test_bones_have_a_dark_rim(opened):
    """On a model of their own colour they would vanish."""
    tab = opened(Asset("square.glb", GLTF, document=write(human(0))), at="#show=skeleton")
    dark = shot(tab, "rim")[:, 260:680].sum(axis=2) < 150
    assert dark.sum() > 100


def test_bones_of_thousands_of_joints_are_simple_and_can_be_clicked(opened):
    """Balls, rims and bones of eight triangles take most of a frame without a GPU."""
    nodes = [Node("root")] + [Node(f"joint {index}", index // 2, (0.1, 0.1, 0.0)) for index in range(2000)]
    tab = opened(Asset("many.glb", GLTF, document=write(build(nodes=nodes, scenes=[Scene((0,))]))))
    drawn = tab.evaluate("() => { pantin.stage.draw(); return pantin.stage.renderer.info.render.triangles }")
    assert 0 < drawn <= 3 * 2 * len(nodes)
    # Without a GPU each instance is drawn as a mesh of its own.
    instances = """() => {
      let count = 0;
      pantin.stage.overlay.traverse((one) => { if (one.isInstancedMesh) count += one.count });
      return count;
    }"""
    assert tab.evaluate(instances) == 0
    picked = tab.evaluate(
        """() => {
          const { stage, objects: { skeleton }, store } = pantin;
          const place = stage.toWindow(skeleton.positionOf(1).clone().lerp(skeleton.positionOf(3), 0.3));
          const canvas = stage.renderer.domElement;
          const event = { clientX: place.x, clientY: place.y, button: 0, pointerId: 1 };
          canvas.dispatchEvent(new PointerEvent("pointerdown", event));
          canvas.dispatchEvent(new PointerEvent("pointerup", event));
          return store.state.selected;
        }"""
    )
    assert picked is not None


CLICK = """([x, y]) => {
  const canvas = pantin.stage.renderer.domElement;
  const event = { clientX: x, clientY: y, button: 0, pointerId: 1 };
  for (const kind of ["pointerdown", "pointerup"]) canvas.dispatchEvent(new PointerEvent(kind, event));
  return pantin.store.state.selected;
}"""
LATE = """
    const now = performance.now.bind(performance);
    let late = 0;
    performance.now = () => now() + (late += 20);
    const wait = window.setTimeout.bind(window);
    window.setTimeout = (done, time) => (time === 200 ? 0 : wait(done, time));
"""


def test_a_click_waits_for_its_preparation_and_nothing_for_the_click(opened):
    """As on a computer that takes 20 ms for each part of the preparation, and before it begins by itself."""
    steps = 200
    u, v = np.meshgrid(np.linspace(-1, 1, steps), np.linspace(-1, 1, steps))
    corner = (np.arange(steps - 1)[:, None] * steps + np.arange(steps - 1)).ravel()
    faces = np.stack([corner, corner + 1, corner + steps, corner + 1, corner + steps + 1, corner + steps], 1)
    sheet = Surface(
        np.stack([u.ravel(), v.ravel(), 0 * u.ravel()], 1).astype(np.float32), indices=faces.ravel()
    )
    parts = {"nodes": [Node("sheet")], "meshes": [Mesh((sheet,))], "instances": [Instance(0, 0)]}
    rig = build(**parts, scenes=[Scene((0,))])
    tab = opened(Asset("sheet.glb", GLTF, document=write(rig)), before=LATE)
    middle = tab.evaluate("pantin.stage.toWindow(pantin.stage.box.min.clone().set(0, 0, 0))")
    assert tab.evaluate(CLICK, [middle["x"], middle["y"]]) is None
    tab.wait_for_function("() => pantin.store.state.selected === 0")


AXE = Path(__file__).parents[2] / "viewer" / "node_modules" / "axe-core" / "axe.min.js"
LOOKS = {"light": {}, "dark": {"dark": True}, "forced colours": {"forced": True}}


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_axe_finds_nothing(opened, arm, look):
    """On every tab, with a node selected and all controls of the clip, and in each dialog."""
    if not AXE.is_file():
        pytest.skip("axe-core is not there (npm ci in viewer/ installs it)")
    arm.document.append("/nodes", {"name": "extra", "camera": 99})
    tab = opened(arm.copy(), size=(1280, 860), at=STILL + "&clip=0&node=1", **look)
    tab.click("#more")
    tab.evaluate(AXE.read_text(encoding="utf-8"))

    def problems():
        found = tab.evaluate("axe.run(document, { resultTypes: ['violations'] })")["violations"]
        return [(one["id"], [node["html"][:160] for node in one["nodes"]]) for one in found]

    for name in tab.locator("[data-tab]").evaluate_all("all => all.map((one) => one.dataset.tab)"):
        tab.click(f"[data-tab={name}]")
        assert problems() == [], name
    for key, dialog in (("?", "#help"), ("e", "#export")):
        tab.click(f"[data-key='{key}']")
        assert problems() == [], dialog
        tab.keyboard.press("Escape")
    again = "(bytes) => { pantin.drop.take(new File([new Uint8Array(bytes)], 'arm.glb')); }"
    tab.evaluate(again, list((EXAMPLES / "arm.glb").read_bytes()))
    tab.wait_for_selector("#dropped[open]")
    assert problems() == [], "#dropped"


def test_headings_follow_each_other_and_targets_are_large_enough(opened, arm):
    tab = opened(arm, size=(1280, 860), at=STILL + "&clip=0&node=1")
    tab.click("#more")
    for name in tab.locator("[data-tab]").evaluate_all("all => all.map((one) => one.dataset.tab)"):
        tab.click(f"[data-tab={name}]")
        levels = tab.locator("h1:visible, h2:visible, h3:visible").evaluate_all(
            "all => all.map((one) => Number(one.tagName[1]))"
        )
        assert levels[0] == 1
        assert max(np.diff(levels), default=0) <= 1
        small = tab.evaluate(
            """() => [...document.querySelectorAll('button, select, input, [role=separator]')]
                .filter((one) => one.offsetParent && !one.matches('#resize'))
                .map((one) => [one, (one.closest('label') ?? one).getBoundingClientRect()])
                .filter(([, box]) => box.width < 24 || box.height < 24)
                .map(([one, box]) => `${one.outerHTML.slice(0, 80)} ${box.width} ${box.height}`)"""
        )
        assert small == [], name


def test_without_webgl_the_tree_findings_and_facts_are_there(opened, arm):
    arm.document.append("/nodes", {"name": "extra", "camera": 99})
    no_webgl = """
        const { getContext } = HTMLCanvasElement.prototype;
        HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
            return kind.startsWith("webgl") ? null : getContext.call(this, kind, ...more);
        };
    """
    tab = opened(arm.copy(), before=no_webgl)
    assert "does not support WebGL" in tab.inner_text("#blank")
    assert tab.locator("#tree [data-node]").count() == 5
    tab.click("[data-tab=findings]")
    assert tab.locator("#findings .group").count() >= 1
    tab.click("[data-tab=about]")
    assert "vertices" in tab.inner_text("#about")
    assert not tab.is_visible("#tools")


def test_both_models_have_their_data_and_findings(opened, arm):
    other = pantin.load(EXAMPLES / "loose.glb")
    arm.document.append("/nodes", {"name": "extra", "camera": 99})
    arm = arm.copy()
    tab = opened(arm, other=other, size=(1280, 800), at="#show=mesh&tab=findings")
    titles = tab.locator("#findings h2").all_inner_texts()
    assert titles == ["arm.glb", "loose.glb"]
    rules = [{finding.rule for finding in asset.report.findings} for asset in (arm, other)]
    for part, wanted in zip(tab.locator("#findings .findings").all(), rules, strict=True):
        assert {text.split(" · ")[0] for text in part.locator(".rule").all_inner_texts()} == wanted
    tab.click("[data-tab=about]")
    rows = tab.locator("#about > *").all_inner_texts()
    assert rows[:3] == ["", "arm.glb", "loose.glb"]
    at = rows.index("nodes")
    assert rows[at + 1 : at + 3] == [str(len(asset.rig.nodes)) for asset in (arm, other)]
