"""Any JSON value in place of any member: findings, losses or a clear error, but never an internal error, and
no warning of NumPy on standard error.
"""

from __future__ import annotations

import base64
import copy
import json
import struct
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pantin.cli.exit import Exit

EXAMPLES = Path(__file__).parents[2] / "examples"

SCALARS = st.sampled_from([None, True, False, -1, 0, 1, 7, 2.0, 2.5, 1e308, -1e-320, 10**30, "", "x", "é\0"])
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "node", "uri"]), inner),
    max_leaves=4,
)
COMMANDS = {
    ".gltf": ("convert out.g4tf", "convert out.glb", "convert out.obj", "pose out.gltf", "fix out.gltf"),
    ".g4tf": ("convert out.glb", "convert out.g4b", "convert out.obj", "pose out.obj", "slice out.glb"),
}
PATH = tuple[str | int, ...]


def members(value: Any, path: PATH = ()) -> Iterator[PATH]:
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from members(item, (*path, key))


def planted(tree: Any, path: PATH, value: Any) -> Any:
    if not path:
        return value
    tree = copy.deepcopy(tree)
    owner = tree
    for key in path[:-1]:
        owner = owner[key]
    owner[path[-1]] = value
    return tree


def run_all(pantin, suffix: str, tree: Any) -> None:
    Path("any" + suffix).write_text(json.dumps(tree), encoding="utf-8")
    for line in (*COMMANDS[suffix], "inspect", "check", "view --out=out.html"):
        command, *rest = line.split()
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            ended = pantin(command, "any" + suffix, *rest)
        assert ended.code != Exit.FAULT, (line, ended.err)
        assert [str(warning.message) for warning in caught] == [], line


@pytest.fixture
def trees(pantin) -> dict[str, Any]:
    """A skinned and animated glTF file, and a G4MF file with skin and blend shapes, as JSON."""
    pantin("convert", "arm.glb", "arm.gltf", "--embed")
    face = json.loads((EXAMPLES / "g4mf" / "face.g4tf").read_text())
    return {".gltf": json.loads(Path("arm.gltf").read_text()), ".g4tf": face}


@pytest.mark.parametrize("suffix", COMMANDS)
def test_any_value_at_any_member_is_no_internal_error(pantin, trees, suffix):
    tree = trees[suffix]

    @settings(max_examples=60, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(st.sampled_from(list(members(tree))), VALUES)
    def plant(path, value):
        run_all(pantin, suffix, planted(tree, path, value))

    plant()


@pytest.mark.parametrize(
    ("suffix", "path", "value"),
    [
        (".gltf", ("extensionsUsed",), [{}]),
        (".gltf", ("extensionsRequired",), [[]]),
        (".gltf", ("nodes",), [[]]),
        (".gltf", ("meshes", 0, "primitives"), [[]]),
        (".g4tf", ("meshes", 0, "surfaces"), [{}]),
        (".g4tf", ("meshes", 0, "surfaces"), [{"topology": {}}]),
    ],
)
def test_values_that_were_internal_errors(pantin, trees, suffix, path, value):
    run_all(pantin, suffix, planted(trees[suffix], path, value))


NUMBERS = [0.0, -1.0, 1e-45, 1e-20, 1e20, 3.4e38, -3.4e38, float("inf"), float("-inf"), float("nan")]


def scattered(uri: str, places: list[tuple[int, float]]) -> str:
    """A data URI with some floats of its bytes replaced."""
    head, data = uri.split(",", 1)
    changed = bytearray(base64.b64decode(data))
    for place, number in places:
        struct.pack_into("<f", changed, place % (len(changed) // 4) * 4, number)
    return f"{head},{base64.b64encode(changed).decode()}"


@pytest.mark.parametrize("suffix", COMMANDS)
def test_any_numbers_in_the_data_are_no_internal_error_and_no_warning(pantin, trees, suffix):
    tree = trees[suffix]
    places = st.lists(st.tuples(st.integers(0, 1 << 16), st.sampled_from(NUMBERS)), min_size=1, max_size=20)

    @settings(max_examples=25, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(places)
    def scatter(chosen):
        buffers = [
            buffer | {"uri": scattered(buffer["uri"], chosen)} if "uri" in buffer else buffer
            for buffer in tree["buffers"]
        ]
        run_all(pantin, suffix, tree | {"buffers": buffers})

    scatter()


def test_a_mesh_too_large_for_the_space_of_its_node_is_refused(pantin, trees):
    """1e30 in the world is 1e60 in the space of a node with a scale of 1e-30: more than float32 holds."""
    tree = trees[".g4tf"]
    nodes = [node | {"scale": [1e-30] * tree["asset"]["dimension"]} for node in tree["nodes"]]
    run_all(pantin, ".g4tf", tree | {"nodes": nodes})
