"""The core glTF errors in the skins of a file."""

from __future__ import annotations

from pantin.formats.gltf.model import Skin, get
from pantin.formats.gltf.rules import property, reference
from pantin.formats.gltf.rules import skin as core
from pantin.formats.gltf.scope import Scope
from pantin.report import Finding
from pantin.report.pointer import tokens

JOINT_RULES = (
    reference.unresolved_reference,
    property.duplicate_elements,
    core.skin_no_common_root,
    core.skin_skeleton_invalid,
)
BIND_RULES = (
    core.skin_ibm_accessor_with_bytestride,
    core.skin_ibm_invalid_format,
    core.invalid_ibm_accessor_count,
    core.accessor_invalid_ibm,
)
"""Core glTF rules about skins, except schema rules."""


def core_errors(scope: Scope) -> dict[int, list[Finding]]:
    """The core glTF errors of each skin that has any. The rules about references and roots examine the whole
    file joint by joint, so they run only if a quick check of the skins finds a fault."""
    sound = all(_is_sound(scope, skin) for skin in scope.model.skins)
    rules = BIND_RULES if sound else (*JOINT_RULES, *BIND_RULES)
    findings = [*scope.document.shape_findings, *(finding for rule in rules for finding in rule(scope))]
    errors: dict[int, list[Finding]] = {}
    for finding in findings:
        path = tokens(finding.pointer or "")
        if finding.severity == "error" and len(path) > 1 and path[0] == "skins":
            errors.setdefault(int(path[1]), []).append(finding)
    return errors


def _is_sound(scope: Scope, skin: Skin | None) -> bool:
    """Whether the joints, root and matrices of a skin exist, and the joints are below that root."""
    nodes, accessors = scope.model.nodes, scope.model.accessors
    if skin is None or not skin.joints or None in skin.joints or max(skin.joints) >= len(nodes):  # type: ignore[type-var, operator]
        return False
    joints = [joint for joint in skin.joints if joint is not None and nodes[joint] is not None]
    top = scope.hierarchy.common_ancestor(joints)
    if top is None or len(set(joints)) < len(skin.joints):
        return False
    binds, root = skin.inverse_bind_matrices, skin.skeleton
    if (binds is not None and get(accessors, binds) is None) or (
        root is not None and get(nodes, root) is None
    ):
        return False
    return root is None or scope.hierarchy.is_within(top, root)
