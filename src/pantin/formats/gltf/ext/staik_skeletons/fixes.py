"""Fixes for skeletons: the declaration of the extension, empty lists, and repeated joints. Skins pose the
meshes, so no fix changes the look of a model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pantin.formats.fixing import Fix
from pantin.formats.gltf.extension_names import SKELETONS as NAME
from pantin.formats.gltf.json_values import as_object, block_of
from pantin.report import Finding
from pantin.report.pointer import pointer, tokens

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pantin.formats.gltf.document import Document

DEPTH = len(("extensions", NAME, "skeletons"))
"""Position of the skeleton index in the pointer of a finding. The typed model is not imported for it."""


def can_declare(document: Document, finding: Finding) -> bool:
    return isinstance(document.tree.get("extensionsUsed", []), list)


def declare(document: Document, findings: Sequence[Finding]) -> int:
    """List the extension in `extensionsUsed`."""
    document.append("/extensionsUsed", NAME)
    return 1


def make_optional(document: Document, findings: Sequence[Finding]) -> int:
    """Remove the extension from `extensionsRequired`, and the list if it becomes empty."""
    others = [name for name in document.tree["extensionsRequired"] if name != NAME]
    if others:
        document.set("/extensionsRequired", others)
    else:
        document.remove("/extensionsRequired")
    return 1


def has_no_skeleton(document: Document, finding: Finding) -> bool:
    """Whether a file has no skeletons. An invalid list may be meant to have some, so it counts as having
    them."""
    block = as_object(document.tree.get("extensions")).get(NAME, {})
    return isinstance(block, dict) and block.get("skeletons", []) == []


def remove_marks(document: Document, findings: Sequence[Finding]) -> int:
    """Remove the extension from the root, nodes and skins; returns the number of objects removed."""
    from pantin.formats.gltf.edits import remove_extension, unlist_extensions

    pointers = [
        pointer(collection, index)
        for collection in ("nodes", "skins")
        for index, value in enumerate(document.tree.get(collection, ()))
        if NAME in as_object(as_object(value).get("extensions"))
    ]
    pointers += [""] if block_of(document.tree, NAME) is not None else []
    for where in pointers:
        remove_extension(document, where, NAME)
    unlist_extensions(document, NAME)
    return len(pointers)


def is_repeated(document: Document, finding: Finding) -> bool:
    """Whether a skeleton repeats joints and has no matrices, or one per entry."""
    skeleton = _skeleton(document, finding)
    joints = skeleton.get("joints")
    if not isinstance(joints, list) or not joints or not all(type(joint) is int for joint in joints):
        return False
    if "inverseBindMatrices" not in skeleton:
        return True
    matrices = _matrices(document, skeleton)
    return matrices is not None and len(matrices) in (len(joints), len(set(joints)))


def list_joints_once(document: Document, findings: Sequence[Finding]) -> int:
    """Keep the first of repeated joints with its matrix; returns the number of joints removed."""
    from pantin.formats.gltf.array_users import Users, put_array

    users, gone = Users(document), 0
    for finding in findings:
        skeleton = _skeleton(document, finding)
        slots = {joint: slot for slot, joint in reversed(list(enumerate(skeleton["joints"])))}
        kept = sorted(slots.values())
        gone += len(skeleton["joints"]) - len(kept)
        matrices = _matrices(document, skeleton) if "inverseBindMatrices" in skeleton else None
        where = pointer(*tokens(finding.pointer or "")[: DEPTH + 1])
        if matrices is not None and len(matrices) > len(kept):
            put_array(users, f"{where}/inverseBindMatrices", matrices[kept])
        document.set(f"{where}/joints", [skeleton["joints"][slot] for slot in kept])
    users.drop_unused_tail()
    return gone


def _skeleton(document: Document, finding: Finding) -> dict[str, Any]:
    listed = as_object(block_of(document.tree, NAME))["skeletons"]
    return as_object(listed[int(tokens(finding.pointer or "")[DEPTH])])


def _matrices(document: Document, skeleton: dict[str, Any]) -> NDArray[Any] | None:
    """The matrices of a skeleton; None if unreadable."""
    from pantin.formats.gltf.accessor import BadAccessor, view

    try:
        matrices = view(document, skeleton["inverseBindMatrices"])
    except (BadAccessor, TypeError, LookupError):
        return None
    return matrices if matrices.ndim == 3 else None


FIXES: tuple[Fix, ...] = (
    Fix(
        ("STAIK-001",),
        "list the extension in extensionsUsed",
        "listed {} in extensionsUsed",
        "extension",
        declare,
        can_declare,
    ),
    Fix(
        ("STAIK-002",),
        "remove the extension from extensionsRequired",
        "removed {} from extensionsRequired",
        "extension",
        make_optional,
    ),
    Fix(
        ("STAIK-003",),
        "remove the extension, which has no skeletons",
        "removed STAIK_skeletons from {}",
        "object",
        remove_marks,
        has_no_skeleton,
    ),
    Fix(
        ("STAIK-005",),
        "list each joint once",
        "removed {} from skeletons",
        "repeated joint",
        list_joints_once,
        is_repeated,
    ),
)


def fixes() -> tuple[Fix, ...]:
    """All fixes, in the order to apply them."""
    return FIXES
