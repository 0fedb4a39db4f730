"""Objects of extensions are read by their schemas, inside each other too, and as far as they are good."""

from __future__ import annotations

import json

import pytest

from pantin.formats.gltf.check import check
from pantin.formats.gltf.document import read
from pantin.formats.gltf.extension_objects import decode_extensions

COAT, TRANSFORM = "KHR_materials_clearcoat", "KHR_texture_transform"


def file(used: list[str], **members) -> bytes:
    return json.dumps({"asset": {"version": "2.0"}, "extensionsUsed": used} | members).encode()


def coated(transform, **more) -> dict:
    texture = {"index": 0, "extensions": {TRANSFORM: transform}}
    return {"materials": [{"extensions": {COAT: {"clearcoatTexture": texture} | more}}]}


def errors(data: bytes) -> list[tuple[str, str | None]]:
    found = check(read(data, name="a.gltf"))
    return [(each.rule.removeprefix("GLTF-"), each.pointer) for each in found if each.severity != "info"]


def test_an_extension_inside_an_extension():
    made = decode_extensions(read(file([COAT, TRANSFORM], **coated({"rotation": 1})), name="a.gltf"))
    where = ("materials", 0, "extensions", COAT)
    inner = (*where, "clearcoatTexture", "extensions", TRANSFORM)
    assert [path for path, _ in made.objects] == [where, (*where, "clearcoatTexture"), inner]
    assert made.objects[-1][1].rotation == 1
    assert made.findings == []


@pytest.mark.parametrize(
    ("transform", "code", "member"),
    [
        ({"rotation": None}, "TYPE_MISMATCH", "/rotation"),
        ({"offset": [0, 0, 0]}, "ARRAY_LENGTH_NOT_IN_LIST", "/offset"),
        ({"texCoord": -1}, "VALUE_NOT_IN_RANGE", "/texCoord"),
        ({"turn": 1}, "UNEXPECTED_PROPERTY", "/turn"),
    ],
)
def test_each_fault_is_reported_where_it_is(transform, code, member):
    where = f"/materials/0/extensions/{COAT}/clearcoatTexture/extensions/{TRANSFORM}"
    data = file([COAT, TRANSFORM], **coated(transform), textures=[{}])
    assert errors(data) == [(code, where + member)]


def test_an_object_with_a_fault_keeps_its_other_members():
    data = file([COAT, TRANSFORM], **coated({}, clearcoatFactor=2, clearcoatRoughnessFactor=0.5))
    _, coat = decode_extensions(read(data, name="a.gltf")).objects[0]
    assert (coat.clearcoat_factor, coat.clearcoat_roughness_factor) == (None, 0.5)


def test_an_extension_that_is_not_declared_is_not_read():
    """As in the Khronos validator: the declaration is what is missing."""
    data = file([COAT], **coated({"texCoord": -1}), textures=[{}])
    where = f"/materials/0/extensions/{COAT}/clearcoatTexture/extensions/{TRANSFORM}"
    assert errors(data) == [("UNDECLARED_EXTENSION", where)]


def test_an_extension_in_the_object_of_another_that_it_does_not_extend():
    data = file([COAT, "KHR_materials_ior"], **coated({}, extensions={"KHR_materials_ior": {}}))
    where = f"/materials/0/extensions/{COAT}/extensions/KHR_materials_ior"
    assert ("UNEXPECTED_EXTENSION_OBJECT", where) in errors(data)


@pytest.mark.parametrize(("ior", "fits"), [(0, True), (1, True), (0.5, False), (-1, False), (1.5, True)])
def test_an_index_of_refraction_is_zero_or_at_least_one(ior, fits):
    """KHR_materials_ior, "Properties"."""
    data = file(["KHR_materials_ior"], materials=[{"extensions": {"KHR_materials_ior": {"ior": ior}}}])
    assert (errors(data) == []) == fits


@pytest.mark.parametrize("name", ["NOSUCH_thing", "KHR_materials_volume_scatter"])
def test_an_extension_without_a_record_is_reported_once(name):
    data = file([name], materials=[{"extensions": {name: {"a": 1}}}] * 3)
    found = [each for each in check(read(data, name="a.gltf")) if each.rule == "GLTF-UNSUPPORTED_EXTENSION"]
    assert [each.message for each in found] == [f'unsupported extension "{name}": preserved, not validated']
