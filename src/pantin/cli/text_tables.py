"""The tables of `pantin inspect` for Rigy texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import Console

from pantin.cli.tables import Content, Row, point, print_all, size
from pantin.report.wording import counted, printable

if TYPE_CHECKING:
    from pantin.formats.rigy.summary import Summary

KINDS = {"rigy": "Rigy document", "rigs": "Rigs scene", "ricy": "Ricy contract"}


def print_text_tables(
    path: str,
    summary: Summary,
    out: Console,
    *,
    faces: bool = False,
    weights: bool = False,
    every: bool = False,
) -> None:
    """Print every table that has a row, those of faces and weights when they are asked for; with `every`, all
    rows."""
    out.print(f"{printable(path)}: {headline(summary)}")
    moved = weight_tables(summary) if weights else ()
    print_all((*tables(summary), *moved, *geometry_tables(summary, faces)), out, every=every)
    for heading, words in (("materials", summary.materials), ("frames", summary.frames)):
        if words:
            out.print(f"\n{heading}: {printable(', '.join(words))}")
    if summary.errors or summary.warnings:
        findings = f"{counted(summary.errors, 'error')} and {counted(summary.warnings, 'warning')}"
        out.print(f"\n{findings}; pantin check says more")


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
    yield "anchors", ("anchor", "at"), [(anchor.id, point(anchor.translation)) for anchor in summary.anchors]
    yield "imports", ("name", "file", "contract", "found"), list(import_rows(summary))
    yield "instances", ("instance", "of", "attached"), list(instance_rows(summary))


def weight_tables(summary: Summary) -> Iterator[Content]:
    """Who moves what."""
    rows: list[Row] = []
    for influence in summary.influences:
        shares = influence.weights or (None,) * len(influence.bones)
        pairs = zip(influence.bones, shares, strict=True)
        bones = ", ".join(bone if share is None else f"{bone} {share:.3g}" for bone, share in pairs)
        rows.append((influence.mesh, influence.primitive, bones, ", then ".join(influence.how)))
    yield "weights", ("mesh", "primitive", "moved by", "because of"), rows


def geometry_tables(summary: Summary, faces: bool) -> Iterator[Content]:
    """Where the primitives are, and whether that is what was meant."""
    yield "bounds", ("mesh", "primitive", "from", "to"), list(bounds_rows(summary))
    if faces:
        yield "faces", ("mesh", "primitive", "face", "normal", "distance"), list(face_rows(summary))
    columns = ("primitive", "and", "x", "y", "z", "overall")
    between = [(gap.a, gap.b, *map(number, (gap.x, gap.y, gap.z, gap.overall))) for gap in summary.gaps]
    yield "gaps (overlaps are negative)", columns, between
    yield "intents", ("line", "check", "type", "result", "measured", "expected"), list(intent_rows(summary))


def number(value: float) -> str:
    return f"{value:.4g}"


def bounds_rows(summary: Summary) -> Iterator[Row]:
    if summary.bounds is not None:
        yield "all", "", point(summary.bounds[0]), point(summary.bounds[1])
    for mesh in summary.meshes:
        for primitive in mesh.primitives:
            if primitive.low is not None and primitive.high is not None:
                yield mesh.id, primitive.id, point(primitive.low), point(primitive.high)


def face_rows(summary: Summary) -> Iterator[Row]:
    for mesh in summary.meshes:
        for primitive in mesh.primitives:
            for face in primitive.faces:
                yield mesh.id, primitive.id, face.key, point(face.normal), number(face.distance)


def intent_rows(summary: Summary) -> Iterator[Row]:
    for intent in summary.intents:
        measured = ", ".join(f"{name} {number(value)}" for name, value in intent.measured.items())
        wanted = ", ".join(f"{name} {value}" for name, value in intent.expected.items())
        yield intent.line, intent.id, intent.type, intent.status, intent.note or measured, wanted


def primitive_rows(summary: Summary) -> Iterator[Row]:
    """A row for each primitive; the mesh is named in the first."""
    for mesh in summary.meshes:
        for number, primitive in enumerate(mesh.primitives):
            called = mesh.id if number == 0 else ""
            mirrored = "yes" if primitive.mirrored else ""
            yield (
                called,
                primitive.id,
                primitive.type,
                point(primitive.sizes),
                primitive.vertices,
                primitive.material,
                mirrored,
            )


def bone_rows(summary: Summary) -> Iterator[Row]:
    for armature in summary.armatures:
        for number, bone in enumerate(armature.bones):
            called = armature.id if number == 0 else ""
            yield called, number, bone.id, bone.parent, point(bone.head), point(bone.tail)


def binding_rows(summary: Summary) -> Iterator[Row]:
    for binding in summary.bindings:
        counts = binding.weights, binding.gradients, binding.overrides
        yield binding.mesh, binding.armature, binding.solver, *counts, " ".join(binding.files)


def import_rows(summary: Summary) -> Iterator[Row]:
    for imported in summary.imports:
        yield imported.name, imported.source, imported.contract, "yes" if imported.found else "no"


def instance_rows(summary: Summary) -> Iterator[Row]:
    for instance in summary.instances:
        yield "  " * instance.depth + instance.id, instance.of, instance.mode
