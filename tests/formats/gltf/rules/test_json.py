"""The rules about JSON text say where its fault is."""

from __future__ import annotations

from pantin.formats.gltf.check import check
from pantin.formats.gltf.document import read


def test_a_fault_has_line_and_column():
    (finding,) = check(read(b'{\n  "asset": ,\n}', name="a.gltf"))
    assert (finding.rule, finding.pointer, finding.line, finding.column) == ("GLTF-INVALID_JSON", "", 2, 12)


def test_what_follows_a_byte_order_mark_is_read():
    found = check(read(b'\xef\xbb\xbf{"asset": {"version": 2}}', name="a.gltf"))
    assert [finding.rule for finding in found] == ["GLTF-INVALID_JSON", "GLTF-TYPE_MISMATCH"]


def test_a_key_given_three_times_is_one_finding(places):
    text = b'{"asset": {"version": "2.0"}, "nodes": [{"name": "a", "name": "b", "name": "c"}]}'
    assert places("DUPLICATE_KEY", text) == ["/nodes/0/name"]
