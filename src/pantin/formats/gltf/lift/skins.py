"""Skins: joints and their inverse binds. A skin that cannot be used keeps its place with no joints."""

from __future__ import annotations

import numpy as np

from pantin.formats.gltf.accessor import BadAccessor
from pantin.formats.gltf.lift.source import Source, mismatch
from pantin.formats.gltf.model import Skin as FileSkin
from pantin.formats.gltf.model import get
from pantin.rig import Doubles, Skin

EMPTY = Skin(np.zeros(0, np.int64))


def skins(source: Source) -> list[Skin]:
    """Every skin of the file."""
    return [_skin(source, index, one) for index, one in enumerate(source.model.skins)]


def _skin(source: Source, index: int, given: FileSkin | None) -> Skin:
    place = ("skins", index)
    joints = given.joints if given else None
    if given is None or joints is None:
        source.leave_out(place, f"skin {index}", "it lists no joints")
        return EMPTY
    strays = [slot for slot, joint in enumerate(joints) if get(source.model.nodes, joint) is None]
    if strays:
        # A joint that stood still in its place would pull the mesh apart: no skin is better than a wrong one.
        source.leave_out((*place, "joints", strays[0]), f"skin {index}", "a joint is no node of the file")
        return EMPTY
    root = given.skeleton
    if root is not None and get(source.model.nodes, root) is None:
        source.leave_out((*place, "skeleton"), "the root of a skin", f"there is no node {root}")
        root = None
    try:
        binds = _inverse_binds(source, given, len(joints))
    except BadAccessor as fault:
        source.leave_out((*place, "inverseBindMatrices"), f"skin {index}", str(fault))
        return EMPTY
    return Skin(np.array(joints, np.int64), binds, given.name, root)


def _inverse_binds(source: Source, given: FileSkin, joints: int) -> Doubles | None:
    """One map per joint; None where the file gives none, which means the identity (glTF 2.0 §3.7.3.1)."""
    index = given.inverse_bind_matrices
    if index is None:
        return None
    matrices = source.values(index)
    misfit = mismatch(matrices, (None, 4, 4))
    if misfit or len(matrices) < joints:
        why = misfit or f"has fewer matrices than {joints} joints"
        raise BadAccessor("undefined", f"accessor {index} {why}")
    with np.errstate(invalid="ignore"):  # a signalling NaN; the builder refuses it with a sentence
        return matrices[:joints, :3].astype(np.float64)
