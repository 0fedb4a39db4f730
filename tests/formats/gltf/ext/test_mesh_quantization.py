"""The formats that KHR_mesh_quantization adds to those of vertex attributes and morph targets."""

from __future__ import annotations

import pytest

from pantin.formats.gltf.codes import BYTE, FLOAT, SHORT, UNSIGNED_SHORT
from pantin.formats.gltf.ext.mesh_quantization import EXTENSION
from pantin.formats.gltf.extension_names import MESH_QUANTIZATION as NAME
from pantin.formats.gltf.rules.attribute import allowed_formats


@pytest.mark.parametrize(
    ("semantic", "morph", "format"),
    [
        ("POSITION", False, ("VEC3", UNSIGNED_SHORT, False)),
        ("POSITION", True, ("VEC3", SHORT, True)),
        ("NORMAL", False, ("VEC3", BYTE, True)),
        ("TANGENT", True, ("VEC3", BYTE, True)),
        ("TEXCOORD_1", False, ("VEC2", SHORT, False)),
    ],
)
def test_a_format_is_allowed_with_the_extension_alone(semantic, morph, format):
    """KHR_mesh_quantization, "Extending Mesh Attributes" and "Extending Morph Target Attributes"."""
    assert format in allowed_formats(semantic, morph, (EXTENSION,))
    assert format not in allowed_formats(semantic, morph)


def test_morph_targets_take_no_unsigned_positions():
    assert ("VEC3", UNSIGNED_SHORT, False) not in allowed_formats("POSITION", True, (EXTENSION,))
    assert ("VEC3", FLOAT, False) in allowed_formats("POSITION", True, (EXTENSION,))


def test_no_reader_can_do_without_it(places):
    """KHR_mesh_quantization, "Overview"."""
    code = "NON_REQUIRED_EXTENSION"
    assert places(code, extensionsUsed=[NAME]) == ["/extensionsUsed/0"]
    assert places(code, extensionsUsed=[NAME], extensionsRequired=[NAME]) == []
