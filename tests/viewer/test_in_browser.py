"""Pages in a real browser: what they show, what they do, and that they ask nobody for anything."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from page_tab import SAME, STILL, at_clip, differing, frames, move, shot, vertices

import pantin
from pantin import bake_springs
from pantin.formats.gltf import FORMAT as GLTF
from pantin.formats.gltf.edits import append_clip
from pantin.formats.gltf.ext.vrmc_spring_bone.lower import lower
from pantin.formats.gltf.new import write
from pantin.motion import world_transforms
from pantin.rig import (
    Channel,
    Clip,
    Collider,
    ColliderGroup,
    Influences,
    Instance,
    Mesh,
    Node,
    Scene,
    Skin,
    Spring,
    SpringJoint,
    SpringSettings,
    Surface,
    build,
)
from pantin.rig.expressions import MaterialChange, material_changes
from pantin.springs.colliders import world_colliders
from pantin.verbs.asset import Asset
from pantin.viewer import notebook
from pantin.viewer.idle_motion import sway_clip
from pantin.viewer.page import build_page
from pantin.viewer.page_server import PageServer

EXAMPLES = Path(__file__).parents[2] / "examples"


def compared(tab, rig, clip, times):
    """Asserts that three.js and Pantin pose every surface alike."""
    for time in times:
        at_clip(tab, clip, time)
        for posed in pantin.deform(rig, pantin.sample(rig, clip, time)):
            size = np.ptp(posed.positions, axis=0).max()
            theirs = vertices(tab, posed.node, posed.surface)
            assert np.abs(theirs - posed.positions).max() <= SAME * size


def test_three_poses_the_fox_as_pantin_does(opened, corpus):
    asset = pantin.load(corpus / "gltf-sample-assets" / "Fox.glb")
    tab = opened(asset)
    for clip in range(3):
        compared(tab, asset.rig, clip, (0.0, 0.31, asset.rig.clips[clip].duration))


@pytest.mark.parametrize("name", ["AnimatedMorphCube.glb", "InterpolationTest.glb"])
def test_three_poses_blend_shapes_and_every_interpolation_as_pantin_does(opened, corpus, name):
    asset = pantin.load(corpus / "gltf-sample-assets" / name)
    tab = opened(asset)
    for clip in range(min(4, len(asset.rig.clips))):
        compared(tab, asset.rig, clip, (0.1, 0.77, asset.rig.clips[clip].duration))


def test_three_poses_the_example_arm_as_pantin_does(opened, arm):
    tab = opened(arm, clip="bend")
    compared(tab, arm.rig, 0, (0.0, 0.5, 1.3))


def test_selecting_a_joint_changes_the_weight_map(opened, arm):
    tab = opened(arm, at=STILL)
    tab.keyboard.press("h")
    tab.click('#tree [data-node="0"]')
    upper = shot(tab, "weights-shoulder")
    assert tab.is_visible("#legend")
    tab.click('#tree [data-node="2"]')
    assert tab.inner_text("#card-name") == "wrist"
    lower = shot(tab, "weights-wrist")
    assert differing(upper[:, 330:550], lower[:, 330:550]) > 500


def test_a_slider_moves_vertices(opened):
    tree = json.loads((EXAMPLES / "face.gltf").read_text())
    node = next(index for index, node in enumerate(tree["nodes"]) if "mesh" in node)
    glum = {"morphTargetBinds": [{"node": node, "index": 1, "weight": 0.5}]}
    tree["extensions"] = {"VRMC_vrm": {"expressions": {"custom": {"glum": glum}}}}
    asset = pantin.load(json.dumps(tree).encode(), name="face.gltf")
    (instance,) = asset.rig.instances
    tab = opened(asset, at=STILL)
    before = vertices(tab, instance.node)
    tab.click("[data-tab=shapes]")
    slider = tab.locator(f'[data-shape="{instance.node}.0"] input[type=range]')
    slider.fill("1")
    after = vertices(tab, instance.node)
    pose = asset.rig.rest_pose().with_blend(instance.node, [1.0, 0.0])
    (ours,) = pantin.deform(asset.rig, pose)
    assert np.abs(after - before).max() > 0.01
    assert after == pytest.approx(ours.positions, abs=SAME)
    tab.locator('[data-expression="glum"] input[type=range]').fill("1")
    (both,) = pantin.deform(asset.rig, asset.rig.rest_pose().with_blend(instance.node, [1.0, 0.5]))
    assert vertices(tab, instance.node) == pytest.approx(both.positions, abs=SAME)


def material_values(tab, index):
    """Colours and texture transform of a material as three.js has them."""
    return tab.evaluate(
        "(index) => { window.pantin.vertices(0); const { surfaces, gltf } = window.pantin.model;"
        " const of = ({ mesh }) => [mesh.material].flat()[0];"
        " const found = surfaces.map(of).find((m) => gltf.parser.associations.get(m)?.materials === index);"
        " return { color: found.color.toArray(), emissive: found.emissive?.toArray(),"
        " shade: found.shadeColorFactor?.toArray(), opacity: found.opacity,"
        " scale: found.map?.repeat.toArray(), offset: found.map?.offset.toArray() }; }",
        index,
    )


def test_expressions_colour_materials_and_override_each_other(opened):
    """As `with_expression` does, which the tests of tests/rig compare with the text and three-vrm."""
    asset = pantin.load(EXAMPLES / "vrm" / "avatar.vrm")
    (face,) = {bind.node for found in asset.rig.character.expressions for bind in found.morphs}
    tab = opened(asset)
    tab.click("[data-tab=shapes]")
    plain, rest = material_values(tab, 0), vertices(tab, face)
    for happy, aa in ((0.5, 1.0), (1.0, 0.4), (0.0, 0.0)):
        move(tab, "happy", happy)
        move(tab, "aa", aa)
        pose = asset.rig.rest_pose().with_expression("happy", happy).with_expression("aa", aa)
        (ours,) = [mesh for mesh in pantin.deform(asset.rig, pose) if mesh.node == face][:1]
        assert vertices(tab, face) == pytest.approx(ours.positions, abs=SAME)
        change = material_changes(pose).get(0, MaterialChange())
        expected = change.color("color", (*plain["color"], plain["opacity"]))
        assert material_values(tab, 0)["color"] == pytest.approx(expected[:3], abs=1e-6)
    assert material_values(tab, 0) == plain
    assert vertices(tab, face) == pytest.approx(rest)
    move(tab, "happy", 1)
    assert differing(shot(tab, "happy"), (move(tab, "happy", 0), shot(tab, "not-happy"))[1]) > 200


def test_expressions_move_textures_and_shades_of_mtoon(opened, textured):
    pixels = [[[255, 0, 0], [0, 255, 0]], [[0, 0, 255], [255, 255, 0]]]
    mtoon = {"specVersion": "1.0", "shadeColorFactor": [0.5, 0.5, 0.5], "shadeMultiplyTexture": {"index": 0}}
    transform = {"extensions": {"KHR_texture_transform": {"offset": [0.25, 0]}}}
    texture = {"pbrMetallicRoughness": {"baseColorTexture": {"index": 0, **transform}}}
    asset = textured(pixels, {"extensions": {"VRMC_materials_mtoon": mtoon}, **texture})
    slide = {"textureTransformBinds": [{"material": 0, "scale": [2, 1], "offset": [0.75, 0.5]}]}
    shade = {"materialColorBinds": [{"material": 0, "type": "shadeColor", "targetValue": [1, 0, 0, 1]}]}
    asset.document.set("/extensions", {"VRMC_vrm": {"expressions": {"custom": {"s": slide, "red": shade}}}})
    tab = opened(asset)
    tab.click("[data-tab=shapes]")
    before = shot(tab, "texture")
    move(tab, "s", 0.5)
    move(tab, "red", 0.5)
    values = material_values(tab, 0)
    assert (values["scale"], values["offset"]) == ([1.5, 1], [0.5, 0.25])
    assert values["shade"] == [0.75, 0.25, 0.25]
    assert differing(before, shot(tab, "texture-moved")) > 1000


POSES = """
version: "0.5"
meshes: [{id: m, primitives: [{id: p, type: capsule, dimensions: {radius: 0.1, height: 1}}]}]
armatures:
  - id: rig
    bones:
      - {id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
      - {id: tip, parent: root, head: [0, 0.2, 0], tail: [0.7, 1.2, 0]}
bindings:
  - mesh_id: m
    armature_id: rig
    weight_maps:
      - primitive_id: p
        gradients:
          - {axis: y, range: [0, 0.4], from: {bone_id: root, weight: 1}, to: {bone_id: tip, weight: 1}}
poses:
  - {id: bent, bones: {tip: {rotation: [0.8, 0, 0, 0.6], translation: [0, 0.1, 0]}}}
  - {id: still, bones: {}}
"""


def test_a_pose_of_a_source_has_a_slider_and_a_leaf_bone_its_tail(opened):
    asset = pantin.compile(POSES.encode())
    tab = opened(asset)
    tab.click("[data-tab=shapes]")
    assert tab.locator("#shapes .sub").all_inner_texts() == ["Poses"]
    assert tab.locator("#shapes [data-pose]").count() == 2
    tab.locator('[data-pose="bent"] input[type=range]').fill("1")
    (ours,) = pantin.compile(POSES.encode(), pose="bent").rig.meshes[0].surfaces
    assert vertices(tab, 0) == pytest.approx(ours.positions, abs=SAME)
    end = tab.evaluate("window.pantin.skeleton.tip({ joint: 2, to: null, above: 1 }).toArray()")
    # (0.7, 1, 0) turned by the quaternion: cos = 0.28, sin = 0.96; then moved with the bone.
    assert end == pytest.approx([0.28 * 0.7 - 0.96, 0.96 * 0.7 + 0.28 + 0.3, 0], abs=1e-6)
    tab.locator('[data-pose="bent"] input[type=range]').fill("0")
    (rest,) = pantin.deform(asset.rig, asset.rig.rest_pose())
    assert vertices(tab, 0) == pytest.approx(rest.positions, abs=SAME)


def on_screen(tab, node):
    """Where a joint is in the window."""
    return tab.evaluate(
        """(node) => {
            const { stage, skeleton } = window.pantin;
            const seen = skeleton.positionOf(node).clone().project(stage.camera);
            return [(seen.x + 1) / 2 * innerWidth, (1 - seen.y) / 2 * innerHeight];
        }""",
        node,
    )


def test_dragging_a_bone_turns_it_and_reset_turns_it_back(opened, arm):
    tab = opened(arm, at=STILL, size=(1200, 600))
    before = vertices(tab, 3)
    (x0, y0), (x1, y1) = on_screen(tab, 1), on_screen(tab, 2)
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    tab.mouse.click(x, y)
    assert tab.inner_text("#card-name") == "elbow"
    frames(tab)  # the view may have left room for the card
    (x0, y0), (x1, y1) = on_screen(tab, 1), on_screen(tab, 2)
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    tab.mouse.move(x, y)
    tab.mouse.down()
    for step in range(1, 6):
        tab.mouse.move(x + 16 * step, y + 4 * step)
    tab.mouse.up()
    turned = vertices(tab, 3)
    assert np.abs(turned - before).max() > 0.2
    # What hangs on the shoulder alone stays where it is.
    assert np.abs(turned - before).min() < 1e-6
    tab.click("#reset-bone")
    assert vertices(tab, 3) == pytest.approx(before, abs=1e-6)


def test_dragging_a_bone_that_is_not_selected_turns_the_view(opened, arm):
    tab = opened(arm, at=STILL)
    (x0, y0), (x1, y1) = on_screen(tab, 1), on_screen(tab, 2)
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    before = tab.evaluate("window.pantin.stage.camera.position.toArray()")
    tab.mouse.move(x, y)
    tab.mouse.down()
    tab.mouse.move(x + 60, y + 10, steps=3)
    tab.mouse.up()
    assert (
        np.abs(np.subtract(before, tab.evaluate("window.pantin.stage.camera.position.toArray()"))).max()
        > 0.05
    )
    assert tab.evaluate("[window.pantin.store.state.selected, window.pantin.store.state.edits.size]") == [
        None,
        0,
    ]


def test_dragging_beside_the_model_turns_the_view(opened, arm):
    tab = opened(arm)
    before = tab.evaluate("window.pantin.stage.camera.position.toArray()")
    tab.mouse.move(620, 400)
    tab.mouse.down()
    tab.mouse.move(680, 410, steps=3)
    tab.mouse.up()
    after = tab.evaluate("window.pantin.stage.camera.position.toArray()")
    assert np.abs(np.subtract(before, after)).max() > 0.05


def test_springs_play_as_pantin_baked_them(opened, hanging_strand):
    tab = opened(hanging_strand)
    assert [one["springs"] for one in tab.evaluate("window.pantin.data.clips")] == [True]
    assert len(tab.evaluate("window.pantin.data.colliders")) == 1
    tab.keyboard.press("Space")
    tab.wait_for_function("() => window.pantin.store.state.time > 0.2", timeout=60_000)
    tab.keyboard.press("Space")
    shot(tab, "springs")
    baked = bake_springs(*swaying(hanging_strand)).rig
    for time in (0.5, 1.5):
        at_clip(tab, 0, time)
        tab.evaluate("window.pantin.vertices(0)")
        theirs = tab.evaluate("[1, 2, 3, 4].map((node) => window.pantin.skeleton.positionOf(node).toArray())")
        ours = world_transforms(baked, pantin.sample(baked, 1, time))[1:5, :, 3]
        assert np.abs(ours - theirs).max() < SAME
    assert np.abs(ours[3] - [0, -1, 0]).max() > 0.01


def swaying(asset):
    """The asset with the clip that moves models which have none, and the number of that clip."""
    document = asset.document.copy()
    return Asset(asset.path, GLTF, document=document), append_clip(document, sway_clip(asset.rig))


def stretched():
    """A strand beside every kind of collider, on nodes that are stretched, turned, mirrored and flat."""
    turn = np.array([0.5, 0.1, -0.3, 0.8])
    nodes = [
        Node("stretched", scale=(1.5, 0.7, 1.1)),
        Node("mirrored", 0, (0.1, 0.2, 0.3), turn / np.linalg.norm(turn), (-1.0, 1.6, 1.0)),
        Node("flat", 1, scale=(1.0, 0.0, 1.0)),
        *(Node(f"joint {index}", 0 if index == 0 else index + 2, (0.0, -0.25, 0.0)) for index in range(4)),
    ]
    asset = Asset("stretched.glb", GLTF, document=write(build(nodes=nodes, scenes=[Scene((0,))])))
    ends = ((0.1, 0.2, 0.05), 0.2, (-0.1, 0.3, 0.2))
    colliders = [
        *(Collider(1, shape, *ends, inside=inside) for shape in ("sphere", "capsule") for inside in (0, 1)),
        Collider(1, "plane", ends[0], normal=(0.48, 0.6, 0.64)),
        Collider(2, "plane", ends[0], normal=(0.48, 0.6, 0.64)),
        Collider(2, "capsule", *ends),
    ]
    chain = Spring(tuple(SpringJoint(node, 0.02, 0.2, 0.3) for node in range(3, 7)), (0,))
    groups = (ColliderGroup(tuple(range(len(colliders)))),)
    lower(asset.document, SpringSettings((chain,), tuple(colliders), groups))
    return Asset(asset.path, GLTF, document=asset.document)


def off_surface(placed, points):
    """How far points are from the surface of a collider as it is simulated."""
    along = placed.direction
    away = points - placed.position
    if placed.collider.shape == "plane":
        return np.abs(away @ along)
    if placed.collider.shape == "capsule":
        away = away - np.clip(away @ along / (along @ along), 0, 1)[:, None] * along
    return np.abs(np.linalg.norm(away, axis=1) - placed.radius)


def test_colliders_are_drawn_where_the_simulation_has_them(opened):
    asset = stretched()
    tab = opened(asset)
    shot(tab, "colliders")
    baked = bake_springs(*swaying(asset)).rig
    for time in (0.0, 0.7):
        at_clip(tab, 0, time)
        for index, placed in enumerate(world_colliders(pantin.sample(baked, 1, time))):
            points = np.array(tab.evaluate(f"window.pantin.collider({index})")).reshape(-1, 3)
            assert len(points) >= 4
            assert off_surface(placed, points).max() < SAME
            if placed.collider.shape == "plane":
                facing = np.cross(points[2] - points[0], points[1] - points[0])
                assert facing / np.linalg.norm(facing) == pytest.approx(placed.direction, abs=SAME)
            else:
                # Shapes that are drawn whole, not a part of their surface.
                middle = placed.position + (placed.direction / 2 if placed.collider.shape == "capsule" else 0)
                assert (points.max(0) + points.min(0)) / 2 == pytest.approx(middle, abs=0.1 * placed.radius)


def test_a_plane_that_pushes_nothing_is_not_drawn(opened):
    asset = stretched()
    asset.document.set("/nodes/2/scale", [0.0, 0.0, 1.0])
    tab = opened(Asset(asset.path, GLTF, document=asset.document))
    assert tab.evaluate("window.pantin.collider(5)") == []
    assert tab.evaluate("window.pantin.collider(4)") != []


def test_a_surface_that_three_cannot_skin_is_shown_as_pantin_posed_it(opened):
    """Five joints per vertex, and a clip: three.js would leave the fifth out."""
    asset = Asset("many.glb", GLTF, document=write(many_jointed()))
    tab = opened(asset)
    compared(tab, asset.rig, 0, (0.0, 0.5, 1.0))
    assert not tab.is_visible("#approximate")
    tab.click('#tree [data-node="1"]')
    tab.locator("#turns input[type=range]").first.fill("30")
    tab.wait_for_selector("#approximate", state="visible")
    assert "up to 5 influences" in tab.inner_text("#approximate")


def many_jointed():
    """A square that five joints move in equal parts, of which a clip moves the last."""
    square = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], np.float32)
    influences = Influences(np.arange(0, 25, 5), np.tile(np.arange(5), 4), np.full(20, 0.2, np.float32))
    surface = Surface(square, indices=np.array([0, 1, 2, 0, 2, 3], np.uint16), influences=influences)
    moved = Channel(5, "translation", np.float32([0, 1]), np.float32([[0, 0, 0], [5, 0, 0]]))
    return build(
        nodes=[Node("square"), *(Node(f"joint {index}") for index in range(5))],
        meshes=[Mesh((surface,))],
        skins=[Skin(np.arange(1, 6))],
        instances=[Instance(0, 0, skin=0)],
        clips=[Clip((moved,), "pull")],
        scenes=[Scene(tuple(range(6)))],
    )


def test_names_from_a_file_are_shown_as_text(opened, arm):
    """A name that is markup in the tree, on the card, over the view, among clips and as the title."""
    evil = "<img src=x onerror=\"document.title='owned'\"></script><script>document.title='owned'</script>"
    document = arm.document.copy()
    for node in range(4):
        document.set(f"/nodes/{node}/name", evil)
    document.set("/animations/0/name", evil + "{{model}}<!--")
    asset = Asset(f"{evil.replace('/', '')}.glb", GLTF, document=document)
    tab = opened(asset)
    tab.click('#tree [data-node="1"]')
    tab.keyboard.press("n")
    assert tab.inner_text("#card-name") == evil
    assert tab.inner_text('#tree [data-node="1"]') == evil
    assert tab.locator("#tree img, #card img, #labels img").count() == 0
    assert evil in tab.inner_text("#clip")
    assert tab.title() == asset.path


def test_a_finding_selects_the_node_it_speaks_of(opened):
    tab = opened(pantin.load(EXAMPLES / "broken.gltf"))
    tab.click("[data-tab=findings]")
    tab.locator("#findings button[data-node]").first.click()
    shot(tab, "findings")
    chosen = tab.evaluate("window.pantin.store.state.selected")
    assert tab.get_attribute("#findings button[data-node] >> nth=0", "data-node") == str(chosen)
    assert tab.is_visible("#card")


def test_a_link_shows_what_its_sender_saw(opened, arm):
    tab = opened(arm)
    tab.click('#tree [data-node="1"]')
    tab.locator("#turns input[type=range]").first.fill("40")
    tab.keyboard.press("w")
    at_clip(tab, 0, 0.5)
    before = vertices(tab, 3)
    tab.evaluate(
        "navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve() }"
    )
    tab.keyboard.press("l")
    link = tab.evaluate("window.copied")
    other = opened(arm, at=link[link.index("#") :])
    assert other.inner_text("#card-name") == "elbow"
    assert other.get_attribute("[data-part=wireframe]", "aria-pressed") == "true"
    assert vertices(other, 3) == pytest.approx(before, abs=1e-3)


def test_every_part_is_shown_and_hidden_and_every_key_does_what_it_says(opened, arm):
    tab = opened(arm, size=(500, 400), dark=True)
    before = shot(tab, "parts")
    assert before[5, 320].sum() < 200
    for part in ("skeleton", "mesh", "wireframe", "normals", "grid", "axes", "names"):
        tab.click(f"[data-part={part}]")
        frames(tab)
        after = shot(tab, f"parts-{part}")
        assert differing(before, after) > 100, part
        before = after
    tab.keyboard.press("d")
    tab.wait_for_timeout(250)  # the theme fades
    frames(tab)
    assert shot(tab, "light")[5, 320].sum() > 600
    from_x = tab.evaluate("window.pantin.stage.camera.position.x")
    tab.keyboard.press("t")
    tab.wait_for_function(
        "(x) => Math.abs(window.pantin.stage.camera.position.x - x) > 1e-3", arg=from_x, timeout=60_000
    )
    tab.keyboard.press("t")
    tab.keyboard.press("?")
    assert "weight map" in tab.inner_text("#help")
    tab.keyboard.press("Escape")
    assert not tab.is_visible("#help")


def test_the_keyboard_alone_is_enough(opened, arm):
    """The space bar presses what has the focus, and plays otherwise; the tab key stops at one row of the
    tree."""
    tab = opened(arm, at=STILL)
    assert tab.locator('#tree [tabindex="0"]').count() == 1
    tab.focus('#tree [tabindex="0"]')
    tab.keyboard.press("ArrowDown")
    assert tab.get_attribute('#tree [tabindex="0"]', "aria-selected") == "true"
    tab.focus("#heat-box")
    tab.keyboard.press("Space")
    assert tab.is_checked("#heat-box")
    assert tab.get_attribute("#play", "aria-label") == "Play"
    tab.click("[data-part=grid]")
    tab.keyboard.press("Space")
    assert tab.get_attribute("#play", "aria-label") == "Pause"
    assert tab.get_attribute("[data-part=grid]", "aria-pressed") == "false"
    unnamed = tab.evaluate(
        "[...document.querySelectorAll('button')].filter(b => !(b.ariaLabel || b.textContent.trim())).length"
    )
    assert unnamed == 0


def test_a_surface_without_normals_has_those_of_its_triangles(opened):
    """glTF 2.0 §3.7.2.1: flat normals; a square that faces +z would be black without them."""
    corners = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], np.float32)
    surface = Surface(corners, indices=np.array([0, 1, 2, 0, 2, 3], np.uint16))
    rig = build(
        nodes=[Node("square")],
        meshes=[Mesh((surface,))],
        instances=[Instance(0, 0)],
        scenes=[Scene((0,))],
    )
    tab = opened(Asset("square.glb", GLTF, document=write(rig)))
    tab.keyboard.press("o")
    frames(tab)
    red, green, blue = shot(tab, "flat-normals")[260, 500].tolist()
    # Seen from its left the square's normal leads to the right and towards the camera.
    assert blue > 200
    assert red < blue
    assert green > 90


def test_a_link_to_a_tiny_model_and_one_with_nonsense(opened):
    """Positions keep six digits, whatever the size; what no model has is left alone."""
    grain = build(nodes=[Node("a"), Node("b", 0, (0.0, 1e-6, 0.0))], scenes=[Scene((0,))])
    tab = opened(
        Asset("grain.glb", GLTF, document=write(grain)),
        at="#show=mesh&pose=-1:0,0,0,1;1:9,0,0,0;0.5:0,0,0,1&blend=x:1",
    )
    assert tab.evaluate("window.pantin.store.state.edits.size + window.pantin.store.state.weights.size") == 0
    tab.evaluate(
        "navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve() }"
    )
    tab.keyboard.press("l")
    stood = tab.evaluate("window.pantin.stage.camera.position.toArray()")
    link = tab.evaluate("window.copied")
    other = opened(Asset("grain.glb", GLTF, document=write(grain)), at=link[link.index("#") :])
    assert other.evaluate("window.pantin.stage.camera.position.toArray()") == pytest.approx(stood, rel=1e-3)


def test_a_telephone_has_the_same_page(opened, arm):
    tab = opened(arm, size=(390, 780))
    assert not tab.is_visible("#panel")
    shot(tab, "phone")
    tab.click("[data-key=p]")
    assert tab.is_visible("#panel")
    tab.click('#tree [data-node="1"]')
    shot(tab, "phone-panel")
    card, panel = (tab.locator(one).bounding_box() for one in ("#card", "#panel"))
    assert panel["y"] - card["y"] - card["height"] > 150  # the model is between them
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_notebook_shows_an_asset_in_a_frame_of_its_own(browser, arm, tmp_path, monkeypatch):
    tab = browser.new_page()
    path = tmp_path / "notebook.html"
    monkeypatch.setattr(notebook, "_sent_by", notebook.NEVER)
    first, second = arm._repr_html_(), arm._repr_html_()
    path.write_text(f"<body>{first}<div>{second}</div>", encoding="utf-8")
    tab.goto(path.as_uri())
    other = tab.frame_locator("div iframe").locator("html[data-ready=all]")
    other.wait_for(state="attached", timeout=120_000)
    shown = tab.frame_locator("body > iframe")
    shown.locator("html[data-ready=all]").wait_for(state="attached", timeout=120_000)
    assert tab.get_attribute("body > iframe", "sandbox") == "allow-scripts"
    shown.locator("[data-key=l]").click()
    assert "No link" in shown.locator("#toast").inner_text()
    tab.close()


def test_a_watched_page_tells_what_is_wrong_and_loads_itself_again(browser, arm):
    with PageServer(build_page(arm, live=1)) as server:
        tab = browser.new_page()
        tab.goto(server.url)
        tab.wait_for_selector("html[data-ready=all]", state="attached", timeout=120_000)
        tab.keyboard.press("w")
        problem = {
            "rule": "RIGY-V06",
            "severity": "error",
            "message": "<b>no</b>",
            "location": "line 3:7",
            "node": None,
        }
        server.report_problems([problem])
        tab.wait_for_selector("#problems", state="visible")
        assert "line 3:7" in tab.inner_text("#problems")
        assert "<b>no</b>" in tab.inner_text("#problems")
        with tab.expect_navigation(timeout=120_000, wait_until="commit"):
            server.replace(build_page(arm, live=2))
        tab.wait_for_selector("html[data-ready=all]", state="attached", timeout=120_000)
        assert tab.get_attribute("[data-part=wireframe]", "aria-pressed") == "true"
        assert not tab.is_visible("#problems")
        tab.close()
