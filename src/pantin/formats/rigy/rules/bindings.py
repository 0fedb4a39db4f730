"""Rules about bindings and the weights written in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pantin.formats.rigy.rules.scope import Scope, missing, pointer_to
from pantin.formats.rigy.schema.document import Binding, BoneWeight
from pantin.formats.rigy.schema.kinds import UNREAD, cut
from pantin.report import Finding, rule
from pantin.report.wording import counted


def _bone_lists(scope: Scope) -> Iterator[tuple[Binding, str, tuple[BoneWeight, ...]]]:
    """Every list of bones of every binding, with what contains it."""
    for binding in scope.document.bindings:
        for weights in binding.weights:
            yield binding, "weights", weights.bones
        for weight_map in binding.weight_maps:
            for gradient in weight_map.gradients:
                yield binding, "gradient", gradient.start
                yield binding, "gradient", gradient.end
            for override in weight_map.overrides:
                yield binding, "override", override.bones


@rule("RIGY-V08", "error", "binding refers to unknown mesh {id!r}{hint}")
def known_mesh(scope: Scope) -> Iterator[Finding]:
    """Binding refers to an unknown mesh.

    What: The mesh_id of a binding must be the id of a mesh.
    Why: There is nothing to bind.
    Fix: Correct the id.
    Source: Rigy chapter 12, V08.
    """
    for binding in scope.document.bindings:
        if missing(binding.mesh_id, scope.meshes):
            hint = scope.suggest(binding.mesh_id, scope.meshes)
            yield known_mesh.at(pointer_to(binding.path, "mesh_id"), id=binding.mesh_id, hint=hint)


@rule("RIGY-V09", "error", "binding refers to unknown armature {id!r}{hint}")
def known_armature(scope: Scope) -> Iterator[Finding]:
    """Binding refers to an unknown armature.

    What: The armature_id of a binding must be the id of an armature.
    Why: There is nothing to bind the mesh to.
    Fix: Correct the id.
    Source: Rigy chapter 12, V09.
    """
    for binding in scope.document.bindings:
        if missing(binding.armature_id, scope.armatures):
            hint = scope.suggest(binding.armature_id, scope.armatures)
            yield known_armature.at(
                pointer_to(binding.path, "armature_id"), id=binding.armature_id, hint=hint
            )


@rule("RIGY-V10", "error", "weights refer to unknown primitive {id!r} in mesh {mesh!r}{hint}")
def known_primitive(scope: Scope) -> Iterator[Finding]:
    """Weights refer to an unknown primitive.

    What: The primitive_id of an entry in weights must be a primitive of the bound mesh.
    Why: The weights would have no effect.
    Fix: Correct the id.
    Source: Rigy chapter 12, V10.
    """
    for binding in scope.document.bindings:
        known = scope.primitives(binding)
        for weights in binding.weights if scope.is_bound(binding) else ():
            if missing(weights.primitive_id, known):
                hint = scope.suggest(weights.primitive_id, known)
                values = {"mesh": binding.mesh_id, "id": weights.primitive_id, "hint": hint}
                yield known_primitive.at(pointer_to(weights.path, "primitive_id"), **values)


def _unknown_bones(scope: Scope, kind: str) -> Iterator[tuple[BoneWeight, dict[str, str]]]:
    for binding, holder, bones in _bone_lists(scope):
        known = scope.bones(binding)
        for bone in bones if holder == kind and scope.is_bound(binding) else ():
            if known and missing(bone.bone_id, known):  # an armature without bones is RIGY-P32
                hint = scope.suggest(bone.bone_id, known)
                yield bone, {"armature": binding.armature_id, "id": bone.bone_id, "hint": hint}


@rule("RIGY-V11", "error", "weights refer to unknown bone {id!r} in armature {armature!r}{hint}")
def known_bone(scope: Scope) -> Iterator[Finding]:
    """Weights refer to an unknown bone.

    What: The bone_id of an entry in weights must be a bone of the bound armature.
    Why: Nothing would move the vertices.
    Fix: Correct the id.
    Source: Rigy chapter 12, V11.
    """
    for bone, values in _unknown_bones(scope, "weights"):
        yield known_bone.at(pointer_to(bone.path, "bone_id"), **values)


@rule("RIGY-V15", "error", "gradient refers to unknown bone {id!r} in armature {armature!r}{hint}")
def known_gradient_bone(scope: Scope) -> Iterator[Finding]:
    """Gradient refers to an unknown bone.

    What: The bone_id of both ends of a gradient must be a bone of the bound armature.
    Why: Nothing would move the vertices.
    Fix: Correct the id.
    Source: Rigy chapter 12, V15.
    """
    for bone, values in _unknown_bones(scope, "gradient"):
        yield known_gradient_bone.at(pointer_to(bone.path, "bone_id"), **values)


@rule("RIGY-V16", "error", "override refers to unknown bone {id!r} in armature {armature!r}{hint}")
def known_override_bone(scope: Scope) -> Iterator[Finding]:
    """Override refers to an unknown bone.

    What: The bone_id of an entry in an override must be a bone of the bound armature.
    Why: Nothing would move the vertices.
    Fix: Correct the id.
    Source: Rigy chapter 12, V16.
    """
    for bone, values in _unknown_bones(scope, "override"):
        yield known_override_bone.at(pointer_to(bone.path, "bone_id"), **values)


@rule("RIGY-V12", "error", "mesh {id!r} is bound more than once")
def one_binding(scope: Scope) -> Iterator[Finding]:
    """Mesh is bound twice.

    What: At most one binding may refer to a mesh.
    Why: A mesh has one skin.
    Fix: Put all weights into one binding.
    Source: Rigy chapter 12, V12.
    """
    seen: set[str] = set()
    for binding in scope.document.bindings:
        if binding.mesh_id in seen and binding.mesh_id:
            yield one_binding.at(pointer_to(binding.path, "mesh_id"), id=binding.mesh_id)
        seen.add(binding.mesh_id)


def _out_of_range(scope: Scope, kind: str) -> Iterator[tuple[BoneWeight, dict[str, Any]]]:
    """The weights that the version of the document does not allow, with the values of the message."""
    largest, expected = scope.largest_weight, scope.weight_range
    for _, holder, bones in _bone_lists(scope):
        for bone in bones if holder == kind else ():
            if bone.weight < 0.0 or bone.weight > largest:
                yield bone, {"id": bone.bone_id, "weight": bone.weight, "expected": expected}


@rule("RIGY-V13", "error", "weight {weight} of bone {id!r} {expected}")
def weight_range(scope: Scope) -> Iterator[Finding]:
    """Weight is out of range.

    What: The weight of a bone in weights must not be negative, and from version 0.4 on not above 1.
    Why: A negative weight pushes vertices away from the bone that should move them.
    Fix: Write a number between 0 and 1; the weights of a vertex are normalised to a sum of 1.
    Source: Rigy chapter 12, V13; Rigy 0.3, Weight Normalization.
    """
    for bone, values in _out_of_range(scope, "weights"):
        yield weight_range.at(pointer_to(bone.path, "weight"), **values)


@rule("RIGY-V17", "error", "gradient weight {weight} of bone {id!r} {expected}")
def gradient_weight_range(scope: Scope) -> Iterator[Finding]:
    """Gradient weight is out of range.

    What: The weights at both ends of a gradient must not be negative, and from version 0.4 on not above 1.
    Why: A negative weight pushes vertices away from the bone that should move them.
    Fix: Write a number between 0 and 1.
    Source: Rigy chapter 12, V17.
    """
    for bone, values in _out_of_range(scope, "gradient"):
        yield gradient_weight_range.at(pointer_to(bone.path, "weight"), **values)


@rule("RIGY-V18", "error", "override weight {weight} of bone {id!r} {expected}")
def override_weight_range(scope: Scope) -> Iterator[Finding]:
    """Override weight is out of range.

    What: The weights of an override must not be negative, and from version 0.4 on not above 1.
    Why: A negative weight pushes vertices away from the bone that should move them.
    Fix: Write a number between 0 and 1.
    Source: Rigy chapter 12, V18.
    """
    for bone, values in _out_of_range(scope, "override"):
        yield override_weight_range.at(pointer_to(bone.path, "weight"), **values)


@rule("RIGY-P41", "error", "bone {id!r} occurs more than once in a list of weights")
def bone_once(scope: Scope) -> Iterator[Finding]:
    """Bone listed twice.

    What: A list of weights must contain each bone at most once.
    Why: glTF allows a joint once per vertex, and it would be unclear whether to add the weights or to
    replace one.
    Fix: Write one entry with the intended weight. The reference profile reports a warning instead.
    Source: glTF 2.0 §3.7.3.1.
    """
    for _, _, bones in _bone_lists(scope):
        seen: set[str] = set()
        for bone in bones:
            name = bone.bone_id if scope.profile.mirrored_bones_apart else bone.original or bone.bone_id
            if name in seen and name:
                yield bone_once.at(pointer_to(bone.path, "bone_id"), id=name)
            seen.add(name)


@rule(
    "RIGY-P87",
    "warning",
    "mirrored, bones {first!r} and {second!r} are both {id!r}: their weights are added",
)
def mirrored_once(scope: Scope) -> Iterator[Finding]:
    """Two bones that mirroring makes one.

    What: A list of weights that symmetry copies should not contain both a bone and its partner on the other
    side.
    Why: The rule of symmetry renames one way: what the bone of the original side moves, its partner moves in
    the copy, and what the partner moves stays with it. The copy has one bone for both.
    Fix: Write weights or a weight map for the mirrored primitive; they apply instead of the copy.
    Source: Rigy 0.3, Weight Maps Under Symmetry.
    """
    if scope.profile.mirrored_bones_apart:
        return
    for _, _, bones in _bone_lists(scope):
        mirrored = [(bone.original, bone.bone_id) for bone in bones if bone.original]
        for index, (first, second) in joined_bones(mirrored):
            place = pointer_to(bones[index].path, "bone_id")
            yield mirrored_once.at(place, first=first, second=second, id=bones[index].bone_id)


def joined_bones(renamed: Iterable[tuple[str, str]]) -> Iterator[tuple[int, tuple[str, str]]]:
    """The indices in a list of (original, mirrored) bones where two have become one, with both."""
    first: dict[str, str] = {}
    for index, (original, mirrored) in enumerate(renamed):
        other = first.setdefault(mirrored, original)
        if other != original:
            yield index, (other, original)


@rule(
    "RIGY-W02",
    "warning",
    "primitive {id!r} has both weights and a weight map; the weight map takes precedence{everywhere}",
)
def weights_and_map(scope: Scope) -> Iterator[Finding]:
    """Weights and weight map for one primitive.

    What: A primitive should have either weights or a weight map.
    Why: The weights are ignored wherever the weight map applies.
    Fix: Remove the weights, unless they are meant for vertices that the weight map does not cover.
    Source: Rigy 0.3, Migration from v0.2 and Validation Rules.
    """
    for binding in scope.document.bindings:
        weighted = {weights.primitive_id for weights in binding.weights}
        for weight_map in binding.weight_maps:
            name = weight_map.primitive_id
            if name in weighted and name:
                everywhere = ", and its gradients set every vertex" if weight_map.gradients else ""
                where = pointer_to(weight_map.path, "primitive_id")
                yield weights_and_map.at(where, id=name, everywhere=everywhere)


@rule(
    "RIGY-P47",
    "warning",
    "primitive {id!r} has more than one entry in 'weights'; the last one applies",
)
def weights_once(scope: Scope) -> Iterator[Finding]:
    """Two entries of weights for one primitive.

    What: A binding should have one entry in weights for a primitive.
    Why: The entries are not added up: the last one replaces the others.
    Fix: Merge the entries into one list of bones, or remove one.
    Source: Rigy 0.3, Influence Resolution Order.
    """
    for binding in scope.document.bindings:
        seen: set[str] = set()
        for weights in binding.weights:
            if weights.primitive_id in seen and weights.primitive_id != UNREAD:
                yield weights_once.at(pointer_to(weights.path, "primitive_id"), id=weights.primitive_id)
            seen.add(weights.primitive_id)


@rule(
    "RIGY-P34",
    "warning",
    "{what} of mesh {mesh!r} {verb} no weights and {follow} the root bone {root!r}",
)
def unweighted(scope: Scope) -> Iterator[Finding]:
    """Primitive without weights in a bound mesh.

    What: Every primitive of a bound mesh should have weights or a weight map, unless the armature has only
    one bone.
    Why: A primitive without weights follows the root bone, which is rarely meant for a limb.
    Fix: Add an entry to weights; to confirm that the root bone moves it, write that with weight 1.
    Source: Rigy 0.3, Default Binding.
    """
    for binding in scope.document.bindings:
        armature = scope.armatures.get(binding.armature_id)
        if armature is None or len(armature.bones) < 2:
            continue
        weighted = {weights.primitive_id for weights in binding.weights if weights.bones}
        weighted |= {weight_map.primitive_id for weight_map in binding.weight_maps}
        bare = [name for name in scope.primitives(binding) if name != UNREAD and name not in weighted]
        root = next((bone.id for bone in armature.bones if bone.is_root), None)
        if bare and UNREAD not in weighted and root is not None:
            more = f" and {counted(len(bare) - 1, 'other primitive')}" if len(bare) > 1 else ""
            number = (
                {"verb": "has", "follow": "follows"} if not more else {"verb": "have", "follow": "follow"}
            )
            values = {"what": f"primitive {cut(bare[0])!r}{more}", "mesh": binding.mesh_id, "root": root}
            yield unweighted.at(pointer_to(binding.path), **values, **number)


@rule(
    "RIGY-V35",
    "error",
    "instance {id!r} has attach3 mode {mode!r}, but dqs skinning of mesh {mesh!r} needs 'rigid'",
)
def rigid_dqs(scope: Scope) -> Iterator[Finding]:
    """Scaled instance of a dual quaternion skin.

    What: An instance of a document with dqs skinning must have the attach3 mode rigid.
    Why: A dual quaternion cannot store scale, so the joints below a scaled instance would lose it.
    Fix: Attach it with mode: rigid, or use lbs skinning. The reference profile reports a warning instead.
    Source: Rigy chapter 12, V35.
    """
    for instance in scope.document.instances:
        source = scope.source.imports.get(instance.source or "")
        attach3 = instance.attach3
        if source is None or source.document is None or attach3 is None or attach3.mode == "rigid":
            continue
        for binding in source.document.bindings:
            if (binding.skinning_solver or source.document.skinning_solver) == "dqs":
                values = {"id": instance.id, "mode": attach3.mode, "mesh": binding.mesh_id}
                yield rigid_dqs.at(pointer_to(instance.path, "attach3", "mode"), **values)
                break


RULES = (
    known_mesh, known_armature, known_primitive, known_bone, one_binding, weight_range, known_gradient_bone,
    known_override_bone, gradient_weight_range, override_weight_range, bone_once, mirrored_once,
    weights_and_map, weights_once, unweighted, rigid_dqs)  # fmt: skip
LENIENT = ("RIGY-P41", "RIGY-V35")
