"""What `scripts/environment.py` prints while it installs."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

SHOW_STEPS = runpy.run_path(str(Path(__file__).parents[1] / "scripts" / "environment.py"))["show_steps"]

PIP = """
import sys
print("Collecting numpy>=2")
print("  Downloading numpy.whl (16 MB)")
print("Requirement already satisfied: rich")
print("no space left on device", file=sys.stderr)
sys.exit(int(sys.argv[1]))
"""


def test_each_step_of_pip_is_a_line(capsys):
    SHOW_STEPS([sys.executable, "-c", PIP, "0"])
    captured = capsys.readouterr()
    assert captured.err == "  Collecting numpy>=2\n  Downloading numpy.whl (16 MB)\n"
    assert captured.out == ""


def test_all_of_its_output_is_printed_when_it_fails(capsys):
    with pytest.raises(SystemExit, match="pip could not install"):
        SHOW_STEPS([sys.executable, "-c", PIP, "1"])
    printed = capsys.readouterr().err
    assert "no space left on device" in printed
    assert "already satisfied" in printed
