"""What a limit kept from being read is reported."""

from __future__ import annotations

import json

from pantin.base.limits import Limits
from pantin.formats.gltf.check import check
from pantin.formats.gltf.document import read


def test_a_file_beside_the_asset_that_is_larger_than_allowed(tmp_path):
    (tmp_path / "a.bin").write_bytes(bytes(200))
    tree = {"asset": {"version": "2.0"}, "buffers": [{"byteLength": 200, "uri": "a.bin"}]}
    (tmp_path / "a.gltf").write_text(json.dumps(tree), encoding="utf-8")
    found = check(read(tmp_path / "a.gltf", limits=Limits(file_bytes=150)))
    errors = [(finding.rule, finding.pointer) for finding in found if finding.severity == "error"]
    assert errors == [("GLTF-LIMIT_EXCEEDED", "/buffers/0")]
