"""The published test vectors: what their script writes, by their schema, with engines that agree."""

from __future__ import annotations

import json
import math
import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
import three_vrm
from vector_springs import scalar_rotations

from pantin.kernels.engine import Backend, force_backend

ROOT = Path(__file__).parents[1]
VECTORS = ROOT / "vectors"
KINDS = ("springbone", "node_constraint", "g4mf")
FILES = [path for kind in KINDS for path in sorted((VECTORS / kind).glob("*.json"))]
ROUNDED = 2e-9
"""Two files of nine decimals: half of the last digit each, and another processor's rounding."""

WRITTEN = 1e-8
"""What nine decimals and another order of sums leave between engines: radians, or a distance."""

NUDGE = 1e-7
"""About one float32 of a coordinate near 1."""

CALM = 4e-6
"""Radians that a nudge may become. It turns a bone of 10 cm by 1.7e-6, and one of 2 cm that its spring pulls
back by 2.3e-6; it must not grow from there."""

runner = runpy.run_path(str(VECTORS / "run.py"))


def vector_at(path):
    return json.loads(path.read_text(encoding="utf-8"))


def largest_gap(a, b):
    """The largest difference between the numbers of two trees; infinite if they are not alike."""
    if isinstance(a, float | int) and isinstance(b, float | int):
        return abs(a - b)
    if isinstance(a, dict) and isinstance(b, dict) and list(a) == list(b):
        return max((largest_gap(a[key], b[key]) for key in a), default=0.0)
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        return max((largest_gap(x, y) for x, y in zip(a, b, strict=True)), default=0.0)
    return 0.0 if a == b else math.inf


def test_the_files_are_what_the_script_writes():
    script = runpy.run_path(str(ROOT / "scripts" / "write_vectors.py"))
    made = {script["path_of"](vector): vector for vector in script["list_vectors"]()}
    assert sorted(made) == sorted(FILES)
    gaps = {path.name: largest_gap(vector, vector_at(path)) for path, vector in made.items()}
    assert {name: gap for name, gap in gaps.items() if gap > ROUNDED} == {}


def test_there_are_forty_vectors_of_springs_and_three_dimensions_of_g4mf():
    assert sum(path.parent.name == "springbone" for path in FILES) >= 40
    dimensions = [
        vector_at(path)["model"]["asset"]["dimension"] for path in FILES if path.parent.name == "g4mf"
    ]
    assert {3, 4, 5} == set(dimensions)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_vector_follows_the_schema(path):
    schema = json.loads((VECTORS / "schema.json").read_text(encoding="utf-8"))
    vector = vector_at(path)
    jsonschema.Draft202012Validator(schema).validate(vector)
    assert (vector["kind"], vector["name"]) == (path.parent.name, path.stem)


@pytest.mark.parametrize(
    "path", [path for path in FILES if path.parent.name == "springbone"], ids=lambda path: path.stem
)
def test_a_small_error_at_the_start_stays_small(path):
    vector = vector_at(path)
    given = vector["model"], vector["motion"], vector["step"]
    for row, nudged in zip(scalar_rotations(*given), scalar_rotations(*given, nudge=NUDGE), strict=True):
        assert max(runner["angle"](row[node], nudged[node]) for node in row) < CALM


@pytest.mark.parametrize("backend", [Backend.NUMPY, Backend.TWIN])
def test_pantin_agrees(backend):
    engine = runpy.run_path(str(VECTORS / "engines" / "with_pantin.py"))
    with force_backend(backend):
        for path in FILES:
            vector = vector_at(path)
            worst, where = max(runner["call"](engine, vector))
            assert worst < WRITTEN, (path.name, where)


def run_node(engine, *files, **environment):
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    command = [node, str(VECTORS / "run.mjs"), str(engine), *map(str, files)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env=os.environ | environment, encoding="utf-8"
    )
    verdicts = {line.split()[1].rstrip(":"): line.split()[0] for line in done.stdout.splitlines()[:-1]}
    return done, verdicts


def test_three_vrm_agrees_but_where_the_vectors_say_otherwise():
    engine = VECTORS / "engines" / "with_three_vrm.mjs"
    expected = {
        f"{path.parent.name}/{path.stem}": "FAIL" if "differs" in vector_at(path) else "ok"
        for path in FILES
        if path.parent.name != "g4mf"
    }
    done, verdicts = run_node(engine, NODE_MODULES=str(three_vrm.modules()))
    assert {name: verdict for name, verdict in verdicts.items() if verdict != "skip"} == expected, done.stderr
    fresh = run_node(engine, NODE_MODULES=str(three_vrm.modules()), FRESH="1")[1]
    stale = [
        f"springbone/{path.stem}" for path in FILES if "one step old" in path.read_text(encoding="utf-8")
    ]
    assert stale
    assert {fresh[name] for name in stale} == {"ok"}


ENGINES = {
    "py": """
def node_constraint(model, poses):
    return [{"2": [0.0, 0.0, 0.0, 1.0]} for _ in poses]
""",
    "mjs": """
export const node_constraint = (model, poses) => poses.map(() => ({ 2: [0, 0, 0, 1] }));
""",
}
"""An engine without constraints: every node stays unrotated."""


@pytest.mark.parametrize("language", ENGINES)
def test_a_runner_reports_what_is_wrong_and_what_is_missing(language, tmp_path):
    engine = tmp_path / f"engine.{language}"
    engine.write_text(ENGINES[language], encoding="utf-8")
    files = [VECTORS / "node_constraint" / "rotation.json", VECTORS / "g4mf" / "blend-3d.json"]
    if language == "mjs":
        done, _ = run_node(engine, *files)
    else:
        command = [sys.executable, str(VECTORS / "run.py"), str(engine), *map(str, files)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, encoding="utf-8")
    assert done.returncode == 1
    wrong, missing, total = done.stdout.splitlines()
    # 120 degrees about Y and 60 about X, the last pose: 2 acos(cos 60° · cos 30°).
    assert wrong.startswith("FAIL node_constraint/rotation: 2.2 at node 2, pose 5")
    assert missing == "skip g4mf/blend-3d: the engine has no function for it"
    assert total == "0 passed, 1 failed, 1 skipped"
