"""The sources that an editor has open, and the names in all sources of their folders.

Every question is answered for the text as it is in the editor, saved or not. What was read of a text is kept
until the text changes.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from pantin.base.gc_pause import pause_gc
from pantin.base.limits import Limits
from pantin.formats.rigy import FORMAT
from pantin.formats.rigy.check import make_scopes, run_rules
from pantin.formats.rigy.compile import check_text, read_project
from pantin.formats.rigy.editor.names import FileNames, Occurrence, index_names
from pantin.formats.rigy.profile import STANDARD
from pantin.formats.rigy.project import SourceFile, kind_of
from pantin.formats.rigy.schema.document import Document
from pantin.formats.rigy.source import Composed, compose
from pantin.formats.rigy.symmetry import Renaming
from pantin.report import Finding

MOST_FILES = 2000
"""Sources of a folder that are searched for names."""


class RenameError(Exception):
    """A name that cannot be replaced, with a sentence for the user."""


class Edit(Struct, frozen=True):
    """A replacement in a file: line and column, counted from 1, and a number of characters."""

    file: Path
    line: int
    column: int
    length: int
    text: str


class Reading(Struct):
    """What was read of a text: the findings, the source with its symmetry, and the names."""

    text: str
    source: SourceFile
    findings: list[Finding]
    raw: Composed | None = None
    names: FileNames | None = None


class Workspace:
    """Open texts by real path, and folders in which names are searched."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self.opened: dict[Path, str] = {}
        self.folders: list[Path] = []
        self._readings: dict[Path, Reading] = {}
        self._documents: dict[Path, Document] = {}
        self._on_disk: dict[Path, tuple[int, FileNames]] = {}

    def open(self, file: Path, text: str) -> None:
        """Take the text of a file, when it is opened or changed."""
        self.opened[real(file)] = text
        self._readings.clear()  # a text may import another

    def close(self, file: Path) -> None:
        self.opened.pop(real(file), None)
        self._documents.pop(real(file), None)
        self._readings.clear()

    def text(self, file: Path) -> str:
        """The text of a file, open or not; empty for one that cannot be read."""
        opened = self.opened.get(real(file))
        if opened is not None:
            return opened
        try:
            return (
                file.read_text(encoding="utf-8-sig") if file.stat().st_size <= self.limits.yaml_bytes else ""
            )
        except (OSError, UnicodeDecodeError):
            return ""

    def reading(self, file: Path) -> Reading:
        """What is known about the text of a file."""
        file = real(file)
        reading = self._readings.get(file)
        text = self.text(file)
        if reading is None or reading.text is not text:
            with pause_gc():
                project, source = read_project(text, file, STANDARD, self.limits, None, False, self.opened)
                findings = run_rules(make_scopes(project), STANDARD)
            reading = self._readings[file] = Reading(text, source, findings)
            if source.document is not None and source.composed.whole:
                self._documents[file] = source.document
        return reading

    def findings(self, file: Path, *, whole: bool = False) -> list[Finding]:
        """The findings of a text; with `whole`, also those that need the compiled model."""
        if not whole:
            return self.reading(file).findings
        path = real(file)
        return list(check_text(self.text(path), path=path, limits=self.limits, opened=self.opened).findings)

    def document(self, file: Path) -> Document | None:
        """The document after symmetry: as it is now, or as it was when it could last be read."""
        reading = self.reading(file)
        if reading.source.document is not None and reading.source.composed.whole:
            return reading.source.document
        return self._documents.get(real(file), reading.source.document)

    def raw(self, file: Path) -> Composed:
        """The values of a text as they are written, before repeats and params."""
        reading = self.reading(file)
        if reading.raw is None:
            reading.raw = compose(reading.text, self.limits)
        return reading.raw

    def kind(self, file: Path) -> str:
        """The kind of a source: by its name, else by its keys."""
        for kind in ("rigs", "ricy"):
            if f".{kind}." in file.name:
                return kind
        return "rigy" if ".rigy." in file.name else kind_of(self.raw(file).root)

    def names(self, file: Path) -> FileNames:
        """The names of a source, open or not."""
        file = real(file)
        if file in self.opened:
            reading = self.reading(file)
            if reading.names is None:
                reading.names = index_names(self.raw(file), file)
            return reading.names
        try:
            stamp = file.stat().st_mtime_ns
        except OSError:
            stamp = 0
        known = self._on_disk.get(file)
        if known is None or known[0] != stamp:
            known = self._on_disk[file] = (stamp, index_names(compose(self.text(file), self.limits), file))
        return known[1]

    def at(self, file: Path, line: int, column: int) -> Occurrence | None:
        """The name at a line and column, both counted from 1."""
        lines = self.text(file).split("\n")
        for name in self.names(file).names:
            span = span_of(name, lines)
            if span is not None and span[0] == line and span[1] <= column <= span[1] + span[2]:
                return name
        return None

    def definitions(self, name: Occurrence) -> list[Occurrence]:
        """Where a name is defined: for a mirrored one, where its original is."""
        own = self.names(name.symbol.file)
        wanted = own.definitions_of(name.symbol)
        return [each for each in own.names if each.is_definition and each.symbol in wanted]

    def references(self, name: Occurrence) -> list[Occurrence]:
        """Every place that names the same thing, or its partner on the other side, in all sources."""
        own = self.names(name.symbol.file)
        wanted = own.definitions_of(name.symbol)
        return [
            each
            for file in self._files(name.symbol.file)
            for each in self.names(file).names
            if each.symbol.file == name.symbol.file and wanted & own.definitions_of(each.symbol)
        ]

    def rename(self, name: Occurrence, new: str) -> list[Edit]:
        """The edits that give a thing another name everywhere, and its partner the mirrored one. Raises
        `RenameError`."""
        definitions = self.definitions(name)
        if not definitions:
            raise RenameError(f"{name.text!r} is not defined in these files, so it cannot be renamed")
        old = definitions[0].symbol
        rule = self.names(old.file).rule
        partner = rule.mirrored_name(old.name) if rule is not None else None
        if name.symbol.name != old.name and rule is not None:  # from the mirrored side
            new = _back(rule, new) or new
        mirrored = rule.mirrored_name(new) if rule is not None and partner is not None else None
        if partner is not None and mirrored is None:
            raise RenameError(f"{new!r} does not match the rule of symmetry, which mirrors {old.name!r}")
        if not new or "${" in old.name or new.strip() != new or set(new) & set("{}[],#&*!|>'\"%@`:$=\n"):
            raise RenameError(
                f"{new!r} is not a name" if "${" not in old.name else f"a repeat makes {old.name!r}"
            )
        return [self._edit(each, new if each.symbol.name == old.name else mirrored or new, each.file)
                for each in self.references(name)]  # fmt: skip

    def _edit(self, name: Occurrence, text: str, file: Path) -> Edit:
        span = span_of(name, self.text(file).split("\n"))
        if span is None:
            raise RenameError(f"{name.text!r} in line {name.mark[0]} of {file.name} is written with escapes")
        return Edit(file, *span, text)

    def _files(self, file: Path) -> Iterator[Path]:
        """The sources that may refer to parts of a file: those of its folder, and of the editor's folders."""
        seen = {file, *self.opened}
        yield from sorted(seen)
        for folder in {file.parent, *self.folders}:
            for path in _sources(folder):
                if path not in seen and len(seen) < MOST_FILES:
                    seen.add(path)
                    yield path


def _back(rule: Renaming, name: str) -> str | None:
    """The name that a rule makes this one from."""
    pairs = ((rule.rule.prefix_from, rule.rule.prefix_to), (rule.rule.suffix_from, rule.rule.suffix_to))
    (first, before), (last, after) = pairs
    for candidate in (
        f"{first}{name.removeprefix(before)}" if first and before is not None else "",
        f"{name.removesuffix(after)}{last}" if last and after is not None else "",
    ):
        if candidate and rule.mirrored_name(candidate) == name:
            return candidate
    return None


def _sources(folder: Path) -> Iterator[Path]:
    for above, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if name.endswith(FORMAT.suffixes):
                yield real(Path(above, name))


def span_of(name: Occurrence, lines: list[str]) -> tuple[int, int, int] | None:
    """Line, column (from 1) and length of a name in its text; None where it is written with escapes."""
    line, column = name.mark
    if line > len(lines):
        return None
    start = column - 1 + name.before
    for quote in (0, 1):
        if lines[line - 1][start + quote :].startswith(name.text):
            return line, start + quote + 1, len(name.text)
    return None


def real(file: Path) -> Path:
    return Path(os.path.realpath(file))
