"""Element layouts: the numbers of glTF 2.0 §3.6.2.4, "Data Alignment"."""

from __future__ import annotations

import pytest

from pantin.formats.gltf.accessor_layout import LAYOUTS


@pytest.mark.parametrize(
    ("component_type", "type", "size", "stride"),
    [
        (5121, "MAT2", 6, 8),
        (5120, "MAT3", 11, 12),
        (5123, "MAT3", 22, 24),
        (5122, "MAT2", 8, 8),
        (5121, "MAT4", 16, 16),
        (5126, "MAT3", 36, 36),
        (5121, "VEC3", 3, 3),
        (5125, "SCALAR", 4, 4),
    ],
)
def test_matrix_columns_start_on_four_byte_boundaries(component_type, type, size, stride):
    layout = LAYOUTS[component_type, type]
    assert (layout.size, layout.stride) == (size, stride)


def test_every_pair_of_component_type_and_type_has_a_layout():
    assert len(LAYOUTS) == 8 * 7
    for layout in LAYOUTS.values():
        assert layout.size <= layout.stride
        assert layout.components * layout.component_size <= layout.size
