"""Write a pose into a document: into its nodes, and into the geometry that it deforms.

In G4MF the rest pose of bones is the bind pose, so a pose cannot be in the nodes alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.base.errors import Unsuitable
from pantin.base.records import Record
from pantin.formats.g4mf.accessor import scalars
from pantin.formats.g4mf.document import Document
from pantin.formats.g4mf.geometry import split_lists
from pantin.formats.g4mf.lower.transforms import matrix_transform
from pantin.formats.g4mf.model import TRANSFORM, Binding, read_model
from pantin.report.pointer import pointer
from pantin.rig import Doubles, Pose, Reals


class DeformedMesh(Record, eq=False):
    """A mesh on a node, deformed by a pose, in the space of the node: `positions`, and for each surface the
    values of every element that normals and texture maps are bound to, in the order of the bindings.
    `offsets` has what each blend shape adds to the positions; without any, the mesh loses its shapes."""

    node: int
    positions: Reals
    normals: tuple[tuple[Doubles, ...], ...]
    texcoords: tuple[tuple[Doubles, ...], ...]
    offsets: tuple[Reals, ...] = ()


def bake_pose(
    document: Document, pose: Pose, meshes: Sequence[DeformedMesh], *, keep_skins: bool = False
) -> None:
    """Write a pose into a document of the newest form. Deformed meshes lose their blend shapes, and their
    skins unless those are kept; a mesh on several nodes becomes several. Raises `Unsupported` for normals and
    texture maps that could only be lifted in part."""
    write_transforms(document, pose)
    users: dict[int, list[int]] = {}
    for index, node in enumerate(read_model(document.tree).nodes):
        if node.mesh is not None:
            users.setdefault(node.mesh, []).append(index)
    for deformed in meshes:
        mesh = document.tree["nodes"][deformed.node]["meshInstance"]["mesh"]
        if len(users[mesh]) > 1:
            users[mesh].remove(deformed.node)
            copy = deepcopy(document.tree["meshes"][mesh])
            for item in (copy, *_blend_shapes(copy)):
                item.pop("name", None)  # names are unique in the file
            mesh = document.append("/meshes", copy)
            document.set(pointer("nodes", deformed.node, "meshInstance", "mesh"), mesh)
        _write_mesh(document, mesh, deformed, keep_skins)
        if not deformed.offsets and "blendAmounts" in document.tree["nodes"][deformed.node]["meshInstance"]:
            document.remove(pointer("nodes", deformed.node, "meshInstance", "blendAmounts"))


def _blend_shapes(mesh: dict[str, Any]) -> list[dict[str, Any]]:
    """The blend shapes of a mesh that are objects, as those must be."""
    blend = mesh.get("blend")
    shapes = blend.get("shapes") if isinstance(blend, dict) else None
    return [shape for shape in shapes if isinstance(shape, dict)] if isinstance(shapes, list) else []


def write_transforms(document: Document, pose: Pose) -> None:
    """Write the local transforms of the nodes that a pose moves."""
    rest = pose.rig.rest_pose()
    for node in np.flatnonzero((pose.local != rest.local).any(axis=(1, 2))).tolist():
        raw = document.tree["nodes"][node]
        if not isinstance(raw, dict):  # the rig has a node without members in its place
            document.set(pointer("nodes", node), {})
            raw = {}
        for key in TRANSFORM:
            if key in raw:
                document.remove(pointer("nodes", node, key))
        for key, value in matrix_transform(pose.local[node]).items():
            document.set(pointer("nodes", node, key), value)


def write_amounts(document: Document, pose: Pose) -> None:
    """Write the blend amounts of the instances that a pose changes."""
    rest = pose.rig.rest_pose()
    for instance, amounts, before in zip(pose.rig.instances, pose.blend, rest.blend, strict=True):
        if not np.array_equal(amounts, before):
            location = pointer("nodes", instance.node, "meshInstance", "blendAmounts")
            document.set(location, amounts.tolist())


def _write_mesh(document: Document, mesh: int, deformed: DeformedMesh, keep_skins: bool) -> None:
    raw = document.tree["meshes"][mesh]
    for key, is_kept in (("skin", keep_skins), ("blend", bool(deformed.offsets))):
        if key in raw and not is_kept:
            document.remove(pointer("meshes", mesh, key))
    for number, offsets in enumerate(deformed.offsets):
        _write_offsets(document, pointer("meshes", mesh, "blend", "shapes", number), offsets)
    document.set(pointer("meshes", mesh, "vertices"), document.append_reals(deformed.positions))
    for index, surface in enumerate(read_model(document.tree).meshes[mesh].surfaces):
        for key, binding, values in (
            ("normals", surface.normals, deformed.normals[index]),
            ("textureMap", surface.texture_map, deformed.texcoords[index]),
        ):
            # Shapes that stay move texture coordinates by their indices, and a skin does not move them.
            if binding is not None and values and not (deformed.offsets and key == "textureMap"):
                if len(values) != _elements(binding):
                    fault = f"{surface.pointer}/{key} is bound to elements that cannot be read"
                    raise Unsuitable(f"{fault}: fix or remove it before baking a pose")
                document.set(
                    f"{surface.pointer}/{key}", _write_binding(document, binding, values, deformed.positions)
                )


def _write_offsets(document: Document, shape: str, offsets: Reals) -> None:
    """Write the offsets of positions of a blend shape, of the vertices that it moves."""
    moved = np.flatnonzero((offsets != 0).any(axis=1))
    if len(moved):
        target = {"indices": document.append_indices(moved), "offsets": document.append_reals(offsets[moved])}
        document.set(f"{shape}/position", target)


def _elements(binding: Binding) -> int:
    """How many kinds of elements the values are bound to."""
    return len(binding.tiers) + (binding.simplexes is not None) + (binding.per_simplex is not None)


def _write_binding(
    document: Document, binding: Binding, values: Sequence[Doubles], like: Reals
) -> dict[str, Any]:
    """The binding with one value per element, since a pose deforms shared values differently."""
    result: dict[str, Any] = {key: deepcopy(member) for key, member in binding.raw.items() if key != "values"}
    together = np.concatenate(values).astype(like.dtype)
    result["values"] = document.append_reals(together)
    start, listed = 0, iter(values)

    def fresh(lists: NDArray[Any] | None = None) -> int:
        nonlocal start
        count = len(next(listed))
        which = np.arange(start, start + count)
        start += count
        return document.append_indices(which if lists is None else _replace_indices(lists, which))

    if binding.simplexes is not None:
        result["simplexes"] = fresh()
    if binding.per_simplex is not None:
        result["perSimplex"] = fresh()
    for index, tier in enumerate(binding.tiers):
        dense = tier.dimension == tier.parts or tier.dimension == 1
        lists = None if dense or tier.accessor is None else scalars(document, tier.accessor)
        result["geometry"][index]["accessor"] = fresh(lists)
    return result


def _replace_indices(numbers: NDArray[Any], which: NDArray[np.int64]) -> NDArray[np.int64]:
    """Length-prefixed lists of the same lengths, with other indices."""
    flat, start = [], 0
    for row in split_lists(numbers, np.iinfo(np.int64).max, 0):
        flat += [len(row), *which[start : start + len(row)].tolist()]
        start += len(row)
    return np.array(flat, np.int64)
