"""KHR_accessor_float16 and KHR_accessor_float64: the same rig, from halves and doubles."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.formats.gltf.accessor import view
from pantin.formats.gltf.codes import COMPONENTS
from pantin.formats.gltf.document import read

ARM = Path(__file__).parents[4] / "examples" / "arm.glb"
TYPES = {"KHR_accessor_float16": (5131, "<f2"), "KHR_accessor_float64": (5130, "<f8")}


def rewritten(name: str, **changes) -> tuple[bytes, bytes]:
    """The arm with all floats stored in another type."""
    document = read(ARM)
    tree, data = json.loads(document.text), bytearray()
    number, dtype = TYPES[name]
    for index, accessor in enumerate(tree["accessors"]):
        array = np.asarray(view(document, index))
        if accessor["componentType"] == 5126:
            accessor["componentType"] = number
            array = array.astype(dtype)
            for bound in ("min", "max"):
                if bound in accessor:
                    accessor[bound] = np.array(accessor[bound], dtype).astype(float).tolist()
        if array.ndim == 3:
            array = array.transpose(0, 2, 1)
        rows = array.reshape(len(array), -1)
        pad = -rows.shape[1] * rows.itemsize % 4 if "VEC" in accessor["type"] else 0
        lines = [row.tobytes() + bytes(pad) for row in rows]
        data += bytes(-len(data) % 8)
        stride = rows.shape[1] * rows.itemsize + pad
        assert rows.shape[1] == COMPONENTS[accessor["type"]]
        place = {"buffer": 0, "byteOffset": len(data), "byteLength": stride * len(rows)}
        kept = {key: tree["bufferViews"][accessor["bufferView"]].get(key) for key in ("target",)}
        if kept["target"] == 34962:
            place["byteStride"] = stride
        place |= {key: value for key, value in kept.items() if value is not None}
        tree["bufferViews"].append(place)
        accessor["bufferView"] = len(tree["bufferViews"]) - 1
        accessor.pop("byteOffset", None)
        data += b"".join(lines)
    first = min(accessor["bufferView"] for accessor in tree["accessors"])
    tree["bufferViews"] = tree["bufferViews"][first:]
    for accessor in tree["accessors"]:
        accessor["bufferView"] -= first
    tree["buffers"] = [{"byteLength": len(data), "uri": "data.bin"}]
    tree |= {"extensionsUsed": [name], "extensionsRequired": [name], **changes}
    return json.dumps(tree).encode(), bytes(data)


def written(folder: Path, name: str, **changes) -> Path:
    text, data = rewritten(name, **changes)
    (folder / "arm.gltf").write_bytes(text)
    (folder / "data.bin").write_bytes(data)
    return folder / "arm.gltf"


@pytest.mark.parametrize("name", TYPES)
def test_the_posed_arm_is_the_same(tmp_path, name):
    """Against the arm in single precision: doubles hold its numbers, halves their first eleven bits."""
    path = written(tmp_path, name)
    errors = [finding for finding in pantin.check(path).findings if finding.severity != "info"]
    # Quaternions and weights of eleven bits are not of unit length within the bounds for single precision.
    assert [f.rule for f in errors if "float16" not in name] == []
    assert {f.rule for f in errors} <= {
        "GLTF-ACCESSOR_VECTOR3_NON_UNIT",
        "GLTF-ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION",
        "GLTF-ACCESSOR_WEIGHTS_NON_NORMALIZED",
    }
    ours, theirs = (pantin.load(each).rig for each in (path, ARM))
    for time in (0.0, 0.5, 1.25):
        [a], [b] = (pantin.deform(rig, pantin.sample(rig, 0, time)) for rig in (ours, theirs))
        tolerance = 1e-6 if "float64" in name else 4e-3
        assert np.abs(a.positions - b.positions).max() < tolerance
    assert ours.meshes[0].surfaces[0].positions.dtype == (np.float64 if "float64" in name else np.float32)


@pytest.mark.parametrize("name", TYPES)
def test_the_type_needs_the_extension(tmp_path, name):
    path = written(tmp_path, name, extensionsUsed=["VENDOR_other"], extensionsRequired=["VENDOR_other"])
    rules = {finding.rule for finding in pantin.check(path).findings}
    assert "GLTF-VALUE_NOT_IN_LIST" in rules


@pytest.mark.parametrize("name", TYPES)
def test_the_extension_must_be_required(tmp_path, name):
    text, data = rewritten(name)
    tree = json.loads(text)
    del tree["extensionsRequired"]
    (tmp_path / "data.bin").write_bytes(data)
    (tmp_path / "a.gltf").write_text(json.dumps(tree))
    assert "GLTF-NON_REQUIRED_EXTENSION" in {f.rule for f in pantin.check(tmp_path / "a.gltf").findings}


@pytest.mark.parametrize("name", TYPES)
def test_floats_are_not_normalized(tmp_path, name):
    path = written(tmp_path, name)
    tree = json.loads(path.read_text())
    tree["accessors"][0]["normalized"] = True
    path.write_text(json.dumps(tree))
    assert "GLTF-ACCESSOR_NORMALIZED_INVALID" in {f.rule for f in pantin.check(path).findings}


def test_doubles_are_aligned_to_eight_bytes(tmp_path):
    path = written(tmp_path, "KHR_accessor_float64")
    tree = json.loads(path.read_text())
    view_index = tree["accessors"][0]["bufferView"]
    tree["bufferViews"][view_index]["byteOffset"] += 4
    path.write_text(json.dumps(tree))
    assert "GLTF-ACCESSOR_TOTAL_OFFSET_ALIGNMENT" in {f.rule for f in pantin.check(path).findings}


@pytest.mark.parametrize("name", TYPES)
def test_slim_keeps_the_posed_arm(tmp_path, name):
    path = written(tmp_path, name)
    pantin.save(pantin.slim(pantin.load(path)), tmp_path / "small.glb")
    a, b = (pantin.load(each).rig for each in (path, tmp_path / "small.glb"))
    [first], [second] = (pantin.deform(rig, pantin.sample(rig, 0, 0.7)) for rig in (a, b))
    assert np.abs(first.positions.max(0) - second.positions.max(0)).max() < 2e-3
