"""The controls of a page in a real browser: what it opens on, panels, export, comparison, keyboard."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from page_tab import SAME, STILL, at_clip, differing, frames, move, shot, vertices

import pantin
from pantin.verbs.posing import describe_pose

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_page_opens_on_the_model_and_plays_its_clip(opened, hanging_strand, arm):
    tab = opened(arm)
    state = tab.evaluate("window.pantin.store.state")
    shown = {part for part, on in state["shown"].items() if on}
    assert shown == {"mesh", "grid", "gizmo"}  # no studio: the browser of the tests has no GPU
    assert (state["clip"], state["playing"]) == (0, True)
    tab.wait_for_function("() => window.pantin.store.state.time > 0.1", timeout=60_000)
    bare = opened(hanging_strand).evaluate(
        "window.pantin.store.state"
    )  # without a mesh, joints are all there is
    assert (bare["shown"]["skeleton"], bare["shown"]["colliders"], bare["clip"]) == (True, False, None)


def test_the_studio_lights_metal_where_it_is_asked_for(opened, textured):
    """A metal square reflects the studio, and has its own metalness; without a studio it is dulled."""
    metal = {"extensions": {}, "pbrMetallicRoughness": {"metallicFactor": 1, "roughnessFactor": 0.3}}
    tab = opened(textured([[[200, 200, 200]]], metal), at="#show=mesh,studio", size=(300, 240))
    value = "window.pantin.model.surfaces[0].mesh.material.metalness"
    assert tab.evaluate("window.pantin.stage.scene.environment !== null")
    assert tab.evaluate(value) == 1
    tab.keyboard.press("i")
    assert tab.evaluate("window.pantin.stage.scene.environment === null")
    assert tab.evaluate(value) == 0.25


def exported(tab):
    """Options and file of the current pose, from the dialog."""
    tab.keyboard.press("e")
    texts = [tab.input_value(f"#{name}") for name in ("pose-arguments", "pose-file")]
    tab.keyboard.press("Escape")
    return texts


def test_an_exported_pose_is_the_pose_of_the_page(opened, arm, tmp_path):
    """Options and file give `pantin pose` the vertices that three.js shows, over a clip too."""
    tab = opened(arm, at=STILL)
    at_clip(tab, 0, 0.5)
    tab.click('#tree [data-node="1"]')
    for axis, degrees in enumerate((30, -40, 50)):
        tab.locator("#turns .slider:not([hidden]) input[type=range]").nth(axis).fill(str(degrees))
    options, file = exported(tab)
    words = shlex.split(options)
    assert words[:4] == ["--clip", "bend", "--time", "0.5"]
    rotate = {"elbow": [float(number) for number in words[5].removeprefix("elbow=").split(",")]}
    (tmp_path / "pose.json").write_text(file)
    shown = vertices(tab, 3)
    for pose in (
        describe_pose(arm.rig, clip="bend", time=0.5, rotate=rotate),
        describe_pose(arm.rig, tmp_path / "pose.json"),
    ):
        (ours,) = pantin.deform(arm.rig, pose)
        assert shown == pytest.approx(ours.positions, abs=SAME)
    (again,) = pantin.deform(arm.rig, describe_pose(arm.rig, tmp_path / "pose.json"))
    other = opened(arm, pose=describe_pose(arm.rig, tmp_path / "pose.json"))
    assert vertices(other, 3) == pytest.approx(again.positions, abs=SAME)


def test_an_exported_expression_and_a_moved_node(opened, tmp_path):
    asset = pantin.load(EXAMPLES / "vrm" / "avatar.vrm")
    tab = opened(asset)
    tab.click("[data-tab=shapes]")
    move(tab, "happy", 0.5)
    head = asset.rig.character.humanoid["head"]
    tab.evaluate("(node) => window.pantin.store.select(node)", head)
    tab.click("[data-tool=move]")
    # With a key: older versions of Playwright fill in nothing between the steps of a slider.
    tab.locator("#turns .slider:not([hidden]) input[type=range]").nth(1).press("PageUp")
    tab.click("[data-tool=scale]")
    tab.locator("#turns .slider:not([hidden]) input[type=range]").nth(0).press("PageUp")
    options, file = exported(tab)
    assert "--expression happy=0.5" in options
    assert "1 node moved or scaled by hand" in tab.text_content("#export-note")
    (tmp_path / "pose.json").write_text(file)
    for mesh in pantin.deform(asset.rig, describe_pose(asset.rig, tmp_path / "pose.json")):
        assert vertices(tab, mesh.node, mesh.surface) == pytest.approx(mesh.positions, abs=1e-3)


def test_two_models_share_the_picture(opened, arm):
    """The wireframe of both, of which the second is seen right of the slider only."""
    bent = arm.copy()
    bent.set_local("elbow", rotation=(0, 0, 0.6, 0.8))
    tab = opened(arm, other=bent, at="#show=mesh", size=(900, 520))
    pictures = {}
    for layout in ("first", "second", "slider", "side"):
        tab.click(f"[data-layout={layout}]")
        frames(tab)
        pictures[layout] = shot(tab, f"layout-{layout}")[60:380]
    edge = 264 + (900 - 60 - 264) // 2
    left, right = slice(330, edge - 12), slice(edge + 12, 830)
    assert differing(pictures["first"], pictures["second"]) > 500
    assert differing(pictures["slider"][:, left], pictures["first"][:, left]) == 0
    assert differing(pictures["slider"][:, right], pictures["second"][:, right]) == 0
    assert differing(pictures["side"], pictures["slider"]) > 500
    tab.evaluate("window.pantin.store.edit(1, { scale: [2, 2, 2] })")
    assert tab.evaluate("window.pantin.comparison.store.state.edits.get(1).scale") == [2, 2, 2]


def test_every_control_has_a_name_a_role_and_a_place_for_the_keyboard(opened):
    tab = opened(pantin.load(EXAMPLES / "vrm" / "avatar.vrm"))
    problems = tab.evaluate(
        """() => [...document.querySelectorAll('button, input, select, textarea, [role]')].filter((one) => {
            const names = [one.ariaLabel, one.getAttribute('aria-labelledby'), one.textContent.trim()];
            const labelled = names.some(Boolean) || one.labels?.length > 0;
            const known = (name) => (one.getAttribute(name) ?? '').split(' ').filter(Boolean);
            const missing = [...known('aria-controls'), ...known('aria-labelledby')];
            const silent = ['alert', 'status'].includes(one.role);
            return (!labelled && !silent) || missing.some((id) => !document.getElementById(id));
        }).map((one) => one.outerHTML.slice(0, 120))"""
    )
    assert problems == []
    reached = set()
    tab.focus("#view")
    for _ in range(40):
        tab.keyboard.press("Tab")
        reached.add(tab.evaluate("document.activeElement.closest('[id]')?.id"))
    assert reached >= {"tools", "tab-button-bones", "search", "tree"}
    tab.focus("#tab-button-bones")
    tab.keyboard.press("ArrowRight")
    assert tab.evaluate("document.activeElement.id") == "tab-button-shapes"
    assert tab.is_visible("#tab-shapes")
    before = tab.evaluate("window.pantin.stage.camera.position.toArray()")
    tab.focus("#view")
    tab.keyboard.press("ArrowLeft")
    assert tab.evaluate("window.pantin.stage.camera.position.toArray()") != before


def test_the_tree_folds_and_selecting_a_node_unfolds_it(opened, arm):
    tab = opened(arm)
    tab.click('#tree [data-node="0"] .fold')
    assert tab.locator("#tree [role=treeitem]").count() == 2
    assert tab.get_attribute('#tree [data-node="0"]', "aria-expanded") == "false"
    tab.evaluate("window.pantin.store.select(2)")
    assert tab.get_attribute('#tree [data-node="2"]', "aria-selected") == "true"
    tab.fill("#search", "WRI")
    assert tab.locator("#tree [role=treeitem]").all_inner_texts() == ["wrist"]


def test_materials_have_thumbnails_of_their_textures(opened, textured):
    """Also where a file has an extension that it does not list: three.js would fail on this one."""
    tab = opened(textured([[[255, 0, 0], [255, 0, 0]]]), at="#tab=materials")
    tab.wait_for_selector("figure[title*='2 × 1 pixels']")
    middle = "document.querySelector('figure canvas').getContext('2d').getImageData(56, 56, 1, 1).data[0]"
    assert tab.evaluate(middle) == 255
    assert "unlit" in tab.inner_text(".material")


def test_materials_without_lighting_show_their_own_colors(opened, textured):
    """KHR_materials_unlit: no light, and no compression of bright colours."""
    tab = opened(textured([[[255, 128, 0]]]), at="#show=mesh")
    at = tab.evaluate("pantin.stage.toWindow(pantin.stage.camera.position.clone().set(0, 0, 0))")
    assert tuple(shot(tab, "unlit")[int(at["y"]), int(at["x"])]) == (255, 128, 0)


def test_buttons_are_there_for_what_the_model_has(opened, arm, hanging_strand):
    """The key of a part that a model does not have says so."""
    shown = "all => all.filter((one) => one.offsetParent).map((one) => one.dataset.part)"
    parts = opened(arm).locator("[data-part]").evaluate_all(shown)
    assert {"mesh", "skeleton", "heat"} <= set(parts)
    assert not {"colliders", "live"} & set(parts)
    tab = opened(hanging_strand)
    parts = tab.locator("[data-part]").evaluate_all(shown)
    assert {"colliders", "live", "skeleton"} <= set(parts)
    assert not {"mesh", "wireframe", "normals", "heat"} & set(parts)
    tab.keyboard.press("w")
    assert "no meshes" in tab.inner_text("#toast")
    assert not tab.evaluate("window.pantin.store.state.shown.wireframe")


def test_undo_and_redo_look_as_they_can(opened, arm):
    tab = opened(arm, at=STILL)
    off = {key: f'[data-key="{key}"][aria-disabled=true]' for key in ("Ctrl+z", "Ctrl+Shift+z")}
    assert [tab.locator(one).count() for one in off.values()] == [1, 1]
    tab.evaluate("window.pantin.store.edit(1, { translation: [0.1, 0, 0] })")
    assert [tab.locator(one).count() for one in off.values()] == [0, 1]
    tab.click('[data-key="Ctrl+z"]')
    assert [tab.locator(one).count() for one in off.values()] == [1, 0]


def test_a_telephone_shows_that_its_toolbar_scrolls(opened, arm):
    tab = opened(arm, size=(390, 780))
    assert "more-after" in tab.get_attribute("#tools", "class")
    tab.evaluate("document.querySelector('#tools').scrollLeft = 10000")
    tab.wait_for_function("() => document.querySelector('#tools').className === 'more-before'")


def test_a_screenshot_is_saved_as_a_file(opened, arm):
    tab = opened(arm, size=(400, 300))
    with tab.expect_download() as saved:
        tab.keyboard.press("s")
    assert saved.value.suggested_filename == "arm.png"
    assert Path(saved.value.path()).read_bytes()[:4] == b"\x89PNG"
