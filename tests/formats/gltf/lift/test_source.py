"""Each skipped part is reported once, at its pointer; arrays that parts share are read once."""

from __future__ import annotations

import json
from base64 import b64encode

import pytest
from spring_files import document, strand

from pantin.base.errors import LimitExceeded
from pantin.base.limits import Budget, Limits
from pantin.formats.gltf.document import read
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.lift.source import Draft, Source, mismatch, skipped
from pantin.rig import Collider, SpringSettings


def test_the_rule_gives_what_was_skipped(raw):
    source = Source(raw.document())
    source.skip(("nodes", 0), "node 0", "it is broken")
    assert list(skipped(source)) == source.findings != []
    assert skipped.id == "RIG-LEFT_OUT"


def test_objects_are_named_with_their_index(raw):
    raw.tree["nodes"] = [{"name": "hip"}, {}]
    raw.tree["meshes"] = [{"name": "body", "primitives": [{"attributes": {}}]}]
    source = Source(raw.document())
    assert [source.named("node", index) for index in range(3)] == ['node "hip" (0)', "node 1", "node 2"]
    assert source.named_primitive(("meshes", 0, "primitives", 1)) == 'primitive 1 of mesh "body" (0)'


def test_a_part_skipped_twice_is_one_finding(raw):
    source = Source(raw.document())
    for _ in range(2):
        source.skip(("nodes", 3), "the node", "it is broken")
    assert [(finding.rule, finding.pointer) for finding in source.findings] == [("RIG-LEFT_OUT", "/nodes/3")]


def test_an_accessor_is_read_once(raw):
    index = raw.accessor([[1, 2, 3]])
    source = Source(raw.document())
    assert source.values(index) is source.values(index)


def test_an_unreadable_accessor_is_reported(raw):
    source = Source(raw.document())
    assert source.attribute(("meshes", 0, "primitives", 1), "NORMAL", 7, (None, 3), what="NORMAL of ") is None
    (finding,) = source.findings
    assert finding.pointer == "/meshes/0/primitives/1/attributes/NORMAL"
    assert finding.message == "skipped NORMAL of primitive 1 of mesh 0: there is no accessor 7"


def test_a_shape_mismatch_names_both_shapes(raw):
    source = Source(raw.document())
    array = raw.accessor([[1, 2, 3]])
    shape = Source(raw.document()).values(array).shape
    assert mismatch(shape, (1, 3)) == ""
    assert "has 1 × 3 numbers (expected any × 4)" in mismatch(shape, (None, 4))
    assert source.findings == []


def test_zeros_that_the_file_does_not_store_are_bounded():
    """glTF 2.0 §3.6.2.3: an accessor without a buffer view is zeros, however many it states."""
    accessors = [{"componentType": 5126, "type": "VEC4", "count": count} for count in (3, 1_000_000_000)]
    text = json.dumps({"asset": {"version": "2.0"}, "accessors": accessors}).encode()
    source = Source(read(text, name="a.gltf"))
    assert source.values(0).shape == (3, 4)
    for reading in (source.values, source.stored):
        with pytest.raises(LimitExceeded, match="decoded_bytes"):
            reading(1)


def test_numbers_made_of_the_same_bytes_again_and_again_are_bounded():
    """glTF 2.0 §3.6.2.4: any number of accessors may use a view; each normalised one becomes new floats."""
    uri = "data:application/octet-stream;base64," + b64encode(bytes(1000)).decode()
    accessor = {"bufferView": 0, "componentType": 5121, "type": "SCALAR", "count": 1000, "normalized": True}
    members = {
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": 1000, "uri": uri}],
        "bufferViews": [{"buffer": 0, "byteLength": 1000}],
        "accessors": [accessor] * 3,
    }
    document = read(json.dumps(members).encode(), name="a.gltf")
    document.budget = Budget(Limits(decoded_bytes=10_000), 0)
    source = Source(document)
    assert [source.values(index).nbytes for index in (0, 1, 1, 0)] == [4000] * 4
    with pytest.raises(LimitExceeded, match="decoded_bytes"):
        source.values(2)
    assert source.stored(2).nbytes == 1000


def test_vrm_1_wins():
    tree = strand()
    tree["extensions"]["VRM"] = {"secondaryAnimation": {"boneGroups": [{"bones": [2]}]}}
    assert [joint.node for joint in lift(document(tree)).rig.springs.springs[0].joints] == [1, 2, 3, 4]
    del tree["extensions"]["VRMC_springBone"]
    assert [joint.node for joint in lift(document(tree)).rig.springs.springs[0].joints] == [2, 3, 4]


def test_a_file_without_springs_has_none():
    assert not lift(document({"asset": {"version": "2.0"}})).rig.springs.springs


def test_colliders_alone_are_springs_too():
    """A file may keep its colliders where another program adds the chains."""
    draft = Draft([], [], [])
    assert not draft.has_springs
    draft.springs = SpringSettings(colliders=(Collider(0, "sphere"),))
    assert draft.has_springs
