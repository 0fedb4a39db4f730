#!/usr/bin/env python3
"""Runs the test vectors against an implementation: `python run.py my_engine.py [files or folders]`.

The engine is a Python file with any of these functions. A kind without a function is skipped.

    springbone(model, motion, step, steps)  -> for each step: {node: rotation}
    node_constraint(model, poses)           -> for each pose: {node: rotation}
    g4mf(model, node, poses)                -> for each pose: {"vertices": rows, "normals": rows}

`model` is the decoded JSON of a glTF or G4MF file. Nodes are numbers written as strings, as in the vectors,
or plain integers; rotations are quaternions x, y, z, w; "normals" may be left out. README.md has the details.
Only the standard library is needed.
"""

import json
import math
import runpy
import sys
from pathlib import Path

HERE = Path(__file__).parent


def angle(a, b):
    """Radians between two unit quaternions, whatever their signs."""
    near = min(math.dist(a, b), math.dist(a, [-x for x in b]))
    return 4 * math.asin(min(near / 2, 1.0))


def rotation_errors(rows, vector):
    """How far each expected rotation is from the one that was made."""
    for index, expected in enumerate(vector["expected"]):
        row = rows[expected["step"] - 1 if "step" in expected else index]
        made = {str(node): rotation for node, rotation in row.items()}
        for node, rotation in expected["rotations"].items():
            yield (
                angle(rotation, made[node]),
                f"node {node}, {'step' if 'step' in expected else 'pose'} {expected.get('step', index)}",
            )


def mesh_errors(rows, vector):
    """How far each expected vertex or normal is from the one that was made."""
    for index, (expected, made) in enumerate(zip(vector["expected"], rows, strict=True)):
        for name in ("vertices", "normals"):
            if name in made:
                pairs = zip(expected[name], made[name], strict=True)
                for number, (wanted, found) in enumerate(pairs):
                    yield math.dist(wanted, found), f"{name} {number}, pose {index}"


def call(engine, vector):
    """What the engine makes of a vector, as errors with where they are."""
    function, model = engine[vector["kind"]], vector["model"]
    if vector["kind"] == "springbone":
        return rotation_errors(function(model, vector["motion"], vector["step"], vector["steps"]), vector)
    if vector["kind"] == "node_constraint":
        return rotation_errors(function(model, vector["poses"]), vector)
    return mesh_errors(function(model, vector["node"], vector["poses"]), vector)


def judge(engine, vector):
    """ "ok", "skip" or "FAIL", and why."""
    if vector["kind"] not in engine:
        return "skip", "the engine has no function for it"
    try:
        # not max(): a NaN is an error too
        errors = [(error if error == error else math.inf, where) for error, where in call(engine, vector)]
    except Exception as problem:
        return "FAIL", f"{type(problem).__name__}: {problem}"
    worst, where = max(errors)
    verdict = "ok" if worst <= vector["tolerance"] else "FAIL"
    return verdict, f"{worst:.2g} at {where} (tolerance {vector['tolerance']:g})"


def list_files(given):
    for path in map(Path, given):
        yield from sorted(path.rglob("*.json")) if path.is_dir() else [path]


def main(arguments):
    if not arguments:
        print(__doc__)
        return 2
    engine = runpy.run_path(arguments[0])
    folders = [HERE / kind for kind in ("springbone", "node_constraint", "g4mf")]
    counts = {"ok": 0, "FAIL": 0, "skip": 0}
    for path in list_files(arguments[1:] or folders):
        vector = json.loads(path.read_text(encoding="utf-8"))
        verdict, why = judge(engine, vector)
        counts[verdict] += 1
        print(f"{verdict:4} {vector['kind']}/{vector['name']}: {why}")
    print(f"{counts['ok']} passed, {counts['FAIL']} failed, {counts['skip']} skipped")
    return 1 if counts["FAIL"] or not counts["ok"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
