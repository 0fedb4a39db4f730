"""Rules about the character of VRM 0.x: VRM0-010 to VRM0-017."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.gltf.ext.vrm0.character import PRESET_NAMES
from pantin.formats.gltf.ext.vrm0.model import NONE, ROOT, vrm0_objects
from pantin.formats.gltf.ext.vrm0.objects import THUMBS
from pantin.formats.gltf.ext.vrm0.schema import (
    BlendShapeGroup,
    BlendShapeMaster,
    FirstPerson,
    HumanBone,
    Humanoid,
    MaterialProperties,
    MeshAnnotation,
    VrmMeta,
)
from pantin.formats.gltf.ext.vrm_rules import bad_members
from pantin.formats.gltf.model import get
from pantin.formats.gltf.objects import references_of
from pantin.formats.gltf.scope import Scope
from pantin.formats.members.faults import shown
from pantin.report import Finding, Rule, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted, quoted, singular
from pantin.rig.human_bones import BONE_PARENTS, REQUIRED_BONES

BONES = (*ROOT, "humanoid", "humanBones")
GROUPS = (*ROOT, "blendShapeMaster", "blendShapeGroups")

NAMES = {bone: bone for bone in BONE_PARENTS if "Thumb" not in bone}
NAMES |= THUMBS
NAMES |= {f"{side}ThumbDistal": f"{side}ThumbDistal" for side in ("left", "right")}
"""The bones of 0.x and their names in 1.0."""

REQUIRED = (*REQUIRED_BONES, "chest", "neck")
"""VRM 0.x also requires a chest and a neck (VRMC_vrm 1.0, humanoid, "Note")."""


@rule("VRM0-010", "error", '"{member}" is {value}, expected {expected}')
def bad_member(scope: Scope) -> Iterator[Finding]:
    """Member of VRM 0.x has a wrong value.

    What: The members of `VRM` must have the types, words and ranges of the schema.
    Why: Readers refuse the file, or skip the part.
    Fix: Write a value that is expected.
    Source: the schemas of VRM 0.x.
    """
    yield from bad_members(scope, bad_member)


def _bones(scope: Scope) -> list[HumanBone]:
    """The items of `humanBones`, with empty objects in place of other values."""
    humanoid = scope.fact(vrm0_objects).block.humanoid or Humanoid()
    return [bone or HumanBone() for bone in humanoid.human_bones or ()]


@rule("VRM0-011", "error", "the humanoid has no {missing}")
def missing_bones(scope: Scope) -> Iterator[Finding]:
    """Humanoid of VRM 0.x lacks required bones.

    What: `humanBones` must have hips, spine, chest, neck, head, and the bones of arms and legs.
    Why: Motions move these bones. Readers refuse the file.
    Fix: Name the nodes of these bones.
    Source: VRMC_vrm 1.0, humanoid, which lists what 0.x requires.
    """
    listed = {bone.bone for bone in _bones(scope)}
    missing = [bone for bone in REQUIRED if bone not in listed]
    if missing and scope.fact(vrm0_objects).block.humanoid is not None:
        yield missing_bones.at(pointer(*ROOT, "humanoid"), missing=", ".join(missing))


@rule("VRM0-012", "error", "humanoid bone {bone}: {why}")
def bad_bone(scope: Scope) -> Iterator[Finding]:
    """Humanoid bone of VRM 0.x is unknown, repeated, or has no node.

    What: Each item of `humanBones` must have a bone of the specification, once, on a separate node.
    Why: Readers fail, or the bone does not move.
    Fix: Correct the name or the node, or remove the item.
    Source: vrm.humanoid.bone.schema.json.
    """
    seen: dict[str, int] = {}
    owners: dict[int, str] = {}
    vrm = scope.fact(vrm0_objects)
    for index, bone in enumerate(_bones(scope)):
        name, node = bone.bone, vrm.node(bone.node)
        if name is None:
            continue
        member, why = "bone", ""
        if name not in NAMES:
            why = "VRM 0.x has no bone of this name"
        elif name in seen:
            why = f"item {seen[name]} is the same bone"
        elif not vrm.is_stated(bone.node, *BONES, index, "node"):
            member, why = "", "it has no node"
        elif node is None and bone.node is not None:
            stated = scope.raw((*BONES, index))["node"]
            member, why = "node", f"its node is {shown(stated)}, which does not exist"
        elif node is not None and node in owners:
            member, why = "node", f"{scope.named('node', node)} is {owners[node]} too"
        seen.setdefault(name, index)
        if node is not None:
            owners.setdefault(node, name)
        if why:
            where = pointer(*BONES, index, *filter(None, (member,)))
            yield bad_bone.at(where, bone=quoted(name), why=why)


def _groups(scope: Scope) -> list[BlendShapeGroup]:
    """The blend shape groups, with empty objects in place of other values."""
    master = scope.fact(vrm0_objects).block.blend_shape_master or BlendShapeMaster()
    return [group or BlendShapeGroup() for group in master.blend_shape_groups or ()]


@rule("VRM0-013", "error", "{group} moves morph target {index} of {mesh}, which has {count}")
def bad_bind(scope: Scope) -> Iterator[Finding]:
    """Blend shape group moves a morph target that does not exist.

    What: A bind of a group must name a mesh of the file and one of its morph targets.
    Why: Readers fail, or this part of the expression does not show.
    Fix: Write the index of an existing morph target.
    Source: vrm.blendshape.bind.schema.json.
    """
    for number, group in enumerate(_groups(scope)):
        for slot, bind in enumerate(group.binds or ()):
            mesh, index = (bind.mesh, bind.index) if bind is not None else (None, None)
            bound_mesh = get(scope.model.meshes, mesh)
            primitives = (bound_mesh.primitives or ()) if bound_mesh is not None else ()
            count = min((len(primitive.targets or ()) for primitive in primitives), default=0)
            if mesh is not None and (index is None or not 0 <= index < count):
                path = (*GROUPS, number, "binds", slot)
                stated = scope.raw(path).get("index")
                values = {"group": f"blend shape group {number}", "index": shown(stated)}
                named = scope.named("mesh", mesh) if bound_mesh is not None else f"mesh {mesh}"
                yield bad_bind.at(pointer(*path), **values, mesh=named, count=counted(count, "morph target"))


@rule("VRM0-014", "warning", "{group} changes material {name}, which the file does not have")
def bad_material(scope: Scope) -> Iterator[Finding]:
    """Blend shape group changes a material that does not exist.

    What: The `materialName` of a material value should be the name of a material.
    Why: This part of the expression does not show.
    Fix: Write the name of an existing material.
    Source: vrm.blendshape.materialbind.schema.json.
    """
    names = {material.name for material in scope.model.materials if material is not None}
    for number, group in enumerate(_groups(scope)):
        for slot, value in enumerate(group.material_values or ()):
            name = None if value is None else value.material_name
            if name is not None and name not in names:
                where = pointer(*GROUPS, number, "materialValues", slot, "materialName")
                yield bad_material.at(where, group=f"blend shape group {number}", name=quoted(name))


@rule("VRM0-015", "warning", "the file has {properties} for {materials}")
def other_count(scope: Scope) -> Iterator[Finding]:
    """materialProperties does not match the materials.

    What: `materialProperties` should have an item for each material, in the same order.
    Why: Readers take the shader of a material from the item with its index.
    Fix: Add the missing items, or remove those that are too many.
    Source: VRM 0.x, materialProperties; readers index both lists alike.
    """
    listed = scope.fact(vrm0_objects).block.material_properties
    if listed is not None and len(listed) != len(scope.model.materials):
        values = {
            "properties": counted(len(listed), "item of materialProperties")
            if len(listed) == 1
            else f"{len(listed):,} items of materialProperties",
            "materials": counted(len(scope.model.materials), "material"),
        }
        yield other_count.at(pointer(*ROOT, "materialProperties"), **values)


@rule("VRM0-016", "warning", "{group} is the second one of preset {preset}")
def repeated_preset(scope: Scope) -> Iterator[Finding]:
    """Two blend shape groups of one preset.

    What: A preset should have one group.
    Why: Readers show the first, and the other one is lost.
    Fix: Change the preset of one to "unknown", or remove it.
    Source: vrm.blendshape.group.schema.json, presetName.
    """
    seen: set[str] = set()
    for number, group in enumerate(_groups(scope)):
        preset = group.preset_name
        if preset is not None and preset in PRESET_NAMES:
            if preset in seen:
                where = pointer(*GROUPS, number, "presetName")
                yield repeated_preset.at(where, group=f"blend shape group {number}", preset=quoted(preset))
            seen.add(preset)


@rule("VRM0-017", "error", '"{member}" refers to {kind} {index}, but the file has {count}')
def unresolved_index(scope: Scope) -> Iterator[Finding]:
    """Member of VRM 0.x refers to an object that does not exist.

    What: The thumbnail of `meta`, `firstPersonBone`, the meshes of first-person annotations and the textures
    of `materialProperties` must exist in the file. -1 stands for none.
    Why: Readers fail, or the thumbnail, the annotation or the texture is missing.
    Fix: Write the index of an existing object, or -1.
    Source: vrm.meta.schema.json, vrm.firstperson.schema.json and vrm.material.schema.json.
    """
    for path, value in scope.extended.own:
        if not isinstance(value, VrmMeta | FirstPerson | MeshAnnotation | MaterialProperties):
            continue
        for reference in references_of(path, value, uncounted=True):
            count = len(getattr(scope.model, reference.collection))
            if reference.index != NONE and not 0 <= reference.index < count:
                kind = singular(reference.collection)
                yield unresolved_index.at(
                    pointer(*reference.path),
                    member=reference.path[-1],
                    kind=kind,
                    index=reference.index,
                    count=counted(count, kind),
                )


RULES: tuple[Rule[[Scope]], ...] = (
    bad_member,
    missing_bones,
    bad_bone,
    bad_bind,
    bad_material,
    other_count,
    repeated_preset,
    unresolved_index,
)
