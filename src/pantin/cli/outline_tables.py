"""The tables of `pantin inspect` for files of any format and dimension."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import Console

from pantin.cli.tables import Content, Row, listed, print_all, rig_tables, size
from pantin.report.wording import counted, printable

if TYPE_CHECKING:
    from pantin.verbs.summary import AssetSummary


def print_outline(path: str, outline: AssetSummary, out: Console, *, every: bool = False) -> None:
    """Print every table that has a row; with `every`, all of its rows."""
    out.print(f"{printable(path)}: {headline(outline)}")
    print_all((*tables(outline, every), *rig_tables(outline.rig)), out, every=every)
    for heading, words in (("older spellings", outline.older), ("extensions used", outline.extensions_used)):
        if words:
            out.print(f"\n{heading}: {printable('; '.join(words))}")


def headline(outline: AssetSummary) -> str:
    parts = [
        f"{_format(outline.format)} in {outline.dimension} dimensions",
        size(outline.bytes),
        counted(outline.nodes, "node"),
        counted(outline.materials, "material") if outline.materials else "",
        f"made by {printable(outline.generator)}" if outline.generator else "",
    ]
    return ", ".join(filter(None, parts))


def _format(kind: str) -> str:
    """`G4MF (g4b)` of `g4b`: the name of the format, and which of its containers where it has several."""
    from pantin.formats.registry import by_suffix

    format = by_suffix(f".{kind}")
    if format is None:
        return kind
    kinds = {format.kind(suffix) for suffix in format.suffixes}
    return f"{format.name} ({kind})" if len(kinds) > 1 else format.name


def tables(outline: AssetSummary, every: bool) -> Iterator[Content]:
    columns = ("#", "name", "surfaces", "vertices", "simplexes", "edges", "cells", "most influences")
    yield "meshes", columns, list(_meshes(outline))
    yield "groups and shapes", ("mesh", "groups", "blend shapes"), list(_names(outline, every))
    clip_columns = ("#", "name", "seconds", "frames", "frames per second", "moving nodes")
    yield "clips", clip_columns, list(_clips(outline))
    yield "skeletons", ("#", "name", "node", "bones", "joints", "meshes"), list(_skeletons(outline))


def _meshes(outline: AssetSummary) -> Iterator[Row]:
    for index, mesh in enumerate(outline.meshes):
        cells = ", ".join(f"{count:,} of {tier + 2}D" for tier, count in enumerate(mesh.cells))
        yield (
            index,
            mesh.name,
            mesh.surfaces,
            f"{mesh.vertices:,}",
            f"{mesh.simplexes:,}",
            f"{mesh.edges:,}",
            cells,
            mesh.influences or "",
        )


def _names(outline: AssetSummary, every: bool) -> Iterator[Row]:
    for index, mesh in enumerate(outline.meshes):
        if mesh.groups or mesh.shapes:
            yield (
                index,
                *(
                    listed((name or "–" for name in names), every=every)
                    for names in (mesh.groups, mesh.shapes)
                ),
            )


def _clips(outline: AssetSummary) -> Iterator[Row]:
    for index, clip in enumerate(outline.clips):
        rate = f"{(clip.frames - 1) / clip.seconds:.5g}" if clip.frames > 1 and clip.seconds > 0 else ""
        yield index, clip.name, f"{clip.seconds:.3f}", f"{clip.frames:,}", rate, clip.nodes


def _skeletons(outline: AssetSummary) -> Iterator[Row]:
    for index, skeleton in enumerate(outline.skeletons):
        yield (
            index,
            skeleton.name,
            skeleton.node,
            skeleton.bones,
            skeleton.joints,
            ", ".join(map(str, skeleton.meshes)),
        )
