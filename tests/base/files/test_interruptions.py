"""A short run of `soak/interruptions.py`, which kills commands while they overwrite sets of files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.skipif(os.name != "posix", reason="processes are killed as on POSIX")
def test_a_command_that_is_killed_leaves_an_old_set_or_a_new_one():
    script, cases = ROOT / "soak" / "interruptions.py", ("convert to .gltf", "g4tf", "obj")
    ended = subprocess.run([sys.executable, script, "1", *cases], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.count("killed") == len(cases)
