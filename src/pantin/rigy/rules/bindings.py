"""Rules about bindings and the weights written in them."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.report import Finding, rule
from pantin.rigy.rules.scope import Scope, at, missing
from pantin.rigy.schema.document import Binding, BoneWeight


def _weighted(scope: Scope) -> Iterator[tuple[Binding, str, tuple[BoneWeight, ...]]]:
    """Every list of bones of every binding, with where it stands."""
    for binding in scope.document.bindings:
        for weights in binding.weights:
            yield binding, "weights", weights.bones
        for one in binding.weight_maps:
            for gradient in one.gradients:
                yield binding, "gradient", gradient.start
                yield binding, "gradient", gradient.end
            for override in one.overrides:
                yield binding, "override", override.bones


@rule("RIGY-V08", "error", "there is no mesh {id!r}{hint}")
def known_mesh(scope: Scope) -> Iterator[Finding]:
    """A binding's mesh exists.

    Why: there would be nothing to bind.
    Mend: correct the id.
    Source: Rigy chapter 12, V08.
    """
    for one in scope.document.bindings:
        if missing(one.mesh_id, scope.meshes):
            hint = scope.close_to(one.mesh_id, scope.meshes)
            yield known_mesh.at(at(one.path, "mesh_id"), id=one.mesh_id, hint=hint)


@rule("RIGY-V09", "error", "there is no armature {id!r}{hint}")
def known_armature(scope: Scope) -> Iterator[Finding]:
    """A binding's armature exists.

    Why: there would be nothing to bind to.
    Mend: correct the id.
    Source: Rigy chapter 12, V09.
    """
    for one in scope.document.bindings:
        if missing(one.armature_id, scope.armatures):
            hint = scope.close_to(one.armature_id, scope.armatures)
            yield known_armature.at(at(one.path, "armature_id"), id=one.armature_id, hint=hint)


@rule("RIGY-V10", "error", "mesh {mesh!r} has no primitive {id!r}{hint}")
def known_primitive(scope: Scope) -> Iterator[Finding]:
    """Weights are given to a primitive of the bound mesh.

    Why: they would move nothing.
    Mend: correct the id.
    Source: Rigy chapter 12, V10.
    """
    for binding in scope.document.bindings:
        known = scope.primitives(binding)
        for one in binding.weights if scope.is_bound(binding) else ():
            if missing(one.primitive_id, known):
                hint = scope.close_to(one.primitive_id, known)
                values = {"mesh": binding.mesh_id, "id": one.primitive_id, "hint": hint}
                yield known_primitive.at(at(one.path, "primitive_id"), **values)


def _unknown_bones(scope: Scope, kind: str) -> Iterator[tuple[BoneWeight, dict[str, str]]]:
    for binding, where, listed in _weighted(scope):
        known = scope.bones(binding)
        for one in listed if where == kind and scope.is_bound(binding) else ():
            if missing(one.bone_id, known):
                hint = scope.close_to(one.bone_id, known)
                yield one, {"armature": binding.armature_id, "id": one.bone_id, "hint": hint}


@rule("RIGY-V11", "error", "armature {armature!r} has no bone {id!r}{hint}")
def known_bone(scope: Scope) -> Iterator[Finding]:
    """Weights name bones of the bound armature.

    Why: there would be nothing that moves the vertices.
    Mend: correct the id.
    Source: Rigy chapter 12, V11.
    """
    for one, values in _unknown_bones(scope, "weights"):
        yield known_bone.at(at(one.path, "bone_id"), **values)


@rule("RIGY-V15", "error", "armature {armature!r} has no bone {id!r}{hint}")
def known_gradient_bone(scope: Scope) -> Iterator[Finding]:
    """Gradients name bones of the bound armature.

    Why: there would be nothing that moves the vertices.
    Mend: correct the id.
    Source: Rigy chapter 12, V15.
    """
    for one, values in _unknown_bones(scope, "gradient"):
        yield known_gradient_bone.at(at(one.path, "bone_id"), **values)


@rule("RIGY-V16", "error", "armature {armature!r} has no bone {id!r}{hint}")
def known_override_bone(scope: Scope) -> Iterator[Finding]:
    """Overrides name bones of the bound armature.

    Why: there would be nothing that moves the vertices.
    Mend: correct the id.
    Source: Rigy chapter 12, V16.
    """
    for one, values in _unknown_bones(scope, "override"):
        yield known_override_bone.at(at(one.path, "bone_id"), **values)


@rule("RIGY-V12", "error", "mesh {id!r} is bound already")
def one_binding(scope: Scope) -> Iterator[Finding]:
    """A mesh is bound once.

    Why: a mesh has one skin.
    Mend: put all weights into one binding.
    Source: Rigy chapter 12, V12.
    """
    seen: set[str] = set()
    for one in scope.document.bindings:
        if one.mesh_id in seen and one.mesh_id:
            yield one_binding.at(at(one.path, "mesh_id"), id=one.mesh_id)
        seen.add(one.mesh_id)


def _out_of_range(scope: Scope, kind: str) -> Iterator[BoneWeight]:
    for _, where, listed in _weighted(scope):
        yield from (one for one in listed if where == kind and (one.weight < 0.0 or one.weight > 1.0))


@rule("RIGY-V13", "error", "the weight of bone {id!r} is {weight}, outside 0 to 1")
def weight_range(scope: Scope) -> Iterator[Finding]:
    """Weights lie between 0 and 1.

    Why: a negative weight pushes vertices away from the bone that should carry them.
    Mend: write a share between 0 and 1; shares of a vertex are made to sum to 1.
    Source: Rigy chapter 12, V13.
    """
    for one in _out_of_range(scope, "weights"):
        yield weight_range.at(at(one.path, "weight"), id=one.bone_id, weight=one.weight)


@rule("RIGY-V17", "error", "the weight of bone {id!r} is {weight}, outside 0 to 1")
def gradient_weight_range(scope: Scope) -> Iterator[Finding]:
    """Weights at the ends of a gradient lie between 0 and 1.

    Why: a negative weight pushes vertices away from the bone that should carry them.
    Mend: write a share between 0 and 1.
    Source: Rigy chapter 12, V17.
    """
    for one in _out_of_range(scope, "gradient"):
        yield gradient_weight_range.at(at(one.path, "weight"), id=one.bone_id, weight=one.weight)


@rule("RIGY-V18", "error", "the weight of bone {id!r} is {weight}, outside 0 to 1")
def override_weight_range(scope: Scope) -> Iterator[Finding]:
    """Weights of an override lie between 0 and 1.

    Why: a negative weight pushes vertices away from the bone that should carry them.
    Mend: write a share between 0 and 1.
    Source: Rigy chapter 12, V18.
    """
    for one in _out_of_range(scope, "override"):
        yield override_weight_range.at(at(one.path, "weight"), id=one.bone_id, weight=one.weight)


@rule("RIGY-P41", "error", "bone {id!r} is listed twice")
def bone_once(scope: Scope) -> Iterator[Finding]:
    """A list of weights names each bone once.

    Why: glTF allows a joint once per vertex, and adding or replacing would both be a guess.
    Mend: write one entry with the weight that is meant. The reference profile lets it pass with a warning.
    Source: glTF 2.0 §3.7.3.1.
    """
    for _, _, listed in _weighted(scope):
        seen: set[str] = set()
        for one in listed:
            if one.bone_id in seen and one.bone_id:
                yield bone_once.at(at(one.path, "bone_id"), id=one.bone_id)
            seen.add(one.bone_id)


@rule("RIGY-W02", "warning", "primitive {id!r} has weights and a weight map; the weight map stands over them")
def weights_and_map(scope: Scope) -> Iterator[Finding]:
    """A primitive has either weights or a weight map.

    Why: where the weight map speaks, the weights are not used.
    Mend: remove the weights, unless they are meant for vertices that the map leaves out.
    Source: Rigy 0.3, Migration from v0.2 and Validation Rules.
    """
    for binding in scope.document.bindings:
        weighted = {one.primitive_id for one in binding.weights}
        for one in binding.weight_maps:
            if one.primitive_id not in weighted or not one.primitive_id:
                continue
            yield weights_and_map.at(at(one.path, "primitive_id"), id=one.primitive_id)


@rule(
    "RIGY-V35",
    "error",
    "instance {id!r} is {mode}, and mesh {mesh!r} of {source!r} is skinned by dqs",
)
def rigid_dqs(scope: Scope) -> Iterator[Finding]:
    """What dual quaternions skin is only turned and moved.

    Why: a dual quaternion holds no scale, so the joints below a scaled instance have none.
    Mend: attach it with mode: rigid, or skin it with lbs. The reference profile lets it pass with a warning.
    Source: Rigy chapter 12, V35.
    """
    for one in scope.document.instances:
        unit = scope.unit.imports.get(one.source or "")
        if unit is None or unit.document is None or one.attach3 is None or one.attach3.mode == "rigid":
            continue
        for binding in unit.document.bindings:
            if (binding.skinning_solver or unit.document.skinning_solver) == "dqs":
                values = {"id": one.id, "mode": one.attach3.mode, "mesh": binding.mesh_id}
                yield rigid_dqs.at(at(one.path, "attach3", "mode"), source=one.source, **values)
                break


RULES = (
    known_mesh, known_armature, known_primitive, known_bone, one_binding, weight_range, known_gradient_bone,
    known_override_bone, gradient_weight_range, override_weight_range, bone_once, weights_and_map,
    rigid_dqs)  # fmt: skip
LENIENT = ("RIGY-P41", "RIGY-V35")
