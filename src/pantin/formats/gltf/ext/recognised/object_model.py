"""The glTF 2.0 Asset Object Model: the properties that animations may change, and their types.

`{}` is an index. Pointers into extensions that the object model does not list are not decided here.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from pantin.formats.gltf.extension_names import TEXTURE_TRANSFORM

OUTPUT_TYPES: dict[str, str] = {
    "float": "SCALAR",
    "float[]": "SCALAR",
    "float2": "VEC2",
    "float3": "VEC3",
    "float4": "VEC4",
    "float4x4": "MAT4",
    "bool": "SCALAR",
    "int": "SCALAR",
}
"""The output accessor type for each property type (KHR_animation_pointer, "Operation")."""


def _table(text: str) -> dict[str, str]:
    return dict(line.split() for line in text.strip().splitlines())


MUTABLE = _table(
    """
    /cameras/{}/orthographic/xmag                                                        float
    /cameras/{}/orthographic/ymag                                                        float
    /cameras/{}/orthographic/zfar                                                        float
    /cameras/{}/orthographic/znear                                                       float
    /cameras/{}/perspective/aspectRatio                                                  float
    /cameras/{}/perspective/yfov                                                         float
    /cameras/{}/perspective/zfar                                                         float
    /cameras/{}/perspective/znear                                                        float
    /materials/{}/alphaCutoff                                                            float
    /materials/{}/emissiveFactor                                                         float3
    /materials/{}/normalTexture/scale                                                    float
    /materials/{}/occlusionTexture/strength                                              float
    /materials/{}/pbrMetallicRoughness/baseColorFactor                                   float4
    /materials/{}/pbrMetallicRoughness/metallicFactor                                    float
    /materials/{}/pbrMetallicRoughness/roughnessFactor                                   float
    /nodes/{}/translation                                                                float3
    /nodes/{}/rotation                                                                   float4
    /nodes/{}/scale                                                                      float3
    /nodes/{}/weights                                                                    float[]
    /nodes/{}/weights/{}                                                                 float
    /extensions/KHR_lights_punctual/lights/{}/color                                      float3
    /extensions/KHR_lights_punctual/lights/{}/intensity                                  float
    /extensions/KHR_lights_punctual/lights/{}/range                                      float
    /extensions/KHR_lights_punctual/lights/{}/spot/innerConeAngle                        float
    /extensions/KHR_lights_punctual/lights/{}/spot/outerConeAngle                        float
    /materials/{}/extensions/KHR_materials_anisotropy/anisotropyStrength                 float
    /materials/{}/extensions/KHR_materials_anisotropy/anisotropyRotation                 float
    /materials/{}/extensions/KHR_materials_clearcoat/clearcoatFactor                     float
    /materials/{}/extensions/KHR_materials_clearcoat/clearcoatRoughnessFactor            float
    /materials/{}/extensions/KHR_materials_clearcoat/clearcoatNormalTexture/scale        float
    /materials/{}/extensions/KHR_materials_dispersion/dispersion                         float
    /materials/{}/extensions/KHR_materials_emissive_strength/emissiveStrength            float
    /materials/{}/extensions/KHR_materials_ior/ior                                       float
    /materials/{}/extensions/KHR_materials_iridescence/iridescenceFactor                 float
    /materials/{}/extensions/KHR_materials_iridescence/iridescenceIor                    float
    /materials/{}/extensions/KHR_materials_iridescence/iridescenceThicknessMinimum       float
    /materials/{}/extensions/KHR_materials_iridescence/iridescenceThicknessMaximum       float
    /materials/{}/extensions/KHR_materials_sheen/sheenColorFactor                        float3
    /materials/{}/extensions/KHR_materials_sheen/sheenRoughnessFactor                    float
    /materials/{}/extensions/KHR_materials_specular/specularFactor                       float
    /materials/{}/extensions/KHR_materials_specular/specularColorFactor                  float3
    /materials/{}/extensions/KHR_materials_transmission/transmissionFactor               float
    /materials/{}/extensions/KHR_materials_volume/thicknessFactor                        float
    /materials/{}/extensions/KHR_materials_volume/attenuationDistance                    float
    /materials/{}/extensions/KHR_materials_volume/attenuationColor                       float3
    /materials/{}/extensions/ADOBE_materials_clearcoat_specular/clearcoatIor             float
    /materials/{}/extensions/ADOBE_materials_clearcoat_specular/clearcoatSpecularFactor  float
    /materials/{}/extensions/ADOBE_materials_clearcoat_tint/clearcoatTintFactor          float3
    /nodes/{}/extensions/EXT_lights_ies/multiplier                                       float
    /nodes/{}/extensions/EXT_lights_ies/color                                            float3
    /extensions/EXT_lights_image_based/lights/{}/rotation                                float4
    /extensions/EXT_lights_image_based/lights/{}/intensity                               float
    /nodes/{}/extensions/KHR_node_visibility/visible                                     bool
    /nodes/{}/extensions/KHR_node_selectability/selectable                               bool
    /nodes/{}/extensions/KHR_node_hoverability/hoverable                                 bool
    /nodes/{}/extensions/KHR_skeleton_bone/connected                                     bool
    /nodes/{}/extensions/KHR_skeleton_bone/length                                        float
    """
)
"""Mutable properties: the object model, and additions by extension specifications."""

READ_ONLY = _table(
    """
    /animations.length                                int
    /cameras.length                                   int
    /materials.length                                 int
    /meshes.length                                    int
    /nodes.length                                     int
    /scene                                            int
    /scenes.length                                    int
    /skins.length                                     int
    /materials/{}/doubleSided                         bool
    /meshes/{}/primitives.length                      int
    /meshes/{}/primitives/{}/material                 int
    /nodes/{}/children.length                         int
    /nodes/{}/children/{}                             int
    /nodes/{}/weights.length                          int
    /nodes/{}/camera                                  int
    /nodes/{}/mesh                                    int
    /nodes/{}/parent                                  int
    /nodes/{}/skin                                    int
    /nodes/{}/globalMatrix                            float4x4
    /nodes/{}/matrix                                  float4x4
    /scenes/{}/nodes.length                           int
    /scenes/{}/nodes/{}                               int
    /skins/{}/joints.length                           int
    /skins/{}/joints/{}                               int
    /skins/{}/skeleton                                int
    /extensions/KHR_lights_punctual/lights.length     int
    /nodes/{}/extensions/KHR_lights_punctual/light    int
    /extensions/EXT_lights_ies/lights.length          int
    /extensions/EXT_lights_image_based/lights.length  int
    """
)

WITHOUT_DEFAULT = (
    "/cameras/{}/perspective/aspectRatio",
    "/cameras/{}/perspective/zfar",
    "/extensions/KHR_lights_punctual/lights/{}/range",
)
"""Optional properties without a default, which exist only if the file states them."""

TRANSFORM_TYPES = {"offset": "float2", "rotation": "float", "scale": "float2"}
TRANSFORM = re.compile(rf"/materials/.*Texture/extensions/{TEXTURE_TRANSFORM}/(offset|rotation|scale)")
"""KHR_texture_transform applies to every texture of a material, including those of other extensions."""

EXTENSIONS = frozenset(
    name for template in (*MUTABLE, *READ_ONLY) for name in re.findall(r"/extensions/([^/]+)", template)
)
"""The extensions whose properties the object model lists completely."""


class Entry(NamedTuple):
    """A property of the object model."""

    template: str
    type: str
    mutable: bool


def is_index(token: str) -> bool:
    """Whether a token is an array index (RFC 6901 §4). Longer numbers are rejected: no file has 10^18
    objects, and Python refuses to parse thousands of digits."""
    return re.fullmatch("0|[1-9][0-9]{0,17}", token) is not None


def template_of(path: tuple[str, ...]) -> str:
    """The pointer with `{}` in place of each index."""
    return "".join(f"/{'{}' if is_index(token) else token}" for token in path)


def entry_of(path: tuple[str, ...]) -> Entry | None:
    """The property at a pointer; None if the object model lacks it."""
    template = template_of(path)
    if template in MUTABLE:
        return Entry(template, MUTABLE[template], True)
    if template in READ_ONLY:
        return Entry(template, READ_ONLY[template], False)
    transform = TRANSFORM.fullmatch(template)
    if transform is not None:
        return Entry(template, TRANSFORM_TYPES[transform[1]], True)
    return None


def is_component(path: tuple[str, ...]) -> bool:
    """Whether a pointer refers to a component of a vector, which the specification forbids."""
    whole = entry_of(path[:-1]) if path and is_index(path[-1]) else None
    return whole is not None and whole.type in ("float2", "float3", "float4", "float4x4")
