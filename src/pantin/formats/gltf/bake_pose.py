"""A pose written into a document: into its nodes (`write_pose`), or for good into its geometry (`bake_pose`).

Textures, materials, names, extras and extensions stay as they are, and nothing is renumbered.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from copy import deepcopy
from typing import Any

import numpy as np

from pantin.formats.exchange import Posed
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
from pantin.formats.gltf.ext import every
from pantin.formats.gltf.lift.source import skipped
from pantin.maths import quaternion
from pantin.report import Finding
from pantin.report.pointer import pointer
from pantin.report.wording import named
from pantin.rig import Doubles, Pose, Rig, Surface

UNIT = 1e-6
"""A quaternion as near to length 1 as this is written as it is: four numbers rounded to float32 (6e-8 each)
are nearer, and stay as short as they were."""


def write_pose(document: Document, pose: Pose) -> int:
    """Write the pose into the nodes and their blend weights; how many nodes changed. Skins and clips stay."""
    rest = pose.rig.rest_pose()
    changed = set()
    for node in np.flatnonzero((pose.local != rest.local).any(axis=(1, 2))).tolist():
        changed.add(node)
        _write_transform(document, pose, rest, node)
    for instance, amounts, before in zip(pose.rig.instances, pose.blend, rest.blend, strict=True):
        if not np.array_equal(amounts, before):
            changed.add(instance.node)
            document.set(pointer("nodes", instance.node, "weights"), amounts.tolist())
    return len(changed)


def _write_transform(document: Document, pose: Pose, rest: Pose, node: int) -> None:
    if pose.general[node]:
        set_matrix(document, node, pose.local[node])
        return
    parts = {
        "translation": (pose.translations[node], rest.translations[node]),
        "rotation": (_unit(pose.rotations[node]), rest.rotations[node]),
        "scale": (pose.scales[node], rest.scales[node]),
    }
    whole = rest.general[node]
    given = {name: new for name, (new, old) in parts.items() if whole or not np.array_equal(new, old)}
    set_trs(document, node, **given)


def _unit(rotation: Doubles) -> Doubles:
    """The quaternion of length 1: keys of a clip may be rounded to bytes, where nodes may not be (glTF 2.0
    §3.5.3).
    """
    near = abs(float(np.linalg.norm(rotation)) - 1.0) <= UNIT
    return rotation if near else quaternion.normalize(rotation)


def bake_pose(
    document: Document, rig: Rig, pose: Pose, posed: Sequence[Posed], loose: Collection[int] = ()
) -> list[Finding]:
    """Keep a document in a pose for good: new geometry for what the pose shapes, no skins, targets and clips.

    `rig` is what `lift` gave for the document. `pose` says where all nodes stand, `posed` has every surface
    that a skin or blend shapes shape, and `loose` the nodes whose surfaces are in world space though the node
    is not at the identity: their meshes go to new nodes at the root of the scenes that show them.
    (`pantin.edit.plan_baked_pose` with `keep=busy_nodes(…)` returns all three.) A mesh that nodes share but
    the pose shapes differently is copied to the end of the list. What could not be posed is returned.
    """
    write_pose(document, pose)
    homes = _new_homes(document, rig, loose)
    shaped: dict[int, list[Posed]] = {}
    for one in posed:
        shaped.setdefault(one.node, []).append(one)
    lost = list(_not_posed(document, shaped))
    taken = {one.mesh for one in rig.instances if one.node not in shaped}
    originals = {surfaces[0].mesh for surfaces in shaped.values()}
    copies = {mesh: deepcopy(document.tree["meshes"][mesh]) for mesh in originals}
    for node, surfaces in shaped.items():
        mesh = surfaces[0].mesh
        if mesh in taken:
            mesh = document.append("/meshes", deepcopy(copies[mesh]))
        taken.add(mesh)
        for one in surfaces:
            _write_surface(document, mesh, rig.meshes[one.mesh].surfaces[one.surface], one)
        home = homes.get(node, node)
        if document.tree["nodes"][home].get("mesh") != mesh:
            document.set(pointer("nodes", home, "mesh"), mesh)
    _strip(document)
    unlist_unused(document)
    return lost


def busy_nodes(document: Document) -> set[int]:
    """Nodes that carry more than a mesh: a camera, or an extension (lights, constraints, …)."""
    nodes = indexed_objects(document.tree, "nodes")
    return {at for at, node in nodes if "camera" in node or "extensions" in node}


def _not_posed(document: Document, shaped: Collection[int]) -> Iterator[Finding]:
    """A note for each skinned mesh that is not among the shaped ones, because it could not be lifted."""
    for at, node in indexed_objects(document.tree, "nodes"):
        if "mesh" in node and "skin" in node and at not in shaped:
            what = f"the posed shape of {named('node', at, node.get('name'))}"
            why = "its skinned mesh cannot be read; it keeps its bind shape"
            yield skipped.at(pointer("nodes", at, "mesh"), what=what, why=why)


def _new_homes(document: Document, rig: Rig, loose: Collection[int]) -> dict[int, int]:
    """New nodes at the root for meshes that cannot stay where they are."""
    homes = {}
    shown = [rig.shown(at) for at in range(len(rig.scenes))] if loose else []
    for node in sorted(loose):
        old: dict[str, Any] = document.tree["nodes"][node]
        new: dict[str, Any] = {"name": f"{old['name']}.posed"} if "name" in old else {}
        scenes = [at for at, nodes in enumerate(shown) if nodes[node]]
        homes[node] = append_nodes(document, [new | {"mesh": old["mesh"]}], scenes=scenes)[0]
        document.remove(pointer("nodes", node, "mesh"))
    return homes


def _write_surface(document: Document, mesh: int, before: Surface, after: Posed) -> None:
    if not len(after.positions):
        return
    unpack_primitive(document, mesh, after.surface)
    place = pointer("meshes", mesh, "primitives", after.surface)
    # Normals that the file leaves to the reader are flat ones of the new geometry too (glTF 2.0 §3.7.2.1).
    arrays = {
        "POSITION": after.positions,
        "NORMAL": after.normals if before.normals is not None else None,
        "TANGENT": after.tangents if before.tangents is not None else None,
    }
    for at in range(len(before.texcoords)):
        if any(at < len(one.texcoords) and one.texcoords[at] is not None for one in before.blend_shapes):
            arrays[f"TEXCOORD_{at}"] = after.texcoords[at]
    for at in range(len(before.colours)):
        if any(at < len(one.colours) and one.colours[at] is not None for one in before.blend_shapes):
            arrays[f"COLOR_{at}"] = after.colours[at]
    for name, array in arrays.items():
        if array is not None:
            new = append_accessor(document, array, target=VERTICES, min_max=name == "POSITION")
            repoint(document, f"{place}/attributes/{name}", new)
    if after.mirrored and len(before.triangles):
        _turn(document, place, before)


def _turn(document: Document, place: str, surface: Surface) -> None:
    """Wind each triangle the other way, for the pose turned the surface inside out."""
    corners = surface.triangles[:, ::-1].reshape(-1)
    kind = np.uint16 if len(surface.positions) < 1 << 16 else np.uint32
    repoint(document, f"{place}/indices", append_accessor(document, corners.astype(kind), target=INDICES))
    if surface.mode != "triangles":
        document.set(f"{place}/mode", 4)


def _strip(document: Document) -> None:
    """Take away all that moves vertices or nodes. Accessors stay: indices of others must stay right."""
    for member in ("skins", "animations"):
        if member in document.tree:
            document.remove(f"/{member}")
    for at, node in indexed_objects(document.tree, "nodes"):
        for member in ("skin", "weights"):
            if member in node:
                document.remove(pointer("nodes", at, member))
    for at, mesh in indexed_objects(document.tree, "meshes"):
        _strip_mesh(document, mesh, at)
    for extension in every():
        if extension.edits.after_bake is not None:
            extension.edits.after_bake(document)


def _strip_mesh(document: Document, mesh: dict[str, Any], at: int) -> None:
    if "weights" in mesh:
        document.remove(pointer("meshes", at, "weights"))
    _strip_names(document, mesh, ("meshes", at))
    for slot, primitive in indexed_objects(mesh, "primitives"):
        place = ("meshes", at, "primitives", slot)
        _strip_names(document, primitive, place)
        if "targets" in primitive:
            document.remove(pointer(*place, "targets"))
        attributes = primitive.get("attributes")
        for name in list(attributes) if isinstance(attributes, dict) else ():
            if name.startswith(("JOINTS_", "WEIGHTS_")):
                document.remove(pointer(*place, "attributes", name))


def _strip_names(document: Document, owner: dict[str, Any], place: tuple[str | int, ...]) -> None:
    """Take away the names of blend shapes, which stand in the extras of a mesh or of a primitive."""
    extras = owner.get("extras")
    if isinstance(extras, dict) and "targetNames" in extras:
        document.remove(pointer(*place, "extras", *(() if len(extras) == 1 else ("targetNames",))))
