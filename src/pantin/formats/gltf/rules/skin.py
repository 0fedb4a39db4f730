"""Rules about skins: their joints, their root, and the inverse bind matrices with their numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from pantin.formats.gltf.codes import FLOAT, Format
from pantin.formats.gltf.model import get
from pantin.formats.gltf.rules.extent import Extent, extent, format_words, numbers
from pantin.formats.gltf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import and_more

BIND_FORMAT: Final[Format] = ("MAT4", FLOAT, False)


@rule("GLTF-SKIN_NO_COMMON_ROOT", "error", "the joints have no node that all of them are under")
def skin_no_common_root(scope: Scope) -> Iterator[Finding]:
    """The joints of a skin have a common root, one of them or a node above them all.

    Why: engines hang a skeleton on one node; without it they refuse the skin or tear it apart.
    Mend: add a node above the topmost joints.
    Source: glTF 2.0 §3.7.3.2.
    """
    for i, (skin, root) in enumerate(zip(scope.model.skins, scope.skin_roots, strict=True)):
        if skin is not None and skin.joints is not None and root is None:
            yield skin_no_common_root.at(pointer("skins", i, "joints"))


@rule("GLTF-SKIN_SKELETON_INVALID", "error", "node {skeleton} is not above all joints of the skin")
def skin_skeleton_invalid(scope: Scope) -> Iterator[Finding]:
    """A skin's `skeleton` is the common root of its joints, or a node above it.

    Why: it tells where the skeleton hangs.
    Mend: name the closest node that all joints are under, or leave `skeleton` out.
    Source: glTF 2.0 §3.7.3.2.
    """
    for i, (skin, root) in enumerate(zip(scope.model.skins, scope.skin_roots, strict=True)):
        if skin is None or skin.skeleton is None or get(scope.model.nodes, skin.skeleton) is None:
            continue
        if root is None or not scope.hierarchy.is_within(root, skin.skeleton):
            yield skin_skeleton_invalid.at(pointer("skins", i, "skeleton"), skeleton=skin.skeleton)


def _binds(scope: Scope) -> Iterator[tuple[str, Extent, int]]:
    """The place, the accessor and the number of joints (0 if broken) of each skin that has inverse binds."""
    for i, skin in enumerate(scope.model.skins):
        found = extent(scope, skin.inverse_bind_matrices) if skin is not None else None
        if skin is not None and found is not None:
            yield pointer("skins", i, "inverseBindMatrices"), found, len(skin.joints or ())


@rule(
    "GLTF-SKIN_IBM_ACCESSOR_WITH_BYTESTRIDE",
    "error",
    "inverse bind matrices lie in a buffer view with byteStride",
)
def skin_ibm_accessor_with_bytestride(scope: Scope) -> Iterator[Finding]:
    """The buffer view of inverse bind matrices has no byteStride.

    Why: byteStride is for vertices.
    Mend: pack the matrices and remove byteStride.
    Source: glTF 2.0 §3.6.2.4.
    """
    for place, binds, _ in _binds(scope):
        if binds.view is not None and binds.view.byte_stride is not None:
            yield skin_ibm_accessor_with_bytestride.at(place)


@rule(
    "GLTF-SKIN_IBM_INVALID_FORMAT", "error", "inverse bind matrices are {format}; they must be MAT4 of FLOAT"
)
def skin_ibm_invalid_format(scope: Scope) -> Iterator[Finding]:
    """Inverse bind matrices are 4×4 matrices of floats.

    Why: readers take no other.
    Mend: store them as MAT4 of floats, not normalized.
    Source: glTF 2.0 §3.7.3.1.
    """
    for place, binds, _ in _binds(scope):
        if binds.format != BIND_FORMAT:
            yield skin_ibm_invalid_format.at(place, format=format_words(binds.format))


@rule(
    "GLTF-INVALID_IBM_ACCESSOR_COUNT", "error", "there are {count} inverse bind matrices for {joints} joints"
)
def invalid_ibm_accessor_count(scope: Scope) -> Iterator[Finding]:
    """There is an inverse bind matrix for each joint; more are allowed.

    Why: matrix i belongs to joint i.
    Mend: add the missing matrices.
    Source: glTF 2.0 §3.7.3.1.
    """
    for place, binds, joints in _binds(scope):
        if joints and binds.count < joints:
            yield invalid_ibm_accessor_count.at(place, count=max(binds.count, 0), joints=joints)


@rule("GLTF-ACCESSOR_INVALID_IBM", "error", "the last row of matrix {matrix} is {row}, not 0 0 0 1{more}")
def accessor_invalid_ibm(scope: Scope) -> Iterator[Finding]:
    """The last row of an inverse bind matrix is 0 0 0 1.

    Why: bind matrices move, turn, scale and shear; they do not project.
    Mend: write the row exactly; noise from inverting in single precision is common there.
    Source: glTF 2.0 §3.7.3.1.
    """
    for place, binds, _ in _binds(scope):
        array = numbers(scope, binds) if binds.format == BIND_FORMAT else None
        if array is None:
            continue
        wrong = np.flatnonzero((array[:, 3, :] != (0, 0, 0, 1)).any(axis=1))
        if len(wrong):
            row = " ".join(f"{value:g}" for value in array[wrong[0], 3, :])
            yield accessor_invalid_ibm.at(place, matrix=int(wrong[0]), row=row, more=and_more(len(wrong)))


RULES = (
    skin_no_common_root,
    skin_skeleton_invalid,
    skin_ibm_accessor_with_bytestride,
    skin_ibm_invalid_format,
    invalid_ibm_accessor_count,
    accessor_invalid_ibm,
)
