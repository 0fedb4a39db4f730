"""The inverse bind matrices of skeletons, and their faults."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.formats.gltf.codes import BIND_FORMAT
from pantin.formats.gltf.ext.staik_skeletons.model import LIST, skeleton_objects
from pantin.formats.gltf.extent import extent, format_words
from pantin.formats.gltf.scope import Scope
from pantin.formats.gltf.subject import others
from pantin.formats.members.faults import shown
from pantin.report.wording import counted

Matrices = NDArray[Any]


def matrices_fault(scope: Scope, index: int) -> str:
    """The fault of the matrices of a skeleton; empty if they are valid or missing."""
    skeleton = scope.fact(skeleton_objects).skeletons[index]
    if not skeleton.states_matrices:
        return ""
    accessor = extent(scope, skeleton.matrices)
    if accessor is None:
        stated = scope.raw((*LIST, index))["inverseBindMatrices"]
        count = counted(len(scope.model.accessors), "accessor")
        return f"inverseBindMatrices refers to accessor {shown(stated)}, but the file has {count}"
    if accessor.format != BIND_FORMAT:
        return f"the inverse bind matrices are {format_words(accessor.format)}, expected MAT4 of FLOAT"
    if accessor.view is not None and accessor.view.byte_stride is not None:
        return "the inverse bind matrices are in a buffer view with a byteStride"
    if accessor.count < len(skeleton.joints or ()):
        matrices = counted(max(accessor.count, 0), "inverse bind matrix")
        return f"{matrices} for {counted(len(skeleton.joints or ()), 'joint')}"
    array = scope.array(accessor.index)
    if array is None:
        return "the inverse bind matrices cannot be read"
    # Without a buffer view all matrices are zero: check one.
    return _wrong_numbers(array[:1] if array.strides[0] == 0 else array)


def _wrong_numbers(array: Matrices) -> str:
    wild = np.flatnonzero(~np.isfinite(array).all(axis=(1, 2)))
    if len(wild):
        return f"inverse bind matrix {wild[0]} has a number that is not finite{others(len(wild), 'matrix')}"
    wrong = np.flatnonzero((array[:, 3, :] != (0, 0, 0, 1)).any(axis=1))
    if len(wrong):
        row = " ".join(f"{value:g}" for value in array[wrong[0], 3, :])
        more = others(len(wrong), "matrix")
        return f"the last row of inverse bind matrix {wrong[0]} is {row}, expected 0 0 0 1{more}"
    return ""


def matrices(scope: Scope) -> dict[int, Matrices]:
    """The matrices (J, 3, 4) of each skeleton with valid matrices, in joint order."""
    by_skeleton = {}
    for i, skeleton in enumerate(scope.fact(skeleton_objects).skeletons):
        if skeleton.joints and skeleton.matrices is not None:
            array = None if matrices_fault(scope, i) else scope.array(skeleton.matrices)
            if array is not None:
                by_skeleton[i] = array[: len(skeleton.joints), :3].astype(np.float64)
    return by_skeleton
