"""The files that a document names, of either format."""

from __future__ import annotations

from pantin.formats.document.external import External, externals


def test_each_file_is_there_or_has_a_reason(format, asset):
    asset.write_text(asset.read_text().replace("sub/two.bin", "../two.bin"))
    here, outside = externals(format.read(asset))
    assert here == External("/buffers/0/uri", "one.bin", asset.parent / "one.bin", None)
    assert (outside.pointer, outside.path) == ("/buffers/1/uri", None)
    assert "leaves the folder" in outside.fault
    here.path.unlink()
    assert externals(format.read(asset))[0].fault == "there is no such file"


def test_bytes_in_memory_have_no_files_beside_them(format, asset):
    found = externals(format.read(asset.read_bytes()))
    assert [external.path for external in found] == [None, None]
    assert found[0].fault == "bytes in memory have no folder to find it in"
