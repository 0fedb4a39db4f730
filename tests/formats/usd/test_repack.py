"""Packages: the same bytes whenever and wherever they are made."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

import pantin
from pantin.formats.usd.repack import without_times

EXAMPLES = Path(__file__).parents[3] / "examples"


def test_a_package_has_no_times_and_is_otherwise_as_it_was():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in ("a.usda", "textures/b.png"):
            info = zipfile.ZipInfo(name, (2026, 11, 18, 2, 30, 14))
            info.comment, info.extra = b"a comment", b"\x86\x19\x02\x00ab"
            archive.writestr(info, name.encode() * 9)
    with zipfile.ZipFile(io.BytesIO(without_times(out.getvalue()))) as archive:
        assert archive.testzip() is None
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert [info.comment for info in archive.infolist()] == [b"a comment"] * 2
        assert archive.read("textures/b.png") == b"textures/b.png" * 9


@pytest.mark.parametrize("source", ["face.gltf", "arm.usda"])
def test_a_written_package_has_no_times(source, tmp_path):
    """A new one, and one that usd-core makes of a layer."""
    pytest.importorskip("pxr", reason="the extra pantin[usd] is not installed")
    path = EXAMPLES / source
    if not path.exists():
        pantin.convert(EXAMPLES / "arm.glb", path := tmp_path / source)
    pantin.convert(path, tmp_path / "made.usdz")
    with zipfile.ZipFile(tmp_path / "made.usdz") as archive:
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
