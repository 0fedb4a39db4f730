"""Report files: whole or not at all, whatever the names of files, and a full disk is named."""

from __future__ import annotations

import errno
import json
import sys
from contextlib import suppress

import pytest

from pantin.batch import report_file
from pantin.batch.manifest import Manifest
from pantin.batch.report_file import open_report
from pantin.batch.row import Row

ODD = "models/\udcff\udce4.glb"
"""A name on a Linux disk whose bytes are not UTF-8, as Python spells it."""


def test_any_name_survives_in_lines(tmp_path):
    with open_report(str(tmp_path / "r.jsonl")) as writer:
        writer.write(Row(ODD))
    assert json.loads((tmp_path / "r.jsonl").read_text())["path"] == ODD


def test_any_name_survives_in_parquet(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra pantin[batch] is not installed")
    with open_report(str(tmp_path / "r.parquet")) as writer:
        writer.write(Row(ODD, reason=f"{ODD}: broken", notes=("Hüfte",)))
    (row,) = parquet.read_table(tmp_path / "r.parquet").to_pylist()
    assert row["path"] == r"models/\xff\xe4.glb"
    assert (row["reason"], row["notes"]) == (r"models/\xff\xe4.glb: broken", ["Hüfte"])


@pytest.mark.parametrize("suffix", report_file.SUFFIXES)
def test_an_interruption_leaves_nothing(suffix, tmp_path):
    if suffix == ".parquet":
        pytest.importorskip("pyarrow", reason="the extra pantin[batch] is not installed")
    with suppress(KeyboardInterrupt), open_report(str(tmp_path / f"r{suffix}")) as writer:
        writer.write(Row("a.glb"))
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="/dev/full is a device of Linux")
def test_a_full_disk_is_named_for_a_manifest_too(tmp_path):
    (tmp_path / "m.jsonl").symlink_to("/dev/full")
    manifest = Manifest(tmp_path / "m.jsonl", "", "", resume=False)
    for step in (lambda: manifest.write(Row("a.glb")), manifest.close):
        with pytest.raises(OSError, match="space") as raised:
            step()
        assert raised.value.filename == str(tmp_path / "m.jsonl")


@pytest.mark.skipif(sys.platform != "linux", reason="/dev/full is a device of Linux")
@pytest.mark.parametrize("suffix", report_file.SUFFIXES)
def test_a_full_disk_is_named_and_leaves_nothing(suffix, tmp_path, monkeypatch):
    if suffix == ".parquet":
        pytest.importorskip("pyarrow", reason="the extra pantin[batch] is not installed")
    full = tmp_path / "temporary"
    full.symlink_to("/dev/full")
    monkeypatch.setattr("pantin.base.files.temporary.temporary_name", lambda: full.name)
    name = str(tmp_path / f"r{suffix}")
    with pytest.raises(OSError, match="space") as raised, open_report(name) as writer:
        writer.write(Row("a.glb"))
    assert (raised.value.errno, raised.value.filename) == (errno.ENOSPC, name)
    assert list(tmp_path.iterdir()) == []
