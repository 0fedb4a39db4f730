"""Write a pose into a document: into its nodes (`write_pose`) or into its geometry (`bake_pose`).

Textures, materials, names, extras and extensions stay, and nothing is renumbered.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from copy import deepcopy
from typing import Any

import numpy as np

from pantin.formats.gltf.codes import INDICES, VERTICES
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.edits import (
    append_accessor,
    append_nodes,
    indexed_objects,
    repoint,
    set_matrix,
    set_trs,
    unlist_unused,
    unpack_primitive,
)
from pantin.formats.gltf.extensions import every
from pantin.formats.gltf.lift.source import skipped
from pantin.formats.posed_surface import Posed
from pantin.maths import quaternion
from pantin.report import Finding
from pantin.report.pointer import pointer
from pantin.report.wording import named
from pantin.rig import Deltas, Doubles, Pose, Rig, Surface

UNIT = 1e-6
"""Quaternions whose length is within this distance of 1 are written unchanged: rounding to float32 (6e-8 per
number) stays below it."""


def write_pose(document: Document, pose: Pose) -> int:
    """Write the pose into the nodes and their blend weights, and the animated materials, lights, cameras and
    visibility of the pose. Skins and clips stay. Returns the number of changed nodes.
    """
    rest = pose.rig.rest_pose()
    changed = set()
    for node in np.flatnonzero((pose.local != rest.local).any(axis=(1, 2))).tolist():
        changed.add(node)
        _write_transform(document, pose, rest, node)
    for instance, weights, before in zip(pose.rig.instances, pose.blend, rest.blend, strict=True):
        if not np.array_equal(weights, before):
            changed.add(instance.node)
            document.set(pointer("nodes", instance.node, "weights"), weights.tolist())
    for target, value in pose.properties.items():
        from pantin.formats.gltf.property_pointers import state_property  # few clips have properties

        state_property(document, target, value, pose.rig)
    return len(changed)


def _write_transform(document: Document, pose: Pose, rest: Pose, node: int) -> None:
    if pose.general[node]:
        set_matrix(document, node, pose.local[node])
        return
    parts = {
        "translation": (pose.translations[node], rest.translations[node]),
        "rotation": (_unit_quaternion(pose.rotations[node]), rest.rotations[node]),
        "scale": (pose.scales[node], rest.scales[node]),
    }
    replaces_matrix = rest.general[node]
    components = {
        name: new for name, (new, old) in parts.items() if replaces_matrix or not np.array_equal(new, old)
    }
    set_trs(document, node, **components)


def _unit_quaternion(rotation: Doubles) -> Doubles:
    """Normalise a quaternion: keys of a clip may be rounded to bytes, but rotations of nodes may not (glTF
    2.0 §3.5.3).
    """
    is_unit = abs(float(np.linalg.norm(rotation)) - 1.0) <= UNIT
    return rotation if is_unit else quaternion.normalize(rotation)


def bake_pose(
    document: Document, rig: Rig, pose: Pose, posed: Sequence[Posed], loose: Collection[int] = ()
) -> list[Finding]:
    """Bake a pose into a document: write deformed geometry and remove skins, morph targets and clips.

    `rig` is the lifted document. `pose` has the transforms of all nodes, `posed` every surface that a skin or
    blend shapes deform, and `loose` the nodes whose surfaces are in world space though the node has a
    transform: their meshes move to new nodes at the root of the scenes that show them.
    (`pantin.edit.plan_baked_pose` with `keep=busy_nodes(…)` returns all three.) A mesh that several nodes
    share but the pose deforms differently is copied. Returns a finding for each mesh that could not be posed.
    """
    write_pose(document, pose)
    new_nodes = _move_to_root(document, rig, loose)
    by_node: dict[int, list[Posed]] = {}
    written = len(document.tree.get("meshes", ()))  # a mesh without vertices may not be
    for posed_surface in posed:
        if posed_surface.mesh < written:
            by_node.setdefault(posed_surface.node, []).append(posed_surface)
    findings = list(_not_posed(document, by_node))
    used = {instance.mesh for instance in rig.instances if instance.node not in by_node}
    originals = {surfaces[0].mesh for surfaces in by_node.values()}
    copies = {mesh: deepcopy(document.tree["meshes"][mesh]) for mesh in originals}
    for node, surfaces in by_node.items():
        mesh = surfaces[0].mesh
        if mesh in used:
            mesh = document.append("/meshes", deepcopy(copies[mesh]))
        used.add(mesh)
        for surface in surfaces:
            _write_surface(document, mesh, rig.meshes[surface.mesh].surfaces[surface.surface], surface)
        owner = new_nodes.get(node, node)
        if document.tree["nodes"][owner].get("mesh") != mesh:
            document.set(pointer("nodes", owner, "mesh"), mesh)
    _strip(document)
    unlist_unused(document)
    return findings


def busy_nodes(document: Document) -> set[int]:
    """Nodes with something beside a mesh: a camera, or an extension (lights, constraints, …)."""
    nodes = indexed_objects(document.tree, "nodes")
    return {index for index, node in nodes if "camera" in node or "extensions" in node}


def _not_posed(document: Document, posed: Collection[int]) -> Iterator[Finding]:
    """A finding for each skinned mesh that keeps its pose because it could not be lifted."""
    for index, node in indexed_objects(document.tree, "nodes"):
        if "mesh" in node and "skin" in node and index not in posed:
            what = f"the posed shape of {named('node', index, node.get('name'))}"
            why = "its skinned mesh cannot be read; it keeps its bind shape"
            yield skipped.at(pointer("nodes", index, "mesh"), what=what, why=why)


def _move_to_root(document: Document, rig: Rig, loose: Collection[int]) -> dict[int, int]:
    """Move the meshes of nodes to new nodes at the root; returns the new index by old index."""
    new_nodes = {}
    shown = [rig.shown(scene) for scene in range(len(rig.scenes))] if loose else []
    for node in sorted(loose):
        old: dict[str, Any] = document.tree["nodes"][node]
        new: dict[str, Any] = {"name": f"{old['name']}.posed"} if "name" in old else {}
        scenes = [scene for scene, nodes in enumerate(shown) if nodes[node]]
        new_nodes[node] = append_nodes(document, [new | {"mesh": old["mesh"]}], scenes=scenes)[0]
        document.remove(pointer("nodes", node, "mesh"))
    return new_nodes


def _write_surface(document: Document, mesh: int, before: Surface, after: Posed) -> None:
    if not len(after.positions):
        return
    unpack_primitive(document, mesh, after.surface)
    primitive = pointer("meshes", mesh, "primitives", after.surface)
    # Normals that the file omits stay omitted: the reader computes flat ones (glTF 2.0 §3.7.2.1).
    arrays = {
        "POSITION": after.positions,
        "NORMAL": after.normals if before.normals is not None else None,
        "TANGENT": after.tangents if before.tangents is not None else None,
    }
    for number in range(len(before.texcoords)):
        if any(_changes(shape.texcoords, number) for shape in before.blend_shapes):
            arrays[f"TEXCOORD_{number}"] = after.texcoords[number]
    for number in range(len(before.colors)):
        if any(_changes(shape.colors, number) for shape in before.blend_shapes):
            arrays[f"COLOR_{number}"] = after.colors[number]
    for name, array in arrays.items():
        if array is not None:
            new = append_accessor(document, array, target=VERTICES, min_max=name == "POSITION")
            repoint(document, f"{primitive}/attributes/{name}", new)
    if after.mirrored and len(before.triangles):
        _flip_winding(document, primitive, before)


def _changes(sets: Sequence[Deltas | None], number: int) -> bool:
    """Whether any blend shape changes a set of texture coordinates or colours."""
    return number < len(sets) and sets[number] is not None


def _flip_winding(document: Document, primitive: str, surface: Surface) -> None:
    """Reverse the winding of each triangle of a surface that the pose mirrors."""
    corners = surface.triangles[:, ::-1].reshape(-1)
    kind = np.uint16 if len(surface.positions) < 1 << 16 else np.uint32
    repoint(document, f"{primitive}/indices", append_accessor(document, corners.astype(kind), target=INDICES))
    if surface.mode != "triangles":
        document.set(f"{primitive}/mode", 4)


def _strip(document: Document) -> None:
    """Remove everything that moves vertices or nodes. Accessors stay, so that indices stay valid."""
    for member in ("skins", "animations"):
        if member in document.tree:
            document.remove(f"/{member}")
    for index, node in indexed_objects(document.tree, "nodes"):
        for member in ("skin", "weights"):
            if member in node:
                document.remove(pointer("nodes", index, member))
    for index, mesh in indexed_objects(document.tree, "meshes"):
        _strip_mesh(document, mesh, index)
    for extension in every():
        if extension.edits.after_bake is not None:
            extension.edits.after_bake(document)


def _strip_mesh(document: Document, mesh: dict[str, Any], index: int) -> None:
    if "weights" in mesh:
        document.remove(pointer("meshes", index, "weights"))
    _strip_names(document, mesh, ("meshes", index))
    for slot, primitive in indexed_objects(mesh, "primitives"):
        path = ("meshes", index, "primitives", slot)
        _strip_names(document, primitive, path)
        if "targets" in primitive:
            document.remove(pointer(*path, "targets"))
        attributes = primitive.get("attributes")
        for name in list(attributes) if isinstance(attributes, dict) else ():
            if name.startswith(("JOINTS_", "WEIGHTS_")):
                document.remove(pointer(*path, "attributes", name))


def _strip_names(document: Document, owner: dict[str, Any], path: tuple[str | int, ...]) -> None:
    """Remove the names of blend shapes from the extras of a mesh or a primitive."""
    extras = owner.get("extras")
    if isinstance(extras, dict) and "targetNames" in extras:
        document.remove(pointer(*path, "extras", *(() if len(extras) == 1 else ("targetNames",))))
