"""Saving: unchanged bytes, other containers, other folders."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.files import Resolver
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
    for at in range(len(there.tree["accessors"])):
        assert np.array_equal(view(there, at), view(back, at))
    assert to_bytes(there).endswith(b"}\n")


def test_a_changed_compressed_file_stays_compressed_and_readable(kit):
    document = read(kit.binary(zstd=True))
    document.set("/nodes/0/name", "Changed")
    again = read(to_bytes(document))
    assert again.tree["nodes"][0]["name"] == "Changed"
    assert np.array_equal(view(again, 0), view(document, 0))


def test_other_files_come_along_and_none_is_written_over(kit, tmp_path):
    kit.tree["buffers"] = [{"byteLength": len(kit.data), "uri": "data.bin"}]
    kit.tree["files"] = [{"mimeType": "image/png", "uri": "gone.png"}]
    import json

    (tmp_path / "data.bin").write_bytes(kit.data)
    (tmp_path / "a.g4tf").write_text(json.dumps(kit.tree) + "\n")
    document = read(tmp_path / "a.g4tf")
    findings = write(document, tmp_path / "there" / "b.g4tf") if (tmp_path / "there").mkdir() is None else []
    assert [one.rule for one in findings] == ["LOSS-G4MF_FILE"]
    assert (tmp_path / "there" / "data.bin").read_bytes() == kit.data
    (tmp_path / "there" / "data.bin").write_bytes(b"other")
    with pytest.raises(FileExistsError):
        write(document, tmp_path / "there" / "c.g4tf")


def saved_elsewhere(tmp_path, **members):
    """The findings of a document of these members that is saved in another folder."""
    import json

    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    (tmp_path / "shared.png").write_bytes(b"a picture")
    (tmp_path / "here" / "own.png").write_bytes(b"a picture")
    path = tmp_path / "here" / "a.g4tf"
    path.write_text(json.dumps({"asset": {"dimension": 3}, **members}) + "\n")
    return read(path, resolver=Resolver.beside(path, allow_outside=True)), tmp_path / "there" / "a.g4tf"


def test_images_of_textures_come_along_in_the_older_form_too(tmp_path):
    """Before 2026-03-13 a texture had its files in itself."""
    images = [{"uri": "own.png"}, {"uri": "gone.png"}]
    document, there = saved_elsewhere(tmp_path, textures=[{"images": images}])
    assert [one.pointer for one in write(document, there)] == ["/textures/0/images/1/uri"]
    assert (there.parent / "own.png").is_file()


def test_a_file_outside_the_folder_stays_behind_with_a_finding(tmp_path):
    document, there = saved_elsewhere(tmp_path, files=[{"uri": "../shared.png"}])
    (finding,) = write(document, there)
    assert finding.rule == "LOSS-G4MF_FILE"
    assert "leaves the folder" in finding.message
    assert write(document, tmp_path / "here" / "b.g4tf") == []
