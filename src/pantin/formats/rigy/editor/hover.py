"""Hover: what a key means, where a bone is, which bones move a primitive."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

from pantin.formats.rigy.editor.cursor import find_cursor, form_of, step_into
from pantin.formats.rigy.editor.names import Occurrence
from pantin.formats.rigy.editor.workspace import Workspace
from pantin.formats.rigy.schema.document import Document, Primitive, sizes
from pantin.formats.rigy.schema.keys import KINDS
from pantin.formats.rigy.schema.kinds import Kind, ListOf, MapOf, ObjectOf
from pantin.formats.rigy.schema.reference import entries
from pantin.formats.rigy.shapes import vertex_count
from pantin.formats.rigy.weights_table import influences_of
from pantin.report.wording import counted


def hover(workspace: Workspace, file: Path, line: int, column: int) -> str | None:
    """What is at a line and column, both counted from 0, as Markdown."""
    name = workspace.at(file, line + 1, column + 1)
    if name is not None:
        description = describe(workspace, name)
        if description:
            return description
    return _key(workspace, file, line, column)


def _key(workspace: Workspace, file: Path, line: int, column: int) -> str | None:
    """The text of the key under the cursor."""
    content = workspace.text(file).split("\n")[line : line + 1]
    if not content or column > len(content[0]):
        return None
    end = column
    while end < len(content[0]) and (content[0][end].isalnum() or content[0][end] in "_"):
        end += 1
    start = column
    while start > 0 and (content[0][start - 1].isalnum() or content[0][start - 1] in "_"):
        start -= 1
    word = content[0][start:end]
    if not word or not content[0][end:].lstrip("\"'").startswith(":"):
        return None
    kind = workspace.kind(file)
    cursor = find_cursor(workspace.text(file), line, end)
    path = _schema_path(KINDS[kind][1], (*cursor.path, word), [item.keys for item in cursor.containers])
    matching = [entry for entry in entries(kind) if entry.path == path]
    return matching[0].markdown() if matching else None


def _schema_path(root: ObjectOf, path: tuple[str, ...], keys: list[dict[str, str]]) -> str:
    """A path as the reference of keys spells it: `meshes[].primitives[].type`."""
    kind: Kind | None = root
    spelled = ""
    for step, own in zip(path, [*keys, {}], strict=False):
        if step == "[]" or isinstance(form_of(kind, own), MapOf):
            kind = step_into(kind, step, own)
            continue
        spelled = f"{spelled}.{step}" if spelled and step != "repeat" else step
        kind = step_into(kind, step, own)
        if kind is None:
            break
        if step != path[-1]:
            spelled += "[]" if isinstance(kind, ListOf) else "{}" if isinstance(kind, MapOf) else ""
    return spelled


def describe(workspace: Workspace, name: Occurrence) -> str | None:
    """What a name stands for, from the document that defines it."""
    document = workspace.document(name.symbol.file)
    if document is None:
        return None
    return "\n\n".join(_describe_lines(document, name)) or None


def _describe_lines(document: Document, name: Occurrence) -> Iterator[str]:
    wanted, scope = name.symbol.name, name.symbol.scope
    match name.symbol.kind:
        case "bone":
            for armature in document.armatures:
                if scope in ("", armature.id) and any(bone.id == wanted for bone in armature.bones):
                    yield from _bone(document, armature.id, wanted)
        case "primitive":
            for mesh in document.meshes:
                for primitive in mesh.primitives if scope in ("", mesh.id) else ():
                    if primitive.id == wanted:
                        yield from _primitive(document, mesh.id, primitive)
        case "mesh" if wanted in document.mesh_by_id:
            mesh = document.mesh_by_id[wanted]
            binding = document.binding_by_mesh.get(wanted)
            bound = f", bound to armature `{binding.armature_id}`" if binding else ", not bound"
            yield f"**mesh** `{wanted}`: {counted(len(mesh.primitives), 'primitive')}{bound}"
        case "armature" if wanted in document.armature_by_id:
            yield f"**armature** `{wanted}`: {counted(len(document.armature_by_id[wanted].bones), 'bone')}"
        case "anchor" if wanted in document.anchor_positions:
            yield f"**anchor** `{wanted}` at {_point(document.anchor_positions[wanted])}"
        case "material" if wanted in document.materials:
            color = ", ".join(f"{part:g}" for part in document.materials[wanted].base_color)
            yield f"**material** `{wanted}`: base colour [{color}]"
        case "import" if wanted in document.imports:
            yield f"**import** `{wanted}`: `{document.imports[wanted].source}`"
        case "pose":
            for pose in document.poses:
                if pose.id == wanted:
                    yield f"**pose** `{wanted}`: {counted(len(pose.bones), 'bone')}"


def _bone(document: Document, armature: str, name: str) -> Iterator[str]:
    bones = document.armature_by_id[armature].bones
    bone = next(bone for bone in bones if bone.id == name)
    parent = "the root" if bone.is_root else f"child of `{bone.parent}`"
    mirrored = ", made by symmetry" if bone.mirrored else ""
    yield f"**bone** `{name}` of `{armature}`: {parent}{mirrored}"
    length = math.dist(bone.head, bone.tail)
    yield f"length {length:.4g} m, head at {_point(bone.head)}, tail at {_point(bone.tail)}"
    moved = [
        f"`{primitive}`"
        for binding in document.bindings
        if binding.armature_id == armature
        for primitive, influence in influences_of(document, binding).items()
        if name in influence.bones
    ]
    yield f"moves {', '.join(moved[:12])}{' …' if len(moved) > 12 else ''}" if moved else "moves nothing"


def _primitive(document: Document, mesh: str, primitive: Primitive) -> Iterator[str]:
    size = ", ".join(f"{value:g}" for value in sizes(primitive))
    count = vertex_count(primitive)
    origin = f", made by symmetry from `{primitive.original}`" if primitive.original else ""
    vertices = "" if count is None else f", {counted(count, 'vertex')}"
    yield f"**{primitive.type}** `{primitive.id}` of `{mesh}`: {size} m{vertices}{origin}"
    binding = document.binding_by_mesh.get(mesh)
    if binding is None:
        yield "not bound to an armature"
        return
    influence = influences_of(document, binding).get(primitive.id)
    if influence is not None:
        yield f"moved by {influence.text()}"


def _point(point: tuple[float, ...]) -> str:
    return f"[{', '.join(f'{part:g}' for part in point)}]"
