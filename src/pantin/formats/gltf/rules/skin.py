"""Rules about skins: joints, root, and inverse bind matrices with their numbers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pantin.formats.gltf.codes import BIND_FORMAT
from pantin.formats.gltf.extent import Extent, extent, format_words, numbers
from pantin.formats.gltf.model import get
from pantin.formats.gltf.scope import Scope
from pantin.formats.gltf.subject import others
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted


@rule("GLTF-SKIN_NO_COMMON_ROOT", "error", "the joints of {skin} have no common root node")
def skin_no_common_root(scope: Scope) -> Iterator[Finding]:
    """Joints of a skin have no common root.

    What: The joints of a skin must have a common root: one of them, or an ancestor of all.
    Why: Engines attach a skeleton to one node. Without it they refuse the skin or split it.
    Fix: Add a node above the topmost joints.
    Source: glTF 2.0 §3.7.3.2.
    """
    for i, (skin, root) in enumerate(zip(scope.model.skins, scope.skin_roots, strict=True)):
        if skin is not None and skin.joints is not None and root is None:
            yield skin_no_common_root.at(pointer("skins", i, "joints"), skin=scope.named("skin", i))


@rule(
    "GLTF-SKIN_SKELETON_INVALID",
    "error",
    "the skeleton of {skin} is {node}, which is not a common root of its joints",
)
def skin_skeleton_invalid(scope: Scope) -> Iterator[Finding]:
    """Skeleton root of a skin is not above its joints.

    What: The `skeleton` of a skin must be the common root of its joints, or an ancestor of it.
    Why: Readers attach the skeleton to the wrong node.
    Fix: Name the closest common ancestor of all joints, or omit `skeleton`.
    Source: glTF 2.0 §3.7.3.2.
    """
    for i, (skin, root) in enumerate(zip(scope.model.skins, scope.skin_roots, strict=True)):
        if skin is None or skin.skeleton is None or get(scope.model.nodes, skin.skeleton) is None:
            continue
        if root is None or not scope.hierarchy.is_within(root, skin.skeleton):
            names = {"skin": scope.named("skin", i), "node": scope.named("node", skin.skeleton)}
            yield skin_skeleton_invalid.at(pointer("skins", i, "skeleton"), **names)


def _binds(scope: Scope) -> Iterator[tuple[int, Extent, int]]:
    """For each skin with inverse binds: its index, its accessor and its number of joints (0 if invalid)."""
    for i, skin in enumerate(scope.model.skins):
        binds = extent(scope, skin.inverse_bind_matrices) if skin is not None else None
        if skin is not None and binds is not None:
            yield i, binds, len(skin.joints or ())


def _pointer(skin: int) -> str:
    return pointer("skins", skin, "inverseBindMatrices")


@rule(
    "GLTF-SKIN_IBM_ACCESSOR_WITH_BYTESTRIDE",
    "error",
    "the inverse bind matrices of {skin} are in {view}, which has a byteStride",
)
def skin_ibm_accessor_with_bytestride(scope: Scope) -> Iterator[Finding]:
    """Inverse bind matrices with a stride.

    What: The buffer view of inverse bind matrices must not have `byteStride`.
    Why: `byteStride` is for vertex attributes only; readers may ignore it.
    Fix: Pack the matrices and remove `byteStride`.
    Source: glTF 2.0 §3.6.2.4.
    """
    for skin, binds, _ in _binds(scope):
        if binds.view is not None and binds.view.byte_stride is not None:
            view = scope.named("buffer view", binds.accessor.buffer_view)
            name = scope.named("skin", skin)
            yield skin_ibm_accessor_with_bytestride.at(_pointer(skin), skin=name, view=view)


@rule(
    "GLTF-SKIN_IBM_INVALID_FORMAT",
    "error",
    "the inverse bind matrices of {skin} are {format}, expected MAT4 of FLOAT",
)
def skin_ibm_invalid_format(scope: Scope) -> Iterator[Finding]:
    """Inverse bind matrices have an invalid format.

    What: Inverse bind matrices must be MAT4 of FLOAT, not normalized.
    Why: Readers support no other format.
    Fix: Store them as MAT4 of FLOAT.
    Source: glTF 2.0 §3.7.3.1.
    """
    for skin, binds, _ in _binds(scope):
        if binds.format != BIND_FORMAT:
            values = {"skin": scope.named("skin", skin), "format": format_words(binds.format)}
            yield skin_ibm_invalid_format.at(_pointer(skin), **values)


@rule("GLTF-INVALID_IBM_ACCESSOR_COUNT", "error", "{skin} has {count} for {joints}")
def invalid_ibm_accessor_count(scope: Scope) -> Iterator[Finding]:
    """Too few inverse bind matrices.

    What: A skin must have at least one inverse bind matrix per joint.
    Why: Matrix i belongs to joint i.
    Fix: Add the missing matrices.
    Source: glTF 2.0 §3.7.3.1.
    """
    for skin, binds, joints in _binds(scope):
        if joints and binds.count < joints:
            values = {
                "skin": scope.named("skin", skin),
                "count": counted(max(binds.count, 0), "inverse bind matrix"),
                "joints": counted(joints, "joint"),
            }
            yield invalid_ibm_accessor_count.at(_pointer(skin), **values)


@rule(
    "GLTF-ACCESSOR_INVALID_IBM",
    "error",
    "the last row of inverse bind matrix {matrix} of {skin} is {row}, expected 0 0 0 1{more}",
)
def accessor_invalid_ibm(scope: Scope) -> Iterator[Finding]:
    """Inverse bind matrix is not affine.

    What: The last row of every inverse bind matrix must be exactly 0 0 0 1.
    Why: Other matrices project the vertices, which skinning does not support.
    Fix: Write the row exactly. Rounding errors of an inversion in single precision are the usual cause.
    Source: glTF 2.0 §3.7.3.1.
    """
    for skin, binds, _ in _binds(scope):
        array = numbers(scope, binds) if binds.format == BIND_FORMAT else None
        if array is None:
            continue
        wrong = np.flatnonzero((array[:, 3, :] != (0, 0, 0, 1)).any(axis=1))
        if len(wrong):
            row = " ".join(f"{value:g}" for value in array[wrong[0], 3, :])
            values = {"skin": scope.named("skin", skin), "row": row, "more": others(len(wrong), "matrix")}
            yield accessor_invalid_ibm.at(_pointer(skin), matrix=int(wrong[0]), **values)


RULES = (
    skin_no_common_root,
    skin_skeleton_invalid,
    skin_ibm_accessor_with_bytestride,
    skin_ibm_invalid_format,
    invalid_ibm_accessor_count,
    accessor_invalid_ibm,
)
