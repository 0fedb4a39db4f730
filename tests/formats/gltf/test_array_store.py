"""Arrays as glTF stores them: the same bytes and members wherever they go."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.formats.gltf.array_store import ArrayStore, least_unsigned, pack_array
from pantin.formats.gltf.codes import VERTICES


class Listing(ArrayStore):
    """Lists what it is given."""

    def __init__(self):
        self.views, self.accessors = [], []

    def add_view(self, data, target=None, stride=None):
        self.views.append((bytes(data), target, stride))
        return len(self.views) - 1

    def add_accessor(self, members):
        self.accessors.append(members)
        return len(self.accessors) - 1


def test_rows_of_vertices_begin_at_multiples_of_four_bytes():
    """glTF 2.0 §3.6.2.4."""
    store = Listing()
    assert store.store_array(np.array([[1, 2, 3], [4, 5, 6]], "u1"), target=VERTICES) == 0
    assert store.views == [(b"\1\2\3\0\4\5\6\0", VERTICES, 4)]
    assert store.accessors == [{"bufferView": 0, "componentType": 5121, "count": 2, "type": "VEC3"}]


def test_other_arrays_are_contiguous():
    store = Listing()
    store.store_array(np.array([1, 2, 3], "u1"))
    assert store.views == [(b"\1\2\3", None, None)]


def test_matrices_are_stored_by_columns():
    """glTF 2.0 §3.6.2.4; bounds are in the same order."""
    matrix = np.arange(16, dtype="<f4").reshape(1, 4, 4)
    packed = pack_array(matrix, min_max=True)
    assert packed.data == matrix[0].T.tobytes()
    assert packed.members["type"] == "MAT4"
    assert packed.members["min"] == matrix[0].T.reshape(-1).tolist()


def test_columns_of_small_matrices_are_padded():
    """A MAT2 of bytes has columns of 4 bytes: glTF 2.0 §3.6.2.4."""
    packed = pack_array(np.array([[[1, 2], [3, 4]]], "u1"))
    assert packed.data == b"\1\3\0\0\2\4\0\0"


def test_bounds_may_be_those_of_another_array():
    exact = np.array([[0.1], [0.2]])
    members = pack_array(exact, min_max=exact).members
    assert (members["min"], members["max"]) == ([0.1], [0.2])
    assert pack_array(exact, min_max=True).members["min"] == [float(np.float32(0.1))]


@pytest.mark.parametrize(("count", "component"), [(256, 5121), (257, 5123), (65536, 5123), (65537, 5125)])
def test_indices_of_a_sparse_array_have_the_least_type(count, component):
    store = Listing()
    store.store_sparse(np.array([count - 1]), np.array([[1.0, 2.0, 3.0]], "<f4"), count)
    (accessor,) = store.accessors
    assert accessor["sparse"]["indices"] == {"bufferView": 0, "componentType": component}
    assert accessor["sparse"]["values"] == {"bufferView": 1}
    assert store.views[1] == (np.array([1.0, 2.0, 3.0], "<f4").tobytes(), None, None)


def test_a_sparse_array_without_rows_has_no_views():
    store = Listing()
    store.store_sparse(np.zeros(0, np.int64), np.zeros((0, 3), "<f4"), 5, normalized=False)
    assert store.accessors == [{"componentType": 5126, "count": 5, "type": "VEC3"}]
    assert store.views == []


def test_the_least_type_that_holds_a_number():
    assert [least_unsigned(number, ("u1", "u2", "u4")) for number in (255, 256, 65536)] == ["u1", "u2", "u4"]


@pytest.mark.parametrize(
    "array",
    [np.zeros((0, 3), "<f4"), np.zeros((2, 5), "<f4"), np.zeros((2, 3), "<i8"), np.array([[np.inf]], "<f4")],
)
def test_arrays_that_gltf_cannot_store_are_refused(array):
    with pytest.raises(ValueError, match="an accessor"):
        pack_array(array)
