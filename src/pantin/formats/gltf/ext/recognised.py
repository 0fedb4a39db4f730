"""Extensions that Pantin knows only by name, with the objects they extend and their textures.

Those that the Khronos validator knows are checked as it does; the others are preserved and reported as not
validated.
"""

from __future__ import annotations

from pantin.formats.gltf.ext.extension import Extension, Kinds
from pantin.formats.gltf.schema import Gltf, Material, Primitive, Target, Texture, TextureInfo

ANIMATION_POINTER = "KHR_animation_pointer"
GPU_INSTANCING = "EXT_mesh_gpu_instancing"
TEXTURE_AVIF = "EXT_texture_avif"
TEXTURE_BASISU = "KHR_texture_basisu"
TEXTURE_TRANSFORM = "KHR_texture_transform"
TEXTURE_WEBP = "EXT_texture_webp"
UNLIT = "KHR_materials_unlit"


def _checked(name: str, *kinds: type) -> Extension:
    extends: dict[str, Kinds] = {name: kinds}
    return Extension(extends=extends)


def _material(name: str, *textures: str, tangent: tuple[str, ...] = ()) -> Extension:
    return Extension(extends={name: (Material,)}, textures=textures, tangent_textures=tangent)


def _unchecked(name: str, *, burdens_nodes: bool = False) -> Extension:
    return Extension(extends={name: None}, checked=False, burdens_nodes=burdens_nodes)


MATERIALS = (
    _material("KHR_materials_anisotropy", "anisotropyTexture", tangent=("anisotropyTexture",)),
    _material(
        "KHR_materials_clearcoat",
        "clearcoatTexture",
        "clearcoatRoughnessTexture",
        "clearcoatNormalTexture",
        tangent=("clearcoatNormalTexture",),
    ),
    _material("KHR_materials_dispersion"),
    _material("KHR_materials_emissive_strength"),
    _material("KHR_materials_ior"),
    _material("KHR_materials_iridescence", "iridescenceTexture", "iridescenceThicknessTexture"),
    _material("KHR_materials_pbrSpecularGlossiness", "diffuseTexture", "specularGlossinessTexture"),
    _material("KHR_materials_sheen", "sheenColorTexture", "sheenRoughnessTexture"),
    _material("KHR_materials_specular", "specularTexture", "specularColorTexture"),
    _material("KHR_materials_transmission", "transmissionTexture"),
    _material(UNLIT),
    _material("KHR_materials_volume", "thicknessTexture"),
)

EXTENSIONS = (
    *MATERIALS,
    _checked("KHR_materials_variants", Gltf, Primitive),
    _checked(TEXTURE_TRANSFORM, TextureInfo),
    _checked(TEXTURE_WEBP, Texture),
    _unchecked(TEXTURE_AVIF),
    _unchecked(TEXTURE_BASISU),
    _unchecked(GPU_INSTANCING, burdens_nodes=True),
    _unchecked("KHR_audio_emitter", burdens_nodes=True),
    _unchecked("OMI_audio_emitter", burdens_nodes=True),
    Extension(
        extends={ANIMATION_POINTER: (Target,)},
        words={"animation.channel.target.path": ("pointer",)},
    ),
)
