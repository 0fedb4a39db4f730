"""Rules about matrices: those of skeletons, and how skins stand to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.formats.gltf.ext.staik_skeletons.claims import Claim, as_index, claims
from pantin.formats.gltf.ext.staik_skeletons.rules.skeleton import place
from pantin.formats.gltf.model import get
from pantin.formats.gltf.rules.extent import extent, format_words
from pantin.formats.gltf.rules.scope import Scope
from pantin.formats.gltf.rules.shape import shown
from pantin.formats.gltf.rules.skin import BIND_FORMAT
from pantin.maths import affine
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import and_more

OVERRIDE = 1e-5
"""Matrices differ when an entry does by more than this, relative to the largest of both: float32 rounds by
6e-8, and inverting a chain of some hundred joints in float32 loses two digits of that."""

SHEAR = 1e-3
"""A bind is sheared when taking it apart and together again changes an entry by more than this, relative to
the largest. Exporters invert chains in float32, and a frame off by a thousandth of a right angle looks
square."""

Matrices = NDArray[Any]


@rule("STAIK-014", "error", "{fault}")
def bad_matrices(scope: Scope) -> Iterator[Finding]:
    """The matrices of a skeleton are as those of a skin: an affine 4×4 matrix of floats for each joint.

    Why: readers take no others, and without them the skeleton has no bind pose of its own.
    Mend: store MAT4 of floats, at least one for each joint, with the last row 0 0 0 1; or leave them out.
    Source: STAIK_skeletons, "Skeletons" (they behave as in skins); glTF 2.0 §3.7.3.1.
    """
    for i, claim in enumerate(scope.fact(claims).skeletons):
        fault = _fault(scope, claim)
        if fault:
            yield bad_matrices.at(place(i, "inverseBindMatrices"), fault=fault)


def _fault(scope: Scope, claim: Claim) -> str:
    """What is wrong with the matrices of a skeleton; empty if nothing is, or it has none."""
    if claim.members is None or "inverseBindMatrices" not in claim.members:
        return ""
    stated = claim.members["inverseBindMatrices"]
    found = extent(scope, as_index(stated, len(scope.model.accessors)))
    if found is None:
        return f"{shown(stated)} is not an accessor of the file"
    if found.format != BIND_FORMAT:
        return f"the matrices are {format_words(found.format)}; they must be MAT4 of FLOAT"
    if found.view is not None and found.view.byte_stride is not None:
        return "the matrices lie in a buffer view with byteStride"
    if found.count < len(claim.joints or ()):
        return f"there are {max(found.count, 0)} matrices for {len(claim.joints or ())} joints"
    array = scope.array(found.index)
    if array is None:
        return "the matrices cannot be read"
    # Without a buffer view one zero matrix stands for all.
    return _wrong_numbers(array[:1] if array.strides[0] == 0 else array)


def _wrong_numbers(array: Matrices) -> str:
    wild = np.flatnonzero(~np.isfinite(array).all(axis=(1, 2)))
    if len(wild):
        return f"matrix {wild[0]} holds a number that is not finite{and_more(len(wild))}"
    wrong = np.flatnonzero((array[:, 3, :] != (0, 0, 0, 1)).any(axis=1))
    if len(wrong):
        row = " ".join(f"{value:g}" for value in array[wrong[0], 3, :])
        return f"the last row of matrix {wrong[0]} is {row}, not 0 0 0 1{and_more(len(wrong))}"
    return ""


def matrices(scope: Scope) -> dict[int, Matrices]:
    """The matrices (J, 3, 4) of each skeleton that has good ones, in the order of its joints."""
    found = {}
    for i, claim in enumerate(scope.fact(claims).skeletons):
        if claim.joints and claim.members and "inverseBindMatrices" in claim.members:
            index = as_index(claim.members["inverseBindMatrices"], len(scope.model.accessors))
            array = None if index is None or _fault(scope, claim) else scope.array(index)
            if array is not None:
                found[i] = array[: len(claim.joints), :3].astype(np.float64)
    return found


@rule("STAIK-015", "warning", "the bind of joint {slot} {fault}{more}")
def no_bind_pose(scope: Scope) -> Iterator[Finding]:
    """The matrices of a skeleton give a bind pose: each can be inverted, and shears no joint.

    Why: engines keep a bind pose as translation, rotation and scale of each bone.
    Mend: bind the skeleton in a pose without shear, or leave its matrices out: the nodes then say the pose.
    Source: STAIK_skeletons, "Skeletons" (they are used to compute the default bind pose).
    """
    found = scope.fact(matrices)
    if not found:
        return
    # Of all skeletons at once: hundreds of small ones take no longer than a large one.
    inverse_binds = np.concatenate(list(found.values()))
    bound, singular = affine.invert(inverse_binds)
    sheared = _sheared(_local(scope, inverse_binds, bound))
    begin = 0
    for i, own in found.items():
        part = slice(begin, begin := begin + len(own))
        fault, slots = "cannot be inverted", np.flatnonzero(singular[part])
        if not len(slots):
            fault, slots = "is sheared", np.flatnonzero(sheared[part])
        if len(slots):
            where = place(i, "inverseBindMatrices")
            yield no_bind_pose.at(where, slot=int(slots[0]), fault=fault, more=and_more(len(slots)))


def _local(scope: Scope, inverse_binds: Matrices, bound: Matrices) -> Matrices:
    """The binds of all skeletons into the parent joint, or the space of the root's parent."""
    inside: list[int] = []
    above: list[int] = []
    begin = 0
    for i, own in scope.fact(matrices).items():
        claim = scope.fact(claims).skeletons[i]
        for slot, joint in scope.fact(claims).joints(i):
            parent = scope.parents[joint]
            if parent in claim.slots:
                inside.append(begin + slot)
                above.append(begin + claim.slots[parent])
        begin += len(own)
    local = bound.copy()
    local[inside] = affine.multiply(inverse_binds[above], bound[inside])
    return local


