"""What goes into the page and out of it: poses and clips in several formats, dropped files, pictures."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest
from page_tab import STILL, at_clip, vertices

import pantin
from pantin.formats.gltf import FORMAT as GLTF
from pantin.formats.gltf.new import write
from pantin.maths.quaternion import conjugate, product, rotate
from pantin.rig import BlendShape, Channel, Clip, Deltas, Instance, Mesh, Node, Scene, Surface, build
from pantin.rig.gaze import eye_rotations, look_angles
from pantin.verbs.asset import Asset

EXAMPLES = Path(__file__).parents[2] / "examples"

BONES = {
    "hips": (-1, (0, 1, 0)),
    "spine": ("hips", (0, 0.2, 0)),
    "head": ("spine", (0, 0.4, 0)),
    "leftEye": ("head", (0.04, 0.06, 0.08)),
    "rightEye": ("head", (-0.04, 0.06, 0.08)),
    "leftUpperLeg": ("hips", (0.1, -0.05, 0)),
    "leftLowerLeg": ("leftUpperLeg", (0, -0.4, 0)),
    "leftFoot": ("leftLowerLeg", (0, -0.4, 0)),
    "rightUpperLeg": ("hips", (-0.1, -0.05, 0)),
    "rightLowerLeg": ("rightUpperLeg", (0, -0.4, 0)),
    "rightFoot": ("rightLowerLeg", (0, -0.4, 0)),
    "leftUpperArm": ("spine", (0.2, 0.3, 0)),
    "leftLowerArm": ("leftUpperArm", (0.25, 0, 0)),
    "leftHand": ("leftLowerArm", (0.25, 0, 0)),
    "rightUpperArm": ("spine", (-0.2, 0.3, 0)),
    "rightLowerArm": ("rightUpperArm", (-0.25, 0, 0)),
    "rightHand": ("rightLowerArm", (-0.25, 0, 0)),
}


def character(**members):
    """The bones that VRM 1.0 requires, eyes that turn, and an expression."""
    names = list(BONES)
    nodes = [
        Node(name, names.index(parent) if parent in BONES else -1, tuple(map(float, place)))
        for name, (parent, place) in BONES.items()
    ]
    asset = Asset("person.vrm", GLTF, document=write(build(nodes=nodes, scenes=[Scene((0,))])))
    human = {"humanBones": {name: {"node": node} for node, name in enumerate(names)}}
    ranges = {"inputMaxValue": 60.0, "outputScale": 30.0}
    names_of_ranges = ("HorizontalInner", "HorizontalOuter", "VerticalDown", "VerticalUp")
    look_at = {f"rangeMap{name}": ranges for name in names_of_ranges}
    look_at |= {"type": "bone", "offsetFromHeadBone": [0.0, 0.06, 0.05]}
    meta = {"name": "person", "authors": ["somebody"], "licenseUrl": "https://vrm.dev/licenses/1.0/"}
    vrm = {"specVersion": "1.0", "meta": meta, "humanoid": human, "lookAt": look_at, **members}
    asset.document.set("/extensionsUsed", ["VRMC_vrm"])
    asset.document.set("/extensions", {"VRMC_vrm": vrm})
    return Asset(asset.path, GLTF, document=asset.document)


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


def drop(tab, name, data):
    """Drop a file; gives what the page says of it."""
    return tab.evaluate(
        "([name, bytes]) => window.pantin.drop.take(new File([new Uint8Array(bytes)], name))",
        [name, list(data)],
    )


def test_poses_and_clips_are_dropped_onto_the_page(opened, arm):
    tab = opened(arm, at=STILL)
    pose = {"nodes": {"elbow": {"rotation": [0, 0, 0.6, 0.8]}, "tail": {"rotation": [0, 0, 0, 1]}}}
    said = drop(tab, "wave.json", json.dumps(pose).encode())
    assert said == "Pose taken: 1 nodes, 0 weights; not in this model: tail"
    ours = arm.rig.rest_pose().with_local("elbow", rotation=(0, 0, 0.6, 0.8))
    assert vertices(tab, 3) == pytest.approx(pantin.deform(arm.rig, ours)[0].positions, abs=1e-5)
    turn = Channel(1, "rotation", np.array([0.0, 4.0]), np.array([[0, 0, 0, 1], [0, 0, 1, 0.0]]))
    other = build(
        nodes=[Node("shoulder"), Node("elbow", 0)], clips=[Clip((turn,), "spin")], scenes=[Scene((0,))]
    )
    data = io.BytesIO()
    pantin.save(Asset.of_rig(other, "spin.glb"), data)
    assert drop(tab, "spin.glb", data.getvalue()) == "Clip of spin.glb added"
    state = tab.evaluate("window.pantin.store.state")
    assert (state["clip"], tab.locator("#clip option").last.inner_text()) == (1, "spin")


PLAYED = "This page plays .vrma on a VRM, and clips for this skeleton"
TIMES = np.array([0.0, 0.5, 1.0])


def unit(random, *shape):
    quaternions = random.normal(size=(*shape, 4))
    return quaternions / np.linalg.norm(quaternions, axis=-1, keepdims=True)


def motion_for_any_vrm(interpolation):
    """Random keys for all bones of a taller character whose bones are turned at rest, and who walks."""
    random = np.random.default_rng(5)
    names = [name for name in BONES if not name.endswith("Eye")]
    turns = {-1: np.array([0.0, 0.6, 0.0, 0.8])} | {name: unit(random) for name in names}
    nodes = [Node("ground", -1, (0.2, 0.3, 0.1), tuple(turns[-1].tolist()))]
    for name in names:
        parent, place = BONES[name]
        back = conjugate(turns[parent])
        offset = 1.5 * np.array(place) - (np.array(nodes[0].translation) if parent == -1 else 0)
        above = 0 if parent == -1 else 1 + names.index(parent)
        local = product(back, turns[name]).tolist()
        nodes.append(Node(name, above, tuple(rotate(back, offset).tolist()), tuple(local)))
    stored = (3, 3) if interpolation == "CUBICSPLINE" else (3,)
    channels = [
        Channel(node, "rotation", TIMES, unit(random, *stored), interpolation)
        for node in range(1, len(nodes))
    ]
    steps = random.normal(size=(*stored, 3))
    channels.append(Channel(1, "translation", TIMES, steps, interpolation))
    rig = build(nodes=nodes, clips=[Clip(tuple(channels), "walk")], scenes=[Scene((0,))])
    document = write(rig)
    bones = {name: {"node": 1 + index} for index, name in enumerate(names)}
    document.set("/extensionsUsed", ["VRMC_vrm_animation"])
    extension = {"specVersion": "1.0", "humanoid": {"humanBones": bones}}
    document.set("/extensions", {"VRMC_vrm_animation": extension})
    return Asset("walk.vrma", GLTF, document=document)


@pytest.mark.parametrize("interpolation", ["LINEAR", "STEP", "CUBICSPLINE"])
def test_a_motion_for_any_vrm_moves_the_bones_as_retarget_does(opened, interpolation):
    """The keys of `pantin retarget`, which agrees with three-vrm-animation."""
    person, motion = character(), motion_for_any_vrm(interpolation)
    data = io.BytesIO()
    pantin.save(motion, data)
    tab = opened(person, at=STILL)
    assert drop(tab, "walk.vrma", data.getvalue()) == "Motion of walk.vrma added"
    rig = pantin.retarget(pantin.load(data.getvalue(), name="walk.vrma"), person).asset.rig
    for time in TIMES:
        places = tab.evaluate(
            """(time) => {
              const { store, objects, model } = pantin;
              store.change(["clip", "time"], (state) => Object.assign(state, { playing: false, time }));
              objects.pose();
              model.root.updateMatrixWorld(true);
              return model.nodes.map(({ matrixWorld }) => matrixWorld.elements.slice(12, 15));
            }""",
            time,
        )
        worlds = pantin.motion.world_transforms(rig, pantin.sample(rig, 0, time))
        assert places == pytest.approx(worlds[:, :3, 3], abs=1e-4)


EXPRESSIONS = {
    "preset": {
        "happy": {"morphTargetBinds": [{"node": 17, "index": 0, "weight": 0.8}], "overrideBlink": "blend"},
        "blink": {"morphTargetBinds": [{"node": 17, "index": 1, "weight": 1.0}]},
        "lookLeft": {"morphTargetBinds": [{"node": 17, "index": 2, "weight": 1.0}]},
        "lookUp": {"morphTargetBinds": [{"node": 17, "index": 3, "weight": 0.5}]},
    },
    "custom": {"smirk": {"morphTargetBinds": [{"node": 17, "index": 0, "weight": 0.3}], "isBinary": True}},
}


def character_with_a_face(kind):
    """The character with a triangle of four blend shapes, which expressions move; eyes of either kind."""
    person = character()
    corners = np.eye(3, dtype=np.float32)
    shapes = [BlendShape(Deltas(np.full((3, 3), 0.1 * (1 + index), np.float32))) for index in range(4)]
    mesh = Mesh((Surface(corners, blend_shapes=tuple(shapes)),), blend_names=("smile", "lids", "left", "up"))
    nodes = [*person.rig.nodes, Node("face")]
    rig = build(nodes=nodes, meshes=[mesh], instances=[Instance(len(nodes) - 1, 0)], scenes=[Scene((0, 17))])
    document = write(rig)
    document.set("/extensionsUsed", ["VRMC_vrm"])
    vrm = person.document.get("/extensions/VRMC_vrm")
    look_at = vrm["lookAt"] | {"type": kind}
    if kind == "expression":
        look_at = {
            name: value | {"outputScale": 1.0} if isinstance(value, dict) else value
            for name, value in look_at.items()
        }
    document.set("/extensions", {"VRMC_vrm": {**vrm, "lookAt": look_at, "expressions": EXPRESSIONS}})
    return Asset("person.vrm", GLTF, document=document)


def motion_of_a_face():
    """Weights and a gaze that change, and an expression and a bone that the character does not have."""
    names = ["hips", "jaw", "happy", "blink", "smirk", "surprised", "gaze"]
    weights = {2: (0.0, 0.6, 1.0), 3: (1.0, 1.0, 0.5), 4: (0.2, 0.7, 0.4), 5: (1.0, 1.0, 1.0)}
    keys = [
        Channel(node, "translation", TIMES, [[weight, 0, 0] for weight in values])
        for node, values in weights.items()
    ]
    turns = unit(np.random.default_rng(8), 3) * 0.3 + [0, 0, 0, 1]
    keys.append(Channel(6, "rotation", TIMES, turns / np.linalg.norm(turns, axis=1, keepdims=True)))
    keys.append(Channel(1, "rotation", TIMES, np.tile([0.0, 0, 0, 1], (3, 1))))
    rig = build(
        nodes=[Node(name) for name in names],
        clips=[Clip(tuple(keys), "talk")],
        scenes=[Scene(tuple(range(7)))],
    )
    document = write(rig)
    named = {name: {"node": node} for node, name in enumerate(names)}
    extension = {
        "specVersion": "1.0",
        "humanoid": {"humanBones": {"hips": {"node": 0}, "jaw": {"node": 1}}},
        "expressions": {
            "preset": {name: named[name] for name in ("happy", "blink", "surprised")},
            "custom": {"smirk": named["smirk"]},
        },
        "lookAt": named["gaze"],
    }
    document.set("/extensionsUsed", ["VRMC_vrm_animation"])
    document.set("/extensions", {"VRMC_vrm_animation": extension})
    return Asset("talk.vrma", GLTF, document=document)


@pytest.mark.parametrize("kind", ["bone", "expression"])
def test_a_motion_for_any_vrm_moves_the_face_as_retarget_does(opened, kind):
    """Expressions with their overrides, and eyes that bones or expressions turn."""
    person, motion = character_with_a_face(kind), motion_of_a_face()
    data = io.BytesIO()
    pantin.save(motion, data)
    tab = opened(person, at=STILL)
    said = drop(tab, "talk.vrma", data.getvalue())
    assert said == "Motion of talk.vrma added; without effect on this model: jaw, surprised"
    rig = pantin.retarget(pantin.load(data.getvalue(), name="talk.vrma"), person).asset.rig
    for time in TIMES:
        at_clip(tab, 0, float(time))
        tab.evaluate("window.pantin.objects.pose()")
        ours = pantin.sample(rig, 0, time)
        shown = tab.evaluate("window.pantin.model.nodes[17].morphTargetInfluences")
        assert shown == pytest.approx(ours.blend[0], abs=1e-5)
        for eye in ("leftEye", "rightEye"):
            node = rig.node_index(eye)
            theirs = tab.evaluate(f"window.pantin.model.nodes[{node}].quaternion.toArray()")
            assert abs(np.dot(ours.rotations[node], theirs)) == pytest.approx(1, abs=1e-6)
    slider = tab.locator('[data-expression="happy"] input[type=range]')
    assert float(slider.input_value()) == pytest.approx(1)
    slider.evaluate("(input) => { input.value = 0; input.dispatchEvent(new Event('input')); }")
    tab.evaluate("window.pantin.objects.pose()")
    assert tab.evaluate("window.pantin.model.nodes[17].morphTargetInfluences[0]") == pytest.approx(0)


def test_what_a_page_cannot_show_is_refused_with_a_sentence(opened, arm):
    tab = opened(arm, at=STILL)
    square = build(nodes=[Node("a")], scenes=[Scene((0,))])
    data = io.BytesIO()
    pantin.save(Asset.of_rig(square, "a.glb"), data)
    answers = {
        "hero model.glb": (
            data.getvalue(),
            "This page shows one model. To see it: pantin view 'hero model.glb'",
        ),
        "walk.vrma": (b"glTF", f"{PLAYED}. Try: pantin view arm.glb --motion walk.vrma"),
        "walk.bvh": (b"HIERARCHY", f"{PLAYED}. Try: pantin view arm.glb --motion walk.bvh"),
        "notes.txt": (b"hello", "This page takes pose files (.json), clips for this skeleton"),
        "broken.json": (b"{", "broken.json cannot be read: "),
        "list.json": (b"[1]", "list.json is no pose file"),
        "broken.glb": (b"glTFgarbage", "broken.glb cannot be read: "),
    }
    for name, (content, words) in answers.items():
        assert drop(tab, name, content).startswith(words), name
    assert tab.evaluate("window.pantin.store.isPosed") is False


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
    tab.wait_for_timeout(100)
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
