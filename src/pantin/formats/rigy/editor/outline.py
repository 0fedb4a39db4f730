"""The outline of a source: its meshes, bones, bindings and other parts as a tree."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from pantin.formats.rigy.editor.names import bodies
from pantin.formats.rigy.editor.workspace import Workspace
from pantin.formats.rigy.source import Map, Seq


class OutlineEntry(Struct, frozen=True):
    """A part: its name, what it is, where its name is and the last line of it, all counted from 1."""

    name: str
    kind: str
    detail: str
    line: int
    column: int
    end: int
    parts: tuple[OutlineEntry, ...] = ()


def outline(workspace: Workspace, file: Path) -> list[OutlineEntry]:
    """The parts of a source as it is written."""
    root = workspace.raw(file).root
    return list(_document(root)) if isinstance(root, Map) else []


def _document(root: Map) -> Iterator[OutlineEntry]:
    for name, kind in (("params", "param"), ("imports", "import"), ("materials", "material")):
        yield from _table(root, name, kind)
    for mesh in _items(root, "meshes"):
        yield _part(mesh, "mesh", parts=tuple(_parts(mesh, "primitives", "primitive", "type")))
    for armature in _items(root, "armatures"):
        yield _part(armature, "armature", parts=tuple(_parts(armature, "bones", "bone", "parent")))
    for binding in _items(root, "bindings"):
        yield _part(binding, "binding", key="mesh_id", detail=str(binding.get("armature_id") or ""))
    for key, kind in (("anchors", "anchor"), ("instances", "instance"), ("poses", "pose")):
        yield from _parts(root, key, kind, "import")
    scene = root.get("scene")
    if isinstance(scene, Map):
        yield _part(scene, "scene", key="base", parts=tuple(_children(scene)))


def _children(scene: Map) -> Iterator[OutlineEntry]:
    for child in _items(scene, "children"):
        yield _part(child, "child", detail=str(child.get("base") or ""), parts=tuple(_children(child)))


def _table(root: Map, key: str, kind: str) -> Iterator[OutlineEntry]:
    table = root.get(key)
    if isinstance(table, Map) and table:
        parts = tuple(
            OutlineEntry(name, kind, "", *table.marks[name][:2], max(_end(value), table.marks[name][0]))
            for name, value in table.items()
        )
        line, column = root.marks[key][:2]
        yield OutlineEntry(key, kind, "", line, column, max(_end(table), line), parts)


def _items(holder: Map, key: str) -> Iterator[Map]:
    return (item for _, item in bodies(holder, key))


def _parts(holder: Map, key: str, kind: str, detail: str) -> Iterator[OutlineEntry]:
    for item in _items(holder, key):
        yield _part(item, kind, detail=str(item.get(detail) or item.get("macro") or ""))


def _part(
    item: Map, kind: str, *, key: str = "id", detail: str = "", parts: tuple[OutlineEntry, ...] = ()
) -> OutlineEntry:
    name = item.get(key)
    mark = item.marks[key][2:] if key in item.marks else next(iter(item.marks.values()), (1, 1, 1, 1))[:2]
    return OutlineEntry(str(name) if name else kind, kind, detail, *mark, max(_end(item), mark[0]), parts)


def _end(value: Any) -> int:
    """The last line that a value starts something in."""
    line, pending = 0, [value]
    while pending:
        item = pending.pop()
        if isinstance(item, Map):
            line = max([line, *(mark[2] for mark in item.marks.values())])
            pending += item.values()
        elif isinstance(item, Seq):
            line = max([line, *(mark[0] for mark in item.marks)])
            pending += item
    return line
