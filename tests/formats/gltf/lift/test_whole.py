"""A rig that is known to have no findings is not made by `check`; what is known is compared with the rig."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pantin import checks
from pantin.base.errors import LimitExceeded, PantinError
from pantin.formats.gltf import check
from pantin.formats.gltf.document import read
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.lift.whole import has_sound_rig
from pantin.report import Finding

ROOT = Path(__file__).resolve().parents[4]
URI = "data:application/octet-stream;base64," + "A" * 48
TRIANGLE = {
    "asset": {"version": "2.0"},
    "scene": 0,
    "scenes": [{"nodes": [0]}],
    "nodes": [{"mesh": 0, "translation": [1.0, 2.0, 3.0]}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
    "buffers": [{"byteLength": 36, "uri": URI}],
    "bufferViews": [{"buffer": 0, "byteLength": 36}],
    "accessors": [
        {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0] * 3, "max": [0] * 3}
    ],
}


def document(text: str):
    return read(text.encode(), name="model.gltf")


def is_known(opened) -> bool:
    return has_sound_rig(opened, list(check.findings(opened)))


def test_the_rig_of_a_plain_static_model_is_known():
    opened = document(json.dumps(TRIANGLE))
    assert is_known(opened)
    lifted = lift(opened)
    assert not lifted.findings
    assert not list(checks.check(lifted.rig))


@pytest.mark.parametrize(
    ("member", "other"),
    [
        ('"translation": [1.0', '"translation": [1e999'),
        ('"mesh": 0', '"mesh": 0, "extras": 1'),
        ('"POSITION": 0', '"POSITION": 0, "_OWN": 0'),
        ('"POSITION": 0', '"NORMAL": 0'),
        ('"scenes"', '"extras": [], "scenes"'),
        ('"scenes"', '"skins": [{"joints": [0]}], "scenes"'),
        (f'"uri": "{URI}"', '"name": "lost"'),
        (f'"uri": "{URI}"', '"uri": "lost.bin"'),
        ('"scenes"', '"images": [{"uri": "../../x.png"}], "scenes"'),
        ('"primitives"', '"extras": {"targetNames": ["a"]}, "primitives"'),
        ('"primitives"', '"weights": [1], "primitives"'),
        ('"count": 3', '"count": 4000000000'),
        ('"scenes"', '"cameras": [{"type": "perspective"}], "scenes"'),
        ('"scenes"', '"extensionsUsed": ["KHR_lights_punctual"], "scenes"'),
    ],
)
def test_the_rig_of_any_other_is_made(member, other):
    text = json.dumps(TRIANGLE)
    assert member in text
    assert not is_known(document(text.replace(member, other)))


GLASS = {"name": "glass", "extensions": {"KHR_materials_ior": {"ior": 1.5}}}
WITH_GLASS = {**TRIANGLE, "extensionsUsed": ["KHR_materials_ior"], "materials": [GLASS]}


def test_materials_may_have_extensions_that_are_without_fault():
    assert is_known(document(json.dumps(WITH_GLASS)))
    assert not is_known(document(json.dumps(WITH_GLASS).replace("1.5", "1e999")))
    assert not is_known(document(json.dumps(WITH_GLASS).replace("1.5", '"x"')))
    assert not is_known(document(json.dumps(WITH_GLASS).replace("ior", "variants")))


def test_warnings_about_the_look_of_a_model_do_not_count():
    opened = document(json.dumps(TRIANGLE))
    look = Finding("GLTF-MESH_PRIMITIVE_GENERATED_TANGENT_SPACE", "warning", "no tangents", "/meshes/0")
    assert has_sound_rig(opened, [look])


def test_a_fault_that_the_rules_found_is_looked_for_in_the_rig():
    opened = document(json.dumps(TRIANGLE))
    assert not has_sound_rig(opened, [Finding("GLTF-X", "warning", "wrong", "/nodes/0")])


def test_what_is_known_of_the_cases_of_all_rules_is_true_of_their_rigs():
    """Each has one fault, or none: whatever a rig leaves out, the rules name or the fault is in a part that
    makes `check` lift it."""
    known = 0
    for path in sorted(ROOT.glob("tests/cases/*/*.gl*")):
        try:
            opened = read(path)
        except LimitExceeded:
            continue
        if opened.json_error is None and is_known(opened):
            known += 1
            try:
                lifted = lift(opened)
            except PantinError as error:
                pytest.fail(f"{path}: {error}")
            assert not lifted.findings, path
            assert not list(checks.check(lifted.rig)), path
    assert known > 50
