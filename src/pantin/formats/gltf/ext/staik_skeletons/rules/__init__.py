"""The rules of STAIK_skeletons, STAIK-001 to STAIK-030."""

from __future__ import annotations

from pantin.formats.gltf.ext.staik_skeletons.rules import bind, declaration, scene, skeleton, skin
from pantin.formats.gltf.scope import Scope
from pantin.report import Rule

RULES: tuple[Rule[[Scope]], ...] = (
    declaration.undeclared,
    declaration.required,
    declaration.no_skeletons,
    skeleton.incomplete,
    skeleton.empty_or_repeated,
    skeleton.root_no_joint,
    skeleton.shared_joint,
    skeleton.unmarked_joint,
    skeleton.unlisted_joint,
    declaration.bad_mark,
    skeleton.gap,
    skeleton.root_below_joint,
    skeleton.shared_root,
    declaration.unowned,
    skin.unmarked_skin_joint,
    skin.foreign_skin_joint,
    skin.rootless_skin,
    skin.other_root,
    scene.joint_with_attachments,
    scene.misplaced_mesh,
    scene.split_scenes,
    scene.idle_skeleton,
    scene.nested_skeleton,
    scene.unclear_name,
)
"""The rules that need only the JSON."""

DATA_RULES: tuple[Rule[[Scope]], ...] = (
    bind.bad_matrices,
    bind.no_bind_pose,
    bind.disputed_binds,
    bind.overridden_bind,
    skin.broken_skin,
    bind.not_at_rest,
)
"""The rules that need the data of matrices."""
