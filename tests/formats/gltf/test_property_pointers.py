"""Pointers of KHR_animation_pointer to properties of materials, lights, cameras and visibility: evaluated.

The oracle needs no interpolation of Pantin: at each time the value of the property is computed here, by the
formulas of glTF 2.0 appendix C, and stated in a copy of the file. The rig of that file is the expected one.
"""

from __future__ import annotations

import base64
import json
import random

import numpy as np
import pytest
from tests.formats.gltf.ext.recognised.test_animation_pointer_rules import pointers_of_the_model, whole_asset

import pantin
from pantin.formats.format import WriteOptions
from pantin.formats.gltf.check import check
from pantin.formats.gltf.document import read
from pantin.formats.gltf.files import lower
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.save import to_bytes

WIDTH = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "bool": 1}
TIMES = (0.25, 1.0, 1.5, 3.0)
KINDS = ("LINEAR", "STEP", "CUBICSPLINE")
OUTSIDE = ("/nodes/0/translation", "/nodes/0/rotation", "/nodes/0/scale", "/nodes/0/weights")


def properties_of_rigs() -> list[tuple[str, str]]:
    return [(text, type) for text, type in pointers_of_the_model() if not text.startswith(OUTSIDE)]


def with_animation(tree: dict, channels: list[tuple[str, str, str, np.ndarray]]) -> dict:
    """The file with an animation: pointer, type, interpolation and (K, …, width) values of each channel."""
    parts = [np.array(TIMES, "<f4")]
    times = {"componentType": 5126, "count": len(TIMES), "type": "SCALAR", "bufferView": 0}
    accessors = [times | {"min": [TIMES[0]], "max": [TIMES[-1]]}]
    animation: dict = {"name": "all", "channels": [], "samplers": []}
    for text, type, interpolation, values in channels:
        is_flag = type == "bool"
        stored = values.reshape(-1, WIDTH[type]).astype(np.uint8 if is_flag else "<f4")
        form = {"componentType": 5121 if is_flag else 5126, "type": "SCALAR" if is_flag else type}
        accessors.append(form | {"count": len(stored), "bufferView": len(parts)})
        parts.append(stored)
        target = {"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": text}}}
        animation["channels"].append({"sampler": len(animation["samplers"]), "target": target})
        sampler = {"input": 0, "output": len(accessors) - 1, "interpolation": interpolation}
        animation["samplers"].append(sampler)
    data, views = b"", []
    for part in parts:
        views.append({"buffer": 0, "byteOffset": len(data), "byteLength": part.nbytes})
        data += part.tobytes() + b"\0" * (-part.nbytes % 4)
    uri = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
    arrays = {
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{"byteLength": len(data), "uri": uri}],
    }
    return tree | arrays | {"animations": [animation]}


def still() -> dict:
    """The file of the object model without its mesh, which no property here belongs to."""
    tree = json.loads(json.dumps(whole_asset()))  # its textures are one object
    del tree["meshes"], tree["nodes"][0]["mesh"]
    return tree


def random_values(rng: random.Random, text: str, type: str, interpolation: str) -> np.ndarray:
    """Valid values; those of splines stay so between keys."""
    if type == "bool":
        return np.array([[rng.choice([0, 1, 7])] for _ in TIMES], float)
    least = 1.2 if text.lower().endswith("ior") else 0.2
    keys = np.array([[rng.uniform(least, least + 0.7) for _ in range(WIDTH[type])] for _ in TIMES])
    if interpolation != "CUBICSPLINE":
        return np.float32(keys)
    tangents = [np.array([[rng.uniform(-0.1, 0.1) for _ in row] for row in keys]) for _ in range(2)]
    return np.float32(np.stack([tangents[0], keys, tangents[1]], axis=1))


def random_channels(seed: int) -> list[tuple[str, str, str, np.ndarray]]:
    rng, channels = random.Random(seed), []
    for text, type in properties_of_rigs():
        interpolation = "STEP" if type == "bool" else rng.choice(KINDS)
        channels.append((text, type, interpolation, random_values(rng, text, type, interpolation)))
    return channels


