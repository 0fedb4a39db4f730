"""What the tests of rules about data share: a file written down as arrays."""

from __future__ import annotations

import base64

import numpy as np
import pytest

COMPONENT_TYPES = {"i1": 5120, "u1": 5121, "<i2": 5122, "<u2": 5123, "<u4": 5125, "<f4": 5126}
TYPES = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4"}


class Made:
    """A file in the making. Each array gets a view and an accessor of its own; `members` is the file."""

    def __init__(self):
        self.data = b""
        self.tree = {"accessors": [], "bufferViews": []}

    def accessor(self, rows, dtype="<f4", **more) -> int:
        """The index of a new accessor with a row per element; `more` goes into the accessor."""
        array = np.array(rows, dtype).reshape(len(rows), -1)
        self.data += bytes(-len(self.data) % 4)
        view = {"buffer": 0, "byteOffset": len(self.data), "byteLength": array.nbytes}
        self.data += array.tobytes()
        self.tree["bufferViews"].append(view)
        made = {"bufferView": len(self.tree["bufferViews"]) - 1, "componentType": COMPONENT_TYPES[dtype]}
        self.tree["accessors"].append(made | {"count": len(array), "type": TYPES[array.shape[1]]} | more)
        return len(self.tree["accessors"]) - 1

    def mesh(self, attributes, **more) -> None:
        self.tree.setdefault("meshes", []).append({"primitives": [{"attributes": attributes} | more]})

    def skinned(self, joints, weights, joint_count=3) -> None:
        """A mesh of points with sets of joints and weights, and two nodes that draw it, with skins of
        `joint_count` joints and of one more.
        """
        attributes = {"POSITION": self.accessor([[0, 0, 0]] * len(joints[0]))}
        for set, rows in enumerate(joints):
            attributes[f"JOINTS_{set}"] = self.accessor(rows, "u1")
        for set, rows in enumerate(weights):
            attributes[f"WEIGHTS_{set}"] = self.accessor(rows)
        self.mesh(attributes, mode=0)
        self.tree["skins"] = [{"joints": list(range(2, 2 + joint_count + extra))} for extra in (1, 0)]
        self.tree["nodes"] = [{"mesh": 0, "skin": 0}, {"mesh": 0, "skin": 1}] + [{}] * (joint_count + 1)

    def animation(
        self, times, values, path="translation", dtype="<f4", interpolation="LINEAR", **more
    ) -> None:
        """An animation of node 0; `more` goes into the accessor of the values."""
        sampler = {
            "input": self.accessor(times),
            "output": self.accessor(values, dtype, **more),
            "interpolation": interpolation,
        }
        channel = {"sampler": 0, "target": {"node": 0, "path": path}}
        self.tree.setdefault("nodes", [{}])
        self.tree["animations"] = [{"channels": [channel], "samplers": [sampler]}]

    @property
    def members(self):
        if self.data:
            uri = "data:application/octet-stream;base64," + base64.b64encode(self.data).decode()
            self.tree["buffers"] = [{"byteLength": len(self.data), "uri": uri}]
        return {name: value for name, value in self.tree.items() if value}


@pytest.fixture
def made() -> Made:
    return Made()
