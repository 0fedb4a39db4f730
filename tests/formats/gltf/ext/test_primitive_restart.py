"""KHR_mesh_primitive_restart: strips, loops and fans that begin again at the largest index."""

from __future__ import annotations

import base64
import json

import numpy as np
import pytest

import pantin

NAME = "KHR_mesh_primitive_restart"
COMPONENTS = {5121: "u1", 5123: "<u2", 5125: "<u4"}
RUNS = [[0, 1, 2, 3, 4], [5, 6, 7], [8], [9, 10, 11, 12]]


def strips(mode: int, component: int, runs=RUNS, names=(NAME,), required=True) -> bytes:
    dtype = np.dtype(COMPONENTS[component])
    stop = np.iinfo(dtype).max
    joined = [index for run in runs for index in [*run, stop]][:-1]
    indices, points = np.array(joined, dtype).tobytes(), np.random.default_rng(3).random((13, 3), np.float32)
    indices += bytes(-len(indices) % 4)
    data = base64.b64encode(indices + points.tobytes()).decode()
    tree = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 1}, "indices": 0, "mode": mode}]}],
        "buffers": [
            {
                "byteLength": len(indices) + points.nbytes,
                "uri": f"data:application/octet-stream;base64,{data}",
            }
        ],
        "bufferViews": [
            {"buffer": 0, "byteLength": len(joined) * dtype.itemsize, "target": 34963},
            {"buffer": 0, "byteOffset": len(indices), "byteLength": points.nbytes, "target": 34962},
        ],
        "accessors": [
            {"bufferView": 0, "componentType": component, "count": len(joined), "type": "SCALAR"},
            {
                "bufferView": 1,
                "componentType": 5126,
                "count": 13,
                "type": "VEC3",
                "min": points.min(0).tolist(),
                "max": points.max(0).tolist(),
            },
        ],
    }
    if names:
        tree["extensionsUsed"] = list(names)
        if required:
            tree["extensionsRequired"] = list(names)
    return json.dumps(tree).encode()


def elements(mode: int, run: list[int]) -> list[tuple[int, ...]]:
    """glTF 2.0 §3.7.2.1, one formula after the other."""
    n = len(run)
    if mode == 2:
        return [(run[i], run[(i + 1) % n]) for i in range(n)] if n > 1 else []
    if mode == 3:
        return [(run[i], run[i + 1]) for i in range(n - 1)]
    if mode == 5:
        return [(run[i], run[i + 1 + i % 2], run[i + 2 - i % 2]) for i in range(n - 2)]
    return [(run[i + 1], run[i + 2], run[0]) for i in range(n - 2)]


@pytest.mark.parametrize("component", COMPONENTS)
@pytest.mark.parametrize("mode", [2, 3, 5, 6])
def test_runs_become_lines_or_triangles(mode, component):
    source = strips(mode, component)
    assert not [f for f in pantin.check(source, name="a.gltf").findings if f.severity != "info"]
    [surface] = pantin.load(source, name="a.gltf").rig.meshes[0].surfaces
    width = 2 if mode in (2, 3) else 3
    assert surface.mode == ("lines" if width == 2 else "triangles")
    expected = [element for run in RUNS for element in elements(mode, run)]
    assert [tuple(row) for row in surface.indices.reshape(-1, width).tolist()] == expected


@pytest.mark.parametrize("mode", [0, 1, 4])
def test_other_modes_have_no_restarts(mode):
    rules = {f.rule for f in pantin.check(strips(mode, 5123), name="a.gltf").errors}
    assert "GLTF-ACCESSOR_INDEX_PRIMITIVE_RESTART" in rules


def test_without_the_extension_a_restart_is_an_error():
    rules = {f.rule for f in pantin.check(strips(5, 5123, names=()), name="a.gltf").errors}
    assert {"GLTF-ACCESSOR_INDEX_PRIMITIVE_RESTART", "GLTF-ACCESSOR_INDEX_OOB"} <= rules


def test_the_extension_must_be_required():
    rules = {f.rule for f in pantin.check(strips(5, 5123, required=False), name="a.gltf").findings}
    assert "GLTF-NON_REQUIRED_EXTENSION" in rules


def test_other_indices_stay_in_range():
    found = pantin.check(strips(5, 5123, [[0, 1, 2], [3, 4, 13]]), name="a.gltf").errors
    assert [f.rule for f in found] == ["GLTF-ACCESSOR_INDEX_OOB"]
    assert "index 6" in found[0].message


def test_nothing_but_restarts():
    source = strips(5, 5121, [[], []])
    assert pantin.check(source, name="a.gltf").ok
    assert not len(pantin.load(source, name="a.gltf").rig.meshes[0].surfaces[0].triangles)
