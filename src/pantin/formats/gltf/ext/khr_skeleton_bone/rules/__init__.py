"""The rules of KHR_skeleton_bone, numbered as the requirements of its text.

They apply to a file with the name in `extensionsUsed`, including joints without an object of the extension.
GLTF-UNDECLARED_EXTENSION reports objects in other files.
"""

from __future__ import annotations

from pantin.formats.gltf.ext.khr_skeleton_bone.rules import bone, skeleton
from pantin.formats.gltf.scope import Scope
from pantin.report import Rule

RULES: tuple[Rule[[Scope]], ...] = (
    skeleton.required,
    skeleton.rootless_skin,
    bone.misplaced_bone,
    bone.bone_with_attachments,
    skeleton.divided_skeleton,
    skeleton.shared_skeleton,
    skeleton.misplaced_mesh,
    bone.negative_length,
    bone.disconnected_bone,
)
"""The rules that need only the JSON."""

DATA_RULES: tuple[Rule[[Scope]], ...] = (bone.moved_connected_bone,)
"""The rules that need the data of animations."""
