"""What of a rig a new glTF document does not hold: one rule for each kind, with a count."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted
from pantin.rig import Instance, Rig, Spring, Surface


def losses(rig: Rig) -> list[Finding]:
    """What `write` cannot carry over from this rig, kind by kind, where the source has it first."""
    return [finding for each in RULES for finding in each(rig)]


@rule("LOSS-GLTF_SOLVER", "warning", "dual quaternions of {count} did not cross: glTF blends linearly")
def solvers_lost(rig: Rig) -> Iterator[Finding]:
    """Skins blend linearly when they become glTF.

    Why: the format has one way to blend, and a limb that twists far gets thinner by it.
    Mend: nothing can be done in the file; more joints along the limb help.
    Source: glTF 2.0 §3.7.3.3 (skinned mesh attributes)
    """
    turned = [at for at, one in enumerate(rig.skins) if one.solver != "linear"]
    if turned:
        yield solvers_lost.at(pointer("skins", turned[0]), count=counted(len(turned), "skin"))


@rule("LOSS-GLTF_SPRING", "warning", "{count} did not cross: what ends in a point, or is broken")
def springs_lost(rig: Rig) -> Iterator[Finding]:
    """Springs end in a node when they become VRM 1.0 springs.

    Why: VRM 0.x gave the last joint of a chain a tail of its own, and VRM 1.0 has no place for it.
    Mend: add a node at the tail to the source.
    Source: VRMC_springBone 1.0 (joints)
    """
    lost = [at for at, one in enumerate(rig.springs.springs) if not crosses(one)]
    if lost:
        yield springs_lost.at(count=counted(len(lost), "spring"))


@rule("LOSS-GLTF_TEXCOORD", "warning", "{count} did not cross: glTF has pairs")
def texcoords_lost(rig: Rig) -> Iterator[Finding]:
    """Texture coordinates are pairs when they become glTF.

    Why: the format has flat textures; a set behind one that is lost has no number any more.
    Mend: flatten the texture map in the source.
    Source: glTF 2.0 §3.7.2.1 (meshes)
    """
    lost, first = 0, ""
    for place, surface in _surfaces(rig):
        pairs = [one.shape[1] == 2 for one in surface.texcoords]
        if False in pairs:
            lost += len(pairs) - pairs.index(False)
            first = first or place
    if lost:
        yield texcoords_lost.at(first, count=counted(lost, "texture map"))


@rule("LOSS-GLTF_EMPTY", "info", "empty meshes, surfaces, skins or clips did not cross: {count}")
def empties_lost(rig: Rig) -> Iterator[Finding]:
    """Meshes, surfaces, skins and clips have something in them when they become glTF.

    Why: the format has none that are empty.
    Mend: nothing is missing from what is shown.
    Source: glTF 2.0 §5.24, §5.23, §5.28, §5.5
    """
    places = [pointer("animations", at) for at, one in enumerate(rig.clips) if not one.channels]
    places += [pointer("skins", at) for at, one in enumerate(rig.skins) if not len(one.joints)]
    places += [place for place, one in _surfaces(rig) if not len(one.positions)]
    places += [pointer("meshes", at) for at, mesh in enumerate(rig.meshes) if not mesh.surfaces]
    if places:
        yield empties_lost.at(places[0], count=len(places))


@rule("LOSS-GLTF_CELL", "info", "{what} did not cross, for glTF has triangles: {count}")
def cells_lost(rig: Rig) -> Iterator[Finding]:
    """Surfaces are made of triangles, or of lines, when they become glTF.

    Why: the format has neither faces of more sides nor edges beside triangles. The shape is the same.
    Mend: keep the source, if the faces are needed.
    Source: glTF 2.0 §3.7.2.1 (topology types)
    """
    for what, counts in (
        ("faces of more than three sides", [_faces(one) for _, one in _surfaces(rig)]),
        ("edges beside triangles", [_edges(one) for _, one in _surfaces(rig)]),
    ):
        if any(counts):
            first = next(place for (place, _), count in zip(_surfaces(rig), counts, strict=True) if count)
            yield cells_lost.at(first, count=f"{sum(counts):,}", what=what)


@rule("LOSS-GLTF_BINDING", "warning", "{what} of {count} did not cross: glTF has them per vertex")
def bindings_lost(rig: Rig) -> Iterator[Finding]:
    """Normals and texture coordinates belong to vertices when they become glTF.

    Why: the format has nothing that is bound to edges, cells or a part of the corners.
    Mend: bind the values to the corners of all simplexes, or to vertices.
    Source: glTF 2.0 §3.7.2.1 (attributes)
    """
    for what, lost in (
        ("normals", [(at, one) for at, one in _surfaces(rig) if one.normals is None and _bound(one)[0]]),
        ("texture maps", [(at, one) for at, one in _surfaces(rig) if not one.texcoords and _bound(one)[1]]),
    ):
        if lost:
            yield bindings_lost.at(lost[0][0], count=counted(len(lost), "surface"), what=what)


@rule("LOSS-GLTF_GROUP_NAME", "info", "the names of vertex groups of {count} did not cross")
def group_names_lost(rig: Rig) -> Iterator[Finding]:
    """Groups of vertices are called as the joints that move them when they become glTF.

    Why: the format has no names for them beside those of nodes.
    Mend: name the joints as the groups.
    Source: glTF 2.0 §3.7.3 (skins)
    """
    kept = {one.mesh for one in rig.instances if _named_alike(rig, one)}
    lost = [at for at, mesh in enumerate(rig.meshes) if mesh.group_names and at not in kept]
    if lost:
        words = f"{len(lost):,} {'mesh' if len(lost) == 1 else 'meshes'}"
        yield group_names_lost.at(pointer("meshes", lost[0]), count=words)


@rule("LOSS-GLTF_PRECISION", "info", "the positions of {count} were rounded to float32")
def precision_lost(rig: Rig) -> Iterator[Finding]:
    """Positions fit float32 when they become glTF.

    Why: the format stores no doubles. The rounding is a ten-millionth of the distance from the origin.
    Mend: nothing, as a rule; a model far from the origin can be moved there and carried back by a node.
    Source: glTF 2.0 §3.6.2.2 (accessor data types)
    """
    wide = [(at, one.positions) for at, one in _surfaces(rig) if one.positions.dtype == np.float64]
    with np.errstate(over="ignore"):
        lost = [at for at, points in wide if (points.astype(np.float32) != points).any()]
    if lost:
        yield precision_lost.at(lost[0], count=counted(len(lost), "surface"))


RULES = (
    solvers_lost,
    springs_lost,
    texcoords_lost,
    empties_lost,
    cells_lost,
    bindings_lost,
    group_names_lost,
    precision_lost,
)


def crosses(spring: Spring) -> bool:
    """Whether VRM 1.0 can say a spring."""
    return spring.fault is None and spring.end is None and bool(spring.joints)


def _surfaces(rig: Rig) -> list[tuple[str, Surface]]:
    return [
        (pointer("meshes", mesh_at, "surfaces", at), surface)
        for mesh_at, mesh in enumerate(rig.meshes)
        for at, surface in enumerate(mesh.surfaces)
    ]


def _named_alike(rig: Rig, instance: Instance) -> bool:
    """Whether the groups of a mesh have the names of the joints of the skin it is drawn with."""
    names = rig.meshes[instance.mesh].group_names
    if not names or instance.skin is None:
        return False
    joints = [joint for joint in rig.skins[instance.skin].joints.tolist() if joint >= 0]
    return [rig.nodes.names[joint] for joint in joints[: len(names)]] == list(names)


def _faces(surface: Surface) -> int:
    cells = surface.topology.cells if surface.topology else ()
    return sum(len(sides) > 3 for sides in cells[0]) if cells else 0


def _edges(surface: Surface) -> int:
    edges = surface.topology.edges if surface.topology else None
    return 0 if edges is None or not len(surface.triangles) else len(edges)


def _bound(surface: Surface) -> tuple[bool, bool]:
    topology = surface.topology
    return (bool(topology.normals), bool(topology.texcoords)) if topology else (False, False)
