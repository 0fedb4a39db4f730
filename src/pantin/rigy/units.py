"""Units: the files a compilation reads (documents, contracts, scenes, weight files), each read once.

Imports are followed from here. A reference is relative to the file that makes it and stays inside the
project folder, which is the folder of the first file unless the caller names a wider one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from pantin.errors import LimitExceeded
from pantin.files import PathError, Resolver, read_named
from pantin.limits import Limits
from pantin.report import Finding
from pantin.report.pointer import tokens
from pantin.rigy.expand import expand
from pantin.rigy.profile import Profile
from pantin.rigy.schema.contract import CONTRACT, Contract
from pantin.rigy.schema.document import Document, Import, Material
from pantin.rigy.schema.keys import DOCUMENT
from pantin.rigy.schema.kinds import UNREAD, Faults
from pantin.rigy.schema.scene import SCENE, Scene, SceneImport
from pantin.rigy.schema.upgrade import upgrade
from pantin.rigy.source import Map, Text, compose
from pantin.rigy.source import Path as At
from pantin.rigy.symmetry import mirror


class Unit(Struct):
    """One file: its text, what could not be read in it, and what it imports.

    `name` is the file as people see it, and `shown` the same except None for the file being checked.
    `importer` says who asked for it and where.
    """

    text: Text
    file: Path | None
    name: str
    shown: str | None
    faults: Faults = field(default_factory=Faults)
    document: Document | None = None
    contract: Contract | None = None
    scene: Scene | None = None
    imports: dict[str, Unit] = {}
    contracts: dict[str, Unit] = {}
    importer: tuple[Unit, At] | None = None

    def material(self, name: str) -> tuple[str, Material] | None:
        """The material a name stands for, with the name it has where it is defined: one of this document, or
        `import.material` (Rigy chapter 8)."""
        if self.document is not None and name in self.document.materials:
            return name, self.document.materials[name]
        namespace, _, inner = name.partition(".")
        unit = self.imports.get(namespace)
        found = unit.document.materials.get(inner) if unit is not None and unit.document is not None else None
        return None if found is None else (inner, found)

    def mark(self, finding: Finding, *, key: bool = False) -> Finding:
        """The finding with the line and column of what it points to."""
        path = tokens(finding.pointer or "")
        return self.marked(finding, self.text.locate(path, key=key), self.text.origin(path))

    def importers(self) -> Iterator[tuple[Unit, int]]:
        """Who asked for this file and on which line, then who asked for that one, up to the first file."""
        importer = self.importer
        while importer is not None:
            unit, at = importer
            yield unit, unit.text.locate(at)[0]
            importer = unit.importer

    def marked(self, finding: Finding, place: tuple[int, int], origin: str) -> Finding:
        """The finding at a place of this file, with the macro that made what it speaks of, and who imported
        the file."""
        message = finding.message
        if origin:
            message += f" (made by {origin})"
        chain = ", ".join(f"from {unit.name}:{line}" for unit, line in self.importers())
        if chain:
            message += f" (imported {chain})"
        return replace(
            finding,
            line=place[0],
            column=place[1],
            file=self.shown,
            message=message,
            origin=origin or finding.origin,
        )


class Project(Struct):
    """Where files may come from, and those read so far by their real path; their bytes by their names."""

    folder: Path
    shown_folder: str
    limits: Limits
    profile: Profile
    allow_outside: bool
    units: dict[Path, Unit] = {}
    order: list[Unit] = []
    contents: dict[str, bytes] = {}

    def root(self, text: str | bytes, file: Path | None) -> Unit:
        """The unit of the first file, with everything it imports."""
        unit = Unit(compose(text, self.limits), file, str(file) if file else "<text>", None)
        self._keep(unit)
        self.contents[unit.name] = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
        kind = kind_of(unit.text.root)
        self._read(unit, kind, ())
        return unit

    def _keep(self, unit: Unit) -> None:
        self.order.append(unit)
        if unit.file is not None:
            self.units[_real(unit.file)] = unit

    def _read(self, unit: Unit, kind: str, chain: tuple[Unit, ...]) -> None:
        root, faults = unit.text.root, unit.faults
        if not unit.text.whole and (root is None or unit.importer is not None):
            return  # what an importer misses in half a document may stand in the other half
        if kind == "rigs":
            unit.scene = SCENE.read(root, (), faults)
            for alias, wanted in unit.scene.imports.items():
                self._scene_import(unit, alias, wanted)
        elif kind == "ricy":
            unit.contract = CONTRACT.read(root, (), faults)
        else:
            if isinstance(root, Map):
                operators, room = not self.profile.raw_operators, self.limits.expanded
                expand(root, faults, plain=unit.text.plain, room=room, operators=operators)
            upgrade(root, faults)
            document: Document = DOCUMENT.read(root, (), faults)
            if not isinstance(root, Map) and unit.importer is not None:
                return  # that it is no document is said; what an importer misses in it follows from that
            in_scene = bool(chain) and chain[0].scene is not None
            plain = in_scene and self.profile.scene_world_matrices
            unit.document = document if plain else mirror(document, self.profile)
            for name, one in document.imports.items():
                self._import(unit, name, one, (*chain, unit))

    def _import(self, unit: Unit, name: str, one: Import | SceneImport, chain: tuple[Unit, ...]) -> None:
        at = one.path if isinstance(one, SceneImport) and one.contract is None else (*one.path, "source")
        found = self._unit(unit, one.source, at, "rigy", chain)
        if found is not None:
            unit.imports[name] = found
        if one.contract is not None:
            agreed = self._unit(unit, one.contract, (*one.path, "contract"), "ricy", chain)
            if agreed is not None:
                unit.contracts[name] = agreed

    def _scene_import(self, unit: Unit, alias: str, one: SceneImport) -> None:
        self._import(unit, alias, one, (unit,))
        asset = unit.imports.get(alias)
        if one.contract is not None or asset is None or asset.file is None:
            return
        # A scene has no word for contracts: the one beside the asset, of the same name, is meant.
        stem = asset.file.name.removesuffix(".yaml").removesuffix(".yml").removesuffix(".rigy")
        beside = asset.file.with_name(f"{stem}.ricy.yaml")
        if beside.is_file():
            relative = os.path.relpath(beside, unit.file.parent if unit.file else self.folder)
            agreed = self._unit(unit, Path(relative).as_posix(), one.path, "ricy", (unit,))
            if agreed is not None:
                unit.contracts[alias] = agreed

    def _unit(self, unit: Unit, name: str, at: At, kind: str, chain: tuple[Unit, ...]) -> Unit | None:
        """The unit a reference names, or None with a fault where there is none to be had."""
        if name == UNREAD:
            return None
        file = self.find(unit, name, at)
        if file is None:
            return None
        known = self.units.get(_real(file))
        if known is not None and any(known is above for above in chain):
            loop = [above.name for above in chain[_place(known, chain) :]]
            unit.faults.add("cycle", at, loop=" → ".join([*loop, known.name]))
            return None
        if known is not None:
            return known
        if len(chain) > self.limits.yaml_depth:
            reason = f"imports nest deeper than {self.limits.yaml_depth} files (limit yaml_depth)"
            unit.faults.add("unreadable", at, name=name, reason=reason)
            return None
        content = self.content(unit, file, at)
        if content is None:
            return None
        shown = self.shown(file)
        fresh = Unit(compose(content, self.limits), file, shown, shown, importer=(unit, at))
        self._keep(fresh)
        self._read(fresh, kind, chain)
        return fresh

    def find(self, unit: Unit, name: str, at: At) -> Path | None:
        """The file that `name`, written in `unit`, stands for."""
        if unit.file is None:
            unit.faults.add("unreadable", at, name=name, reason="a text that is not a file has no folder")
            return None
        here = Path(os.path.relpath(unit.file.parent, self.folder)).as_posix()
        joined = os.path.normpath(f"{here}/{name}").replace(os.sep, "/") if "\\" not in name else name
        try:
            # Absolute names and schemes are judged as they are written, the rest from the project folder.
            judged = name if name.startswith("/") or ":" in name else joined
            return Resolver(self.folder, self.allow_outside).resolve(judged)
        except PathError as error:
            unit.faults.add("outside", at, reason=str(error))
            return None

    def content(self, unit: Unit, file: Path, at: At) -> bytes | None:
        """The bytes of a file that `unit` refers to."""
        try:
            content = self.contents[self.shown(file)] = bytes(read_named(file, self.limits.yaml_bytes))
            return content
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "not the name of a file"
            unit.faults.add("unreadable", at, name=file.name, reason=reason)
        except LimitExceeded as error:
            unit.faults.add("unreadable", at, name=file.name, reason=str(error))
        return None

    def shown(self, file: Path) -> str:
        relative = Path(os.path.relpath(file, self.folder)).as_posix()
        return f"{self.shown_folder}/{relative}" if self.shown_folder not in ("", ".") else relative


def kind_of(root: Any) -> str:
    """`rigs`, `ricy` or `rigy`, by what the document says of itself."""
    if isinstance(root, Map):
        if "rigs_version" in root or ("scene" in root and "version" not in root):
            return "rigs"
        if "contract_version" in root or ("frame3_sets" in root and "version" not in root):
            return "ricy"
    return "rigy"


def _real(file: Path) -> Path:
    return Path(os.path.realpath(file))


def _place(unit: Unit, chain: tuple[Unit, ...]) -> int:
    return next(at for at, above in enumerate(chain) if above is unit)
