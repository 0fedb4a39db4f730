"""Reading: within a limit, and a view that outlives the file."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from pantin.base import files
from pantin.base.errors import LimitExceeded

needs_devices = pytest.mark.skipif(os.name == "nt", reason="Windows has no devices among its files")


def test_a_file_is_read_as_a_read_only_view(tmp_path):
    (tmp_path / "a").write_bytes(b"abc")
    view = files.read(tmp_path / "a", 3)
    assert view.readonly
    assert bytes(view) == b"abc"


def test_an_empty_file_has_an_empty_view(tmp_path):
    (tmp_path / "a").touch()
    assert bytes(files.read(tmp_path / "a", 3)) == b""


def test_a_file_past_the_limit_is_not_read(tmp_path):
    (tmp_path / "a").write_bytes(b"abcd")
    with pytest.raises(LimitExceeded) as caught:
        files.read(tmp_path / "a", 3)
    assert caught.value.limit == "file_bytes"


def test_a_stream_is_read_to_its_end_without_asking_for_its_limit():
    """A read of the limit at once would take that much memory, though the stream holds three bytes."""
    assert bytes(files.read_stream(io.BytesIO(b"abc"), "a", 1 << 62)) == b"abc"
    with pytest.raises(LimitExceeded):
        files.read_stream(io.BytesIO(b"abcd"), "a", 3)


def test_a_view_outlives_a_file_that_is_cut_short(tmp_path):
    """Exporters write in place: a program that had the file mapped would be ended by the system."""
    path = tmp_path / "a"
    path.write_bytes(b"old" * 10_000)
    view = files.read(path, 1 << 20)
    path.write_bytes(b"")
    assert bytes(view) == b"old" * 10_000


@needs_devices
def test_a_device_without_an_end_is_not_read_up_to_the_limit_of_files():
    with pytest.raises(LimitExceeded, match="larger than 67,108,864 bytes"):
        files.read(Path("/dev/zero"), 1 << 62)


@needs_devices
def test_a_pipe_that_a_file_names_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(OSError, match="not a regular file"):
            files.read_named(path, 1 << 62)
