"""Skins: joints and inverse bind matrices. A skin without joints replaces an unusable one."""

from __future__ import annotations

import numpy as np

from pantin.formats.gltf.accessor import BadAccessor
from pantin.formats.gltf.lift.source import Source, mismatch
from pantin.formats.gltf.model import Skin as FileSkin
from pantin.formats.gltf.model import get
from pantin.report.wording import counted
from pantin.rig import Doubles, Skin

EMPTY = Skin(np.zeros(0, np.int64))


def skins(source: Source) -> list[Skin]:
    """Every skin of the file."""
    return [_skin(source, index, skin) for index, skin in enumerate(source.model.skins)]


def _skin(source: Source, index: int, skin: FileSkin | None) -> Skin:
    path, what = ("skins", index), source.named("skin", index)
    joints = skin.joints if skin else None
    if skin is None or joints is None:
        source.skip(path, what, "it lists no joints")
        return EMPTY
    strays = [slot for slot, joint in enumerate(joints) if get(source.model.nodes, joint) is None]
    if strays:
        # A joint at rest would pull the mesh apart: no skin is better than a wrong one.
        why = f"joint {strays[0]} is node {joints[strays[0]]}, which does not exist"
        source.skip((*path, "joints", strays[0]), what, why)
        return EMPTY
    root = skin.skeleton
    if root is not None and get(source.model.nodes, root) is None:
        source.skip((*path, "skeleton"), f"the root of {what}", f"there is no node {root}")
        root = None
    try:
        binds = _inverse_binds(source, skin, len(joints))
    except BadAccessor as fault:
        source.skip((*path, "inverseBindMatrices"), what, str(fault))
        return EMPTY
    extras = source.extras(skin.extras, path)
    return Skin(np.array(joints, np.int64), binds, skin.name, root, extras=extras)


def _inverse_binds(source: Source, skin: FileSkin, joints: int) -> Doubles | None:
    """One matrix per joint; None if the file has none, which means the identity (glTF 2.0 §3.7.3.1)."""
    index = skin.inverse_bind_matrices
    if index is None:
        return None
    matrices = source.values(index)
    misfit = mismatch(matrices.shape, (None, 4, 4))
    if misfit or len(matrices) < joints:
        why = misfit or f"has {counted(len(matrices), 'matrix')} for {counted(joints, 'joint')}"
        raise BadAccessor("undefined", f"accessor {index} {why}")
    with np.errstate(invalid="ignore"):  # a signalling NaN; the builder refuses it with a sentence
        return matrices[:joints, :3].astype(np.float64)
