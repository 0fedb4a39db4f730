"""The walk reports what is wrong with the shape of a file, and builds the model without it."""

from __future__ import annotations

from typing import Any

import pytest

from pantin.formats.gltf.tolerant_decode import decode_tolerantly


def findings(**members: Any) -> list[tuple[str, str | None]]:
    _, found, _ = decode_tolerantly({"asset": {"version": "2.0"}, **members})
    return [(finding.rule.removeprefix("GLTF-"), finding.pointer) for finding in found]


def test_a_required_member_that_is_null_is_wrong_and_missing():
    found = findings(buffers=[{"byteLength": None}])
    assert found == [("TYPE_MISMATCH", "/buffers/0/byteLength"), ("UNDEFINED_PROPERTY", "/buffers/0")]


def test_a_missing_asset_is_a_fault_of_the_root_and_the_rest_is_not_read():
    _, found, _ = decode_tolerantly({"nodes": 1})
    assert [(finding.rule, finding.pointer) for finding in found] == [("GLTF-UNDEFINED_PROPERTY", "/")]


def test_a_whole_number_may_be_written_with_a_fraction():
    """JSON has one type of number: 2.0 is an integer."""
    model, found, _ = decode_tolerantly(
        {"asset": {"version": "2.0"}, "nodes": [{}], "scenes": [{"nodes": [0.0]}], "scene": 0.0}
    )
    assert not found
    assert model.scene == 0
    assert model.scenes[0].nodes == (0,)


def test_true_is_no_number():
    assert findings(scene=True) == [("TYPE_MISMATCH", "/scene")]


def test_an_unknown_word_is_reported_and_kept():
    accessor = {"componentType": 5126, "count": 1, "type": "VEC5", "min": "not looked at"}
    model, found, _ = decode_tolerantly({"asset": {"version": "2.0"}, "accessors": [accessor]})
    assert [finding.rule for finding in found] == ["GLTF-VALUE_NOT_IN_LIST"]
    assert model.accessors[0].type == "VEC5"


def test_an_extension_may_add_a_word():
    channel = {"sampler": 0, "target": {"path": "pointer"}}
    animation = {"channels": [channel], "samplers": [{"input": 0, "output": 0}]}
    assert findings(animations=[animation]) == [("VALUE_NOT_IN_LIST", "/animations/0/channels/0/target/path")]
    assert findings(animations=[animation], extensionsUsed=["KHR_animation_pointer"]) == []


def test_an_offset_without_a_view_is_not_read():
    assert findings(accessors=[{"componentType": 5126, "count": 1, "type": "VEC3", "byteOffset": "x"}]) == []


def test_sparse_means_nothing_without_all_its_parts():
    accessor = {"componentType": 5126, "count": 1, "type": "VEC3", "sparse": {"count": 1}}
    model, found, _ = decode_tolerantly({"asset": {"version": "2.0"}, "accessors": [accessor]})
    assert model.accessors[0].sparse is None
    assert [finding.rule for finding in found] == ["GLTF-UNDEFINED_PROPERTY"] * 2


def test_the_projection_that_the_type_of_a_camera_names_is_required_and_the_other_is_not_read():
    broken = {"type": "perspective", "orthographic": {"xmag": "x"}}
    assert findings(cameras=[broken]) == [("UNDEFINED_PROPERTY", "/cameras/0")]
    assert findings(cameras=[{"type": "fisheye"}]) == [("VALUE_NOT_IN_LIST", "/cameras/0/type")]
    assert findings(cameras=[{"type": 3}]) == [("TYPE_MISMATCH", "/cameras/0/type")]


def test_numbers_above_a_limit_that_is_not_allowed_itself():
    lens = {"yfov": 0, "znear": 0.1, "zfar": -1}
    where = "/cameras/0/perspective/"
    expected = [("VALUE_NOT_IN_RANGE", where + "yfov"), ("VALUE_NOT_IN_RANGE", where + "zfar")]
    assert sorted(findings(cameras=[{"type": "perspective", "perspective": lens}])) == expected


def test_media_types_that_extensions_add():
    image = {"uri": "a.webp", "mimeType": "image/webp"}
    assert findings(images=[image]) == [("VALUE_NOT_IN_LIST", "/images/0/mimeType")]
    assert findings(images=[image], extensionsUsed=["EXT_texture_webp"]) == []


@pytest.mark.parametrize(
    ("bound", "code"),
    [([], "ARRAY_LENGTH_NOT_IN_LIST"), ([0.5], "ARRAY_TYPE_MISMATCH"), ([-1], "INVALID_GL_VALUE")],
)
def test_bounds_are_judged_by_the_component_type(bound, code):
    accessor = {"componentType": 5121, "count": 1, "type": "SCALAR", "max": bound}
    assert findings(accessors=[accessor]) == [(code, "/accessors/0/max")]


def test_a_text_that_is_no_object_has_no_members_to_look_at():
    model, found, _ = decode_tolerantly([])
    assert model.asset is None
    assert [(finding.rule, finding.pointer) for finding in found] == [("GLTF-TYPE_MISMATCH", "")]
