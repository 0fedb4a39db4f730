"""The store: bytes padded to 4, one view and one accessor for each array."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.base.errors import Unsupported
from pantin.base.records import replace
from pantin.formats.gltf.new.file_layout import REFERENCE, STANDARD
from pantin.formats.gltf.new.losses import losses
from pantin.formats.gltf.new.store import Store, to_float32
from pantin.formats.gltf.new.writer import write

ARM = Path(__file__).parents[4] / "examples" / "arm.glb"


def test_views_are_padded_to_four_and_do_not_count_the_padding():
    store = Store(STANDARD)
    store.store_array(np.array([[1], [2], [3]], "u1"))
    store.store_array(np.array([[1.0, 2.0]], "<f4"), target=34962)
    assert store.views == [
        {"buffer": 0, "byteLength": 3},
        {"buffer": 0, "byteOffset": 4, "byteLength": 8, "target": 34962},
    ]
    assert b"".join(store.parts)[:4] == b"\1\2\3\0"


def test_bounds_are_those_of_the_array_given_for_them():
    store = Store(REFERENCE)
    exact = np.array([[0.1, 2.0]])
    store.store_array(to_float32(exact, "x"), min_max=exact)
    assert list(store.accessors[0].items())[-2:] == [("max", [0.1, 2.0]), ("min", [0.1, 2.0])]
    assert store.accessors[0]["normalized"] is False


def test_a_sparse_array_without_rows_is_zeros():
    store = Store(STANDARD)
    store.store_sparse(np.zeros(0, np.int64), np.zeros((0, 3), "<f4"), 5)
    assert store.accessors == [{"componentType": 5126, "count": 5, "type": "VEC3"}]


def test_numbers_beyond_float32_are_refused():
    with pytest.raises(Unsupported, match="weights: a number is too large"):
        to_float32(np.array([1e39]), "weights")


def test_a_surface_without_indices_is_dropped_and_reported():
    """An accessor has one element at least: glTF 2.0 §5.1.5."""
    rig = pantin.load(ARM).rig
    mesh = rig.meshes[0]
    empty = replace(mesh.surfaces[0], indices=np.zeros(0, np.uint32))
    rig = replace(rig, meshes=(replace(mesh, surfaces=(empty, mesh.surfaces[0])),))
    document, findings = write(rig), losses(rig)
    assert len(document.tree["meshes"][0]["primitives"]) == 1
    assert [finding.pointer for finding in findings] == ["/meshes/0/surfaces/0"]
