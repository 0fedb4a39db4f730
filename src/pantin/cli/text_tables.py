"""The tables of `pantin inspect` for Rigy texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import Console

from pantin.cli.tables import Content, Row, point, print_all, size
from pantin.report.wording import counted, printable

if TYPE_CHECKING:
    from pantin.rigy.summary import Summary

KINDS = {"rigy": "Rigy document", "rigs": "Rigs scene", "ricy": "Ricy contract"}


def print_text_tables(
    path: str, summary: Summary, out: Console, *, faces: bool = False, every: bool = False
) -> None:
    """Print every table that has a row, that of faces when it is asked for; with `every`, all rows."""
    out.print(f"{printable(path)}: {headline(summary)}")
    print_all((*tables(summary), *geometry_tables(summary, faces)), out, every=every)
    for heading, words in (("materials", summary.materials), ("frames", summary.frames)):
        if words:
            out.print(f"\n{heading}: {printable(', '.join(words))}")
    if summary.errors or summary.warnings:
        found = f"{counted(summary.errors, 'error')} and {counted(summary.warnings, 'warning')}"
        out.print(f"\n{found}; pantin check says more")


def headline(summary: Summary) -> str:
    kind = KINDS[summary.format]
    parts = [f"{kind} {summary.version or 'of unknown version'}", size(summary.bytes)]
    return ", ".join(parts + ([counted(summary.vertices, "vertex")] if summary.vertices else []))


def tables(summary: Summary) -> Iterator[Content]:
    columns = ("mesh", "primitive", "type", "sizes", "vertices", "material", "mirrored")
    yield "meshes", columns, list(primitive_rows(summary))
    yield "bones", ("armature", "#", "bone", "parent", "head", "tail"), list(bone_rows(summary))
    columns = ("mesh", "armature", "solver", "weights", "gradients", "overrides", "files")
    yield "bindings", columns, list(binding_rows(summary))
    yield "anchors", ("anchor", "at"), [(one.id, point(one.translation)) for one in summary.anchors]
    yield "imports", ("name", "file", "contract", "found"), list(import_rows(summary))
    yield "instances", ("instance", "of", "attached"), list(instance_rows(summary))


def geometry_tables(summary: Summary, faces: bool) -> Iterator[Content]:
    """Where the primitives are, and whether that is what was meant."""
    yield "bounds", ("mesh", "primitive", "from", "to"), list(bounds_rows(summary))
    if faces:
        yield "faces", ("mesh", "primitive", "face", "normal", "distance"), list(face_rows(summary))
    columns = ("primitive", "and", "x", "y", "z", "overall")
    between = [(one.a, one.b, *map(number, (one.x, one.y, one.z, one.overall))) for one in summary.gaps]
    yield "gaps (overlaps are negative)", columns, between
    yield "intents", ("line", "check", "type", "result", "measured", "expected"), list(intent_rows(summary))


def number(value: float) -> str:
    return f"{value:.4g}"


def bounds_rows(summary: Summary) -> Iterator[Row]:
    if summary.bounds is not None:
        yield "all", "", point(summary.bounds[0]), point(summary.bounds[1])
    for mesh in summary.meshes:
        for one in mesh.primitives:
            if one.low is not None and one.high is not None:
                yield mesh.id, one.id, point(one.low), point(one.high)


def face_rows(summary: Summary) -> Iterator[Row]:
    for mesh in summary.meshes:
        for one in mesh.primitives:
            for face in one.faces:
                yield mesh.id, one.id, face.key, point(face.normal), number(face.distance)


def intent_rows(summary: Summary) -> Iterator[Row]:
    for one in summary.intents:
        measured = ", ".join(f"{name} {number(value)}" for name, value in one.measured.items())
        wanted = ", ".join(f"{name} {value}" for name, value in one.expected.items())
        yield one.line, one.id, one.type, one.status, one.note or measured, wanted


def primitive_rows(summary: Summary) -> Iterator[Row]:
    """A row for each primitive; the mesh is named in the first."""
    for mesh in summary.meshes:
        for place, one in enumerate(mesh.primitives):
            called = mesh.id if place == 0 else ""
            mirrored = "yes" if one.mirrored else ""
            yield called, one.id, one.type, point(one.sizes), one.vertices, one.material, mirrored


def bone_rows(summary: Summary) -> Iterator[Row]:
    for armature in summary.armatures:
        for place, one in enumerate(armature.bones):
            called = armature.id if place == 0 else ""
            yield called, place, one.id, one.parent, point(one.head), point(one.tail)


def binding_rows(summary: Summary) -> Iterator[Row]:
    for one in summary.bindings:
        counts = one.weights, one.gradients, one.overrides
        yield one.mesh, one.armature, one.solver, *counts, " ".join(one.files)


def import_rows(summary: Summary) -> Iterator[Row]:
    for one in summary.imports:
        yield one.name, one.source, one.contract, "yes" if one.found else "no"


def instance_rows(summary: Summary) -> Iterator[Row]:
    for one in summary.instances:
        yield "  " * one.depth + one.id, one.of, one.mode
