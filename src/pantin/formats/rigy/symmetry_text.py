"""What symmetry made of a document, as text: bones, primitives, ranges and maps of the other side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pantin.base.limits import Limits
from pantin.formats.rigy.compile import read_project
from pantin.formats.rigy.profile import get_profile
from pantin.formats.rigy.project import SourceFile
from pantin.formats.rigy.schema.document import Binding, BoneWeight, Document, MirrorX
from pantin.formats.rigy.shapes import vertex_count
from pantin.formats.rigy.symmetry import Renaming


def describe_symmetry(text: str | bytes, *, profile: str = "standard") -> str:
    """The parts that symmetry made, each with its original, as lines of text."""
    _, source = read_project(text, None, get_profile(profile), Limits(), None, False)
    return "\n".join(_lines(source)) + "\n"


def _lines(source: SourceFile) -> Iterator[str]:
    document = source.document
    rule = document.symmetry.mirror_x if document is not None and document.symmetry is not None else None
    if document is None or rule is None:
        yield "no symmetry"
        return
    yield f"mirrored at x = 0: {_rule(rule)}"
    for title, lines in (
        ("bones", list(_bones(document, rule))),
        ("primitives", list(_primitives(document))),
        ("weights", [line for binding in document.bindings for line in _weights(document, binding)]),
        ("weight maps", [line for binding in document.bindings for line in _maps(document, binding)]),
        ("anchors", list(_copies(document.anchors, rule))),
        ("instances", list(_copies(document.instances, rule))),
    ):
        if lines:
            yield f"{title}:"
            yield from (f"  {line}" for line in lines)


def _rule(rule: MirrorX) -> str:
    pairs = ((rule.prefix_from, rule.prefix_to, "…"), (rule.suffix_from, rule.suffix_to, ""))
    (first, first_to, dots), (last, last_to, _) = pairs
    parts = []
    if first and first_to is not None:
        parts.append(f"{first}{dots} → {first_to}{dots}")
    if last and last_to is not None:
        parts.append(f"…{last} → …{last_to}")
    return ", ".join(parts)


def _bones(document: Document, rule: MirrorX) -> Iterator[str]:
    rename = Renaming(rule)
    for armature in document.armatures:
        originals = {rename.mirrored_name(bone.id): bone.id for bone in armature.bones}
        for bone in armature.bones:
            if bone.mirrored:
                where = f"head {_point(bone.head)}, tail {_point(bone.tail)}, parent {bone.parent}"
                yield f"{originals.get(bone.id, '?')} → {bone.id} in {armature.id}: {where}"


def _primitives(document: Document) -> Iterator[str]:
    for mesh in document.meshes:
        start = 0
        for primitive in mesh.primitives:
            count = vertex_count(primitive) or 0
            if primitive.original is not None:
                span = f"vertices {start}–{start + count - 1}" if count else "no vertices"
                yield f"{primitive.original} → {primitive.id} in {mesh.id}: {span}"
            start += count


def _generated_primitives(document: Document, binding: Binding) -> set[str]:
    """The primitives of a mesh that symmetry made."""
    mesh = document.mesh_by_id.get(binding.mesh_id)
    return {item.id for item in mesh.primitives if item.original is not None} if mesh else set()


def _weights(document: Document, binding: Binding) -> Iterator[str]:
    generated = _generated_primitives(document, binding)
    for entry in binding.weights:
        if entry.primitive_id in generated:
            yield f"{entry.primitive_id}: {_bone_list(entry.bones)}"


def _maps(document: Document, binding: Binding) -> Iterator[str]:
    generated = _generated_primitives(document, binding)
    for weight_map in binding.weight_maps:
        if weight_map.primitive_id not in generated:
            continue
        for gradient in weight_map.gradients:
            low, high = gradient.range
            ends = f"from {_bone_list(gradient.start)} to {_bone_list(gradient.end)}"
            yield f"{weight_map.primitive_id}: gradient along {gradient.axis}, [{low:g}, {high:g}], {ends}"
        for override in weight_map.overrides:
            vertices = ", ".join(map(str, override.vertices))
            yield f"{weight_map.primitive_id}: override of vertices {vertices}: {_bone_list(override.bones)}"
        if weight_map.source is not None:
            renamed = {old: new for old, new in weight_map.renames.items() if old != new}
            bones = ", ".join(f"{old} → {new}" for old, new in renamed.items()) or "bones as they are"
            yield f"{weight_map.primitive_id}: file {weight_map.source}, {bones}"


def _copies(items: Sequence[object], rule: MirrorX) -> Iterator[str]:
    rename = Renaming(rule)
    names = [str(getattr(item, "id", "")) for item in items]
    for name in names:
        other = rename.mirrored_name(name)
        if other is not None and other in names:
            yield f"{name} → {other}"


def _bone_list(bones: tuple[BoneWeight, ...]) -> str:
    return ", ".join(f"{bone.bone_id} {bone.weight:g}" for bone in bones)


def _point(point: tuple[float, ...]) -> str:
    return f"[{', '.join(f'{part:g}' for part in point)}]"
