"""The compiler's door: reports, exceptions, the specification's own example, the same result everywhere."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pantin.base.errors import BadFile
from pantin.formats.gltf.check import check
from pantin.formats.gltf.new import REFERENCE, STANDARD, write
from pantin.formats.gltf.save import to_bytes
from pantin.formats.rigy.compile import check_file, check_text, compile_file, compile_text
from pantin.formats.rigy.formatting import format_text
from pantin.formats.rigy.shapes import VERTEX_COUNTS
from pantin.formats.rigy.source import compose

EXAMPLES = Path(__file__).parents[3] / "examples" / "rigy"

FULL_EXAMPLE = """
rigy_version: "0.3"
meshes:
  - id: arm
    primitives:
      - id: upper
        type: capsule
        dimensions: [0.08, 0.3, 0.08]
        translation: [0, 0.85, 0]
      - id: lower
        type: capsule
        dimensions: [0.07, 0.28, 0.07]
        translation: [0, 0.55, 0]
armatures:
  - id: arm_rig
    bones:
      - {id: shoulder, head: [0, 1.0, 0], tail: [0, 0.7, 0], parent: none}
      - {id: elbow, head: [0, 0.7, 0], tail: [0, 0.42, 0], parent: shoulder}
bindings:
  - mesh_id: arm
    armature_id: arm_rig
    weights:
      - {primitive_id: upper, bones: [{bone_id: shoulder, weight: 1.0}]}
      - {primitive_id: lower, bones: [{bone_id: elbow, weight: 1.0}]}
    weight_maps:
      - primitive_id: upper
        gradients:
          - axis: y
            range: [0.72, 0.82]
            from: { bone_id: shoulder, weight: 1.0 }
            to:   { bone_id: elbow, weight: 1.0 }
