"""Files that are dropped onto the page: poses, clips, motions for any VRM, models, and what it refuses."""

from __future__ import annotations

import base64
import io
import json
from pathlib import Path

import numpy as np
import pytest
from page_tab import STILL, at_clip, frames, vertices
from small_character import BONES, character

import pantin
from pantin.formats.gltf import FORMAT as GLTF
from pantin.formats.gltf.new import write
from pantin.maths.quaternion import conjugate, product, rotate
from pantin.rig import BlendShape, Channel, Clip, Deltas, Instance, Mesh, Node, Scene, Surface, build
from pantin.verbs.asset import Asset

EXAMPLES = Path(__file__).parents[2] / "examples"


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
    assert said == "Pose applied: 1 nodes, 0 weights; not in this model: tail"
    ours = arm.rig.rest_pose().with_local("elbow", rotation=(0, 0, 0.6, 0.8))
    assert vertices(tab, 3) == pytest.approx(pantin.deform(arm.rig, ours)[0].positions, abs=1e-5)
    turn = Channel(1, "rotation", np.array([0.0, 4.0]), np.array([[0, 0, 0, 1], [0, 0, 1, 0.0]]))
    other = build(
        nodes=[Node("shoulder"), Node("elbow", 0)], clips=[Clip((turn,), "spin")], scenes=[Scene((0,))]
    )
    data = io.BytesIO()
    pantin.save(Asset.of_rig(other, "spin.glb"), data)
    assert drop(tab, "spin.glb", data.getvalue()) == "Added 1 clip from spin.glb"
    state = tab.evaluate("window.pantin.store.state")
    assert (state["clip"], tab.locator("#clip option").last.inner_text()) == (1, "spin")


PLAYED = "The viewer plays .vrma on a VRM, and clips made for this skeleton"
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
    assert drop(tab, "walk.vrma", data.getvalue()) == "Added the motion from walk.vrma"
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
    assert said == "Added the motion from talk.vrma; without effect on this model: jaw, surprised"
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
    frames(tab)
    assert float(slider.input_value()) == pytest.approx(1)
    slider.evaluate("(input) => { input.value = 0; input.dispatchEvent(new Event('input')); }")
    tab.evaluate("window.pantin.objects.pose()")
    assert tab.evaluate("window.pantin.model.nodes[17].morphTargetInfluences[0]") == pytest.approx(0)


def open_by_drop(tab, files):
    """Drop files as a user does, and wait for the page that they open."""
    with tab.expect_navigation(url=lambda url: url.startswith("blob:"), wait_until="commit"):
        tab.evaluate(
            """(files) => {
              const dataTransfer = new DataTransfer();
              for (const [name, bytes] of files)
                dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
              for (const kind of ["dragover", "drop"])
                dispatchEvent(new DragEvent(kind, { dataTransfer, cancelable: true }));
            }""",
            [[name, list(data)] for name, data in files.items()],
        )
    tab.wait_for_selector("html[data-ready=all], html[data-failed]", state="attached", timeout=120_000)
    assert tab.query_selector("html[data-failed]") is None, tab.inner_text("#problems")


def test_a_model_is_opened_and_the_way_back_leads_to_the_first(opened, arm):
    tab = opened(arm, at=STILL)
    tab.evaluate("window.pantin.store.edit(1, { rotation: [0, 0, 0.6, 0.8] })")
    face = pantin.load(EXAMPLES / "face.gltf")
    data = io.BytesIO()
    pantin.save(face, data, format=".glb")
    open_by_drop(tab, {"a </script> face.glb": data.getvalue()})
    assert tab.title() == tab.inner_text("#title") == "a </script> face.glb"
    names = tab.evaluate("window.pantin.data.names")
    assert names == list(face.rig.nodes.names)
    assert tab.locator("[data-shape]").count() == face.rig.meshes[0].blend_shape_count
    tab.click("[data-key=l]")
    assert tab.inner_text("#toast").startswith("No link to a dropped model")
    tab.click("#tab-button-findings")
    assert "Try: pantin check 'a </script> face.glb'" in tab.inner_text("#findings")
    node = face.rig.instances[0].node
    at_clip(tab, None, 0)
    assert vertices(tab, node) == pytest.approx(face.rig.meshes[0].surfaces[0].positions, abs=1e-6)
    tab.go_back(wait_until="commit")
    tab.wait_for_selector("html[data-ready=all]", state="attached", timeout=120_000)
    assert tab.inner_text("#title") == "arm.glb"
    assert tab.evaluate("window.pantin.store.editOf(1).rotation[2]") == pytest.approx(0.6)


