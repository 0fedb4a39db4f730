"""The scope of a rule: one source file with everything known about it."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from functools import cached_property
from typing import Any

from msgspec import Struct, field

from pantin.base.records import replace
from pantin.formats.rigy.bind import Capped, Flat
from pantin.formats.rigy.profile import Profile
from pantin.formats.rigy.project import SourceFile
from pantin.formats.rigy.schema.document import (
    Armature,
    Binding,
    Document,
    Mesh,
    Primitive,
    version_of,
)
from pantin.formats.rigy.schema.features import has
from pantin.formats.rigy.schema.kinds import COMPARED, UNREAD, Fault
from pantin.formats.rigy.schema.typos import closest
from pantin.formats.rigy.source import Composed, Map, Path, compose
from pantin.formats.rigy.weight_file import WeightFile
from pantin.report import Finding
from pantin.report.pointer import pointer
from pantin.report.wording import article


class Scope(Struct, dict=True):
    """One source file and what is known about it. Rules about documents only run if it is a document."""

    source: SourceFile
    profile: Profile
    weight_files: dict[Path, WeightFile] = field(default_factory=dict)
    capped: list[Capped] = field(default_factory=list)
    flat: list[Flat] = field(default_factory=list)
    _places: dict[str, Composed] = field(default_factory=dict)
    _compared: int = 0

    @property
    def document(self) -> Document:
        assert self.source.document is not None
        return self.source.document

    def faults(self, kind: str) -> Iterator[Fault]:
        return (fault for fault in self.source.faults.listed if fault.kind == kind)

    def findings(self, rule: Any, kind: str, **more: Any) -> Iterator[Finding]:
        """One finding of `rule` for each fault of a kind, with the values of the fault in its message."""
        for fault in self.faults(kind):
            yield self.at_fault(rule.at(pointer(*fault.path), **fault.values, **more), fault)

    def at_fault(self, finding: Finding, fault: Fault) -> Finding:
        """The finding with the line and column of a fault."""
        if fault.position is not None:
            return self.source.locate_at(finding, fault.position, fault.origin)
        return self.source.locate(finding, key=fault.on_key)

    def suggest(self, word: str, known: Collection[str]) -> str:
        """ "; did you mean …?" where one of the known words is close."""
        self._compared += len(known)
        near = closest(word, known) if self._compared <= COMPARED else None
        return f"; did you mean {near!r}?" if near else ""

    def owner(self, fault: Fault) -> str:
        """The object that a fault is about, by its kind and id: "primitive 'lid'", "a gradient"."""
        what, path = fault.values["what"], fault.path[:-1] if fault.on_key else fault.path
        # Expansion moves list items, so the path of a fault with a position may lead to another item.
        mapping = self.source.composed.value_at(path) if fault.position is None else None
        name = mapping.get("id") if isinstance(mapping, Map) else None
        return f"{what} {name!r}" if isinstance(name, str) and name else article(what)

    def in_weight_file(self, finding: Finding, file: WeightFile, path: Path, *, key: bool = False) -> Finding:
        """The finding located in a weight file, with the line that refers to the file."""
        if file.shown not in self._places:
            self._places[file.shown] = compose(file.raw)  # JSON is YAML to the composer
        line, column = self._places[file.shown].locate(path, key=key)
        named = self.source.locate(finding)
        message = f"{finding.message} (read by {self.source.name}:{named.line})"
        return replace(finding, message=message, line=line, column=column, file=file.shown)

    @property
    def largest_weight(self) -> float:
        """The largest weight that the version of the document allows: 0.3 only forbids negative ones."""
        return 1.0 if has(version_of(self.document), "weights up to 1") else math.inf

    @property
    def weight_range(self) -> str:
        """The end of a message about a weight that is not allowed."""
        return "is negative" if self.largest_weight == math.inf else "is outside 0 to 1"

    @property
    def meshes(self) -> dict[str, Mesh]:
        return self.document.mesh_by_id

    @property
    def armatures(self) -> dict[str, Armature]:
        return self.document.armature_by_id

    def primitives(self, binding: Binding) -> dict[str, Primitive]:
        """The primitives of the mesh of a binding, by id."""
        mesh = self.meshes.get(binding.mesh_id)
        return {} if mesh is None else self._primitives[mesh.id]

    def bones(self, binding: Binding) -> frozenset[str]:
        """The ids of the bones of the armature of a binding."""
        return self._bones.get(binding.armature_id, frozenset())

    def is_bound(self, binding: Binding) -> bool:
        """Whether mesh and armature exist. A missing one is reported once, not for each of its bones."""
        return binding.mesh_id in self.meshes and binding.armature_id in self.armatures

    @cached_property
    def _primitives(self) -> dict[str, dict[str, Primitive]]:
        return {
            mesh.id: {primitive.id: primitive for primitive in mesh.primitives}
            for mesh in reversed(self.document.meshes)
        }

    @cached_property
    def _bones(self) -> dict[str, frozenset[str]]:
        return {
            armature.id: frozenset(bone.id for bone in armature.bones)
            for armature in reversed(self.document.armatures)
        }


def missing(name: str, known: Collection[str]) -> bool:
    """Whether a name was read and nothing has it. False where one of the known names could not be read,
    because that may be the one."""
    return name not in known and name != UNREAD and UNREAD not in known


def pointer_to(path: Path, *more: str | int) -> str:
    """The pointer to a part of something that was read from `path`."""
    return pointer(*path, *more)
