"""What a G4MF document has besides its rig."""

from __future__ import annotations

import json

from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.not_carried import not_carried


def found(**members):
    data = json.dumps({"asset": {"dimension": 3}} | members).encode()
    return list(not_carried(read(data, name="a.g4tf")))


def test_a_plain_file_loses_nothing():
    material = {"name": "a", "baseColor": {"factor": [1, 0, 0]}}
    assert found(materials=[material], nodes=[{"name": "b", "bone": {}}]) == []


def test_each_kind_is_counted_with_its_first_pointer():
    assert found(
        materials=[{"emissive": {}}, {"baseColor": {"texture": 0}}],
        textures=[{}],
        nodes=[{"visible": False}, {"bone": {"length": 1}}, {"light": {}, "extras": 1}],
        asset={"dimension": 3, "extensionsUsed": ["EXT_a"]},
    ) == [
        ("material properties besides name and base colour", 2, "/materials/0"),
        ("textures", 1, "/textures"),
        ("`light` of nodes", 1, "/nodes/2/light"),
        ("`visible` of nodes", 1, "/nodes/0/visible"),
        ("length, mass and shape of bones", 1, "/nodes/1"),
        ("extensions (EXT_a)", 1, "/asset/extensionsUsed"),
        ("extras", 1, "/nodes/2/extras"),
    ]
