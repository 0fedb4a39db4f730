"""Who moves what: for each primitive of a bound mesh, its bones and how they get their weights."""

from __future__ import annotations

from msgspec import Struct

from pantin.formats.rigy.schema.document import Binding, BoneWeight, Document, WeightMap


class Influence(Struct, frozen=True):
    """The bones of a primitive: those with constant weights, normalised, or those of weight maps.

    `how` is "root" where nothing is written, "weights", "gradients", "overrides" or "file", in the order in
    which they apply.
    """

    primitive: str
    bones: tuple[str, ...]
    how: tuple[str, ...]
    weights: tuple[float, ...] = ()

    def text(self) -> str:
        """`bone 0.75, other 0.25 (weights)`."""
        if self.weights:
            shown = ", ".join(
                f"{bone} {weight:.3g}" for bone, weight in zip(self.bones, self.weights, strict=True)
            )
        else:
            shown = ", ".join(self.bones)
        return f"{shown} ({', then '.join(self.how)})"


def influences_of(document: Document, binding: Binding) -> dict[str, Influence]:
    """The influences of each primitive of the mesh of a binding, in the order of the mesh."""
    mesh, armature = (
        document.mesh_by_id.get(binding.mesh_id),
        document.armature_by_id.get(binding.armature_id),
    )
    if mesh is None or armature is None:
        return {}
    root = next(
        (bone.id for bone in armature.bones if bone.is_root), armature.bones[0].id if armature.bones else ""
    )
    constant = {entry.primitive_id: entry.bones for entry in binding.weights if entry.bones}
    maps: dict[str, list[WeightMap]] = {}
    for weight_map in binding.weight_maps:
        maps.setdefault(weight_map.primitive_id, []).append(weight_map)
    influences = {}
    for primitive in mesh.primitives:
        own = maps.get(primitive.id, [])
        listed = constant.get(primitive.id, ())
        influences[primitive.id] = (
            _mapped_influence(primitive.id, listed, own, root) if own else _plain(primitive.id, listed, root)
        )
    return influences


def _plain(primitive: str, listed: tuple[BoneWeight, ...], root: str) -> Influence:
    total = sum(entry.weight for entry in listed)
    if not total > 0.0:
        return Influence(primitive, (root,), ("root",), (1.0,))
    kept = sorted(
        (entry for entry in listed if entry.weight > 0.0), key=lambda entry: (-entry.weight, entry.bone_id)
    )
    kept = kept[:4]
    total = sum(entry.weight for entry in kept)
    names = tuple(entry.bone_id for entry in kept)
    return Influence(primitive, names, ("weights",), tuple(entry.weight / total for entry in kept))


def _mapped_influence(
    primitive: str, listed: tuple[BoneWeight, ...], maps: list[WeightMap], root: str
) -> Influence:
    gradients = [gradient for weight_map in maps for gradient in weight_map.gradients]
    overrides = [override for weight_map in maps for override in weight_map.overrides]
    files = [weight_map.source for weight_map in maps if weight_map.source is not None]
    names: dict[str, None] = {}
    how: list[str] = []
    if gradients:  # the last one sets every vertex
        names |= dict.fromkeys(entry.bone_id for entry in (*gradients[-1].start, *gradients[-1].end))
        how.append("gradients")
    else:
        names |= dict.fromkeys([entry.bone_id for entry in listed] or [root])
        how.append("weights" if listed else "root")
        how += [f"file {name}" for name in files]
    if overrides:
        names |= dict.fromkeys(entry.bone_id for override in overrides for entry in override.bones)
        how.append("overrides")
    return Influence(primitive, tuple(names), tuple(how))
