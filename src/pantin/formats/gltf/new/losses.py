"""Rules about parts of a rig that a new glTF document does not store: one for each kind, with a count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from pantin.formats.gltf.extension_names import SKELETON_BONE as BONES
from pantin.formats.gltf.extensions import every
from pantin.formats.gltf.new import appearance_losses
from pantin.formats.part_pointers import report_parts
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted
from pantin.rig import Instance, Rig, Spring, Surface

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document


def losses(rig: Rig) -> list[Finding]:
    """Findings for parts of this rig that `write` drops: one per kind, at the first of its kind."""
    return [finding for check in (*RULES, *appearance_losses.RULES) for finding in check(rig)]


@rule("LOSS-GLTF_SOLVER", "warning", "dropped dual quaternion skinning of {parts}: glTF blends linearly")
def dropped_solvers(rig: Rig) -> Iterator[Finding]:
    """Dual quaternion skinning is dropped.

    What: A skin of the rig is blended with dual quaternions.
    Why: glTF viewers blend skins linearly, which makes a limb thinner where it twists far.
    Fix: Add more joints along the limb.
    Source: glTF 2.0 §3.7.3.3 (skinned mesh attributes)
    """
    dual = [index for index, skin in enumerate(rig.skins) if skin.solver != "linear"]
    yield from report_parts(dropped_solvers, rig, [pointer("skins", index) for index in dual])


@rule("LOSS-GLTF_SPRING", "warning", "dropped {parts}: invalid, or without a node at the end of the chain")
def dropped_springs(rig: Rig) -> Iterator[Finding]:
    """Spring is dropped.

    What: A spring of the rig is invalid, or its chain ends in a virtual tail instead of a node.
    Why: VRM 0.x gives the last joint of a chain a virtual tail; VRM 1.0, which other models get, needs a node
    there.
    Fix: Add a node at the tail to the source.
    Source: VRMC_springBone 1.0 (joints)
    """
    springs = enumerate(rig.springs.springs)
    is_old = rig.character is not None and rig.character.faces_back  # stored as VRM 0.x
    fits = (lambda spring: spring.fault is None and spring.joints) if is_old else fits_vrm
    dropped = [pointer("springs", index) for index, spring in springs if not fits(spring)]
    yield from report_parts(dropped_springs, rig, dropped)


@rule("LOSS-GLTF_CHARACTER", "warning", "dropped the VRM character: {why}")
def dropped_character(rig: Rig) -> Iterator[Finding]:
    """VRM character is dropped.

    What: The humanoid of the rig lacks bones that VRM 1.0 requires.
    Why: A file without them is not a valid VRM 1.0. Humanoid bones, expressions and gaze are missing from it.
    Fix: Name the missing bones in the source.
    Source: VRMC_vrm 1.0 (humanoid)
    """
    if rig.character is not None:
        final = [extension for extension in every() if not extension.draft]
        stores = [extension for extension in final if "character" in extension.parts]
        reasons = [extension.obstacle(rig) for extension in stores if extension.obstacle is not None]
        if all(reasons):
            yield dropped_character.at("", why=reasons[0])


@rule(
    "LOSS-GLTF_BONE_LENGTH", "warning", "dropped the bone length of {parts}: not in the skeleton of any skin"
)
def dropped_bone_lengths(rig: Rig, document: Document) -> Iterator[Finding]:
    """Bone length is dropped.

    What: A node has a bone length, but is not connected with the skeleton of a skin, or the nodes of that
    skeleton are in different scenes.
    Why: KHR_skeleton_bone stores lengths, and requires that all bones of a file form such skeletons.
    Fix: Make the node a child of a joint or of the parent of one.
    Source: KHR_skeleton_bone (draft), "Bones".
    """
    stated = np.flatnonzero(rig.nodes.bone_lengths == rig.nodes.bone_lengths).tolist()
    nodes = document.tree.get("nodes", ())
    dropped = [node for node in stated if BONES not in nodes[node].get("extensions", {})]
    yield from report_parts(dropped_bone_lengths, rig, [pointer("nodes", node) for node in dropped])


@rule(
    "LOSS-GLTF_TEXCOORD", "warning", "dropped {what} of {parts}: glTF texture coordinates have two components"
)
def dropped_texcoords(rig: Rig) -> Iterator[Finding]:
    """Texture coordinate set is dropped.

    What: A set of texture coordinates does not have two numbers per vertex.
    Why: glTF textures are flat. The sets after the dropped one are dropped too, because their numbers would
    change.
    Fix: Flatten the texture coordinates in the source.
    Source: glTF 2.0 §3.7.2.1 (meshes)
    """
    dropped: list[str] = []
    for surface_pointer, surface in _surfaces(rig):
        pairs = [texcoords.shape[1] == 2 for texcoords in surface.texcoords]
        if False in pairs:
            dropped += [surface_pointer] * (len(pairs) - pairs.index(False))
    what = counted(len(dropped), "texture coordinate set")
    yield from report_parts(dropped_texcoords, rig, dropped, what=what)


@rule("LOSS-GLTF_EMPTY", "info", "dropped {parts}: glTF has no empty meshes, surfaces, skins and clips")
def dropped_empties(rig: Rig) -> Iterator[Finding]:
    """Empty object is dropped.

    What: A mesh, surface, skin or clip of the rig is empty.
    Why: glTF does not allow empty ones. Nothing visible is lost.
    Fix: Nothing; or remove the empty object from the source.
    Source: glTF 2.0 §5.24, §5.23, §5.28, §5.5
    """
    pointers = [pointer("clips", index) for index, clip in enumerate(rig.clips) if clip.is_empty]
    pointers += [pointer("skins", index) for index, skin in enumerate(rig.skins) if not len(skin.joints)]
    pointers += [where for where, surface in _surfaces(rig) if not surface.is_drawn]
    pointers += [pointer("meshes", index) for index, mesh in enumerate(rig.meshes) if not mesh.surfaces]
    yield from report_parts(dropped_empties, rig, pointers)


@rule("LOSS-GLTF_CELL", "info", "dropped {what} of {parts}: glTF stores triangles")
def dropped_cells(rig: Rig) -> Iterator[Finding]:
    """Faces or edges of a polytope are dropped.

    What: A surface has polygons of more than three sides, or edges beside its triangles.
    Why: glTF stores triangles or lines. The shape is the same, but its faces and edges are not listed.
    Fix: Keep the source if you need the faces.
    Source: glTF 2.0 §3.7.2.1 (topology types)
    """
    surfaces = _surfaces(rig)
    for noun, count_in in (("polygon", _polygons), ("edge", _edges)):
        counts = [count_in(surface) for _, surface in surfaces]
        pointers = [where for (where, _), count in zip(surfaces, counts, strict=True) if count]
        yield from report_parts(dropped_cells, rig, pointers, what=counted(sum(counts), noun))


@rule("LOSS-GLTF_BINDING", "warning", "dropped {what} of {parts}: glTF stores them per vertex")
def dropped_bindings(rig: Rig) -> Iterator[Finding]:
    """Normals or texture coordinates are dropped.

    What: Normals or texture coordinates of a surface belong to edges, cells or some of the corners.
    Why: glTF stores normals and texture coordinates per vertex.
    Fix: Bind the values to the corners of all simplexes, or to vertices.
    Source: glTF 2.0 §3.7.2.1 (attributes)
    """
    surfaces = _surfaces(rig)
    normals = [
        where for where, surface in surfaces if surface.normals is None and _has_bound_values(surface)[0]
    ]
    texcoords = [
        where for where, surface in surfaces if not surface.texcoords and _has_bound_values(surface)[1]
    ]
    for what, pointers in (("normals", normals), ("texture coordinates", texcoords)):
        yield from report_parts(dropped_bindings, rig, pointers, what=what)


@rule("LOSS-GLTF_GROUP_NAME", "info", "dropped the vertex group names of {parts}: glTF names joints only")
def dropped_group_names(rig: Rig) -> Iterator[Finding]:
    """Names of vertex groups are dropped.

    What: The vertex groups of a mesh have other names than the joints of its skin.
    Why: glTF names the joints and has no vertex groups.
    Fix: Give the joints the names of the groups.
    Source: glTF 2.0 §3.7.3 (skins)
    """
    with_joint_names = {instance.mesh for instance in rig.instances if _has_joint_names(rig, instance)}
    dropped = [
        index for index, mesh in enumerate(rig.meshes) if mesh.group_names and index not in with_joint_names
    ]
    yield from report_parts(dropped_group_names, rig, [pointer("meshes", index) for index in dropped])


@rule("LOSS-GLTF_PRECISION", "info", "rounded the positions of {parts} to float32")
def rounded_positions(rig: Rig) -> Iterator[Finding]:
    """Positions are rounded.

    What: Positions of the rig do not fit 32-bit floats.
    Why: glTF stores no 64-bit floats. The error is a ten-millionth of the distance from the origin.
    Fix: Usually nothing. Move a model that is far from the origin to the origin, and back with a node.
    Source: glTF 2.0 §3.6.2.2 (accessor data types)
    """
    doubles = [
        (where, surface.positions)
        for where, surface in _surfaces(rig)
        if surface.positions.dtype == np.float64
    ]
    with np.errstate(over="ignore"):
        rounded = [where for where, points in doubles if (points.astype(np.float32) != points).any()]
    yield from report_parts(rounded_positions, rig, rounded)


RULES = (
    dropped_solvers,
    dropped_springs,
    dropped_character,
    dropped_texcoords,
    dropped_empties,
    dropped_cells,
    dropped_bindings,
    dropped_group_names,
    rounded_positions,
)


def fits_vrm(spring: Spring) -> bool:
    """Whether VRM 1.0 can store a spring."""
    return spring.fault is None and spring.end is None and bool(spring.joints)


def _surfaces(rig: Rig) -> list[tuple[str, Surface]]:
    return [
        (pointer("meshes", mesh_index, "surfaces", index), surface)
        for mesh_index, mesh in enumerate(rig.meshes)
        for index, surface in enumerate(mesh.surfaces)
    ]


def _has_joint_names(rig: Rig, instance: Instance) -> bool:
    """Whether the groups of a mesh are named after the joints of its skin."""
    names = rig.meshes[instance.mesh].group_names
    if not names or instance.skin is None:
        return False
    joints = [joint for joint in rig.skins[instance.skin].joints.tolist() if joint >= 0]
    return [rig.nodes.names[joint] for joint in joints[: len(names)]] == list(names)


def _polygons(surface: Surface) -> int:
    cells = surface.topology.cells if surface.topology else ()
    return sum(len(sides) > 3 for sides in cells[0]) if cells else 0


def _edges(surface: Surface) -> int:
    edges = surface.topology.edges if surface.topology else None
    return 0 if edges is None or not len(surface.triangles) else len(edges)


def _has_bound_values(surface: Surface) -> tuple[bool, bool]:
    topology = surface.topology
    return (bool(topology.normals), bool(topology.texcoords)) if topology else (False, False)
