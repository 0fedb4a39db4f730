"""KHR_draco_mesh_compression: what DracoPy's own encoder packed comes out again, and garbage is refused."""

from __future__ import annotations

import base64
import json
import random
from contextlib import suppress

import numpy as np
import pytest

from pantin.base.errors import LimitExceeded
from pantin.base.limits import Limits
from pantin.formats.gltf.accessor import BadAccessor, view
from pantin.formats.gltf.document import read

DracoPy = pytest.importorskip("DracoPy", reason="the extra pantin[draco] is not installed")

POSITIONS = np.random.default_rng(5).standard_normal((12, 3)).astype("<f4")
FACES = np.array([[0, 1, 2], [2, 1, 3], [4, 5, 6], [7, 8, 9], [9, 10, 11]], "<u4")
JOINTS = np.arange(48).reshape(12, 4).astype("<u2")
STREAM = DracoPy.encode(
    POSITIONS, FACES, quantization_bits=0, preserve_order=True, generic_attributes={3: JOINTS}
)
POSITION_ID = DracoPy.decode(STREAM).get_attribute_by_type(DracoPy.AttributeType.POSITION)["unique_id"]


def document(stream: bytes = STREAM, ids: dict | None = None, limits: Limits = Limits(), **changes):  # noqa: B008
    """A file with one compressed primitive; accessor 0 holds positions, 1 joints, 2 indices; `changes` go
    into 2.
    """
    extension = {"bufferView": 0, "attributes": ids or {"POSITION": POSITION_ID, "JOINTS_0": 3}}
    tree = {
        "asset": {"version": "2.0"},
        "extensionsUsed": ["KHR_draco_mesh_compression"],
        "extensionsRequired": ["KHR_draco_mesh_compression"],
        "buffers": [
            {
                "byteLength": len(stream),
                "uri": "data:application/octet-stream;base64," + base64.b64encode(stream).decode(),
            }
        ],
        "bufferViews": [{"buffer": 0, "byteLength": len(stream)}],
        "accessors": [
            {"componentType": 5126, "type": "VEC3", "count": 12},
            {"componentType": 5123, "type": "VEC4", "count": 12},
            {"componentType": 5123, "type": "SCALAR", "count": 15} | changes,
        ],
        "meshes": [
            {
                "primitives": [
                    {
                        "attributes": {"POSITION": 0, "JOINTS_0": 1},
                        "indices": 2,
                        "extensions": {"KHR_draco_mesh_compression": extension},
                    }
                ]
            }
        ],
    }
    return read(json.dumps(tree).encode(), name="made.gltf", limits=limits)


def test_attributes_and_faces_come_out_as_they_went_in_and_in_the_declared_types():
    made = document()
    np.testing.assert_array_equal(view(made, 0), POSITIONS)
    np.testing.assert_array_equal(view(made, 1), JOINTS)
    np.testing.assert_array_equal(view(made, 2)[:, 0], FACES.reshape(-1))
    assert [view(made, i).dtype.str for i in range(3)] == ["<f4", "<u2", "<u2"]


def test_quantised_positions_come_out_within_the_quantisation_step():
    stream = DracoPy.encode(POSITIONS, FACES, quantization_bits=14, preserve_order=True)
    made = document(stream, {"POSITION": 0})
    step = float(np.ptp(POSITIONS, axis=0).max()) / (2**14 - 1)
    np.testing.assert_allclose(view(made, 0), POSITIONS, atol=step)


def reason(made, index: int) -> str:
    with pytest.raises(BadAccessor) as caught:
        view(made, index)
    return caught.value.reason


def test_what_the_accessors_declare_must_be_what_the_stream_holds():
    assert reason(document(count=12), 2) == "corrupt"
    assert reason(document(ids={"POSITION": 77}), 0) == "corrupt"
    assert reason(document(ids={"POSITION": 3}), 0) == "corrupt"
    assert reason(document(stream=b"DRACO"), 0) == "corrupt"
    assert reason(document(stream=b"OBJ" + STREAM), 0) == "corrupt"


def test_a_stream_whose_indices_accessor_is_missing_still_gives_its_attributes():
    made = document()
    made.set("/meshes/0/primitives/0/indices", 99)
    np.testing.assert_array_equal(view(made, 0), POSITIONS)


def test_numbers_that_do_not_fit_the_component_type_are_not_cut_off():
    large = DracoPy.encode(
        POSITIONS, FACES, preserve_order=True, generic_attributes={3: JOINTS.astype("<u4") + 70000}
    )
    assert reason(document(large, {"JOINTS_0": 3}), 1) == "corrupt"


def test_the_declared_number_of_faces_is_bounded_by_the_limits():
    with pytest.raises(LimitExceeded):
        view(document(limits=Limits(elements=4)), 2)


def test_damaged_streams_are_refused_or_give_numbers_but_never_fail_otherwise():
    chance = random.Random(11)
    for _ in range(200):
        damaged = bytearray(STREAM[: chance.randrange(11, len(STREAM) + 1)])
        damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        for index in range(3):
            with suppress(BadAccessor, LimitExceeded):
                view(document(bytes(damaged)), index)


def test_points_without_number_are_refused_before_they_are_unpacked(monkeypatch):
    """One triangle and a million equal points take 62 bytes, behind metadata or not."""
    points = np.zeros((1_000_000, 3), np.float32)
    bomb = DracoPy.encode(points, np.array([[0, 1, 2]], "<u4"), preserve_order=True, compression_level=0)
    assert len(bomb) < 100
    for stream in (bomb, with_metadata(bomb)):
        monkeypatch.setattr(DracoPy, "decode", lambda stream: pytest.fail("it was unpacked"))
        with pytest.raises(LimitExceeded, match="decoded_bytes"):
            view(document(stream, count=3, limits=Limits(decoded_bytes=10_000_000)), 2)


def with_metadata(stream: bytes) -> bytes:
    """The stream with metadata as the bitstream has them: a tree for attribute 0, with an element below the
    first, and one for the file, with an entry."""
    entry = b"\x04name\x03abc"
    below = b"\x05below" + b"\x01" + entry + b"\x00"
    attribute = b"\x00" + b"\x01" + entry + b"\x01" + below
    return stream[:9] + b"\x00\x80" + b"\x01" + attribute + b"\x01" + entry + b"\x00" + stream[11:]


def test_metadata_are_passed_over():
    assert np.array_equal(view(document(with_metadata(STREAM)), 0), POSITIONS)


@pytest.mark.parametrize("length", range(12, 30))
def test_metadata_that_are_cut_short_are_refused(length):
    assert reason(document(with_metadata(STREAM)[:length]), 0) == "corrupt"
