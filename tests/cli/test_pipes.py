"""Pipes and devices as sources: read once, and without a suffix the first bytes decide the format."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"

pytestmark = pytest.mark.skipif(os.name != "posix", reason="named pipes of POSIX")


@pytest.fixture
def pipe(models):
    """Makes a named pipe that gives the bytes of an example, once."""
    writers = []

    def make(name: str, example: str) -> str:
        os.mkfifo(name)
        data = (EXAMPLES / example).read_bytes()
        writers.append(threading.Thread(target=Path(name).write_bytes, args=(data,), daemon=True))
        writers[-1].start()
        return name

    yield make
    for writer in writers:
        writer.join()


@pytest.mark.parametrize(
    ("example", "format"),
    [("arm.glb", "glb"), ("face.gltf", "gltf"), ("motion/walk.bvh", "bvh"), ("g4mf/tesseract.off", "off")],
)
def test_the_first_bytes_decide(pantin, pipe, example, format):
    ended = pantin("check", pipe("source", example), "--format", "json")
    assert [file["format"] for file in json.loads(ended.out)["files"]] == [format]


def test_several_pipes_are_a_batch(pantin, pipe):
    ended = pantin("check", pipe("a", "arm.glb"), pipe("b.gltf", "face.gltf"), "--format", "json")
    assert (ended.code, [file["format"] for file in json.loads(ended.out)["files"]]) == (0, ["glb", "gltf"])


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_row_has_the_hash_of_what_was_read(pantin, pipe, jobs):
    """The digest that `sha256sum examples/arm.glb` prints is in the row of the file itself."""
    pantin("check", "arm.glb", "face.gltf", "--report-file", "files.jsonl")
    ended = pantin("check", pipe("a", "arm.glb"), "face.gltf", "-j", jobs, "--report-file", "pipes.jsonl")
    assert ended.code == 0
    rows = [
        [json.loads(line) for line in Path(name).read_text().splitlines()]
        for name in ("files.jsonl", "pipes.jsonl")
    ]
    assert [(row["sha256"], row["bytes"]) for row in rows[0]] == [
        (row["sha256"], row["bytes"]) for row in rows[1]
    ]


def test_a_device_without_end_is_refused(pantin):
    ended = pantin("check", "/dev/zero", "arm.glb", "--report-file", "rows.jsonl")
    assert (ended.code, "larger than" in ended.err) == (3, True)


def test_a_pipe_by_its_number_stays_in_this_process(pantin):
    with (EXAMPLES / "arm.glb").open("rb") as file:
        ended = pantin("check", f"/dev/fd/{file.fileno()}", "face.gltf", "-j", "2")
    assert (ended.code, "exists in this process only" in ended.err) == (2, True)
