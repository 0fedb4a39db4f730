"""What of a rig G4MF cannot hold: one rule for each kind, with a count."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted
from pantin.rig import Rig

SUM = 1e-6
"""Weights sum to 1 within this: eight float32 numbers below 1 are off by at most eight roundings of 6e-8."""


@rule("LOSS-G4MF_CLIP", "warning", "{count} did not cross: G4MF has no animation")
def clips_lost(rig: Rig) -> Iterator[Finding]:
    """A rig has no clips when it becomes G4MF.

    Why: the format has no place for animation.
    Mend: keep the clips in the file they came from.
    Source: G4MF document.
    """
    if rig.clips:
        yield clips_lost.at(pointer("animations"), count=counted(len(rig.clips), "clip"))


@rule("LOSS-G4MF_ATTRIBUTE", "warning", "{what} of {count} did not cross")
def attributes_lost(rig: Rig) -> Iterator[Finding]:
    """Surfaces have positions, normals and one texture map when they become G4MF.

    Why: the format has no place for tangents, colours of vertices and further texture maps.
    Mend: bake them into textures.
    Source: G4MF mesh, surfaces.
    """
    surfaces = [one for mesh in rig.meshes for one in mesh.surfaces]
    for what, count in (
        ("tangents", sum(one.tangents is not None for one in surfaces)),
        ("vertex colours", sum(bool(one.colours) for one in surfaces)),
        ("further texture maps", sum(len(one.texcoords) > 1 for one in surfaces)),
    ):
        if count:
            yield attributes_lost.at(pointer("meshes"), what=what, count=counted(count, "surface"))


@rule("LOSS-G4MF_SOLVER", "warning", "dual quaternions of {count} did not cross: G4MF blends linearly")
def solvers_lost(rig: Rig) -> Iterator[Finding]:
    """Skins blend linearly when they become G4MF.

    Why: the format does not say how to blend, and linear is what readers do.
    Mend: nothing can be done in the file.
    Source: G4MF skeleton.
    """
    count = sum(one.solver != "linear" for one in rig.skins)
    if count:
        yield solvers_lost.at(pointer("skins"), count=counted(count, "skin"))


@rule("LOSS-G4MF_SPRING", "warning", "{count} did not cross")
def springs_lost(rig: Rig) -> Iterator[Finding]:
    """A rig has no springs when it becomes G4MF.

    Why: the format has no place for them.
    Mend: keep them in the file they came from.
    Source: G4MF document.
    """
    if rig.springs.springs:
        yield springs_lost.at(count=counted(len(rig.springs.springs), "spring"))


@rule("LOSS-G4MF_SCENE", "info", "{count} scenes became one")
def scenes_lost(rig: Rig) -> Iterator[Finding]:
    """A rig has one scene when it becomes G4MF.

    Why: everything hangs from one root.
    Mend: convert the scenes one by one.
    Source: G4MF node, root node.
    """
    if len(rig.scenes) > 1:
        yield scenes_lost.at(pointer("scenes"), count=len(rig.scenes))


@rule("LOSS-G4MF_NAME", "info", "{count} changed, {old!r} into {new!r} first")
def names_changed(renamed: list[tuple[str, str]]) -> Iterator[Finding]:
    """Names are unique in the whole file and plain when they become G4MF.

    Why: the format asks for both.
    Mend: rename the items in the source.
    Source: G4MF core, item names.
    """
    if renamed:
        yield names_changed.at(count=counted(len(renamed), "name"), old=renamed[0][0], new=renamed[0][1])


@rule("LOSS-G4MF_REST", "warning", "the rest of {count} did not cross: they rest where the mesh was bound")
def rest_changed(count: int) -> Iterator[Finding]:
    """Bones rest where the mesh was bound when a rig becomes G4MF.

    Why: the format has no inverse binds; the rest is the bind.
    Mend: nothing, where poses are given as a whole; else pose the bones as the source has them.
    Source: G4MF characters, inverse binds.
    """
    if count:
        yield rest_changed.at(pointer("nodes"), count=counted(count, "bone"))


@rule("LOSS-G4MF_BINDING", "warning", "the values of {count} to geometry did not cross")
def bindings_lost(count: int) -> Iterator[Finding]:
    """Bound values are those of corners or simplexes when a rig becomes G4MF.

    Why: a rig does not keep the cells that others are bound to.
    Mend: bind them to corners.
    Source: G4MF mesh, bindings.
    """
    if count:
        yield bindings_lost.at(pointer("meshes"), count=counted(count, "binding"))


@rule("LOSS-G4MF_SKELETON", "info", "{before} skeletons became {after}: they hang from each other")
def skeletons_merged(before: int, after: int) -> Iterator[Finding]:
    """Skeletons hang from nodes of their own when they become G4MF.

    Why: a node is a bone or a skeleton, so one that hangs from a bone of another has no place of its own.
    Mend: put a node that is no joint between them.
    Source: G4MF skeleton, and node (component keys).
    """
    if before > after:
        yield skeletons_merged.at(before=before, after=after)


@rule("LOSS-G4MF_WEIGHT", "warning", "weights of {count} vertices are divided by their sum, which is not 1")
def weights_changed(rig: Rig) -> Iterator[Finding]:
    """The weights of a vertex sum to 1 when a rig becomes G4MF.

    Why: readers of the format divide by the sum, where readers of glTF take weights as they are: a vertex
    whose weights sum to something else is drawn elsewhere.
    Mend: `pantin check --fix` divides them in the source.
    Source: G4MF skeleton, weights; glTF 2.0 §3.7.3.3.
    """
    count = 0
    for mesh in sorted({one.mesh for one in rig.instances if one.skin is not None}):
        for held in (one.influences for one in rig.meshes[mesh].surfaces):
            if held is not None and len(held.offsets):
                rows = np.repeat(np.arange(len(held.offsets) - 1), np.diff(held.offsets))
                totals = np.bincount(rows, held.weights.astype(np.float64), len(held.offsets) - 1)
                count += int((np.abs(totals - 1) > SUM).sum())
    if count:
        yield weights_changed.at(pointer("meshes"), count=f"{count:,}")


RIG_RULES = (clips_lost, attributes_lost, solvers_lost, springs_lost, scenes_lost, weights_changed)