"""


def test_the_full_example_of_the_specification_compiles():
    """Rigy 0.3, Full Example: the upper capsule spans 0.70 to 1.00, exactly its bone."""
    compiled = compile_text(FULL_EXAMPLE)
    upper = compiled.rig.meshes[0].surfaces[0].positions[:858]
    assert upper[:, 1].min() == pytest.approx(0.70)
    assert upper[:, 1].max() == pytest.approx(1.00)
    assert np.ptp(upper[:, 0]) == pytest.approx(0.08)
    spelled = [one.line for one in compiled.report.infos if one.rule == "RIGY-P16"]
    assert sorted(spelled) == [2, 8, 9, 12, 13]


def test_a_bad_text_raises_with_all_its_findings():
    with pytest.raises(BadFile) as caught:
        compile_text(FULL_EXAMPLE.replace("axis: y", "axis: w").replace("0.82", "0.62"))
    assert {one.rule for one in caught.value.report.errors} == {"RIGY-P12", "RIGY-P40"}


def test_a_file_that_is_not_there_is_an_error_of_the_system(tmp_path):
    with pytest.raises(FileNotFoundError):
        compile_file(tmp_path / "none.rigy.yaml")


def test_an_unknown_profile_is_a_bad_call():
    with pytest.raises(ValueError, match="profile"):
        compile_text(FULL_EXAMPLE, profile="fast")


def test_a_contract_is_checked_by_itself(tmp_path):
    path = tmp_path / "x.ricy.yaml"
    path.write_text('contract_version: "0.1"\nrequired_anchor: [a]\n')
    report = check_file(path)
    assert report.format == "ricy"
    assert [one.rule for one in report.errors] == ["RIGY-V33"]


@pytest.mark.parametrize("text", ["", "[]", "7", "version:", "{}", "\x00", "meshes: null", "scene: 3"])
def test_texts_that_are_nothing_have_findings(text):
    assert not check_text(text).ok


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.rig?.yaml")), ids=lambda path: path.name)
@pytest.mark.parametrize("profile", ["standard", "reference"])
def test_examples_compile(path, profile):
    assert compile_file(path, profile=profile).rig.meshes


_DIGEST = """
import sys, hashlib, re
from pathlib import Path
from pantin.formats.gltf.new import REFERENCE, STANDARD, write
from pantin.formats.gltf.save import to_bytes
from pantin.formats.rigy.compile import compile_file, compile_text
digest = hashlib.sha256()
page = Path(sys.argv[2]).read_text(encoding="utf-8")
for profile, layout in (("standard", STANDARD), ("reference", REFERENCE)):
    for path in sorted(Path(sys.argv[1]).glob("*.rig?.yaml")):
        digest.update(to_bytes(write(compile_file(path, profile=profile).rig, layout)))
    for text in re.findall("^```yaml\\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        poses = re.findall("^poses:\\n  - id: (.*)", text, re.MULTILINE)
        for pose in (None, *poses):
            digest.update(to_bytes(write(compile_text(text, profile=profile, pose=pose).rig, layout)))
print(digest.hexdigest())
"""

PAGE = EXAMPLES.parents[1] / "docs" / "rigy.md"

MACHINES = [
    {},
    {"PYTHONHASHSEED": "1"},
    {"PYTHONHASHSEED": "2", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
    {"OPENBLAS_CORETYPE": "Nehalem"},
    {"NPY_DISABLE_CPU_FEATURES": "AVX2 AVX512F AVX512CD AVX512_SKX FMA3"},
    {"LC_ALL": "tr_TR.UTF-8", "LANG": "de_DE.UTF-8"},
]


def test_every_machine_makes_the_same_bytes():
    """Hash seeds, BLAS kernels, vector units, thread counts and locales change nothing: our examples, and the
    documents of the page on the language, which use all of it."""
    seen = set()
    for extra in MACHINES:
        command = [sys.executable, "-W", "ignore", "-c", _DIGEST, str(EXAMPLES), str(PAGE)]
        environment = {**os.environ, **extra}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
        seen.add(done.stdout.strip())
    assert len(seen) == 1
    assert len(seen.pop()) == len(hashlib.sha256().hexdigest())


JUNK = st.sampled_from(
    [None, True, -1, 0, 1e308, 1e-320, 10**400, "", "none", "a.b", "é", [], {}, [[]], [1, 2, 3]]
)


def _places(value, path=()):
    yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in inside:
        yield from _places(inner, (*path, key))


def _changed(value, path, junk):
    if not path:
        return junk
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = _changed(value[path[0]], path[1:], junk)
    return copy


WHOLE = compose((EXAMPLES / "humanoid.rigy.yaml").read_bytes()).root


@settings(deadline=None, max_examples=150)
@given(
    st.lists(st.tuples(st.integers(0, 10_000), JUNK), min_size=1, max_size=3),
    st.sampled_from(["standard", "reference"]),
)
def test_a_document_with_junk_in_it_compiles_or_has_findings(changes, profile):
    """Any value of the humanoid replaced by another: a rig or a report, never another exception."""
    tree = WHOLE
    for which, junk in changes:
        places = list(_places(tree))
        tree = _changed(tree, places[which % len(places)], junk)
    report = check_text(json.dumps(tree), profile=profile)
    if not report.ok:
        with pytest.raises(BadFile):
            compile_text(json.dumps(tree), profile=profile)


NUMBER = st.floats(-5, 5).map(lambda number: round(number, 3))
POINT = st.lists(NUMBER, min_size=3, max_size=3)
SIZE = st.floats(0.01, 5).map(lambda number: round(number, 3))


@st.composite
def documents(draw):
    """Valid documents: all kinds of primitives, a tree of bones, weights and gradients, half mirrored."""
    round_one = ("radius", "height")
    kinds = {"box": ("x", "y", "z"), "sphere": ("radius",), "cylinder": round_one, "capsule": round_one}
    names = [f"{draw(st.sampled_from(['L_', 'M_']))}b{at}" for at in range(draw(st.integers(1, 5)))]
    bones = [{"id": "root", "parent": "none", "head": [0, 0, 0], "tail": [0, 1, 0]}]
    for name in names:
        head = draw(POINT)
        above = draw(st.sampled_from([bone["id"] for bone in bones]))
        bones.append({"id": name, "parent": above, "head": head, "tail": [head[0] + 1, *head[1:]]})
    known = st.sampled_from(["root", *names])
    weight = st.builds(lambda name, share: {"bone_id": name, "weight": share}, known, st.floats(0, 1))
    shares = st.lists(weight, min_size=1, max_size=6, unique_by=lambda one: one["bone_id"])
    primitives, weights, maps = [], [], []
    for at in range(draw(st.integers(1, 4))):
        kind = draw(st.sampled_from(sorted(kinds)))
        one = {"id": f"{draw(st.sampled_from(['L_', 'M_']))}p{at}", "type": kind}
        one["dimensions"] = {key: draw(SIZE) for key in kinds[kind]}
        one["transform"] = {"translation": draw(POINT), "rotation_euler": draw(POINT)}
        primitives.append(one)
        weights.append({"primitive_id": one["id"], "bones": draw(shares)})
        low = draw(NUMBER)
        gradient = {"axis": draw(st.sampled_from("xyz")), "range": [low, low + draw(SIZE)]}
        gradient |= {"from": draw(shares), "to": draw(shares)}
        maps.append({"primitive_id": one["id"], "gradients": [gradient]})
    binding = {"mesh_id": "mesh", "armature_id": "rig", "weights": weights}
    return {
        "version": "0.3",
        "meshes": [{"id": "mesh", "primitives": primitives}],
        "armatures": [{"id": "rig", "bones": bones}],
        "bindings": [binding | {"weight_maps": maps[: draw(st.integers(0, 4))]}],
        "symmetry": {"mirror_x": {"prefix_from": "L_", "prefix_to": "R_"}},
    }


@settings(deadline=None, max_examples=60)
@given(documents())
def test_any_valid_document_keeps_the_promises(document):
    """Weights sum to 1, sorted, at most four; what is mirrored is a mirror; twice the same."""
    text = json.dumps(document)
    compiled = compile_text(text)
    surface = compiled.rig.meshes[0].surfaces[0]
    counts = np.diff(surface.influences.offsets)
    assert counts.min() >= 1
    assert counts.max() <= 4
    sums = np.add.reduceat(surface.influences.weights, surface.influences.offsets[:-1])
    assert np.abs(sums - 1.0).max() < 8 * 2.0**-53
    falls = np.diff(surface.influences.weights) <= 0
    inside = np.ones(len(falls), bool)
    inside[surface.influences.offsets[1:-1] - 1] = False
    assert falls[inside].all()
    named = [one for one in document["meshes"][0]["primitives"] if one["id"].startswith("L_")]
    own = sum(VERTEX_COUNTS[one["type"]] for one in document["meshes"][0]["primitives"])
    start = 0
    for one in document["meshes"][0]["primitives"]:
        count = VERTEX_COUNTS[one["type"]]
        if one in named:
            copy = surface.positions[own : own + count]
            assert np.array_equal(copy, surface.positions[start : start + count] * [-1.0, 1.0, 1.0])
            own += count
        start += count
    for profile, layout in (("standard", STANDARD), ("reference", REFERENCE)):
        written = write(compile_text(text, profile=profile).rig, layout)
        assert to_bytes(written) == to_bytes(write(compile_text(text, profile=profile).rig, layout))
        assert [one for one in check(written) if one.severity == "error"] == []
    formatted = write(compile_text(format_text(text), profile="reference").rig, REFERENCE)
    assert to_bytes(formatted) == to_bytes(written)


@settings(deadline=None, max_examples=40)
@given(documents())
def test_closed_primitives_have_a_positive_volume(document):
    """Faces point outward on every primitive, mirrored ones too (Rigy 0.3, Geometry Orientation)."""
    surface = compile_text(json.dumps(document)).rig.meshes[0].surfaces[0]
    listed = document["meshes"][0]["primitives"]
    ends = np.cumsum(
        [VERTEX_COUNTS[one["type"]] for one in listed + [one for one in listed if one["id"].startswith("L_")]]
    )
    corners = surface.positions[surface.indices.reshape(-1, 3)]
    volumes = np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])) / 6
    owner = np.searchsorted(ends, surface.indices.reshape(-1, 3)[:, 0], side="right")
    assert (np.bincount(owner, volumes, len(ends)) > 0).all()


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.rig?.yaml")), ids=lambda path: path.name)
def test_the_examples_have_nothing_to_report_as_files(path):
    assert check(write(compile_file(path).rig, STANDARD)) == []


def test_a_plain_document_waits_for_nothing_it_does_not_use():
    """Cold, most of the time of a small document goes into imports."""
    code = """
import sys
from pantin.formats.rigy.compile import compile_text
primitive = "{id: p, type: sphere, dimensions: {radius: 1}}"
compile_text(f'version: "0.3"\\nmeshes: [{{id: m, primitives: [{primitive}]}}]')
print(sorted({"difflib", *map("pantin.formats.rigy.{}".format, WORDS)} & sys.modules.keys()))
""".replace("WORDS", repr(["implicit", "marching_cubes", "bake", "expand.expression", "expand.repeat"]))
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout == "[]\n"


FRAME = """anchors:
  - {id: o, translation: [0, 0, 0]}
  - {id: x, translation: [1, 0, 0]}
  - {id: y, translation: [0, 1, 0]}
"""


def test_instances_of_nothing_count_towards_the_limit_of_vertices(tmp_path):
    """Twenty-three documents that each place the next one twice are 2²⁴ nodes without a vertex: minutes of
    work, and gigabytes, where a model of as many vertices is nothing much."""
    placed = (
        "  - {{id: {0}, import: {0}, attach3: {{from: [{0}.o, {0}.x, {0}.y], to: [o, x, y], mode: rigid}}}}"
    )
    for at in range(23):
        source = f"d{at + 1}.rigy.yaml"
        imports = "".join(f"  {one}: {{source: {source}}}\n" for one in "ab")
        instances = "\n".join(placed.format(one) for one in "ab")
        text = f'version: "0.13"\nimports:\n{imports}meshes: []\n{FRAME}instances:\n{instances}\n'
        (tmp_path / f"d{at}.rigy.yaml").write_text(text)
    (tmp_path / "d23.rigy.yaml").write_text(f'version: "0.13"\nmeshes: []\n{FRAME}')
    [finding] = check_file(tmp_path / "d0.rigy.yaml").findings
    assert finding.rule == "RIGY-P70"
    assert "each instance or bone counts as 64" in finding.message
    assert check_file(tmp_path / "d15.rigy.yaml").ok


def test_the_skeletons_of_instances_count_towards_the_limit_of_vertices():
    """Each instance of a skinned mesh has a skeleton of its own: two thousand of two thousand bones are four
    million nodes."""
    box = "{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}"
    bone = "      - {{id: b{0}, parent: none, head: [0, {0}, 0], tail: [1, {0}, 0]}}\n"
    bones = bone.format(0) + "".join(bone.format(at).replace("none", "b0") for at in range(1, 2000))
    bound = f'version: "0.13"\nmeshes: [{{id: m, primitives: [{box}]}}]\n{FRAME}'
    bound += f"armatures:\n  - id: a\n    bones:\n{bones}"
    bound += "bindings:\n  - {mesh_id: m, armature_id: a, weights: [{primitive_id: p, bones: [%s]}]}\n"
    bound %= "{bone_id: b0, weight: 1}"
    frames = "{from: [o, x, y], to: [o, x, y], mode: rigid}"
    instances = "".join(f"  - {{id: i{at}, mesh_id: m, attach3: {frames}}}\n" for at in range(2000))
    assert check_text(bound).ok
    [finding] = check_text(bound + "instances:\n" + instances).findings
    assert finding.rule == "RIGY-P70"
