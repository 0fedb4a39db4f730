"""Saving: unchanged bytes, other containers, other folders."""

from __future__ import annotations

import json

import numpy as np
import pytest

from pantin.formats.g4mf.accessor import view
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.save import to_bytes, write

SMALLEST = b'{"asset":{"dimension":4}}'


def test_what_was_not_changed_keeps_every_byte(kit, writer, tmp_path):
    files = [kit.text(), kit.binary(), kit.binary(zstd=True), writer.container([(b"JSON", 0, SMALLEST)])]
    files += [b"\xef\xbb\xbf" + kit.text(), kit.binary() + b"trailing", b"not json", b"G4MF"]
    for data in files:
        assert to_bytes(read(data)) == data
    write(read(files[3]), tmp_path / "least.g4b")
    assert len((tmp_path / "least.g4b").read_bytes()) == 57


@pytest.mark.parametrize("zstd", [False, True])
def test_containers_cross_both_ways(kit, zstd):
    there = read(to_bytes(read(kit.binary(zstd=zstd)), "g4tf"))
    back = read(to_bytes(there, "g4b"))
    assert there.kind == "g4tf"
    assert back.kind == "g4b"
    for index in range(len(there.tree["accessors"])):
        assert np.array_equal(view(there, index), view(back, index))
    assert to_bytes(there).endswith(b"}\n")


def test_a_changed_compressed_file_stays_compressed_and_readable(kit):
    document = read(kit.binary(zstd=True))
    document.set("/nodes/0/name", "Changed")
    again = read(to_bytes(document))
    assert again.tree["nodes"][0]["name"] == "Changed"
    assert np.array_equal(view(again, 0), view(document, 0))


def test_images_of_textures_come_along_in_the_older_form_too(tmp_path):
    """Before 2026-03-13 a texture had its files in itself."""
    tree = {"asset": {"dimension": 3}, "textures": [{"images": [{"uri": "own.png"}, {"uri": "gone.png"}]}]}
    (tmp_path / "there").mkdir()
    (tmp_path / "own.png").write_bytes(b"a picture")
    (tmp_path / "a.g4tf").write_text(json.dumps(tree) + "\n")
    findings = write(read(tmp_path / "a.g4tf"), tmp_path / "there" / "a.g4tf")
    assert [finding.pointer for finding in findings] == ["/textures/0/images/1/uri"]
    assert (tmp_path / "there" / "own.png").read_bytes() == b"a picture"