def expected_at(values: np.ndarray, interpolation: str, time: float) -> list[float]:
    """glTF 2.0 appendix C, one number at a time."""
    spline = interpolation == "CUBICSPLINE"
    keys = values[:, 1] if spline else values
    if time <= TIMES[0]:
        return keys[0].tolist()
    if time >= TIMES[-1]:
        return keys[-1].tolist()
    k = max(number for number, key in enumerate(TIMES) if key <= time)
    if interpolation == "STEP":
        return keys[k].tolist()
    span = TIMES[k + 1] - TIMES[k]
    t = (time - TIMES[k]) / span
    if not spline:
        return [(1 - t) * a + t * b for a, b in zip(keys[k].tolist(), keys[k + 1].tolist(), strict=True)]
    found = []
    for c in range(values.shape[-1]):
        start, leaving = float(values[k, 1, c]), float(values[k, 2, c])
        arriving, end = float(values[k + 1, 0, c]), float(values[k + 1, 1, c])
        found.append(
            (2 * t**3 - 3 * t**2 + 1) * start
            + span * (t**3 - 2 * t**2 + t) * leaving
            + (-2 * t**3 + 3 * t**2) * end
            + span * (t**3 - t**2) * arriving
        )
    return found


def stated(tree: dict, text: str, type: str, value: list[float]) -> None:
    """Set the property of a pointer in a file."""
    *path, last = text.split("/")[1:]
    for token in path:
        tree = tree[int(token)] if isinstance(tree, list) else tree[token]
    tree[last] = bool(value[0]) if type == "bool" else value if WIDTH[type] > 1 else value[0]


def numbers_of(part: object) -> dict[str, object]:
    """The fields of a record, those of records in it too, by path."""
    if not hasattr(part, "__struct_fields__") and not hasattr(part, "__dataclass_fields__"):
        return {"": part}
    names = getattr(part, "__struct_fields__", None) or tuple(part.__dataclass_fields__)
    return {
        f"{name}.{rest}": value for name in names for rest, value in numbers_of(getattr(part, name)).items()
    }


def assert_same(found: object, expected: object, but: tuple[str, ...] = ()) -> None:
    one, other = numbers_of(found), numbers_of(expected)
    # A transform that changes nothing is none in a lifted file.
    for name in one.keys() & other.keys():
        if name not in but:
            number = other[name]
            wanted = pytest.approx(number, rel=1e-6) if isinstance(number, float | tuple) else number
            assert one[name] == wanted, name
    assert {name for name in one.keys() ^ other.keys() if ".transform." not in name} == set()


@pytest.mark.parametrize("seed", range(6))
def test_every_property_of_a_rig_is_evaluated(seed):
    channels = random_channels(seed)
    rig = lift(read(json.dumps(with_animation(still(), channels)).encode(), name="a.gltf")).rig
    assert len(rig.clips[0].properties) == len(channels) > 60
    for time in (0.0, 0.25, 0.6, 1.0, 1.2, 2.9, 3.0, 9.0):
        tree = still()
        for text, type, interpolation, values in channels:
            stated(tree, text, type, expected_at(values, interpolation, time))
        expected = lift(read(json.dumps(tree).encode(), name="b.gltf")).rig
        found = pantin.sample(rig, 0, time).appearance
        assert_same(found.materials[0], expected.materials[0], ("alpha_mode.",))
        assert_same(found.lights[0], expected.lights[0])
        for camera in range(2):
            assert_same(found.cameras[camera], expected.cameras[camera])
        assert found.nodes.visible.tolist() == expected.nodes.visible.tolist()


def test_all_are_written_again():
    tree = with_animation(still(), random_channels(1))
    del tree["images"], tree["textures"][0]["source"]
    before = lift(read(json.dumps(tree).encode(), name="a.gltf")).rig
    document = lower(before, WriteOptions(name="b"))[0]
    assert [found for found in check(document) if found.severity == "error"] == []
    after = lift(read(to_bytes(document), name="b.glb")).rig
    assert {str(each.target) for each in after.clips[0].properties} == {
        str(each.target) for each in before.clips[0].properties
    }
    by_target = {each.target: each for each in after.clips[0].properties}
    for channel in before.clips[0].properties:
        other = by_target[channel.target]
        assert other.interpolation == channel.interpolation
        np.testing.assert_allclose(other.times, channel.times)
        np.testing.assert_allclose(other.values, channel.values, rtol=1e-6)
