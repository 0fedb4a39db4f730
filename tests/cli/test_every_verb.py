"""Every verb of the registry over damaged models: findings, losses or a clear error, but no internal error
and no warning. A new verb is tried once it is registered: its lines are the recipes of `scripts/golden`.
"""

from __future__ import annotations

import json
import random
import shutil
import warnings
from pathlib import Path

import mutants
import pytest

from pantin.cli.exit import Exit
from pantin.formats.registry import list_formats
from pantin.verbs import VERBS, find_verb

LINES = mutants.trials()
TARGETS = tuple(
    s for format in list_formats() if format.writable and format.name != "USD" for s in format.suffixes
)
SLOW = (".usda", ".usdc", ".usdz", ".usd")
"""A process is started for each file of these, and another soak is about them."""

RUNS = 16
"""Commands of each verb; `soak/mutations.py` runs thousands."""


def test_every_verb_that_reads_files_is_tried():
    reading = {
        name
        for name in VERBS
        if any(
            argument.many or argument.suffixes in ("read", "rigy") for argument in find_verb(name).arguments
        )
    }
    assert {"check", "slim", "diff", "render"} <= reading
    assert reading - LINES.keys() == set()


@pytest.mark.parametrize("verb", LINES)
def test_damaged_models_are_no_internal_errors(pantin, verb):
    chance, models = random.Random(verb), mutants.models(20_000)
    models = {suffix: paths for suffix, paths in models.items() if suffix not in SLOW}
    for number in range(RUNS):
        trial = chance.choice(LINES[verb])
        source, suffix = mutants.choose(trial, models, chance)
        model = Path(f"model{number}{suffix}")
        model.write_bytes(mutants.mutate(source.read_bytes(), suffix, chance))
        for name, text in trial.texts(chance).items():
            Path(name).write_bytes(text)
        words = mutants.fill(trial, model.name, suffix, TARGETS, chance)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            ended = pantin(*words)
        assert ended.code != Exit.FAULT, (words, source.name, ended.err)
        assert list(map(str, caught)) == [], (words, source.name)
    shutil.rmtree("out", ignore_errors=True)


def damaged(name, change, target):
    """Write an example with a changed JSON."""
    text, rest = mutants.split_glb((mutants.ROOT / name).read_bytes())
    tree = json.loads(text)
    change(tree)
    Path(target).write_bytes(mutants.join_glb(json.dumps(tree).encode(), rest))


def test_an_edit_of_a_clip_leaves_channels_without_a_sampler_as_broken_as_they_are(pantin):
    def change(tree):
        channels = tree["animations"][0]["channels"]
        channels.append({"sampler": len(tree["animations"][0]["samplers"]), "target": {"path": "rotation"}})
        channels += [{"sampler": sampler, "target": {"path": "scale"}} for sampler in ("x", 2.5)]

    damaged("examples/retarget/walk.glb", change, "walk.glb")
    assert pantin("clips", "walk.glb", "out.glb", "--reverse", "walk").code != Exit.FAULT
    written = json.loads(mutants.split_glb(Path("out.glb").read_bytes())[0])["animations"][0]
    *_, late, text, fraction = written["channels"]
    assert late["sampler"] == len(written["samplers"])
    assert [text["sampler"], fraction["sampler"]] == ["x", 2.5]


def test_a_motion_of_an_unreadable_version_has_no_bones(pantin):
    source = mutants.ROOT / "tests" / "cases" / "LOSS-EXPRESSION_MATERIAL" / "motion.vrma"
    damaged(source, lambda tree: tree.update(asset=1), "motion.vrma")
    assert pantin("inspect", "motion.vrma").code != Exit.FAULT


@pytest.mark.parametrize("listed", [1.5, "x", {}, None])
def test_lists_of_extensions_that_are_no_lists_are_not_extended(pantin, listed):
    def change(tree):
        tree["extensionsUsed"] = listed
        tree["nodes"][0]["extensions"] = {"VENDOR_frost": {}}

    damaged("examples/arm.glb", change, "model.glb")
    assert pantin("fix", "model.glb", "out.glb", "--copy").code != Exit.FAULT


