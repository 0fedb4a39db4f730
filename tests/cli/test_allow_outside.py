"""`--allow-outside`: references that leave the folder of a file, in every command that follows references."""

from __future__ import annotations

import base64
import json
import os
import struct
from pathlib import Path

import pytest

from pantin import load
from pantin.base.files import ADVICE
from pantin.cli.run import find
from pantin.cli.welcome import COMMANDS
from pantin.verbs.parameters import ALLOW_OUTSIDE

WITHOUT_REFERENCES = {"explain", "lsp", "new", "fmt", "schema", "shape", "warmup", "completion"}
"""Commands that read no file, or (fmt) only the file itself."""

PART = """
version: "0.3"
meshes: [{id: part, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}]
armatures:
  - id: rig
    bones:
      - {id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
      - {id: tip, parent: root, head: [0, 1, 0], tail: [0, 2, 0]}
bindings: [{mesh_id: part, armature_id: rig, weight_maps: [{primitive_id: p, source: SOURCE}]}]
anchors:
  - {id: a, translation: [0, 0, 0]}
  - {id: b, translation: [1, 0, 0]}
  - {id: c, translation: [0, 1, 0]}
"""
WHOLE = """
version: "0.3"
imports: {part: {source: SOURCE}}
anchors:
  - {id: p, translation: [5, 0, 0]}
  - {id: q, translation: [6, 0, 0]}
  - {id: r, translation: [5, 1, 0]}
instances: [{id: one, import: part, attach3: {from: [a, b, c], to: [p, q, r], mode: rigid}}]
"""
WEIGHTS = (
    '{"primitive_id": "p", "vertex_count": 24, "influences": '
    '[{"vertex": 0, "bones": [{"bone_id": "tip", "weight": 1}]}]}'
)


@pytest.fixture(params=["relative", "absolute", "link"])
def outside(request, pantin, models):
    """A folder with a Rigy source and a glTF file; the files that they refer to are not in it.

    It is the working folder. The folder `library` beside it has them all; the part there has weights, too.
    """
    inside, library = models / "inside", models / "library"
    inside.mkdir()
    (library / "weights").mkdir(parents=True)
    assert pantin("convert", "arm.glb", "library/arm.gltf", "--separate").code == 0
    if request.param == "link":
        (inside / "link").symlink_to(library, target_is_directory=True)
    prefix = {"relative": "../library", "absolute": library.as_posix(), "link": "link"}[request.param]
    own = library.as_posix() + "/" if request.param == "absolute" else ""
    (library / "weights" / "w.json").write_text(WEIGHTS)
    (library / "part.rigy.yaml").write_text(PART.replace("SOURCE", f"{own}weights/w.json"))
    (library / "whole.rigy.yaml").write_text(WHOLE.replace("SOURCE", "part.rigy.yaml"))
    (inside / "whole.rigy.yaml").write_text(WHOLE.replace("SOURCE", f"{prefix}/part.rigy.yaml"))
    scene = f'rigs_version: "0.1"\nimports: {{part: "{prefix}/part.rigy.yaml"}}\nscene: {{base: part}}\n'
    (inside / "scene.rigs.yaml").write_text(scene)
    tree = json.loads((library / "arm.gltf").read_text())
    tree["buffers"][0]["uri"] = f"{prefix}/arm.bin"
    (inside / "arm.gltf").write_text(json.dumps(tree))
    os.chdir(inside)
    return inside


def test_every_command_that_reads_files_has_the_option():
    for name in COMMANDS.keys() - WITHOUT_REFERENCES:
        assert ALLOW_OUTSIDE in find(name).options, name


@pytest.mark.parametrize(
    "words",
    [
        ("compile", "whole.rigy.yaml", "-o", "out.glb"),
        ("compile", "scene.rigs.yaml", "-o", "out.glb"),
        ("check", "whole.rigy.yaml"),
        ("check", "scene.rigs.yaml"),
        ("convert", "whole.rigy.yaml", "out.glb"),
        ("pose", "whole.rigy.yaml", "out.glb"),
        ("bake", "whole.rigy.yaml", "out.glb", "--seconds", "1"),
        ("skeletons", "whole.rigy.yaml", "--report"),
        ("slice", "whole.rigy.yaml", "out.glb"),
        ("render", "whole.rigy.yaml", "-o", "out.png", "--size", "32x32"),
        ("view", "whole.rigy.yaml", "-o", "out.html"),
    ],
)
def test_a_command_reads_outside_the_folder_only_if_it_is_told_to(pantin, outside, words):
    """Architecture §7: references resolve inside the asset's folder unless the caller allows more."""
    refused = pantin(*words)
    assert refused.code != 0
    assert ADVICE in refused.out + refused.err
    assert not list(outside.glob("out.*"))
    allowed = pantin(*words, "--allow-outside")
    assert "outside" not in allowed.out + allowed.err
    fourth = {"bake": "has no springs and no constraints to bake", "slice": "4 dimensions"}.get(words[0])
    if fourth is None:
        assert allowed.code == 0, allowed.err
    else:
        assert fourth in allowed.err  # it was read: what is missing is in the model


