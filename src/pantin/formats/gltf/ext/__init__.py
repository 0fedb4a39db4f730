"""glTF extensions, each in its own folder: `EXTENSIONS` lists their records.

The rest of the code asks the registry (`formats.gltf.extensions`) and imports nothing from here. The bytes of
an extension without a record never change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.formats.gltf.ext import (
    accessor_floats,
    draco,
    khr_character,
    khr_lights_punctual,
    khr_node_visibility,
    khr_skeleton_bone,
    mesh_quantization,
    meshopt,
    primitive_restart,
    recognised,
    staik_skeletons,
    vrm0,
    vrmc_materials_mtoon,
    vrmc_node_constraint,
    vrmc_spring_bone,
    vrmc_vrm,
    vrmc_vrm_animation,
)

if TYPE_CHECKING:
    from pantin.formats.gltf.extension import Extension

EXTENSIONS: tuple[Extension, ...] = (
    staik_skeletons.EXTENSION,
    khr_skeleton_bone.EXTENSION,
    vrmc_spring_bone.EXTENSION,
    vrmc_spring_bone.EXTENDED_COLLIDER,
    vrmc_spring_bone.LIMIT,
    vrmc_vrm.EXTENSION,
    *khr_character.EXTENSIONS,
    vrmc_node_constraint.EXTENSION,
    vrm0.EXTENSION,
    vrmc_vrm_animation.EXTENSION,
    mesh_quantization.EXTENSION,
    *accessor_floats.EXTENSIONS,
    primitive_restart.EXTENSION,
    draco.EXTENSION,
    meshopt.EXTENSION,
    khr_lights_punctual.EXTENSION,
    khr_node_visibility.EXTENSION,
    *recognised.EXTENSIONS,
    vrmc_materials_mtoon.EXTENSION,
)
"""In the order in which their rules run and they are lifted."""
