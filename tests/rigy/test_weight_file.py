"""Weight files as they are read."""

from __future__ import annotations

import pytest

from pantin.rigy.weight_file import bones, read_weights

GOOD = (
    b'{"primitive_id": "p", "vertex_count": 24, '
    b'"influences": [{"vertex": 1, "bones": [{"bone_id": "b", "weight": 1}]}]}'
)


def test_a_file_of_the_specification():
    content = read_weights("w.json", GOOD, "w.json").content
    assert content.vertex_count == 24
    assert bones(content.influences[0], {"b": "other"}) == [("other", 1.0)]


@pytest.mark.parametrize(
    ("raw", "fault"),
    [
        (b'{"primitive_id": "p",\n "vertex_count": }', "line 2, column 18"),
        (GOOD.replace(b"24", b'"24"'), "$.vertex_count"),
        (b"[" * 100_000, ""),
        (b"\xff", ""),
        (b"", ""),
        (GOOD.replace(b'weight": 1', b'weight": NaN'), "line 1"),
    ],
)
def test_a_file_that_is_not_one_has_a_fault(raw, fault):
    read = read_weights("w.json", raw, "w.json")
    assert read.content is None
    assert fault in read.fault


def test_a_file_of_another_shape_has_all_its_faults():
    """Rigy 0.3, Validation Rules: a malformed weight file; every fault has its place."""
    raw = (
        b'{"primitive_id": 3,\n "vertex_count": "x", "more": 1,\n'
        b' "influences": [{"vertex": 0}, {"vertex": 1.5, "bones": [{"bone_id": "b", "weight": true}]}]}'
    )
    faults = read_weights("w.json", raw, "w.json").faults
    assert [(one.kind, one.path) for one in faults] == [
        ("type", ("primitive_id",)),
        ("type", ("vertex_count",)),
        ("missing", ("influences", 0)),
        ("type", ("influences", 1, "vertex")),
        ("type", ("influences", 1, "bones", 0, "weight")),
    ]
