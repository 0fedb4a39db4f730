"""The names in a source: where each is defined, and where something refers to it.

Names are read from the source as it is written, before repeats and symmetry, so that they can be replaced in
place. A name that symmetry makes belongs to the name it is made from.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from pantin.formats.rigy.schema.document import MirrorX
from pantin.formats.rigy.source import Composed, Map, Seq, maps_in
from pantin.formats.rigy.symmetry import Renaming

MIRRORED = ("mesh", "primitive", "bone", "anchor", "instance")
"""Kinds of names that symmetry copies."""

Mark = tuple[int, int]


class Symbol(Struct, frozen=True):
    """What a name means: its kind, the file that defines it, the mesh of a primitive or the armature of a
    bone, and the name. A bone of a pose has no armature."""

    kind: str
    file: Path
    scope: str
    name: str


class Occurrence(Struct, frozen=True):
    """A name in a file: line and column, counted from 1, of the value or key that contains it, and how many
    characters of that come before it (`wheel.` in `wheel.rubber`)."""

    symbol: Symbol
    file: Path
    mark: Mark
    before: int
    text: str
    is_definition: bool = False


class FileNames(Struct, frozen=True):
    """The names of a source. `originals` maps what symmetry makes to what it is made from, `bones` a name to
    the bones that have it, in all armatures."""

    names: list[Occurrence] = []
    rule: Renaming | None = None
    defined: frozenset[Symbol] = frozenset()
    originals: dict[Symbol, Symbol] = {}
    bones: dict[str, frozenset[Symbol]] = {}

    def definitions_of(self, symbol: Symbol) -> frozenset[Symbol]:
        """The definitions that a symbol means: one, or the bones of a name in all armatures."""
        if symbol.kind == "bone" and not symbol.scope:
            return self.bones.get(symbol.name, frozenset())
        return frozenset([symbol if symbol in self.defined else self.originals.get(symbol, symbol)])


def index_names(composed: Composed, file: Path) -> FileNames:
    """All names of a source as it is written."""
    root = composed.root
    if not isinstance(root, Map):
        return FileNames()
    names, rule = list(_Walk(root, file).all()), rule_of(root)
    defined = frozenset(name.symbol for name in names if name.is_definition)
    originals = {}
    for symbol in defined if rule is not None else ():
        other = rule.mirrored_name(symbol.name) if rule is not None and symbol.kind in MIRRORED else None
        if other is not None:
            originals[Symbol(symbol.kind, file, symbol.scope, other)] = symbol
    bones: dict[str, set[Symbol]] = {}
    for symbol in defined:
        if symbol.kind == "bone":
            bones.setdefault(symbol.name, set()).add(symbol)
    for mirrored, symbol in originals.items():
        if symbol.kind == "bone" and mirrored not in defined:
            bones.setdefault(mirrored.name, set()).add(symbol)
    return FileNames(names, rule, defined, originals, {name: frozenset(each) for name, each in bones.items()})


def rule_of(root: Any) -> Renaming | None:
    """The rule of symmetry of a source as it is written."""
    symmetry = root.get("symmetry") if isinstance(root, Map) else None
    rule = symmetry.get("mirror_x") if isinstance(symmetry, Map) else None
    if not isinstance(rule, Map):
        return None
    keys = ("prefix_from", "prefix_to", "suffix_from", "suffix_to")
    values = [rule.get(key) if isinstance(rule.get(key), str) else None for key in keys]
    return Renaming(MirrorX((), *values))


class _Walk:
    def __init__(self, root: Map, file: Path) -> None:
        self.root, self.file = root, file
        imports = root.get("imports")
        self.imports = imports if isinstance(imports, Map) else Map()

    def all(self) -> Iterator[Occurrence]:
        yield from self._tables()
        yield from self._meshes()
        yield from self._armatures()
        yield from self._bindings()
        yield from self._anchors_and_instances()
        yield from self._poses()
        yield from self._scene()
        yield from self._contract()

    def _name(
        self, kind: str, holder: Any, key: str | int, scope: str = "", *, definition: bool = False
    ) -> Iterator[Occurrence]:
        """The string that a mapping or list has for a key."""
        text, mark = _value(holder, key)
        if isinstance(text, str) and text:
            yield Occurrence(Symbol(kind, self.file, scope, text), self.file, mark, 0, text, definition)

    def _key(
        self, kind: str, holder: Map, key: str, scope: str = "", *, definition: bool
    ) -> Iterator[Occurrence]:
        mark = holder.marks[key][:2]
        yield Occurrence(Symbol(kind, self.file, scope, key), self.file, mark, 0, key, definition)

    def _target(self, alias: str) -> Path | None:
        """The file that an import names."""
        wanted = self.imports.get(alias)
        source = wanted.get("source") if isinstance(wanted, Map) else wanted
        return Path(os.path.realpath(self.file.parent / source)) if isinstance(source, str) else None

    def _imported_name(self, kind: str, holder: Any, key: str | int) -> Iterator[Occurrence]:
        """A name that may have that of an import before a dot."""
        text, mark = _value(holder, key)
        alias, dot, inner = text.partition(".") if isinstance(text, str) else ("", "", "")
        target = self._target(alias) if dot else None
        if target is None:
            yield from self._name(kind, holder, key)
            return
        yield Occurrence(Symbol("import", self.file, "", alias), self.file, mark, 0, alias)
        yield Occurrence(Symbol(kind, target, "", inner), self.file, mark, len(alias) + 1, inner)

    def _tables(self) -> Iterator[Occurrence]:
        for kind, key in (("material", "materials"), ("import", "imports"), ("param", "params")):
            table = _mapping(self.root, key)
            for name in table:
                yield from self._key(kind, table, name, definition=True)

    def _meshes(self) -> Iterator[Occurrence]:
        for _, mesh in maps_in(self.root, "meshes"):
            yield from self._name("mesh", mesh, "id", definition=True)
            yield from self._imported_name("material", mesh, "material")
            scope = _text(mesh.get("id"))
            for _, primitive in bodies(mesh, "primitives"):
                yield from self._name("primitive", primitive, "id", scope, definition=True)
                yield from self._imported_name("material", primitive, "material")
                yield from self._name("mesh", primitive, "mesh")

    def _armatures(self) -> Iterator[Occurrence]:
        for _, armature in maps_in(self.root, "armatures"):
            yield from self._name("armature", armature, "id", definition=True)
            scope = _text(armature.get("id"))
            for _, bone in bodies(armature, "bones"):
                yield from self._name("bone", bone, "id", scope, definition=True)
                if bone.get("parent") != "none":
                    yield from self._name("bone", bone, "parent", scope)

    def _bindings(self) -> Iterator[Occurrence]:
        for _, binding in maps_in(self.root, "bindings"):
            yield from self._name("mesh", binding, "mesh_id")
            yield from self._name("armature", binding, "armature_id")
            mesh, armature = _text(binding.get("mesh_id")), _text(binding.get("armature_id"))
            for key in ("weights", "weight_maps"):
                for _, entry in bodies(binding, key):
                    yield from self._name("primitive", entry, "primitive_id", mesh)
                    yield from self._bones(entry, armature)

    def _bones(self, entry: Map, armature: str) -> Iterator[Occurrence]:
        for _, weight in bodies(entry, "bones"):
            yield from self._name("bone", weight, "bone_id", armature)
        for _, override in bodies(entry, "overrides"):
            yield from self._bones(override, armature)
        for _, gradient in bodies(entry, "gradients"):
            for end in ("from", "to"):
                single = gradient.get(end)
                if isinstance(single, Map):
                    yield from self._name("bone", single, "bone_id", armature)
                for _, weight in bodies(gradient, end):
                    yield from self._name("bone", weight, "bone_id", armature)

    def _anchors_and_instances(self) -> Iterator[Occurrence]:
        for _, anchor in bodies(self.root, "anchors"):
            yield from self._name("anchor", anchor, "id", definition=True)
        for _, instance in bodies(self.root, "instances"):
            yield from self._name("instance", instance, "id", definition=True)
            yield from self._name("import", instance, "import")
            yield from self._name("mesh", instance, "mesh_id")
            attach3 = instance.get("attach3")
            if isinstance(attach3, Map):
                yield from self._anchor_list(attach3.get("to"), self.file)
                own = self._target(_text(instance.get("import"))) if "import" in instance else self.file
                yield from self._anchor_list(attach3.get("from"), own, _text(instance.get("import")))

    def _anchor_list(self, listed: Any, file: Path | None, alias: str = "") -> Iterator[Occurrence]:
        """Anchors of a document; the name of the import may stand before them."""
        for index, text in enumerate(listed if isinstance(listed, Seq) and file is not None else ()):
            if not isinstance(text, str) or not text or file is None:
                continue
            before = len(alias) + 1 if alias and text.startswith(f"{alias}.") else 0
            symbol = Symbol("anchor", file, "", text[before:])
            yield Occurrence(symbol, self.file, listed.marks[index], before, text[before:])
            if before:
                own = Symbol("import", self.file, "", alias)
                yield Occurrence(own, self.file, listed.marks[index], 0, alias)

    def _poses(self) -> Iterator[Occurrence]:
        for _, pose in bodies(self.root, "poses"):
            yield from self._name("pose", pose, "id", definition=True)
            bones = _mapping(pose, "bones")
            for name in bones:
                yield from self._key("bone", bones, name, definition=False)

    def _scene(self) -> Iterator[Occurrence]:
        scene = self.root.get("scene")
        pending: list[tuple[Any, str]] = [(scene, "")]
        while pending:
            child, above = pending.pop()
            if not isinstance(child, Map):
                continue
            yield from self._name("import", child, "base")
            yield from self._name("child", child, "id", definition=True)
            place = child.get("place")
            for key, alias in (("slot", above), ("mount", _text(child.get("base")))):
                frame = place.get(key) if isinstance(place, Map) else None
                if isinstance(frame, Map):
                    yield from self._anchor_list(frame.get("anchors"), self._target(alias))
            pending += [(inner, _text(child.get("base"))) for _, inner in maps_in(child, "children")]

    def _contract(self) -> Iterator[Occurrence]:
        """The anchors that a contract names: those of the document of the same name beside it."""
        if not self.file.name.endswith((".ricy.yaml", ".ricy.yml")):
            return
        beside = self.file.with_name(self.file.name.replace(".ricy.", ".rigy."))
        yield from self._anchor_list(self.root.get("required_anchors"), beside)
        for table in ("slots", "mounts", "frame3_sets"):
            triples = _mapping(self.root, table)
            for name in triples:
                yield from self._anchor_list(triples[name], beside)


def bodies(holder: Map, key: str) -> Iterator[tuple[int, Map]]:
    """The mappings of a list, and the bodies of its repeats."""
    for index, item in maps_in(holder, key):
        block = item.get("repeat") if len(item) == 1 else None
        body = block.get("body") if isinstance(block, Map) else item
        if isinstance(body, Map):
            yield index, body


def _value(holder: Any, key: str | int) -> tuple[Any, Mark]:
    """What a mapping or a list has for a key, and where."""
    if isinstance(holder, Map):
        mark = holder.marks.get(str(key), (1, 1, 1, 1))
        return holder.get(str(key)), (mark[2], mark[3])
    return holder[key], holder.marks[key]


def _mapping(holder: Map, key: str) -> Map:
    """The mapping that a mapping has for a key; an empty one for anything else."""
    value = holder.get(key)
    return value if isinstance(value, Map) else Map()


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
