"""Writes `vectors/`: each case of the lists in `tests/oracles/vector_*.py` with what its oracle expects.

`scripts/vectors` runs it. Numbers are written with nine decimals, so that another processor gives the same
files but for the last digit.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "oracles"))

from vector_constraints import constrained_rotations, list_constraints  # noqa: E402
from vector_g4mf import list_g4mf, posed_mesh  # noqa: E402
from vector_spring_cases import list_springs  # noqa: E402
from vector_springs import RECORDED, scalar_rotations  # noqa: E402

DECIMALS = 9
WIDTH = 110
"""Longest line of what is written on one line; longer lists and objects get a line for each member."""


def list_vectors() -> Iterator[dict[str, Any]]:
    """Every vector with what is expected, rounded."""
    for case in list_springs():
        made = scalar_rotations(case["model"], case["motion"], case["step"])
        yield _with_expected(case, [{"step": step, "rotations": made[step - 1]} for step in RECORDED])
    for case in list_constraints():
        rotations = [constrained_rotations(case["model"], pose) for pose in case["poses"]]
        yield _with_expected(case, [{"rotations": row} for row in rotations])
    for case in list_g4mf():
        yield _with_expected(case, [posed_mesh(case["model"], case["node"], pose) for pose in case["poses"]])


def _with_expected(case: dict[str, Any], expected: list[dict[str, Any]]) -> dict[str, Any]:
    return {**case, "expected": _round(expected)}


def _round(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, DECIMALS) + 0.0
    if isinstance(value, list | tuple):
        return [_round(item) for item in value]
    return {key: _round(item) for key, item in value.items()} if isinstance(value, dict) else value


def to_text(value: Any, indent: int = 0) -> str:
    """JSON that is easy to read: what fits into a line is on one line."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, list | dict) or len(line) + indent <= WIDTH:
        return line
    space = " " * (indent + 2)
    if isinstance(value, list):
        rows, ends = [to_text(item, indent + 2) for item in value], "[]"
    else:
        rows, ends = [f"{json.dumps(key)}: {to_text(item, indent + 2)}" for key, item in value.items()], "{}"
    return f"{ends[0]}\n{space}" + f",\n{space}".join(rows) + f"\n{' ' * indent}{ends[1]}"


def path_of(vector: dict[str, Any]) -> Path:
    return ROOT / "vectors" / vector["kind"] / f"{vector['name']}.json"


def main() -> None:
    """Write all vectors, and remove files of vectors that there are no more."""
    written = set()
    for vector in list_vectors():
        path = path_of(vector)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(to_text(vector) + "\n", encoding="utf-8")
        written.add(path)
    for folder in {path.parent for path in written}:
        for path in set(folder.glob("*.json")) - written:
            path.unlink()
    print(f"wrote {len(written)} vectors")


if __name__ == "__main__":
    main()
