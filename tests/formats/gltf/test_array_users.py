"""Edits of arrays leave nothing behind that only they replaced."""

from __future__ import annotations

import base64
import json

import numpy as np
import pytest

import pantin


def skewed(path, buffers):
    """A file whose rotations (buffer 0) are not of length 1; `buffers` others have times."""
    times = np.array([0.0, 1.0], np.float32).tobytes()
    rotations = np.array([[0, 0, 0, 2], [0, 0, 2, 0]], np.float32).tobytes()
    contents = [rotations, *[times] * buffers]
    tree = {
        "asset": {"version": "2.0"},
        "buffers": [
            {
                "byteLength": len(data),
                "uri": "data:application/octet-stream;base64," + base64.b64encode(data).decode(),
            }
            for data in contents
        ],
        "bufferViews": [{"buffer": index, "byteLength": len(data)} for index, data in enumerate(contents)],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 2, "type": "VEC4"},
            *(
                {
                    "bufferView": 1 + index,
                    "componentType": 5126,
                    "count": 2,
                    "type": "SCALAR",
                    "min": [0],
                    "max": [1],
                }
                for index in range(buffers)
            ),
        ],
        "nodes": [{"name": f"node {index}"} for index in range(buffers)],
        "scenes": [{"nodes": list(range(buffers))}],
        "animations": [
            {
                "samplers": [{"input": 1 + index, "output": 0} for index in range(buffers)],
                "channels": [
                    {"sampler": index, "target": {"node": index, "path": "rotation"}}
                    for index in range(buffers)
                ],
            }
        ],
    }
    path.write_text(json.dumps(tree))
    return path


@pytest.mark.parametrize("buffers", [1, 3])
def test_a_buffer_that_a_fix_left_without_users_is_removed(tmp_path, buffers):
    asset = pantin.load(skewed(tmp_path / "a.gltf", buffers))
    fixed = pantin.fix(asset)
    assert [change.rule for change in fixed.changes] == [
        "GLTF-ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION"
    ]
    pantin.save(fixed, tmp_path / "b.gltf")
    again = pantin.load(tmp_path / "b.gltf")
    assert len(again.document.tree["buffers"]) == 1 + buffers
    assert "GLTF-UNUSED_OBJECT" not in [finding.rule for finding in again.report.findings]
    for channel in again.rig.clips[0].channels:
        np.testing.assert_array_equal(channel.times, [0, 1])
        np.testing.assert_allclose(channel.values, [[0, 0, 0, 1], [0, 0, 1, 0]])