def test_a_model_with_clips_for_this_one_is_opened_or_gives_its_clips(opened, arm):
    tab = opened(arm, at=STILL)
    data = list((EXAMPLES / "arm.glb").read_bytes())
    take = "([bytes]) => { window.said = pantin.drop.take(new File([new Uint8Array(bytes)], 'second.glb')); }"
    tab.evaluate(take, [data])
    tab.wait_for_selector("#dropped[open]")
    assert "1 clip for the skeleton shown here" in tab.inner_text("#dropped")
    tab.click("#add-dropped")
    assert tab.evaluate("window.said") == "Added 1 clip from second.glb"
    assert tab.evaluate("window.pantin.store.state.clip") == 1
    tab.evaluate(take, [data])
    tab.click("#close-dropped")
    assert tab.evaluate("window.said") == ""
    tab.evaluate(take, [data])
    with tab.expect_navigation(url=lambda url: url.startswith("blob:"), wait_until="commit"):
        tab.click("#open-dropped")
    tab.wait_for_selector("html[data-ready=all]", state="attached", timeout=120_000)
    assert tab.evaluate("[window.pantin.data.title, window.pantin.data.clips[0].name]") == [
        "second.glb",
        "bend",
    ]
    assert tab.evaluate("window.pantin.data.joints") == sorted(arm.rig.skins[0].joints.tolist())
    at_clip(tab, 0, 0.7)
    ours = pantin.deform(arm.rig, pantin.sample(arm.rig, 0, 0.7))[0].positions
    assert vertices(tab, arm.rig.instances[0].node) == pytest.approx(ours, abs=1e-4)


def test_a_model_in_several_files_is_dropped_with_all_of_them(opened, arm):
    face = pantin.load(EXAMPLES / "face.gltf")
    tree = json.loads((EXAMPLES / "face.gltf").read_bytes())
    data = base64.b64decode(tree["buffers"][0]["uri"].partition(",")[2])
    tree["buffers"][0]["uri"] = "data/my%20face.bin"
    tab = opened(arm, at=STILL)
    open_by_drop(tab, {"my face.bin": data, "face.gltf": json.dumps(tree).encode()})
    at_clip(tab, None, 0)
    shown = vertices(tab, face.rig.instances[0].node)
    assert shown == pytest.approx(face.rig.meshes[0].surfaces[0].positions, abs=1e-6)


def test_the_human_bones_of_a_dropped_vrm_are_known(opened, arm):
    """A motion for any VRM moves them, also those of VRM 0.x, whose thumbs have other names."""
    tab = opened(arm, at=STILL)
    data = io.BytesIO()
    pantin.save(character_with_a_face("bone"), data)
    open_by_drop(tab, {"person.vrm": data.getvalue()})
    assert tab.evaluate("window.pantin.data.humanoid") == {name: node for node, name in enumerate(BONES)}
    motion = io.BytesIO()
    pantin.save(motion_for_any_vrm("LINEAR"), motion)
    assert drop(tab, "walk.vrma", motion.getvalue()) == "Added the motion from walk.vrma"


def test_what_a_page_cannot_show_is_refused_with_a_sentence(opened, arm):
    tab = opened(arm, at=STILL)
    far = {"asset": {"version": "2.0"}, "buffers": [{"uri": "hero.bin", "byteLength": 4}]}
    packed = {"asset": {"version": "2.0"}, "extensionsRequired": ["KHR_draco_mesh_compression"]}
    opened_here = "cannot be opened here: "
    answers = {
        "my hero.gltf": (
            json.dumps(far).encode(),
            f"my hero.gltf {opened_here}its data is in other files: drop them together with it. "
            "Open it with: pantin view 'my hero.gltf'",
        ),
        "small.gltf": (
            json.dumps(packed).encode(),
            f"small.gltf {opened_here}it is compressed with KHR_draco_mesh_compression. Open it with:",
        ),
        "walk.vrma": (b"glTF", f"{PLAYED}. Try: pantin view arm.glb --motion walk.vrma"),
        "walk.bvh": (b"HIERARCHY", f"{PLAYED}. Try: pantin view arm.glb --motion walk.bvh"),
        "notes.txt": (b"hello", "Supported here: models and clips (.glb, .gltf, .vrm), pose files (.json)"),
        "broken.json": (b"{", "broken.json cannot be read: "),
        "list.json": (b"[1]", "list.json is not a pose file"),
        "broken.glb": (b"glTFgarbage", "broken.glb cannot be read: it is not glTF, or damaged"),
        "empty.glb": (b"", "empty.glb cannot be read: the file is empty"),
        "hero.vrm": (
            b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n",
            "hero.vrm cannot be read: it is a Git LFS pointer; fetch the file with: git lfs pull",
        ),
        "hero.fbx": (
            b"Kaydara",
            f"{PLAYED}. Try: pantin view arm.glb --motion hero.fbx, or to open it: pantin view hero.fbx",
        ),
    }
    assert "Open it with" not in drop(tab, "notes.txt", b"hello")
    assert drop(tab, "hero.usdz", b"PK").endswith(". Open it with: pantin view hero.usdz")
    for name, (content, words) in answers.items():
        assert drop(tab, name, content).startswith(words), name
    assert tab.evaluate("window.pantin.store.isPosed") is False
