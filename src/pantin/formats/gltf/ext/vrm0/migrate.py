"""Migrate a VRM 0.x document to VRM 1.0 in place, from its rig. A new root node rotates the model, so no
mesh, skin or animation changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from pantin.base.records import replace
from pantin.formats.gltf.edits import append_nodes, indexed_objects, set_extension, unlist_extensions
from pantin.formats.gltf.ext.vrm0.character import DEGREE_MAPS
from pantin.formats.gltf.ext.vrm0.migrate_meta import describe_licence, dropped_meta, migrate_meta
from pantin.formats.gltf.ext.vrm0.mtoon import (
    GLTF_SHADERS,
    SHADER,
    UNLIT_SHADERS,
    Properties,
    alpha_mode,
    mtoon_json,
    queue_offsets,
)
from pantin.formats.gltf.ext.vrm0.schema import STRAIGHT
from pantin.formats.gltf.extension_names import MTOON, SPRING_BONE, UNLIT, VRMC_VRM
from pantin.formats.gltf.extension_names import VRM0 as NAME
from pantin.formats.gltf.extensions import find
from pantin.formats.gltf.json_values import (
    Object,
    as_index,
    as_list,
    as_object,
    as_text,
    block_of,
    indices,
    objects,
)
from pantin.formats.gltf.migration import Migration
from pantin.formats.gltf.scope import Scope
from pantin.report import Finding
from pantin.report.pointer import pointer
from pantin.report.wording import and_more, named
from pantin.rig import Rig, Spring, SpringJoint
from pantin.rig.human_bones import BONE_PARENTS, NEED_PARENT
from pantin.rig.tree import depths

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document

TURN = np.array([-1.0, 1.0, -1.0])
HALF_TURN = [0.0, 1.0, 0.0, 0.0]
"""Rotation by 180° about y: models of 0.x face −Z, those of 1.0 +Z."""


def migrate(document: Document, rig: Rig) -> Migration:
    """Migrate a document from VRM 0.x to 1.0; `rig` is the result of `lift`. Raises `ValueError` for a
    document that is not VRM 0.x, or has scenes that share roots."""
    block = as_object(block_of(document.tree, NAME))
    if rig.character is None or rig.character.version != "0.x":
        raise ValueError("only files of VRM 0.x can be migrated to VRM 1.0")
    old_meta = as_object(block.get("meta"))
    meta = migrate_meta(old_meta, document)
    humanoid, orphans = _with_parents(rig.character.humanoid)
    dropped = [
        *_dropped_members(block),
        *dropped_meta(old_meta, meta),
        *_migrate_materials(document, block),
        *orphans,
    ]
    springs, lost = _migrate_springs(document, rig)
    _turn(document)
    document.remove(pointer("extensions", NAME))
    unlist_extensions(document, NAME)
    _store(document, VRMC_VRM, replace(rig.character, version="1.0", meta=meta, humanoid=humanoid))
    if springs.springs or springs.colliders:
        _store(document, SPRING_BONE, springs)
    return Migration(describe_licence(meta), (*dropped, *lost), tuple(_errors(document)))


def _store(document: Document, name: str, part: Any) -> None:
    extension = find(name)
    assert extension is not None
    assert extension.store is not None
    extension.store(document, part)


def _errors(document: Document) -> Iterator[Finding]:
    """The VRM 1.0 errors after migrating the old file: missing or misplaced bones."""
    scope, extension = Scope(document), find(VRMC_VRM)
    assert extension is not None
    for group in extension.rule_groups():
        for rule in group:
            if rule.severity == "error":
                yield from rule(scope)


def _with_parents(humanoid: Mapping[str, int]) -> tuple[dict[str, int], list[tuple[str, str]]]:
    """The bones that are valid in 1.0, and the bones that lack their required parent bone."""
    kept, orphans = dict(humanoid), []
    for bone, parent in BONE_PARENTS.items():  # parents come first
        if bone in kept and bone in NEED_PARENT and parent not in kept:
            del kept[bone]
            orphans.append((f"{bone} without {parent}", pointer("extensions", NAME, "humanoid")))
    return kept, orphans


def _dropped_members(block: Object) -> Iterator[tuple[str, str]]:
    """Members that 1.0 lacks."""
    root = ("extensions", NAME)
    if "exporterVersion" in block:
        yield "exporterVersion", pointer(*root, "exporterVersion")
    humanoid = as_object(block.get("humanoid"))
    for name in humanoid:
        if name != "humanBones":
            yield f"{name} of the humanoid", pointer(*root, "humanoid", name)
    for index, bone in enumerate(objects(humanoid.get("humanBones"))):
        if bone.get("useDefaultValues") is False:
            yield f"the limits of {bone.get('bone')}", pointer(*root, "humanoid", "humanBones", index)
    gaze = as_object(block.get("firstPerson"))
    for name in DEGREE_MAPS:
        if as_object(gaze.get(name)).get("curve") not in (None, [], STRAIGHT):
            yield f"the curve of {name}", pointer(*root, "firstPerson", name, "curve")


def _migrate_materials(document: Document, block: Object) -> Iterator[tuple[str, str]]:
    """Write the 1.0 members of materials; yields shaders and properties that 1.0 lacks."""
    textures = len(as_list(document.tree.get("textures")))
    listed = objects(block.get("materialProperties"))
    offsets = queue_offsets(listed)
    unread: dict[str, list[tuple[str, str]]] = {}
    for index, material in indexed_objects(document.tree, "materials"):
        old_properties = listed[index] if index < len(listed) else {}
        shader, properties = as_text(old_properties.get("shader")), Properties(old_properties, textures)
        where = pointer("materials", index)
        if shader == SHADER:
            set_extension(document, where, MTOON, mtoon_json(properties, offsets.get(index, 0)))
            mode = alpha_mode(properties)
            document.set(f"{where}/alphaMode", mode)
            if mode == "MASK":
                document.set(f"{where}/alphaCutoff", properties.share("_Cutoff", 0.5))
            if "_CullMode" in properties.floats:
                document.set(f"{where}/doubleSided", properties.scalar("_CullMode", 2) == 0)
            _set_colour(document, index, material, properties)
            root = ("extensions", NAME, "materialProperties", index)
            for name, member in properties.unread():
                place = named("material", index, as_text(material.get("name"))), pointer(*root, member, name)
                unread.setdefault(name, []).append(place)
        elif shader in UNLIT_SHADERS:
            set_extension(document, where, UNLIT, {})
            document.set(f"{where}/alphaMode", UNLIT_SHADERS[shader])
        elif old_properties and shader not in GLTF_SHADERS:
            yield f"shader {shader}", pointer("extensions", NAME, "materialProperties", index, "shader")
    for name, places in unread.items():
        first, where = places[0]
        yield f"{name} of {first}{and_more(len(places))}", where


def _set_colour(document: Document, index: int, material: Object, properties: Properties) -> None:
    """Set the lit colour and texture unless core glTF already has them."""
    path = pointer("materials", index, "pbrMetallicRoughness")
    if "pbrMetallicRoughness" not in material:
        document.set(path, {})
    color = properties.vectors.get("_Color")
    if isinstance(color, list) and len(color) == 4:
        alpha = min(max(float(color[3]), 0.0), 1.0)
        document.set(f"{path}/baseColorFactor", [*properties.color("_Color", 1.0), alpha])
    texture = properties.texture("_MainTex")
    if texture is not None and "baseColorTexture" not in as_object(material.get("pbrMetallicRoughness")):
        document.set(f"{path}/baseColorTexture", texture)


def _migrate_springs(document: Document, rig: Rig) -> tuple[Any, list[tuple[str, str]]]:
    """Write the springs with an end node for each chain, and gravity rotated with the model."""
    springs, lost = [], []
    for index, spring in enumerate(rig.springs.springs):
        where = pointer("extensions", NAME, "secondaryAnimation", "boneGroups")
        if spring.fault is not None or not spring.joints:
            lost.append((f"spring {index}: {spring.fault or 'it has no joints'}", where))
            continue
        joints = [
            # The sum turns −0 into 0.
            replace(joint, gravity_dir=np.asarray(joint.gravity_dir, np.float64) * TURN + 0.0)
            for joint in spring.joints
        ]
        if spring.end is not None:
            leaf = spring.joints[-1].node
            name = rig.nodes.names[leaf]
            tail: dict[str, Any] = {"translation": np.asarray(spring.end, np.float64).tolist()}
            node = {"name": f"{name}_end", **tail} if name else tail
            joints.append(SpringJoint(append_nodes(document, [node], parent=leaf)[0]))
        center = spring.center
        if center is not None and not _is_above(rig, center, spring.joints[0].node):
            lost.append((f"the center of spring {index}, which is not above it", where))
            center = None
        springs.append(Spring(tuple(joints), spring.groups, center, spring.name))
    return replace(rig.springs, springs=tuple(springs)), lost


def _is_above(rig: Rig, node: int, below: int) -> bool:
    for _ in range(int(depths(rig.nodes.parents).max(initial=0)) + 1):
        below = int(rig.nodes.parents[below])
        if below in (node, -1):
            break
    return below == node


def _turn(document: Document) -> None:
    """Put the roots of each scene below a node that is rotated by 180°."""
    scenes = indexed_objects(document.tree, "scenes")
    count = len(as_list(document.tree.get("nodes")))
    listed = [root for _, scene in scenes for root in indices(scene.get("nodes"), count)]
    if len(set(listed)) != len(listed):
        raise ValueError("scenes share root nodes: a file with one scene can be migrated")
    for index, scene in scenes:
        roots = as_list(scene.get("nodes"))
        # A skinned mesh follows its joints alone, and belongs at the root. What is no node stays where it is.
        turned = [root for root in indices(roots, count) if not _is_skinned_leaf(document, root)]
        loose = [root for root in roots if root not in turned]
        if turned:
            node = {"name": "VRM", "rotation": HALF_TURN, "children": turned}
            added = document.append("/nodes", node)
            document.set(pointer("scenes", index, "nodes"), [added, *loose])


def _is_skinned_leaf(document: Document, node: Any) -> bool:
    nodes = as_list(document.tree.get("nodes"))
    node_object = as_object(nodes[node]) if as_index(node, len(nodes)) is not None else {}
    return "skin" in node_object and "mesh" in node_object and not node_object.get("children")
