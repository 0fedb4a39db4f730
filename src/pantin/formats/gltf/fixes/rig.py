"""Fixes of skins, poses and whole documents."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pantin.formats.gltf.document import Document
from pantin.formats.gltf.edits import append_accessor
from pantin.formats.gltf.slim.references import COLLECTIONS
from pantin.report import Finding
from pantin.report.pointer import pointer


def write_identity_binds(document: Document, findings: Sequence[Finding] = ()) -> int:
    """Write identity matrices for skins without inverse bind matrices; returns the number of skins.

    Their absence means the identity (glTF 2.0 §3.7.3.1), which some readers get wrong.
    """
    if not all(
        isinstance(document.tree.get(name, []), list) for name in ("buffers", "bufferViews", "accessors")
    ):
        return 0  # there is no list for the matrices
    known: dict[int, int] = {}
    bare = [
        (index, len(skin.joints))
        for index, skin in enumerate(document.model.skins)
        if skin is not None and skin.joints and skin.inverse_bind_matrices is None
    ]
    for index, joints in bare:
        if joints not in known:
            known[joints] = append_accessor(document, np.tile(np.eye(4, dtype=np.float32), (joints, 1, 1)))
        document.set(pointer("skins", index, "inverseBindMatrices"), known[joints])
    return len(bare)


def rest_in_t_pose(document: Document, findings: Sequence[Finding] = ()) -> int:
    """Rotate the arms of a character into T-pose at rest; returns the number of joints, 0 if already in
    T-pose.

    Inverse bind matrices and clips stay: the skin follows the joints, and joints that a clip rotates play as
    before. Raises `ValueError` with the reason if the arms cannot be rotated.
    """
    from pantin.formats.gltf.bake_pose import write_pose
    from pantin.formats.gltf.lift import lift
    from pantin.motion.t_pose import turn_arms

    return write_pose(document, turn_arms(lift(document).rig))


def remove_unused(document: Document, findings: Sequence[Finding] = ()) -> int:
    """Rewrite the document without unused objects; returns their number. Others get new indices, except those
    that an unknown extension may refer to. Raises `ValueError` for a file with broken members or references,
    since what it uses is not known."""
    from pantin.formats.gltf.slim.compaction import compact
    from pantin.formats.gltf.slim.soundness import is_sound

    if not is_sound(document):
        raise ValueError("unused objects stay in a file with broken members or references")
    before = _count(document)
    fresh = compact(document)
    revision = document.revision + 1
    document.__dict__.update(fresh.__dict__)
    document.revision = revision
    return before - _count(document)


def _count(document: Document) -> int:
    return sum(len(document.tree.get(name, ())) for name in COLLECTIONS)
