"""Two processes that save one target at the same time leave one of the two results."""

from __future__ import annotations

import json
import multiprocessing
from pathlib import Path

from pantin.base import files
from pantin.formats.gltf.document import read
from pantin.formats.gltf.save import write

ROUNDS = 30


def save_often(path: Path, letter: bytes, ready) -> None:
    size = 5000 + letter[0]
    document = read(json.dumps({"asset": {"version": "2.0", "generator": letter.decode()}}).encode())
    document.append_bytes(letter * size)
    ready.wait()
    for _ in range(ROUNDS):
        write(document, path, embed=False)


def test_two_writers_leave_one_of_the_two_results(tmp_path):
    context = multiprocessing.get_context("spawn")
    ready = context.Barrier(2)
    path = tmp_path / "t.gltf"
    writers = [context.Process(target=save_often, args=(path, letter, ready)) for letter in (b"a", b"b")]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        if path.exists():
            assert_whole(path)
    assert [writer.exitcode for writer in writers] == [0, 0]
    assert_whole(path)
    assert len(list(tmp_path.iterdir())) == 2


def assert_whole(path: Path) -> None:
    """Between two saves: the files are two, and a reader opens one after the other."""
    with files.lock_folder(path):
        document = read(path)
        data = document.buffer(0).data
    letter = document.tree["asset"]["generator"].encode()
    assert data == letter * (5000 + letter[0])
