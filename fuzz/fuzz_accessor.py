"""Fuzz target: accessors, sparse parts and compressed views over any bytes. An array, or a typed refusal."""

from __future__ import annotations

import json
import struct

import atheris

from pantin.base.errors import PantinError
from pantin.base.limits import Limits
from pantin.formats.gltf.accessor import values, view, view_valid_prefix
from pantin.formats.gltf.document import read

LIMITS = Limits(file_bytes=1 << 20, json_bytes=1 << 20, json_depth=64, elements=1 << 14)
COMPONENT_TYPES = (5120, 5121, 5122, 5123, 5125, 5126, 0)
TYPES = ("SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4", "VEC5")
MODES = ("ATTRIBUTES", "TRIANGLES", "INDICES", "POINTS")
FILTERS = ("NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", "COLOR")
DRACO, MESHOPT = "KHR_draco_mesh_compression", "KHR_meshopt_compression"


def document(data: bytes) -> bytes:
    """A GLB whose numbers are drawn from `data` and whose BIN chunk is the rest of it."""
    take = atheris.FuzzedDataProvider(data)

    def small() -> int:
        return take.ConsumeIntInRange(-1, 40) if take.ConsumeProbability() < 0.9 else take.ConsumeInt(8)

    def view() -> dict[str, object]:
        result: dict[str, object] = {"buffer": 0, "byteOffset": small(), "byteLength": small() * 8}
        if take.ConsumeBool():
            result["byteStride"] = take.ConsumeIntInRange(4, 252)
        if take.ConsumeProbability() < 0.3:
            settings = {"buffer": 0, "byteOffset": small(), "byteLength": small() * 8, "count": small()}
            settings |= {"byteStride": small(), "mode": take.PickValueInList(list(MODES))}
            result["extensions"] = {MESHOPT: settings | {"filter": take.PickValueInList(list(FILTERS))}}
        return result

    def accessor() -> dict[str, object]:
        result: dict[str, object] = {
            "componentType": take.PickValueInList(list(COMPONENT_TYPES)),
            "count": small(),
        }
        result |= {"type": take.PickValueInList(list(TYPES)), "normalized": take.ConsumeBool()}
        if take.ConsumeProbability() < 0.8:
            result |= {"bufferView": take.ConsumeIntInRange(0, 3), "byteOffset": small()}
        if take.ConsumeProbability() < 0.4:
            indices = {"bufferView": take.ConsumeIntInRange(0, 3), "byteOffset": small()}
            indices["componentType"] = take.PickValueInList([5121, 5123, 5125, 5126])
            replaced = {"bufferView": take.ConsumeIntInRange(0, 3), "byteOffset": small()}
            result["sparse"] = {"count": small(), "indices": indices, "values": replaced}
        return result

    views, accessors = [view() for _ in range(3)], [accessor() for _ in range(4)]
    stream = take.ConsumeBytes(take.remaining_bytes())
    draco = {DRACO: {"bufferView": 3, "attributes": {"POSITION": 0}}}
    tree = {
        "asset": {"version": "2.0"},
        "extensionsUsed": [DRACO, MESHOPT],
        "buffers": [{"byteLength": max(len(stream), 1)}],
        "bufferViews": [*views, {"buffer": 0, "byteLength": max(len(stream), 1)}],
        "accessors": accessors,
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "extensions": draco}]}],
    }
    text = json.dumps(tree).encode()
    text += b" " * (-len(text) % 4)
    chunk = stream + bytes(-len(stream) % 4)
    head = struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(chunk))
    return (
        head
        + struct.pack("<I4s", len(text), b"JSON")
        + text
        + struct.pack("<I4s", len(chunk), b"BIN\0")
        + chunk
    )


def target(data: bytes) -> None:
    result = read(document(data), name="fuzz.glb", limits=LIMITS)
    reader = (view, values, view_valid_prefix)[len(data) % 3]
    for index in range(5):
        try:
            array = reader(result, index)
        except PantinError:
            continue
        assert array.shape[0] == result.model.accessors[index].count
        # Touch the last number: a view past the end of its buffer would fault here.
        array.reshape(-1)[-1:].sum() if array.strides[0] else None
