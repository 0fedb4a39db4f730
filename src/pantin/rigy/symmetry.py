"""`symmetry.mirror_x`: everything the rename rule names gets a copy on the other side of the plane x = 0."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from pantin.rigy.profile import Profile
from pantin.rigy.schema.document import (
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
)

T = TypeVar("T")


class Renaming(Struct, frozen=True):
    """The rename rule: a prefix, a suffix, or both; an id that fits neither is not named by it."""

    rule: MirrorX

    def of(self, name: str) -> str | None:
        """The name on the other side, or None for a name that the rule does not speak of."""
        rule = self.rule
        if rule.prefix_from is not None and name.startswith(rule.prefix_from):
            return (rule.prefix_to or "") + name[len(rule.prefix_from) :]
        if rule.suffix_from is not None and name.endswith(rule.suffix_from):
            return name[: len(name) - len(rule.suffix_from)] + (rule.suffix_to or "")
        return None

    def within(self, name: str, known: Collection[str]) -> str:
        """The name on the other side if something there is called so, else the name itself."""
        other = self.of(name)
        return other if other is not None and other in known else name


def mirror(document: Document, profile: Profile) -> Document:
    """The document with its mirrored half written out: originals first, then copies in the same order."""
    if document.symmetry is None or document.symmetry.mirror_x is None:
        return document
    rename = Renaming(document.symmetry.mirror_x)
    armatures = tuple(_armature(one, rename) for one in document.armatures)
    bones = {one.id: frozenset(bone.id for bone in one.bones) for one in armatures}
    anchors = _both(document.anchors, lambda one: _anchor(one, rename))
    joined = {
        mesh.id: frozenset(one.id for one in mesh.primitives if _is_joined(one, rename))
        for mesh in document.meshes
    }
    known = {one.id for one in anchors}, {one.id for one in document.meshes}
    return replace(
        document,
        meshes=tuple(_mesh(one, rename, profile) for one in document.meshes),
        armatures=armatures,
        bindings=tuple(
            _binding(
                one, rename, bones.get(one.armature_id, frozenset()), joined.get(one.mesh_id, frozenset())
            )
            for one in document.bindings
        ),
        anchors=anchors,
        instances=_both(document.instances, lambda one: _instance(one, rename, *known)),
    )


def _both(items: tuple[T, ...], copy: Callable[[T], T | None]) -> tuple[T, ...]:
    copies = (copy(item) for item in items)
    return items + tuple(one for one in copies if one is not None)


def _across(point: Vec3) -> Vec3:
    return -point[0], point[1], point[2]


def _mesh(mesh: Mesh, rename: Renaming, profile: Profile) -> Mesh:
    own = tuple(_joined(one) if _is_joined(one, rename) else one for one in mesh.primitives)
    return replace(mesh, primitives=_both(own, lambda one: _primitive(one, rename, profile)))


def _is_joined(one: Primitive, rename: Renaming) -> bool:
    """Whether a primitive is a field that takes its mirror image in: the two blend across the plane and are
    one surface (Rigy chapter 11.6). One that is turned, or moved away from the plane, has a copy instead."""
    if one.implicit is None or rename.of(one.id) is None:
        return False
    placed = one.transform
    if placed is None:
        return True
    turns = placed.rotation_euler, placed.rotation_degrees, placed.rotation_quat, placed.rotation_axis_angle
    away = placed.translation is not None and placed.translation[0] != 0.0
    return not away and all(turn is None for turn in turns)


def _joined(one: Primitive) -> Primitive:
    field = one.implicit
    assert field is not None
    (left, *low), (right, *high) = field.domain.low, field.domain.high
    both = (min(left, -right), *low), (max(right, -left), *high)
    domain = replace(field.domain, low=both[0], high=both[1])
    images = tuple(replace(each, transform=each.transform and _turned(each.transform)) for each in field.ops)
    return replace(one, implicit=replace(field, domain=domain, ops=field.ops + images))


def _turned(transform: Transform) -> Transform:
    """The transform on the other side of the plane: turns about y and z run the other way."""
    euler, degrees, about = (
        transform.rotation_euler,
        transform.rotation_degrees,
        transform.rotation_axis_angle,
    )
    turn = transform.rotation_quat
    return replace(
        transform,
        translation=None if transform.translation is None else _across(transform.translation),
        rotation_euler=None if euler is None else (euler[0], -euler[1], -euler[2]),
        rotation_degrees=None if degrees is None else (degrees[0], -degrees[1], -degrees[2]),
        rotation_quat=None if turn is None else (turn[0], -turn[1], -turn[2], turn[3]),
        rotation_axis_angle=None
        if about is None
        else replace(about, axis=(about.axis[0], -about.axis[1], -about.axis[2])),
    )


def _primitive(one: Primitive, rename: Renaming, profile: Profile) -> Primitive | None:
    other = rename.of(one.id)
    if other is None or _is_joined(one, rename):
        return None
    name = None if one.name is None else rename.of(one.name) or one.name
    if not profile.retessellated_mirror:
        return replace(one, id=other, name=name, mirrored=True, original=one.id)
    turned = None if one.transform is None else _retessellated(one.transform)
    return replace(one, id=other, name=name, transform=turned, original=one.id, tags=(), surface=None)


def _retessellated(transform: Transform) -> Transform:
    """The transform of a copy as the reference compiler has it; see `Profile.retessellated_mirror`."""
    euler, degrees = transform.rotation_euler, transform.rotation_degrees
    return replace(
        transform,
        # Without a translation the copy is moved by +0.0, which turns a coordinate of −0.0 into 0.0.
        translation=(0.0, 0.0, 0.0) if transform.translation is None else _across(transform.translation),
        rotation_euler=None if euler is None else _across(euler),
        rotation_degrees=None if degrees is None else _across(degrees),
        rotation_axis_angle=None,
        rotation_quat=None,
    )


def _armature(armature: Armature, rename: Renaming) -> Armature:
    written = {bone.id for bone in armature.bones}
    wanted = ((bone, rename.of(bone.id)) for bone in armature.bones)
    # A bone the author wrote on the other side himself is kept.
    fresh = [(bone, other) for bone, other in wanted if other is not None and other not in written]
    known = written | {other for _, other in fresh}
    return replace(
        armature, bones=armature.bones + tuple(_bone(bone, other, rename, known) for bone, other in fresh)
    )


def _bone(bone: Bone, other: str, rename: Renaming, known: Collection[str]) -> Bone:
    return replace(
        bone,
        id=other,
        parent=rename.within(bone.parent, known),
        head=_across(bone.head),
        tail=_across(bone.tail),
        roll=-bone.roll,
        mirrored=True,
    )


def _binding(binding: Binding, rename: Renaming, bones: Collection[str], joined: Collection[str]) -> Binding:
    """Weights for copies as well; `joined` are the primitives that have none."""
    return replace(
        binding,
        weights=_both(
            binding.weights,
            lambda one: None if one.primitive_id in joined else _weights(one, rename, bones),
        ),
        weight_maps=_both(
            binding.weight_maps,
            lambda one: None if one.primitive_id in joined else _weight_map(one, rename, bones),
        ),
    )


def _bones(
    listed: tuple[BoneWeight, ...], rename: Renaming, bones: Collection[str]
) -> tuple[BoneWeight, ...]:
    return tuple(replace(one, bone_id=rename.within(one.bone_id, bones)) for one in listed)


def _weights(one: PrimitiveWeights, rename: Renaming, bones: Collection[str]) -> PrimitiveWeights | None:
    other = rename.of(one.primitive_id)
    if other is None:
        return None
    return replace(one, primitive_id=other, bones=_bones(one.bones, rename, bones))


def _weight_map(one: WeightMap, rename: Renaming, bones: Collection[str]) -> WeightMap | None:
    other = rename.of(one.primitive_id)
    if other is None:
        return None
    return replace(
        one,
        primitive_id=other,
        gradients=tuple(_gradient(each, rename, bones) for each in one.gradients),
        overrides=tuple(_override(each, rename, bones) for each in one.overrides),
        source_primitive=one.primitive_id,
        renames={bone: rename.within(bone, bones) for bone in bones},
    )


def _gradient(one: Gradient, rename: Renaming, bones: Collection[str]) -> Gradient:
    """Along x the range turns round, and with it which bones stand at its ends."""
    start, end = _bones(one.start, rename, bones), _bones(one.end, rename, bones)
    if one.axis != "x":
        return replace(one, start=start, end=end)
    low, high = one.range
    return replace(one, range=(-high, -low), start=end, end=start)


def _override(one: Override, rename: Renaming, bones: Collection[str]) -> Override:
    return replace(one, bones=_bones(one.bones, rename, bones))


def _anchor(one: Anchor, rename: Renaming) -> Anchor | None:
    other = rename.of(one.id)
    return None if other is None else replace(one, id=other, translation=_across(one.translation))


def _instance(
    one: Instance, rename: Renaming, anchors: Collection[str], meshes: Collection[str]
) -> Instance | None:
    """The copy hangs on the mirrored anchors; those of the imported asset stay, since the asset is not
    mirrored."""
    other = rename.of(one.id)
    if other is None:
        return None
    attach3 = one.attach3
    if attach3 is not None:
        attach3 = replace(attach3, end=tuple(rename.within(anchor, anchors) for anchor in attach3.end))
    mesh_id = None if one.mesh_id is None else rename.within(one.mesh_id, meshes)
    return replace(one, id=other, mesh_id=mesh_id, attach3=attach3)
