"""MToon materials: ranges of the schema that a change of type does not reach."""

import json

import pytest

import pantin


@pytest.mark.parametrize(
    ("member", "bad", "good"),
    [
        ("renderQueueOffsetNumber", 10, -9),
        ("shadeColorFactor", [1, 1, 2], [0, 0.5, 1]),
        ("outlineWidthFactor", -0.1, 0),
        ("parametricRimFresnelPowerFactor", -1, 100),
        ("outlineWidthMode", "World", "screenCoordinates"),
        ("shadeMultiplyTexture", {"texCoord": 0}, None),
    ],
)
def test_ranges_and_words(member, bad, good):
    for value, is_bad in ((bad, True), (good, False)):
        if value is None:
            continue
        payload = {"specVersion": "1.0", member: value}
        material = {"extensions": {"VRMC_materials_mtoon": payload}}
        tree = {
            "asset": {"version": "2.0"},
            "materials": [material],
            "extensionsUsed": ["VRMC_materials_mtoon"],
        }
        report = pantin.check(json.dumps(tree).encode(), name="a.gltf")
        assert any(finding.rule.startswith("VRM-MT") for finding in report.errors) == is_bad
