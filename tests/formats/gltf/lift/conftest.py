"""What the tests of `lift` share: a way to write a small file down, and the slow oracle of posed vertices."""

from __future__ import annotations

import base64
import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from pantin.formats.gltf.document import Document, read
from pantin.formats.gltf.lift import Lifted, lift

COMPONENTS = {"i1": 5120, "u1": 5121, "i2": 5122, "u2": 5123, "u4": 5125, "f4": 5126}
TYPES = {(): "SCALAR", (2,): "VEC2", (3,): "VEC3", (4,): "VEC4", (16,): "MAT4"}


class Raw:
    """A glTF file written by hand: `accessor` stores arrays, `tree` is the JSON to fill in."""

    def __init__(self) -> None:
        self.data = b""
        self.tree: dict[str, Any] = {"asset": {"version": "2.0"}, "accessors": [], "bufferViews": []}

    def view(self, array: np.ndarray) -> int:
        data = np.ascontiguousarray(array).tobytes()
        self.tree["bufferViews"].append({"buffer": 0, "byteOffset": len(self.data), "byteLength": len(data)})
        self.data += data + bytes(-len(data) % 4)
        return len(self.tree["bufferViews"]) - 1

    def accessor(self, values: Any, kind: str = "f4", **more: Any) -> int:
        array = np.asarray(values, "<" + kind)
        members = {
            "bufferView": self.view(array),
            "componentType": COMPONENTS[kind],
            "count": len(array),
            "type": TYPES[array.shape[1:]],
        }
        self.tree["accessors"].append(members | more)
        return len(self.tree["accessors"]) - 1

    def sparse(self, count: int, rows: Any, values: Any) -> int:
        places = {"bufferView": self.view(np.asarray(rows, "<u2")), "componentType": 5123}
        new = {"bufferView": self.view(np.asarray(values, "<f4"))}
        sparse = {"count": len(rows), "indices": places, "values": new}
        members = {"componentType": 5126, "count": count, "type": "VEC3", "sparse": sparse}
        self.tree["accessors"].append(members)
        return len(self.tree["accessors"]) - 1

    def bytes(self) -> bytes:
        uri = "data:application/octet-stream;base64," + base64.b64encode(self.data).decode()
        buffers = {"buffers": [{"byteLength": len(self.data), "uri": uri}]} if self.data else {}
        return json.dumps(
            {key: value for key, value in (self.tree | buffers).items() if value != []}
        ).encode()

    def document(self) -> Document:
        return read(self.bytes(), name="made.gltf")

    def lift(self) -> Lifted:
        return lift(self.document())


@pytest.fixture
def raw() -> Raw:
    return Raw()


@pytest.fixture(scope="session")
def oracle() -> ModuleType:
    path = Path(__file__).parents[3] / "oracles" / "gltf_pose.py"
    spec = importlib.util.spec_from_file_location("gltf_pose", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
