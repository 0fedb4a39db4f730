"""The files a document names."""

from __future__ import annotations

import json

from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.external import file_left_behind, uris


def test_files_are_named_by_buffers_files_and_in_the_older_form_by_models_and_textures():
    tree = {
        "textures": [{"images": [{"uri": "t.png"}, {}]}, {"file": 0}],
        "models": [{"uri": "m.g4b"}],
        "files": [{"uri": "f.png"}, {"uri": 3}, {"uri": "https://example.org/x"}, "no object"],
        "buffers": [{"uri": "b.bin"}, {"uri": "data:,x"}, {"chunk": 1}],
        "extras": {"uri": "c"},
    }
    assert list(uris(read(json.dumps(tree).encode()))) == [
        ("/buffers/0/uri", "b.bin"),
        ("/files/0/uri", "f.png"),
        ("/models/0/uri", "m.g4b"),
        ("/textures/0/images/0/uri", "t.png"),
    ]


def test_what_is_missing_or_outside_is_reported_where_it_is_named(tmp_path):
    tree = {"files": [{"uri": "../b.png"}, {"uri": "c.png"}, {"uri": "x.g4tf"}]}
    (tmp_path / "x.g4tf").write_text(json.dumps(tree))
    result = list(file_left_behind(read(tmp_path / "x.g4tf")))
    assert [(finding.rule, finding.pointer) for finding in result] == [
        ("LOSS-G4MF_FILE", "/files/0/uri"),
        ("LOSS-G4MF_FILE", "/files/1/uri"),
    ]
