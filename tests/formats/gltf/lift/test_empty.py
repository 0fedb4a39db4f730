"""Documents without any part of a rig: they are not searched for one."""

from __future__ import annotations

import json

import pytest

from pantin.checks import check
from pantin.formats.gltf import lift as lifting
from pantin.formats.gltf.document import read
from pantin.rig.contents import contents


def document(**members):
    return read(json.dumps({"asset": {"version": "2.0"}, **members}).encode(), name="data.gltf")


DATA = {
    "buffers": [{"byteLength": 4, "uri": "data:application/octet-stream;base64,AAAAAA=="}],
    "bufferViews": [{"buffer": 0, "byteLength": 4}],
    "accessors": [{"bufferView": 0, "componentType": 5126, "count": 1, "type": "SCALAR"}],
}


@pytest.mark.parametrize(
    "members", [{}, DATA, {**DATA, "accessors": "x"}, {"extensionsUsed": ["A_b"]}], ids=repr
)
def test_the_rig_is_the_one_that_a_search_gives(members, monkeypatch):
    quick = lifting.lift(document(**members))
    monkeypatch.setattr(lifting, "_has_only_data", lambda document: False)
    searched = lifting.lift(document(**members))
    assert contents(quick.rig) == contents(searched.rig)
    assert quick.findings == searched.findings == ()
    assert list(check(quick.rig)) == list(check(searched.rig)) == []


@pytest.mark.parametrize(
    "members",
    [
        {"nodes": [{}]},
        {"nodes": "x"},
        {"materials": [{}]},
        {"extras": {"a": 1}},
        {"extensions": {"A_b": {}}, "extensionsUsed": ["A_b"]},
        {"scene": 0},
        {"asset": {"version": "2.0", "copyright": "me"}},
    ],
    ids=repr,
)
def test_any_part_is_searched_for(members):
    assert not lifting._has_only_data(document(**members))
