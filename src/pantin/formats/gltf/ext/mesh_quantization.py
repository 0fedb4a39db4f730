"""KHR_mesh_quantization: vertex attributes in small integers."""

from __future__ import annotations

from pantin.formats.gltf.codes import SIGNED, UNSIGNED, Formats, normalized_formats, plain
from pantin.formats.gltf.extension import Extension
from pantin.formats.gltf.extension_names import MESH_QUANTIZATION

VERTEX_FORMATS: Formats = {
    "POSITION": plain("VEC3", *UNSIGNED, *SIGNED) | normalized_formats("VEC3", *UNSIGNED, *SIGNED),
    "NORMAL": normalized_formats("VEC3", *SIGNED),
    "TANGENT": normalized_formats("VEC4", *SIGNED),
    "TEXCOORD": plain("VEC2", *UNSIGNED, *SIGNED) | normalized_formats("VEC2", *SIGNED),
}
MORPH_FORMATS: Formats = {
    "POSITION": plain("VEC3", *SIGNED) | normalized_formats("VEC3", *SIGNED),
    "NORMAL": normalized_formats("VEC3", *SIGNED),
    "TANGENT": normalized_formats("VEC3", *SIGNED),
    "TEXCOORD": plain("VEC2", *SIGNED),
}
"""The tables in "Extending Mesh Attributes" and "Extending Morph Target Attributes"."""

EXTENSION = Extension(
    extends={MESH_QUANTIZATION: ()},
    # Its accessors have formats that core glTF forbids, so no reader can do without it.
    required=True,
    carried=True,
    attribute_formats=(VERTEX_FORMATS, MORPH_FORMATS),
)
