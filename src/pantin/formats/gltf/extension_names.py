"""The names of the glTF extensions that Pantin knows, in the spelling of files. The module imports nothing,
so any code can refer to an extension without importing it."""

from __future__ import annotations

SKELETONS = "STAIK_skeletons"
SKELETON_BONE = "KHR_skeleton_bone"
SPRING_BONE = "VRMC_springBone"
SPRING_BONE_EXTENDED = "VRMC_springBone_extended_collider"
SPRING_BONE_LIMIT = "VRMC_springBone_limit"
VRMC_VRM = "VRMC_vrm"
VRM0 = "VRM"
VRM_ANIMATION = "VRMC_vrm_animation"
NODE_CONSTRAINT = "VRMC_node_constraint"
MTOON = "VRMC_materials_mtoon"

LIGHTS = "KHR_lights_punctual"
VISIBILITY = "KHR_node_visibility"
ANIMATION_POINTER = "KHR_animation_pointer"
GPU_INSTANCING = "EXT_mesh_gpu_instancing"
LOD = "MSFT_lod"
LOD_COVERAGE = "MSFT_screencoverage"

MESH_QUANTIZATION = "KHR_mesh_quantization"
FLOAT16 = "KHR_accessor_float16"
FLOAT64 = "KHR_accessor_float64"
PRIMITIVE_RESTART = "KHR_mesh_primitive_restart"
DRACO = "KHR_draco_mesh_compression"
MESHOPT = ("KHR_meshopt_compression", "EXT_meshopt_compression")
"""Two names of the same extension; if a view has both, the first counts."""

ANISOTROPY = "KHR_materials_anisotropy"
CLEARCOAT = "KHR_materials_clearcoat"
DIFFUSE_TRANSMISSION = "KHR_materials_diffuse_transmission"
DISPERSION = "KHR_materials_dispersion"
EMISSIVE_STRENGTH = "KHR_materials_emissive_strength"
IOR = "KHR_materials_ior"
IRIDESCENCE = "KHR_materials_iridescence"
SHEEN = "KHR_materials_sheen"
SPECULAR = "KHR_materials_specular"
SPECULAR_GLOSSINESS = "KHR_materials_pbrSpecularGlossiness"
TRANSMISSION = "KHR_materials_transmission"
UNLIT = "KHR_materials_unlit"
VARIANTS = "KHR_materials_variants"
VOLUME = "KHR_materials_volume"

TEXTURE_AVIF = "EXT_texture_avif"
TEXTURE_BASISU = "KHR_texture_basisu"
TEXTURE_TRANSFORM = "KHR_texture_transform"
TEXTURE_WEBP = "EXT_texture_webp"
TEXTURE_MIME_TYPES = {
    TEXTURE_WEBP: "image/webp",
    TEXTURE_BASISU: "image/ktx2",
    TEXTURE_AVIF: "image/avif",
}
"""The image media type that each of these texture extensions allows."""

# The draft of Khronos for characters.
KHR_CHARACTER = "KHR_character"
KHR_EXPRESSION = "KHR_character_expression"
KHR_EXPRESSION_JOINT = "KHR_character_expression_joint"
KHR_EXPRESSION_MORPH = "KHR_character_expression_morphtarget"
KHR_EXPRESSION_TEXTURE = "KHR_character_expression_texture"
KHR_EXPRESSION_MASK = "KHR_character_expression_mask"
KHR_EXPRESSION_MAPPING = "KHR_character_expression_mapping"
KHR_SKELETON_MAPPING = "KHR_character_skeleton_mapping"
KHR_REFERENCE_POSE = "KHR_character_reference_pose"
KHR_VISIBILITY_HINT = "KHR_node_visibility_hint"
KHR_PRIMITIVE_HINT = "KHR_mesh_primitive_visibility_hint"
KHR_CAMERA_HINT = "KHR_node_camera_hint"
KHR_LOOK_AT_TARGET = "KHR_node_lookat_target"
XMP = "KHR_xmp_json_ld"
KHR_CHARACTER_TEXT = "d0d200f"
"""The commit of the text that Pantin follows: KhronosGroup/glTF pull request 2512, of 2026-07-14."""
