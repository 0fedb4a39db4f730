"""The files a document names."""

from __future__ import annotations

import json

from pantin.formats.document.document import externals
from pantin.formats.gltf.document import read
from pantin.formats.gltf.external import missing_file


def document(tmp_path, tree):
    (tmp_path / "x.gltf").write_text(json.dumps(tree))
    return read(tmp_path / "x.gltf")


def test_files_are_named_by_buffers_images_and_extensions_but_not_by_extras(tmp_path):
    (tmp_path / "b.png").touch()
    found = externals(
        document(
            tmp_path,
            {
                "buffers": [
                    {"uri": "a.bin"},
                    {"uri": "data:,x"},
                    {"uri": "http://example.com/x"},
                    {"uri": ":"},
                ],
                "images": [{"uri": "b.png", "extras": {"uri": "c"}}],
                "extensions": {"X_audio": {"sounds": [{"uri": "d.mp3"}, {"uri": 3}]}},
            },
        )
    )
    assert [(e.pointer, e.uri, e.fault is None) for e in found] == [
        ("/buffers/0/uri", "a.bin", False),
        ("/images/0/uri", "b.png", True),
        ("/extensions/X_audio/sounds/0/uri", "d.mp3", False),
    ]


def test_what_is_missing_or_outside_is_reported_where_it_is_named(tmp_path):
    found = list(missing_file(document(tmp_path, {"images": [{"uri": "../b.png"}, {"uri": "c.png"}]})))
    assert [(f.rule, f.pointer) for f in found] == [
        ("LOSS-MISSING_FILE", "/images/0/uri"),
        ("LOSS-MISSING_FILE", "/images/1/uri"),
    ]


def test_bytes_in_memory_have_no_files_beside_them():
    (found,) = externals(read(b'{"images":[{"uri":"a.png"}]}'))
    assert found.path is None
