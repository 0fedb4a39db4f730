"""The manifest of a compilation."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from pantin.cli.manifest import write_manifest


def test_every_file_has_its_sum(tmp_path):
    (tmp_path / "a.bin").write_bytes(b"abc")
    (tmp_path / "a.gltf").write_text('{"buffers": [{"uri": "a.bin"}, {"uri": "data:,"}]}', encoding="utf-8")
    path = tmp_path / "m.json"
    write_manifest(str(path), [("in.yaml", b"x")], [str(tmp_path / "a.gltf")], profile="standard", pose=None)
    manifest = json.loads(path.read_text(encoding="utf-8"))
    assert manifest["inputs"] == [{"path": "in.yaml", "bytes": 1, "sha256": hashlib.sha256(b"x").hexdigest()}]
    assert [Path(one["path"]).name for one in manifest["outputs"]] == ["a.gltf", "a.bin"]
    assert manifest["outputs"][1]["sha256"] == hashlib.sha256(b"abc").hexdigest()
    assert manifest["profile"] == "standard"
