"""Inverse bind matrices for a skeleton, all in one space, from those of the skins that share it.

The author of a skin chose its bind space: the world, the node of its mesh, or another. A joint with
rest transform R and inverse bind matrix B is bound at rest in the space R · B; where all joints of a skin
have the same product, the skin is bound in the rest pose of that space.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record
from pantin.maths import affine
from pantin.rig import Doubles, Indices, Skeleton

SAME_SPACE = 1e-4
"""Spaces are equal if no entry differs by more than this, relative to the numbers they are computed from:
float32 rounds by 6e-8, and exporters use it to invert chains of about a hundred joints."""


class Binds(Record, eq=False):
    """Inverse bind matrices of a skin or skeleton: one for each of `joints`."""

    joints: Indices
    matrices: Doubles


def bind_spaces(rest: Doubles, inverse_binds: Doubles) -> tuple[Doubles, Doubles]:
    """(J, N, N + 1) the space in which each joint is bound at rest, and (J,) by how much rounding may change
    an entry of it.
    """
    spaces = affine.multiply(rest, inverse_binds)
    sizes = [np.abs(matrices).max((-2, -1), initial=0.0) for matrices in (rest, inverse_binds, spaces)]
    return spaces, SAME_SPACE * np.maximum(sizes[0] * sizes[1], sizes[2])


def is_same_space(spaces: Doubles, other: Doubles, rounding: Doubles) -> NDArray[np.bool_]:
    """Which of some spaces equal another one, or the one with the same index."""
    return np.asarray(np.abs(spaces - other).max((-2, -1), initial=0.0) <= rounding)


def slots_off_rest(skeleton: Skeleton) -> tuple[NDArray[np.int64], Doubles, Indices]:
    """Joints of a skeleton with matrices that are not bound at rest relative to their parents, the space in
    which each joint is bound at rest, and the slot of each joint's parent (its own for the root).
    """
    if skeleton.inverse_binds is None:
        raise ValueError("the skeleton has no inverse bind matrices")
    spaces, rounding = bind_spaces(skeleton.rest_transforms(), skeleton.inverse_binds)
    parents = np.where(skeleton.parents < 0, np.arange(len(spaces)), skeleton.parents)
    same = is_same_space(spaces, spaces[parents], rounding + rounding[parents])
    return np.flatnonzero(~same), spaces, parents


def combine_binds(skeleton: Skeleton, sources: Iterable[Binds]) -> Doubles | None:
    """A matrix for each joint of a skeleton, from the first source that has one.

    All are in the space of the first source: a source that is bound in the rest pose of another space moves
    there. A joint of no source is bound at rest relative to its parent; above the first joint with a matrix,
    relative to that one. None where a matrix is singular.
    """
    rest = skeleton.rest_transforms()
    matrices = np.zeros_like(rest)
    has_bind = np.zeros(len(rest), bool)
    slots = {joint: slot for slot, joint in enumerate(skeleton.joints.tolist())}
    first: Doubles | None = None
    for number, source in enumerate(sources):
        own = np.array([slots[joint] for joint in source.joints.tolist()], np.int64)
        binds, space = source.matrices, _rest_space(rest[own], source.matrices)
        if number == 0:
            first = space
        elif first is not None and space is not None:
            binds = _move(binds, space, first)
        new = ~has_bind[own]
        # Backwards, because of a joint that is listed twice the first matrix counts.
        matrices[own[new][::-1]] = binds[new][::-1]
        has_bind[own] = True
    if not has_bind.all() and _fill(skeleton, rest, matrices, has_bind):
        return None
    return None if affine.invert(matrices)[1].any() else matrices


def _rest_space(rest: Doubles, binds: Doubles) -> Doubles | None:
    """The space in which joints are bound at rest; None if they are bound in another pose."""
    if not len(rest):
        return None
    spaces, rounding = bind_spaces(rest, binds)
    space: Doubles = spaces[0]
    return space if is_same_space(spaces, space, rounding + rounding[0]).all() else None


def _move(binds: Doubles, space: Doubles, target: Doubles) -> Doubles:
    """Matrices converted from one space to another; bit-identical if the spaces differ only by rounding."""
    largest = SAME_SPACE * np.maximum(np.abs(space).max(), np.abs(target).max())
    inverse, singular = affine.invert(space)
    if singular.any() or is_same_space(space, target, largest):
        return binds
    return affine.multiply(binds, affine.multiply(inverse, target))


def _fill(skeleton: Skeleton, rest: Doubles, matrices: Doubles, has_matrix: NDArray[np.bool_]) -> bool:
    """Bind the joints without a matrix in the space of their parents; whether a rest transform is
    singular."""
    missing = np.flatnonzero(~has_matrix)
    inverses, singular = affine.invert(rest[missing])
    if singular.any():
        return True
    first = int(np.argmax(has_matrix))
    top = (
        affine.multiply(rest[first], matrices[first]) if has_matrix.any() else affine.identity(rest.shape[1])
    )
    spaces = affine.multiply(rest, matrices)
    # From the root down: a parent comes before its children.
    for slot in missing.tolist():
        parent = int(skeleton.parents[slot])
        spaces[slot] = top if parent < 0 else spaces[parent]
    matrices[missing] = affine.multiply(inverses, spaces[missing])
    return False