def _sheared(maps: Matrices) -> NDArray[np.bool_]:
    off = np.abs(affine.compose(*affine.decompose(maps)) - maps)[..., :3].max((-2, -1))
    return np.asarray(off > SHEAR * np.abs(maps[..., :3]).max((-2, -1)))


@rule(
    "STAIK-021",
    "warning",
    "the skin has no inverseBindMatrices: readers of the extension take the pose of "
    "the scene as bound, all others the identity",
)
def disputed_binds(scope: Scope) -> Iterator[Finding]:
    """A skin in a file that uses the extension has its own inverse bind matrices.

    Why: where they are missing core glTF takes the identity, and the extension the pose of the scene.
    Mend: write the matrices that are meant; `pantin skeletons` does.
    Source: STAIK_skeletons, "Skins", "Implementation Note"; glTF 2.0 §3.7.3.1.
    """
    bare = {at for at, skin in enumerate(scope.model.skins) if skin and skin.inverse_bind_matrices is None}
    if not scope.fact(claims).owners.keys() & bare:
        return
    for at, binds in scope.fact(_scene_binds).items():
        if at in bare and (np.abs(binds - affine.identity(3)) > OVERRIDE).any():
            yield disputed_binds.at(pointer("skins", at))


def _scene_binds(scope: Scope) -> dict[int, Matrices]:
    """The inverse binds of each skin that a skeleton owns, as they are lifted."""
    from pantin.formats.gltf.ext.staik_skeletons.lift import owned
    from pantin.formats.gltf.lift.nodes import nodes
    from pantin.formats.gltf.lift.skins import skins
    from pantin.formats.gltf.lift.source import Source

    source = Source(scope.document)
    _, lifted = owned(source, nodes(source), skins(source))
    return {
        at: one.inverse_binds
        for at, one in enumerate(lifted)
        if one.skeleton is not None and one.inverse_binds is not None
    }


@rule("STAIK-022", "info", "the matrix of joint {slot} is not the skeleton's, and overrides it{more}")
def overridden_bind(scope: Scope) -> Iterator[Finding]:
    """A skin may bind its joints otherwise than their skeleton does.

    Why: vertices follow the skin's matrices; tools that bind to the skeleton's pose will see another shape.
    Mend: nothing to mend where it is meant, as for a garment modelled in another pose.
    Source: STAIK_skeletons, "Skins", "Implementation Note".
    """
    found = scope.fact(claims)
    own = scope.fact(matrices)
    for at, skin in enumerate(scope.model.skins):
        owner = found.owners.get(at, -1)
        array = None if skin is None or owner not in own else _skin_matrices(scope, skin)
        if skin is None or array is None:
            continue
        slots = found.skeletons[owner].slots
        place_of = np.array([slots.get(joint, -1) for joint in (skin.joints or ())[: len(array)]], np.int64)  # type: ignore[arg-type]
        shared = np.flatnonzero(place_of >= 0)
        mine = array[shared, :3].astype(np.float64)
        theirs = own[owner][place_of[shared]]
        largest = np.maximum(np.abs(mine), np.abs(theirs)).max((-2, -1), initial=0.0)
        other = np.flatnonzero(~(np.abs(mine - theirs).max((-2, -1), initial=0.0) <= OVERRIDE * largest))
        if len(other):
            where = pointer("skins", at, "inverseBindMatrices")
            yield overridden_bind.at(where, slot=int(shared[other[0]]), more=and_more(len(other)))


def _skin_matrices(scope: Scope, skin: Any) -> Matrices | None:
    accessor = get(scope.model.accessors, skin.inverse_bind_matrices)
    if accessor is None or (accessor.type, accessor.component_type) != BIND_FORMAT[:2]:
        return None
    array = scope.array(skin.inverse_bind_matrices)
    return None if array is None else array[: len(skin.joints or ())]
