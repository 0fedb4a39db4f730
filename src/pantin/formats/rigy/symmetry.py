"""`symmetry.mirror_x`: every object that the rename rule matches gets a copy mirrored at the plane x = 0."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from pantin.formats.rigy.profile import Profile
from pantin.formats.rigy.schema.document import (
    Anchor,
    Armature,
    Binding,
    Bone,
    BoneWeight,
    Document,
    Gradient,
    Instance,
    Mesh,
    MirrorX,
    Override,
    Primitive,
    PrimitiveWeights,
    Transform,
    Vec3,
    WeightMap,
    version_of,
)
from pantin.formats.rigy.schema.features import has

T = TypeVar("T")


class Renaming(Struct, frozen=True):
    """The rename rule: a prefix, a suffix, or both. It does not match other ids."""

    rule: MirrorX

    def mirrored_name(self, name: str) -> str | None:
        """The mirrored name, or None for a name that the rule does not match."""
        rule = self.rule
        if _is_pair(rule.prefix_from, rule.prefix_to) and name.startswith(str(rule.prefix_from)):
            return str(rule.prefix_to) + name[len(str(rule.prefix_from)) :]
        if _is_pair(rule.suffix_from, rule.suffix_to) and name.endswith(str(rule.suffix_from)):
            return name[: len(name) - len(str(rule.suffix_from))] + str(rule.suffix_to)
        return None

    def within(self, name: str, known: Collection[str]) -> str:
        """The mirrored name if it is known, else the name itself."""
        other = self.mirrored_name(name)
        return other if other is not None and other in known else name


def _is_pair(source: str | None, target: str | None) -> bool:
    """Whether two values make a rule. A half or idle one has a finding, and copies nothing."""
    return bool(source) and target is not None and source != target


def mirror(document: Document, profile: Profile) -> Document:
    """The document with its mirrored copies: originals first, then copies in the same order."""
    if document.symmetry is None or document.symmetry.mirror_x is None:
        return document
    rename = Renaming(document.symmetry.mirror_x)
    copied = _copied_meshes(document, rename, profile)
    armatures = document.armatures
    if creates_bones(document, profile):
        armatures = tuple(_armature(armature, rename) for armature in armatures)
    anchors = _both(document.anchors, lambda anchor: _anchor(anchor, rename))
    meshes = tuple(
        mesh if mesh.id in copied else _mesh(mesh, rename, profile) for mesh in document.meshes
    ) + tuple(_mesh_copy(mesh, copied[mesh.id], rename) for mesh in document.meshes if mesh.id in copied)
    known = {anchor.id for anchor in anchors}, {mesh.id for mesh in meshes}, frozenset(copied)
    return replace(
        document,
        meshes=meshes,
        armatures=armatures,
        bindings=_bindings(document, armatures, copied, rename, profile),
        anchors=anchors,
        instances=_both(document.instances, lambda instance: _instance(instance, rename, *known)),
    )


def creates_bones(document: Document, profile: Profile) -> bool:
    """Whether symmetry copies bones. Up to 0.3 the author writes those of both sides, and references are only
    renamed to bones that exist."""
    return profile.bones_mirrored_early or has(version_of(document), "mirrored bones")


def _copied_meshes(document: Document, rename: Renaming, profile: Profile) -> dict[str, str]:
    """The meshes that are mirrored as a whole, with the ids of their copies. One that the author wrote for
    the other side is kept."""
    if profile.meshes_stay:
        return {}
    written = {mesh.id for mesh in document.meshes}
    wanted = ((mesh.id, rename.mirrored_name(mesh.id)) for mesh in document.meshes)
    return {name: other for name, other in wanted if other is not None and other not in written}


def _mesh_copy(mesh: Mesh, other: str, rename: Renaming) -> Mesh:
    """The mirrored mesh: a copy of every primitive, with its own name where the rule matches it. UV sets,
    UV roles and materials are those of the original (Rigy chapters 11.2 to 11.4)."""
    primitives = tuple(
        replace(
            primitive,
            id=rename.mirrored_name(primitive.id) or primitive.id,
            name=None if primitive.name is None else rename.mirrored_name(primitive.name) or primitive.name,
            mirrored=True,
            original=primitive.id,
        )
        for primitive in mesh.primitives
    )
    name = None if mesh.name is None else rename.mirrored_name(mesh.name) or mesh.name
    return replace(mesh, id=other, name=name, primitives=primitives)


def _bindings(
    document: Document,
    armatures: tuple[Armature, ...],
    copied: dict[str, str],
    rename: Renaming,
    profile: Profile,
) -> tuple[Binding, ...]:
    """The bindings with the weights of copied primitives, then those of copied meshes."""
    bones = {armature.id: frozenset(bone.id for bone in armature.bones) for armature in armatures}
    joined = {
        mesh.id: frozenset(primitive.id for primitive in mesh.primitives if _is_joined(primitive, rename))
        for mesh in document.meshes
    }
    bound = {binding.mesh_id for binding in document.bindings}
    own, copies = [], []
    for binding in document.bindings:
        known = bones.get(binding.armature_id, frozenset())
        if binding.mesh_id not in copied:
            skipped = joined.get(binding.mesh_id, frozenset())
            own.append(_binding(binding, rename, known, skipped, profile))
            continue
        own.append(binding)
        if copied[binding.mesh_id] not in bound:
            armature = rename.within(binding.armature_id, bones)
            known = bones.get(armature, frozenset())
            copies.append(_binding_copy(binding, copied[binding.mesh_id], armature, rename, known))
    return (*own, *copies)


def _binding_copy(
    binding: Binding, mesh: str, armature: str, rename: Renaming, bones: Collection[str]
) -> Binding:
    """The binding of a copied mesh: every weight, for the bones of the other side."""
    return replace(
        binding,
        mesh_id=mesh,
        armature_id=armature,
        weights=tuple(
            _weights(
                weights, rename.mirrored_name(weights.primitive_id) or weights.primitive_id, rename, bones
            )
            for weights in binding.weights
        ),
        weight_maps=tuple(
            _weight_map(
                weight_map,
                rename.mirrored_name(weight_map.primitive_id) or weight_map.primitive_id,
                rename,
                bones,
            )
            for weight_map in binding.weight_maps
        ),
    )


def _both(items: tuple[T, ...], copy: Callable[[T], T | None]) -> tuple[T, ...]:
    copies = (copy(item) for item in items)
    return items + tuple(copied for copied in copies if copied is not None)


def _mirror_point(point: Vec3) -> Vec3:
    return -point[0], point[1], point[2]


def _mesh(mesh: Mesh, rename: Renaming, profile: Profile) -> Mesh:
    own = tuple(
        _join(primitive) if _is_joined(primitive, rename) else primitive for primitive in mesh.primitives
    )
    return replace(mesh, primitives=_both(own, lambda primitive: _primitive(primitive, rename, profile)))


def _is_joined(primitive: Primitive, rename: Renaming) -> bool:
    """Whether a primitive is a field that blends with its mirror image into one surface (Rigy chapter 11.6).
    One that is rotated, or moved away from the plane, has a copy instead."""
    if primitive.implicit is None or rename.mirrored_name(primitive.id) is None:
        return False
    transform = primitive.transform
    if transform is None:
        return True
    turns = (
        transform.rotation_euler,
        transform.rotation_degrees,
        transform.rotation_quat,
        transform.rotation_axis_angle,
    )
    away = transform.translation is not None and transform.translation[0] != 0.0
    return not away and all(turn is None for turn in turns)


def _join(primitive: Primitive) -> Primitive:
    field = primitive.implicit
    assert field is not None
    (left, *low), (right, *high) = field.domain.low, field.domain.high
    both = (min(left, -right), *low), (max(right, -left), *high)
    domain = replace(field.domain, low=both[0], high=both[1])
    images = tuple(
        replace(operator, transform=operator.transform and _mirror_transform(operator.transform))
        for operator in field.ops
    )
    return replace(primitive, implicit=replace(field, domain=domain, ops=field.ops + images))


def _mirror_transform(transform: Transform) -> Transform:
    """The mirrored transform: rotations about y and z are negated."""
    euler, degrees, about = (
        transform.rotation_euler,
        transform.rotation_degrees,
        transform.rotation_axis_angle,
    )
    turn = transform.rotation_quat
    return replace(
        transform,
        translation=None if transform.translation is None else _mirror_point(transform.translation),
        rotation_euler=None if euler is None else (euler[0], -euler[1], -euler[2]),
        rotation_degrees=None if degrees is None else (degrees[0], -degrees[1], -degrees[2]),
        rotation_quat=None if turn is None else (turn[0], -turn[1], -turn[2], turn[3]),
        rotation_axis_angle=None
        if about is None
        else replace(about, axis=(about.axis[0], -about.axis[1], -about.axis[2])),
    )


def _primitive(primitive: Primitive, rename: Renaming, profile: Profile) -> Primitive | None:
    other = rename.mirrored_name(primitive.id)
    if other is None or _is_joined(primitive, rename):
        return None
    name = None if primitive.name is None else rename.mirrored_name(primitive.name) or primitive.name
    if not profile.retessellated_mirror:
        return replace(primitive, id=other, name=name, mirrored=True, original=primitive.id)
    transform = None if primitive.transform is None else _reference_transform(primitive.transform)
    return replace(
        primitive, id=other, name=name, transform=transform, original=primitive.id, tags=(), surface=None
    )


def _reference_transform(transform: Transform) -> Transform:
    """The transform of a copy as the reference compiler has it; see `Profile.retessellated_mirror`."""
    euler, degrees = transform.rotation_euler, transform.rotation_degrees
    return replace(
        transform,
        # Without a translation the copy is moved by +0.0, which changes −0.0 to 0.0.
        translation=(0.0, 0.0, 0.0)
        if transform.translation is None
        else _mirror_point(transform.translation),
        rotation_euler=None if euler is None else _mirror_point(euler),
        rotation_degrees=None if degrees is None else _mirror_point(degrees),
        rotation_axis_angle=None,
        rotation_quat=None,
    )


def _armature(armature: Armature, rename: Renaming) -> Armature:
    written = {bone.id for bone in armature.bones}
    wanted = ((bone, rename.mirrored_name(bone.id)) for bone in armature.bones)
    # A bone that already exists on the other side is kept.
    fresh = [(bone, other) for bone, other in wanted if other is not None and other not in written]
    known = written | {other for _, other in fresh}
    return replace(
        armature, bones=armature.bones + tuple(_bone(bone, other, rename, known) for bone, other in fresh)
    )


def _bone(bone: Bone, other: str, rename: Renaming, known: Collection[str]) -> Bone:
    return replace(
        bone,
        id=other,
        parent=bone.parent if bone.is_root else rename.within(bone.parent, known),
        head=_mirror_point(bone.head),
        tail=_mirror_point(bone.tail),
        roll=-bone.roll,
        mirrored=True,
    )


def _binding(
    binding: Binding, rename: Renaming, bones: Collection[str], joined: Collection[str], profile: Profile
) -> Binding:
    """The binding with the weights of copies; `joined` are primitives without a copy. Where the author has
    written weights or weight maps of a copy, these apply alone."""
    written: set[str] = set()
    if not profile.mirrored_weights_last:
        written |= {weights.primitive_id for weights in binding.weights}
        written |= {weight_map.primitive_id for weight_map in binding.weight_maps}

    def copy_of(weights: PrimitiveWeights | WeightMap) -> str | None:
        other = None if weights.primitive_id in joined else rename.mirrored_name(weights.primitive_id)
        return None if other in written else other

    return replace(
        binding,
        weights=_both(
            binding.weights,
            lambda weights: (
                None if (other := copy_of(weights)) is None else _weights(weights, other, rename, bones)
            ),
        ),
        weight_maps=_both(
            binding.weight_maps,
            lambda weight_map: (
                None
                if (other := copy_of(weight_map)) is None
                else _weight_map(weight_map, other, rename, bones)
            ),
        ),
    )


def _bones(
    listed: tuple[BoneWeight, ...], rename: Renaming, bones: Collection[str]
) -> tuple[BoneWeight, ...]:
    return tuple(
        replace(item, bone_id=rename.within(item.bone_id, bones), original=item.bone_id) for item in listed
    )


def _weights(
    weights: PrimitiveWeights, other: str, rename: Renaming, bones: Collection[str]
) -> PrimitiveWeights:
    return replace(weights, primitive_id=other, bones=_bones(weights.bones, rename, bones))


def _weight_map(weight_map: WeightMap, other: str, rename: Renaming, bones: Collection[str]) -> WeightMap:
    return replace(
        weight_map,
        primitive_id=other,
        gradients=tuple(_gradient(gradient, rename, bones) for gradient in weight_map.gradients),
        overrides=tuple(_override(override, rename, bones) for override in weight_map.overrides),
        source_primitive=weight_map.primitive_id,
        renames={bone: rename.within(bone, bones) for bone in bones},
    )


def _gradient(gradient: Gradient, rename: Renaming, bones: Collection[str]) -> Gradient:
    """Along x the range is negated, which swaps its ends and their bones."""
    start, end = _bones(gradient.start, rename, bones), _bones(gradient.end, rename, bones)
    if gradient.axis != "x":
        return replace(gradient, start=start, end=end)
    low, high = gradient.range
    return replace(gradient, range=(-high, -low), start=end, end=start)


def _override(override: Override, rename: Renaming, bones: Collection[str]) -> Override:
    return replace(override, bones=_bones(override.bones, rename, bones))


def _anchor(anchor: Anchor, rename: Renaming) -> Anchor | None:
    other = rename.mirrored_name(anchor.id)
    return None if other is None else replace(anchor, id=other, translation=_mirror_point(anchor.translation))


def _instance(
    instance: Instance,
    rename: Renaming,
    anchors: Collection[str],
    meshes: Collection[str],
    copied: Collection[str],
) -> Instance | None:
    """The copy is attached to the mirrored anchors. An imported asset is not mirrored; a copied mesh is, so
    that it is attached by its mirrored anchors too."""
    other = rename.mirrored_name(instance.id)
    if other is None:
        return None
    attach3 = instance.attach3
    if attach3 is not None:
        end = tuple(rename.within(anchor, anchors) for anchor in attach3.end)
        start = attach3.start
        if instance.mesh_id in copied:
            start = tuple(rename.within(anchor, anchors) for anchor in start)
        attach3 = replace(attach3, start=start, end=end)
    mesh_id = None if instance.mesh_id is None else rename.within(instance.mesh_id, meshes)
    return replace(instance, id=other, mesh_id=mesh_id, attach3=attach3)