def test_the_model_is_the_one_with_its_files_beside_it(pantin, outside):
    """Also for what an imported document refers to in turn."""
    assert pantin("compile", "whole.rigy.yaml", "-o", "out.glb", "--allow-outside").code == 0
    os.chdir(outside.parent / "library")
    beside = pantin("compile", "whole.rigy.yaml", "-o", "out.glb", "--allow-outside")
    assert beside.code == 0, beside.err
    assert Path("out.glb").read_bytes() == (outside / "out.glb").read_bytes()


def test_the_buffers_of_a_gltf(pantin, outside):
    refused = pantin("check", "arm.gltf")
    assert "is not read" in refused.out
    assert ADVICE in refused.out
    assert ADVICE in pantin("convert", "arm.gltf", "damaged.glb").err
    ended = pantin("check", "arm.gltf", "--allow-outside", "-j", "2")
    assert (ended.code, "not read" in ended.out, ADVICE in ended.out) == (0, False, False)
    assert pantin("convert", "arm.gltf", "arm.glb", "--allow-outside").code == 0
    made, original = (load(name).rig.meshes[0].surfaces[0] for name in ("arm.glb", "../arm.glb"))
    assert made.positions.tolist() == original.positions.tolist()
    shown = pantin("inspect", "arm.gltf", "--format", "json", "--allow-outside").out
    assert json.loads(shown)["rig"] == json.loads(pantin("inspect", "arm.glb", "--format", "json").out)["rig"]
    assert pantin("fix", "arm.gltf", "--in-place", "--allow-outside").code == 0
    assert pantin("skeletons", "arm.gltf", "with.glb", "--allow-outside").code == 0
    Path("../library/arm.bin").unlink()
    assert "GLTF-IO_ERROR" in pantin("check", "arm.gltf", "--allow-outside").out


def test_a_copy_elsewhere_says_which_references_it_breaks(pantin, outside):
    """A file is never written outside the folder of the copy. A path that still leads to the file is fine."""
    (outside / "deep").mkdir()
    ended = pantin("convert", "arm.gltf", "deep/arm.gltf", "--allow-outside")
    absolute = json.loads(Path("arm.gltf").read_text())["buffers"][0]["uri"].startswith("/")
    copied = (outside / "deep" / "link" / "arm.bin").is_file()
    assert ("LOSS-MISSING_FILE" in ended.err) is not (absolute or copied)
    embedded = pantin("convert", "arm.gltf", "deep/embedded.gltf", "--embed", "--allow-outside")
    assert (embedded.code, embedded.err) == (0, "")
    assert load("deep/embedded.gltf").report.ok


def test_an_image_outside_is_in_the_picture(pantin, models):
    """Images are found by the same rule as buffers."""
    (models / "in").mkdir()
    (models / "red.png").write_bytes(base64.b64decode(RED))
    triangle = base64.b64encode(struct.pack("<15f", 0, 0, 0, 1, 0, 0, 0, 1, 0, *[0.5] * 6)).decode()
    tree = {
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": 60, "uri": f"data:application/octet-stream;base64,{triangle}"}],
        "bufferViews": [
            {"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 24}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
             "min": [0, 0, 0], "max": [1, 1, 0]},
            {"bufferView": 1, "componentType": 5126, "count": 3, "type": "VEC2"}],
        "images": [{"uri": "../red.png"}], "textures": [{"source": 0}],
        "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "TEXCOORD_0": 1}, "material": 0}]}],
        "nodes": [{"mesh": 0}], "scenes": [{"nodes": [0]}], "scene": 0,
    }  # fmt: skip
    Path("in/t.gltf").write_text(json.dumps(tree))
    for name, words in (("without", ()), ("with", ("--allow-outside",))):
        assert pantin("render", "in/t.gltf", "-o", f"{name}.png", "--size", "32x32", *words).code == 0
    assert Path("with.png").read_bytes() != Path("without.png").read_bytes()


RED = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="


@pytest.mark.parametrize("rule", ["RIGY-P52", "GLTF-URI_OUTSIDE", "GLTF-NON_RELATIVE_URI", "RIGY-V20"])
def test_the_advice_of_explain_is_an_option(pantin, rule):
    assert "--allow-outside" in pantin("explain", rule).out


def test_no_settings_file_can_allow_it(pantin, outside):
    """A folder from elsewhere may bring its own settings."""
    Path("pantin.toml").write_text("allow_outside = true\n")
    ended = pantin("check", "whole.rigy.yaml")
    assert (ended.code, "unknown setting" in ended.err) == (2, True)
