"""Edits of single parts of glTF documents. This module checks arguments; `node_edits` and `mesh_edits` change
the document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from pantin.formats import edit_arguments as arguments
from pantin.formats.edit_arguments import find, find_surface
from pantin.formats.gltf import mesh_edits, node_edits
from pantin.formats.gltf.edits import indexed_objects, names_of, set_trs
from pantin.formats.gltf.extension_names import LIGHTS
from pantin.formats.gltf.extension_names import SKELETON_BONE as BONES
from pantin.formats.gltf.json_values import as_list
from pantin.formats.gltf.new.ranges import fit_material
from pantin.report.pointer import pointer
from pantin.report.wording import named
from pantin.rig import Material, Node
from pantin.rig.builder_material import check_material
from pantin.rig.builder_nodes import flatten_nodes
from pantin.rig.transform import decompose_nearest, has_shear

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from pantin.formats.gltf.document import Document

COLLECTIONS = {
    "node": "nodes",
    "mesh": "meshes",
    "skin": "skins",
    "clip": "animations",
    "scene": "scenes",
    "material": "materials",
    "texture": "textures",
    "sampler": "samplers",
    "image": "images",
    "camera": "cameras",
}
"""The root list for each kind of object with a name."""


def _find(document: Document, which: int | str, kind: str) -> int:
    """The index of an object by index or name; raises `ValueError` if there is no such object."""
    index = find(which, names_of(document, COLLECTIONS[kind]), kind)
    if not isinstance(document.tree[COLLECTIONS[kind]][index], dict):
        raise ValueError(f"{kind} {index} of the file is not an object and cannot be edited")
    return index


def _find_primitive(document: Document, mesh: int | str, surface: int) -> tuple[int, int]:
    index = _find(document, mesh, "mesh")
    count = len(mesh_edits.primitives_of(document, index))
    return index, find_surface(surface, count, mesh_edits.name_of_mesh(document, index))


def set_local(
    document: Document,
    node: int | str,
    translation: ArrayLike | None,
    rotation: ArrayLike | None,
    scale: ArrayLike | None,
) -> None:
    index = _find(document, node, "node")
    parts = arguments.transform_parts(translation, rotation, scale)
    matrix = document.tree["nodes"][index].get("matrix")
    if matrix is not None and set(parts) != {"translation"} and len(parts) < 3:
        parts = {
            **_parts_of(matrix, named("node", index, document.tree["nodes"][index].get("name"))),
            **parts,
        }
    set_trs(document, index, **parts)


def _parts_of(matrix: Sequence[float], node: str) -> dict[str, Any]:
    """Translation, rotation and scale of a matrix; raises `ValueError` if it has shear."""
    local = np.array(matrix, np.float64).reshape(4, 4).T[:3]
    if has_shear(local):
        raise ValueError(f"the matrix of {node} has shear: give translation, rotation and scale together")
    return dict(zip(("translation", "rotation", "scale"), decompose_nearest(local), strict=True))


def set_weights(
    document: Document, mesh: int | str, surface: int, joints: ArrayLike, weights: ArrayLike
) -> None:
    index, number = _find_primitive(document, mesh, surface)
    vertices = mesh_edits.vertex_count(document, index, number)
    smallest = mesh_edits.smallest_skin(document, index)
    skin, count = ("", None)
    if smallest is not None:
        skin, count = named("skin", smallest[0], names_of(document, "skins")[smallest[0]]), smallest[1]
    mesh_edits.set_influences(
        document, index, number, *arguments.check_influences(joints, weights, vertices, count, skin)
    )


def set_inverse_binds(document: Document, skin: int | str, matrices: ArrayLike) -> None:
    index = _find(document, skin, "skin")
    joints = document.tree["skins"][index].get("joints")
    count = len(joints) if isinstance(joints, list) else 0
    mesh_edits.set_inverse_binds(document, index, arguments.check_inverse_binds(matrices, count))


def add_blend_shape(document: Document, mesh: int | str, name: str, positions: Any, normals: Any) -> int:
    index = _find(document, mesh, "mesh")
    called = mesh_edits.name_of_mesh(document, index)
    counts = mesh_edits.target_counts(document, index)
    arguments.check_new_shape(name, mesh_edits.target_names(document, index), counts, called)
    vertices = [mesh_edits.vertex_count(document, index, surface) for surface in range(len(counts))]
    offsets = [{"POSITION": array} for array in arguments.per_surface(positions, "positions", vertices)]
    if normals is not None:
        for surface, array in enumerate(arguments.per_surface(normals, "normals", vertices)):
            if not mesh_edits.has_normals(document, index, surface):
                raise ValueError(f"surface {surface} of {called} has no normals to change")
            offsets[surface]["NORMAL"] = array
    return mesh_edits.append_target(document, index, name, offsets)


def set_blend_weights(
    document: Document,
    mesh: int | str,
    weights: ArrayLike | Mapping[int | str, float],
    node: int | str | None,
) -> None:
    index = _find(document, mesh, "mesh")
    called = mesh_edits.name_of_mesh(document, index)
    names = mesh_edits.target_names(document, index)
    if not names:
        raise ValueError(f"{called} has no blend shapes")
    owner = pointer("meshes", index)
    current = document.tree["meshes"][index].get("weights")
    if node is not None:
        slot = _find(document, node, "node")
        listed = document.tree["nodes"][slot]
        if listed.get("mesh") != index:
            raise ValueError(f"{named('node', slot, listed.get('name'))} does not have {called}")
        owner, current = pointer("nodes", slot), listed.get("weights", current)
    usable = current if isinstance(current, list) and len(current) == len(names) else None
    document.set(f"{owner}/weights", arguments.check_blend_weights(weights, names, usable))


def remove_clip(document: Document, clip: int | str) -> None:
    node_edits.remove_clip(document, _find(document, clip, "clip"))


def add_nodes(document: Document, nodes: Sequence[Node], parent: int | str | None) -> list[int]:
    above = None if parent is None else _find(document, parent, "node")
    listed = arguments.check_nodes(nodes)
    count = len(names_of(document, "nodes"))
    cameras, lights = len(names_of(document, "cameras")), len(_lights(document))
    flatten_nodes([Node()] * count + listed, 3, cameras, lights)
    for node in listed:
        if node.bone_length is not None and BONES not in as_list(document.tree.get("extensionsUsed")):
            what = named("node", None, node.name)
            raise ValueError(f'{what} has a bone length: store skeletons with as_="khr" first')
    return node_edits.append_nodes(document, listed, above)


def _lights(document: Document) -> list[Any]:
    extensions = document.tree.get("extensions")
    block = extensions.get(LIGHTS) if isinstance(extensions, dict) else None
    return [light for _, light in indexed_objects(block, "lights")] if isinstance(block, dict) else []


def remove_nodes(document: Document, nodes: Sequence[int | str]) -> list[int]:
    return node_edits.remove_nodes(document, {_find(document, node, "node") for node in nodes})


def rename(document: Document, kind: str, index: int | str, name: str | None) -> None:
    member = pointer(COLLECTIONS[kind], _find(document, index, kind), "name")
    if name is not None:
        document.set(member, name)
    elif names_of(document, COLLECTIONS[kind])[_find(document, index, kind)] is not None:
        document.remove(member)


def set_material(
    document: Document, mesh: int | str, surface: int, material: int | str | Material | None
) -> int | None:
    index, number = _find_primitive(document, mesh, surface)
    member = pointer("meshes", index, "primitives", number, "material")
    if material is None:
        if "material" in mesh_edits.primitives_of(document, index)[number]:
            document.remove(member)
        return None
    if isinstance(material, Material):
        checked = check_material(material, "material", len(names_of(document, "textures")))
        if fit_material(checked) != checked:
            raise ValueError(
                "material has a value outside the range of glTF: colours and factors must be from 0 to 1"
            )
        chosen = node_edits.append_material(document, checked)
    else:
        chosen = _find(document, material, "material")
    document.set(member, chosen)
    return chosen
