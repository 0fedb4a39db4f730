"""What of a G4MF document is no part of its rig."""

from __future__ import annotations

import json

from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.unlifted import unlifted


def found(**members):
    data = json.dumps({"asset": {"dimension": 3}} | members).encode()
    return list(unlifted(read(data, name="a.g4tf")))


def test_a_plain_file_leaves_nothing_behind():
    material = {"name": "a", "baseColor": {"factor": [1, 0, 0]}}
    assert found(materials=[material], nodes=[{"name": "b", "bone": {}}]) == []


def test_each_kind_is_counted_with_its_first_place():
    assert found(
        materials=[{"emissive": {}}, {"baseColor": {"texture": 0}}],
        textures=[{}],
        nodes=[{"visible": False}, {"bone": {"length": 1}}, {"light": {}, "extras": 1}],
        asset={"dimension": 3, "extensionsUsed": ["EXT_a"]},
    ) == [
        ("what materials have beside name and base colour", 2, "/materials/0"),
        ("textures", 1, "/textures"),
        ("`light` of nodes", 1, "/nodes/2/light"),
        ("`visible` of nodes", 1, "/nodes/0/visible"),
        ("length, mass and shape of bones", 1, "/nodes/1"),
        ("extensions (EXT_a)", 1, "/asset/extensionsUsed"),
        ("extras", 1, "/nodes/2/extras"),
    ]