@pytest.mark.parametrize("listed", [1.5, "x", {}, None])
def test_an_edit_writes_a_list_of_extensions_where_there_is_none(pantin, listed):
    damaged("examples/arm.glb", lambda tree: tree.update(extensionsUsed=listed), "model.glb")
    assert pantin("skeletons", "model.glb", "out.glb").code != Exit.FAULT
    written = json.loads(mutants.split_glb(Path("out.glb").read_bytes())[0])
    assert written["extensionsUsed"] == ["STAIK_skeletons"]


@pytest.mark.parametrize("collection", ["textures", "cameras", "skins"])
def test_unused_objects_stay_where_it_is_unknown_what_is_used(pantin, collection):
    def change(tree):
        tree["materials"] = [*tree.get("materials", []), {"name": "spare"}]
        tree[collection] = 2.5

    damaged("examples/arm.glb", change, "model.glb")
    ended = pantin("fix", "model.glb", "out.glb", "--select", "GLTF-UNUSED_OBJECT")
    assert ended.code != Exit.FAULT
    assert "broken members or references" in ended.err


def test_weights_are_not_taken_from_a_mesh_without_vertices(pantin):
    def change(tree):
        for index in tree["meshes"][0]["primitives"][0]["attributes"].values():
            tree["accessors"][index]["count"] = 0

    damaged("examples/arm.glb", change, "model.glb")
    ended = pantin("weights", mutants.ROOT / "examples/arm.glb", "out.glb", "--transfer-from", "model.glb")
    assert ended.code != Exit.FAULT


def test_slim_takes_the_rig_of_a_model_whose_joints_are_not_four(pantin):
    def change(tree):
        joints = tree["meshes"][0]["primitives"][0]["attributes"]["JOINTS_0"]
        tree["accessors"][joints]["type"] = "VEC3"

    damaged("examples/arm.glb", change, "model.glb")
    assert pantin("slim", "model.glb", "out.glb").code != Exit.FAULT


def test_slim_drops_a_mesh_outside_of_all_scenes_and_measures_the_others(pantin):
    def change(tree):
        shown = len(tree["nodes"]) - 1
        tree["nodes"].insert(0, {"mesh": 0, "name": "hidden"})
        for scene in tree["scenes"]:
            scene["nodes"] = [node + 1 for node in scene["nodes"]]
        for node in tree["nodes"][1:]:
            node.update({"children": [child + 1 for child in node["children"]]} if "children" in node else {})
        for skin in tree["skins"]:
            skin["joints"] = [joint + 1 for joint in skin["joints"]]
        for animation in tree["animations"]:
            for channel in animation["channels"]:
                channel["target"]["node"] += 1
        assert tree["nodes"][shown + 1]["mesh"] == 0

    damaged("examples/arm.glb", change, "model.glb")
    ended = pantin("slim", "model.glb", "out.glb", "--quantize", "--influences", "2")
    assert ended.code == Exit.CLEAN
    assert pantin("diff", "arm.glb", "out.glb", "--tolerance", "0.001").code == Exit.CLEAN
    damaged("examples/arm.glb", lambda tree: tree.update(scenes=[{}]), "model.glb")
    assert pantin("slim", "model.glb", "out.glb", "--quantize").code == Exit.CLEAN


@pytest.mark.parametrize("shader", [[], {}, 7, None])
def test_a_shader_that_is_no_text_is_none(pantin, shader):
    def change(tree):
        properties = tree["extensions"]["VRM"].setdefault("materialProperties", [{}])
        properties[0].update(shader=shader, name="x")
        tree.setdefault("materials", [{}])

    damaged("examples/vrm/older.vrm", change, "model.vrm")
    assert pantin("migrate", "model.vrm", "out.vrm").code != Exit.FAULT


def test_slim_of_triangles_that_reach_past_the_vertices_rewrites_the_rig(pantin):
    data = bytearray((mutants.ROOT / "examples" / "arm.glb").read_bytes())
    tree = json.loads(mutants.split_glb(data)[0])
    view = tree["bufferViews"][tree["accessors"][tree["meshes"][0]["primitives"][0]["indices"]]["bufferView"]]
    first = data.rindex(b"BIN\0") + 4 + view["byteOffset"]
    data[first : first + 2] = b"\0\x80"
    Path("far.glb").write_bytes(data)
    ended = pantin("slim", "far.glb", "out.glb")
    assert ended.code != Exit.FAULT
    assert "its indices reach vertex 32768, but it has 52 vertices" in ended.err


