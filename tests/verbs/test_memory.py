"""Memory: whatever a small file describes, no verb takes much more than the budget of the file.

Files of each kind that ask for four times the budget, or several times more; each in a process of its own,
whose peak the system measures.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import bombs
import pytest

import pantin

BUDGET = 32 << 20
PROGRAM = 150 << 20
"""Python with NumPy, Pillow and the compressors takes about a hundred megabytes."""
WORKING_COPIES = 4
"""A picture holds its textures twice, and an archive its arrays three times while it is written."""


@pytest.mark.parametrize("name", bombs.BOMBS)
def test_no_verb_takes_more_than_some_times_the_budget(name, tmp_path):
    pytest.importorskip("resource")
    suffix, make = bombs.BOMBS[name]
    path = tmp_path / f"bomb{suffix}"
    times = random.Random(name).uniform(4, 12)
    path.write_bytes(make(int(times * BUDGET)))
    assert path.stat().st_size < BUDGET // 8
    environment = os.environ | {"PANTIN_DECODED_BYTES": str(BUDGET), "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run(
        [sys.executable, Path(bombs.__file__), path, tmp_path],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    outcomes = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(outcomes) == 10
    for outcome in outcomes:
        assert outcome["peak"] << 20 < PROGRAM + WORKING_COPIES * BUDGET, outcome


def test_the_message_names_the_limit_and_how_to_raise_it():
    data = bombs.sparse_positions(2 << 30)
    with pytest.raises(pantin.LimitExceeded) as caught:
        _ = pantin.load(data, name="a.glb").rig
    assert caught.value.limit == "decoded_bytes"
    for words in (
        "accessor 0",
        "2,147,483,640",
        "1,073,741,824",
        "PANTIN_DECODED_BYTES",
        "Limits.decoded_bytes",
    ):
        assert words in str(caught.value)


def test_limits_of_a_call_allow_more_and_less():
    data = bombs.sparse_positions(1 << 20)
    assert len(pantin.load(data, name="a.glb").rig.meshes[0].surfaces[0].positions) == (1 << 20) // 12
    with pytest.raises(pantin.LimitExceeded):
        _ = pantin.load(data, name="a.glb", limits=pantin.Limits(decoded_bytes=1000)).rig


def test_ten_times_the_size_of_the_file_is_always_allowed():
    data = bombs.sparse_over_one_view(20_000_000)
    assert 10 * len(data) > 20_000_000
    rig = pantin.load(data, name="a.glb", limits=pantin.Limits(decoded_bytes=1)).rig
    assert len(rig.meshes[0].surfaces[0].blend_shapes) == 5


@pytest.mark.parametrize("text", ["many", "-1", "0", "1e9", "9" * 30])
def test_a_wrong_environment_variable_is_a_usage_error(text):
    run = subprocess.run(
        [sys.executable, "-m", "pantin", "check", "nothing.glb"],
        env=os.environ | {"PANTIN_DECODED_BYTES": text, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 2
    assert "PANTIN_DECODED_BYTES must be a number of bytes" in run.stderr
    assert "Traceback" not in run.stderr
