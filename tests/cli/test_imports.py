"""What commands import: help nothing that is large, and a command little that it does not use."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pantin.cli.welcome import COMMANDS

EXAMPLES = Path(__file__).parents[2] / "examples"

LARGE = {"numpy", "msgspec", "dataclasses", "numba", "rich", "argparse", "importlib.metadata", "pantin.batch"}

TRACED = """
import json, sys
used = set()
def call(frame, event, argument):
    code = frame.f_code
    if code.co_flags & 1:  # optimised: a function, and no body of a class or a module
        used.add(code.co_filename)
sys.setprofile(call)
from pantin.cli.run import run
code = run(sys.argv[1:])
sys.setprofile(None)
modules = {name: module.__file__ for name, module in sys.modules.items() if name.split(".")[0] == "pantin"}
idle = sorted(name for name, file in modules.items() if file not in used and not file.endswith("__init__.py"))
print(json.dumps([int(code), sorted(sys.modules), idle]), file=sys.stderr)
"""

LINES = {
    "check": "check arm.glb",
    "inspect": "inspect arm.glb",
    "convert": "convert arm.glb out.gltf",
    "pose": "pose arm.glb out.obj --set elbow=0,0,45",
    "bake": "bake springs/strand.glb out.glb --clip look",
    "retarget": "retarget arm.glb arm.glb out.glb",
    "skeletons": "skeletons skeletons/plain.gltf out.gltf",
    "slice": "slice g4mf/creature.g4b out.glb",
    "slim": "slim arm.glb out.glb",
    "diff": "diff arm.glb arm.glb",
    "fix": "fix loose.glb out.glb",
    "compile": "compile rigy/arm.rigy.yaml -o out.glb",
    "shape": "shape cube-3 out.glb",
}
"""A line of each command, with files of the examples."""

RECORD = re.compile(r"pantin\.formats\.gltf\.(ext|rules)\.\w+")
"""The record of an extension is data: it names its functions, and does not have them. So are rules, which
state the members without which they are not run."""

IDLE = {
    "check": 50,
    "inspect": 59,
    "convert": 61,
    "pose": 52,
    "bake": 60,
    "retarget": 75,
    "skeletons": 57,
    "slice": 91,
    "slim": 78,
    "diff": 70,
    "fix": 58,
    "compile": 84,
    "shape": 73,
}
"""How many modules each line may load without running a function of them. Constants and types of a module are
used without a call, so none of these is zero. Lower a number when it is five too large, and raise none."""


def trace(words: list[str], folder: Path) -> tuple[int, set[str], list[str]]:
    """The exit code, all modules, and those of Pantin none of whose functions ran."""
    ended = subprocess.run(
        [sys.executable, "-c", TRACED, *words], capture_output=True, text=True, cwd=folder, check=False
    )
    code, modules, idle = json.loads(ended.stderr.splitlines()[-1])
    return code, set(modules), [module for module in idle if not RECORD.fullmatch(module)]


def words_of(line: str) -> list[str]:
    return [str(EXAMPLES / word) if (EXAMPLES / word).is_file() else word for word in line.split()]


@pytest.mark.parametrize("name", COMMANDS)
def test_help_imports_nothing_large(name, tmp_path):
    code, modules, _ = trace([name, "--help"], tmp_path)
    assert code == 0
    assert modules & LARGE == set()


@pytest.mark.parametrize("name", LINES)
def test_one_file_is_no_batch_and_little_is_loaded_in_vain(name, tmp_path):
    code, modules, idle = trace(words_of(LINES[name]), tmp_path)
    assert code == 0
    assert "pantin.batch" not in modules
    assert len(idle) <= IDLE[name], idle


def test_a_comparison_without_a_picture_loads_no_renderer(tmp_path):
    _, modules, _ = trace(words_of(LINES["diff"]), tmp_path)
    assert {module for module in modules if module.startswith("pantin.viewer")} == set()