def test_a_picture_of_nodes_beyond_floats(pantin):
    """Directions between them are no numbers."""

    def change(tree):
        tree["nodes"][1]["translation"] = [0, 0, 1e308]

    damaged("examples/arm.glb", change, "far.glb")
    for show in ("skeleton", "mesh"):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert (
                pantin("render", "far.glb", "-o", "out.png", "--size", "48x36", "--show", show).code
                < Exit.USAGE
            )


def test_clips_of_a_source_that_does_not_compile(pantin):
    Path("bad.rigy.yaml").write_text("1e+20\n")
    ended = pantin("check", "bad.rigy.yaml", "--clips")
    assert (ended.code, "the document must be a mapping" in ended.out) == (Exit.FINDINGS, True)


def test_roots_of_scenes_that_are_no_nodes_are_not_turned(pantin):
    def change(tree):
        tree["scenes"][0]["nodes"] += [{}, "x", 10**6]

    damaged("examples/vrm/older.vrm", change, "model.vrm")
    assert pantin("migrate", "model.vrm", "out.vrm").code == Exit.CLEAN


def test_a_camera_of_twice_the_largest_number_has_no_projection(pantin):
    def change(tree):
        tree["cameras"] = [
            {"type": "orthographic", "orthographic": {"xmag": 1, "ymag": 1e308, "zfar": 1, "znear": 0}}
        ]
        tree["nodes"][0]["camera"] = 0

    damaged("examples/arm.glb", change, "model.glb")
    assert pantin("check", "model.glb").code < Exit.FAULT
    assert pantin("convert", "model.glb", "out.g4b").code == Exit.CLEAN


@pytest.mark.parametrize(
    "line",
    [
        "check far.glb --clips --html page.html",
        "clips far.glb out.glb --mirror-from walk=walk",
        "clips far.glb out.glb --mirror --in-place --loop",
    ],
)
def test_squares_that_overflow_give_no_warning(pantin, line):
    """1e200 is a number of JSON, and its square is not."""

    def change(tree):
        tree["nodes"][3]["translation"] = [1e200, 0, 1e200]

    damaged("examples/retarget/walk.glb", change, "far.glb")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert pantin(*line.split()).code < Exit.FAULT


@pytest.mark.parametrize(
    "line", ["--skin-error 1e-320 --quantize", "--skin-error 1e-320 --quantize --meshopt"]
)
def test_slim_with_a_bound_that_no_number_of_bits_keeps(pantin, line):
    assert pantin("slim", "arm.glb", "out.glb", *line.split()).code == Exit.CLEAN


def test_slim_of_a_node_beyond_floats(pantin):
    damaged("examples/arm.glb", lambda tree: tree["nodes"][1].update(translation=[0, 1e308, 0]), "far.glb")
    assert pantin("slim", "far.glb", "out.glb", "--quantize", "--meshopt").code < Exit.FAULT


def test_a_page_of_a_motion_on_a_model_whose_empty_clip_is_not_rewritten(pantin):
    def change(tree):
        tree["animations"] = [{"name": "nothing", "channels": [], "samplers": []}]
        tree["nodes"].append({"mesh": 10**6})

    damaged("examples/retarget/mannequin.glb", change, "model.glb")
    walk = mutants.ROOT / "examples/retarget/walk.glb"
    assert pantin("view", "model.glb", "--out", "page.html", "--motion", walk).code == Exit.CLEAN


def test_a_pose_of_a_node_of_g4mf_that_is_no_object(pantin):
    tree = json.loads((mutants.ROOT / "examples/g4mf/face.g4tf").read_text())
    tree["nodes"].append(7)
    Path("model.g4tf").write_text(json.dumps(tree))
    assert (
        pantin("pose", "model.g4tf", "out.g4b", "--set", f"{len(tree['nodes']) - 1}=xy:30").code < Exit.FAULT
    )


def test_integers_beyond_floats_are_written_as_text(pantin):
    def change(tree):
        tree["nodes"][0]["extras"] = {"large": 10**400, "vector": [1, 2, 10**400], "name": "x"}

    damaged("examples/arm.glb", change, "model.glb")
    assert pantin("convert", "model.glb", "out.fbx", "--ascii").code == Exit.CLEAN
    assert "1" + "0" * 400 in Path("out.fbx").read_text()
