"""The schema holds what glTF 2.0 says."""

from __future__ import annotations

import pytest

from pantin.formats.gltf.schema import COMPONENTS, FLOAT, INTEGER_RANGES, Gltf
from pantin.formats.gltf.shape import members


def test_components_of_each_type():
    """glTF 2.0 §3.6.2.2."""
    assert COMPONENTS == {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}


def test_integer_component_types_and_their_bounds():
    """glTF 2.0 §3.6.2.2: signed and unsigned byte and short, unsigned int; the sixth type is float."""
    assert {*INTEGER_RANGES, FLOAT} == {5120, 5121, 5122, 5123, 5125, 5126}
    assert INTEGER_RANGES[5120] == (-128, 127)
    assert INTEGER_RANGES[5125] == (0, 4294967295)


def test_the_root_has_the_members_of_the_specification():
    """glTF 2.0 §5.17."""
    names = {member.name for member in members(Gltf)}
    collections = "accessors animations buffers bufferViews cameras images materials meshes nodes samplers"
    others = "scenes skins textures asset scene extensionsUsed extensionsRequired extensions extras"
    assert names == set(f"{collections} {others}".split())


def test_objects_are_frozen():
    with pytest.raises(AttributeError):
        Gltf().scene = 1  # type: ignore[misc]
