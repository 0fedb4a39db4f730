"""A complete format in one module, as another package would add it: the word `toy`, then a vertex a line,
three to a triangle. Lines with a # are for people.

CONTRIBUTING describes it; `tests/formats/test_toy_format.py` uses it everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import pantin
from pantin.base import files
from pantin.base.errors import BadFile
from pantin.base.options import Option
from pantin.base.records import replace
from pantin.formats import Capabilities, Format, Lifted, WriteOptions
from pantin.report import Finding, Report, rule
from pantin.rig import Instance, Mesh, Node, Rig, Surface, build


@dataclass(frozen=True)
class ToyDocument:
    data: bytes
    vertices: tuple[tuple[float, ...], ...]
    lines: tuple[int, ...]

    @property
    def comments(self) -> int:
        return sum(line.startswith(b"#") for line in self.data.splitlines())


@rule("TOY-FAR", "warning", "{what} is too far away")
def far(document: ToyDocument) -> Iterator[Finding]:
    """Vertex out of reach.

    What: every coordinate of a vertex is at most 100.
    Why: children have short arms.
    Fix: make the toy smaller.
    Source: this test.
    """
    for number, vertex in zip(document.lines, document.vertices, strict=True):
        if max(map(abs, vertex)) > 100:
            yield replace(far.at(what=vertex), line=number, column=1)


class Toy(Format):
    name = "Toy"
    suffixes = (".toy", ".toy.txt")
    stores = Capabilities("meshes")
    static = takes_pose = True
    options = (Option("digits", int, "Digits of a coordinate in a .toy.", 6),)
    families = {"TOY": "about toys"}  # noqa: RUF012

    def sniff(self, start: bytes, name: str) -> bool:
        return start.startswith(b"toy\n")

    def kind(self, suffix: str) -> str:
        return "toy"

    def read(self, source: Path | bytes, *, name: str, limits: Any, resolver: Any) -> ToyDocument:
        data = source if isinstance(source, bytes) else bytes(files.read(source, limits.file_bytes))
        rows = [(number, row) for number, row in enumerate(data.splitlines(), 1) if not row.startswith(b"#")]
        try:
            vertices = tuple(tuple(float(word) for word in row.split()) for _, row in rows[1:])
        except ValueError:
            raise BadFile(Report(name, "toy", (Finding("TOY-TEXT", "error", "not a toy"),))) from None
        return ToyDocument(data, vertices, tuple(number for number, _ in rows[1:]))

    def check(self, document: ToyDocument) -> Iterator[Finding]:
        return far(document)

    def lift(self, document: ToyDocument) -> Lifted:
        surface = Surface(np.array(document.vertices, np.float32))
        rig = build(nodes=[Node("toy")], meshes=[Mesh((surface,))], instances=[Instance(0, 0)])
        return Lifted(rig, ())

    def not_carried(self, document: ToyDocument) -> list[tuple[str, int, str]]:
        return [("comments", document.comments, "")] if document.comments else []

    def lower(self, rig: Rig, options: WriteOptions) -> tuple[ToyDocument, list[Finding]]:
        posed = pantin.deform(rig, options.pose or rig.rest_pose())
        corners = [
            tuple(part.positions[index].tolist())
            for part in posed
            for index in rig.meshes[part.mesh].surfaces[part.surface].triangles.reshape(-1).tolist()
        ]
        rows = (" ".join(f"{number:.{options.digits}g}" for number in corner) for corner in corners)
        text = "".join(f"{row}\n" for row in ("toy", *rows))
        return ToyDocument(text.encode(), tuple(corners), ()), []

    def write(self, document: ToyDocument, path: Path, options: WriteOptions) -> None:
        files.atomic_write(path, [document.data])


FORMAT = Toy()
