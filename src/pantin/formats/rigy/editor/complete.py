"""Completion: the keys that fit at the cursor, and the values that a key takes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from pantin.formats.rigy.editor.cursor import Cursor, find_cursor, form_of, kind_at
from pantin.formats.rigy.editor.workspace import Workspace, real
from pantin.formats.rigy.schema.document import FIELDS, Document
from pantin.formats.rigy.schema.key_texts import key_text
from pantin.formats.rigy.schema.keys import KINDS
from pantin.formats.rigy.schema.kinds import Key, Kind, ListOf, MapOf, ObjectOf, Version, Word
from pantin.formats.rigy.schema.reference import type_of
from pantin.formats.rigy.uv import GENERATORS, ROLES

MOST_ENTRIES = 500
"""Entries of one answer; typing narrows them down."""


class Suggestion(Struct, frozen=True):
    """An entry: its label, what is inserted in place of the word, its kind ("key", "value", "name", "file"),
    and what it means."""

    label: str
    insert: str
    kind: str
    detail: str = ""
    about: str = ""


class Completion(Struct, frozen=True):
    """Suggestions, and the column (from 0) from which on they replace what is typed."""

    column: int
    suggestions: list[Suggestion]


def complete(workspace: Workspace, file: Path, line: int, column: int) -> Completion:
    """What fits at a line and column, both counted from 0."""
    cursor = find_cursor(workspace.text(file), line, column)
    kind = kind_at(KINDS[workspace.kind(file)][1], cursor)
    suggestions: Iterator[Suggestion]
    if cursor.is_key and isinstance(kind, ObjectOf):
        suggestions = _keys(kind, cursor)
    elif cursor.is_key and isinstance(kind, MapOf):
        suggestions = _names_of_keys(workspace.document(file), cursor)
    else:
        suggestions = _values(workspace, file, cursor, kind)
    listed = [suggestion for suggestion, _ in zip(suggestions, range(MOST_ENTRIES), strict=False)]
    return Completion(cursor.column, listed)


def _keys(form: ObjectOf, cursor: Cursor) -> Iterator[Suggestion]:
    for name, key in form.keys.items():
        if name not in cursor.keys or name == cursor.word:
            text = key_text(form.what, name)
            about = f"{text.about}\n\n```yaml\n{text.example}\n```"
            yield Suggestion(name, f"{name}: ", "key", _detail(key), about)
    if "[]" in cursor.path[-1:] and not cursor.keys and "repeat" not in form.keys:
        text = key_text("list item", "repeat")
        yield Suggestion("repeat", "repeat: {count: 3, as: i, body: {}}", "key", "mapping", text.about)


def _detail(key: Key) -> str:
    return type_of(key.kind) + (", required" if key.default is ... else "")


def _names_of_keys(document: Document | None, cursor: Cursor) -> Iterator[Suggestion]:
    """Keys of a mapping from names: the bones of a pose, UV sets and roles."""
    holder = cursor.path[-1] if cursor.path else ""
    words: list[str] = []
    if holder == "bones" and document is not None:
        words = [bone.id for armature in document.armatures for bone in armature.bones]
    elif holder == "uv_sets":
        words = ["uv0", "uv1"]
    elif holder == "uv_roles":
        words = list(ROLES)
    for word in words:
        if word and word not in cursor.keys:
            yield Suggestion(word, f"{word}: ", "name")


def _values(workspace: Workspace, file: Path, cursor: Cursor, kind: Kind | None) -> Iterator[Suggestion]:
    while isinstance(kind, ListOf):
        kind = kind.item
    if isinstance(kind, Word):
        yield from (Suggestion(word, word, "value") for word in kind.words)
    elif isinstance(kind, Version):
        yield from (Suggestion(f'"{word}"', f'"{word}"', "value") for word in reversed(kind.known))
    key = next((step for step in reversed(cursor.path) if step != "[]"), "")
    document = workspace.document(file)
    if document is not None:
        for word, detail in _references(document, cursor, key):
            yield Suggestion(word, word, "name", detail)
        yield from _imported_names(workspace, file, cursor, key)
    if key in ("source", "contract") or cursor.path[:1] == ("imports",):
        yield from _files(file, cursor, key)
    params = getattr(workspace.raw(file).root, "get", lambda _: None)("params")
    if cursor.word.startswith("$") or (
        isinstance(params, dict) and form_of(kind, {}) is None and kind is not None
    ):
        for name, value in (params or {}).items():
            yield Suggestion(f"${name}", f"${name}", "value", str(value))


def _references(document: Document, cursor: Cursor, key: str) -> Iterator[tuple[str, str]]:
    """The names that a key may refer to, each with what it is."""
    match key:
        case "bone_id" | "parent":
            if key == "parent":
                yield "none", "the root bone"
            for armature, bone in _bones(document, cursor):
                yield bone, f"bone of {armature}"
        case "primitive_id":
            mesh_id = _above(cursor, "mesh_id")
            for mesh in document.meshes:
                if mesh_id in ("", mesh.id):
                    yield from (
                        (primitive.id, f"{primitive.type} of {mesh.id}") for primitive in mesh.primitives
                    )
        case "mesh_id" | "mesh":
            yield from ((mesh.id, "mesh") for mesh in document.meshes)
        case "armature_id":
            yield from ((armature.id, "armature") for armature in document.armatures)
        case "material":
            yield from ((name, "material") for name in document.materials)
        case "import" | "base":
            yield from ((name, "import") for name in document.imports)
        case "to" | "from" if "attach3" in cursor.path:
            yield from ((anchor.id, "anchor") for anchor in document.anchors)
        case "generator":
            yield from ((name, "generator") for name in GENERATORS)
        case "field":
            yield from ((name, "field") for name in FIELDS)
        case "set":
            yield from ((name, "UV set") for mesh in document.meshes for name in mesh.uv_sets or ())


def _imported_names(workspace: Workspace, file: Path, cursor: Cursor, key: str) -> Iterator[Suggestion]:
    """Anchors and materials of imported documents."""
    if key not in ("from", "material") or (key == "from" and "attach3" not in cursor.path):
        return
    for alias, source in workspace.reading(file).source.imports.items():
        if source.document is None:
            continue
        names = (
            list(source.document.materials)
            if key == "material"
            else [anchor.id for anchor in source.document.anchors]
        )
        for name in names:
            yield Suggestion(f"{alias}.{name}", f"{alias}.{name}", "name", f"of import {alias}")


def _bones(document: Document, cursor: Cursor) -> Iterator[tuple[str, str]]:
    wanted = _above(cursor, "armature_id")
    own = next((item.keys.get("id", "") for item in cursor.containers if "bones" in item.keys), "")
    for armature in document.armatures:
        if cursor.path[:1] == ("bindings",) and wanted not in ("", armature.id):
            continue
        if cursor.path[:1] == ("armatures",) and own not in ("", armature.id):
            continue
        yield from ((armature.id, bone.id) for bone in armature.bones if bone.id)


def _above(cursor: Cursor, key: str) -> str:
    """The value that a mapping around the cursor has for a key."""
    return next((item.keys[key] for item in reversed(cursor.containers) if item.keys.get(key)), "")


def _files(file: Path, cursor: Cursor, key: str) -> Iterator[Suggestion]:
    """Files below the folder of the document that a reference may name."""
    in_map = "weight_maps" in cursor.path
    suffixes = (
        (".json",)
        if in_map
        else (".ricy.yaml", ".ricy.yml")
        if key == "contract"
        else (".rigy.yaml", ".rigy.yml")
    )
    folder = real(file).parent
    count = 0
    for above, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            count += 1
            if count > 10 * MOST_ENTRIES:
                return
            path = Path(above, name)
            if name.endswith(suffixes) and path != real(file):
                relative = path.relative_to(folder).as_posix()
                yield Suggestion(relative, relative, "file")
