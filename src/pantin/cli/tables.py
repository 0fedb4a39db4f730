"""The tables of `pantin inspect`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from pantin.report.wording import counted, printable

if TYPE_CHECKING:
    from pantin.assets.statistics import RigStatistics
    from pantin.formats.gltf.summary import BytesSummary, Summary

ROWS = 40
"""Longer tables are cut here: what scrolls away is not read, and `--format json` has all of it."""

NAMES = 8
"""Morph target names shown of one mesh."""

Row = tuple[object, ...]
Content = tuple[str, Sequence[str], Sequence[Row]]
"""Title, columns and rows of a table."""


def print_tables(path: str, summary: Summary, figures: RigStatistics | None, out: Console) -> None:
    """Print every table that has a row."""
    out.print(f"{printable(path)}: {headline(summary)}")
    print_all((*tables(summary), *rig_tables(figures), *storage_tables(summary)), out)
    for heading, words in (
        ("extensions used", summary.extensions_used),
        ("extensions required", summary.extensions_required),
    ):
        if words:
            out.print(f"\n{heading}: {printable(', '.join(words))}")
    print_faults(summary.faults, out)


def headline(summary: Summary) -> str:
    parts = [
        f"glTF {summary.version or 'of unknown version'} ({summary.format})",
        f"{size(summary.bytes)}: JSON {size(summary.json_bytes)}, BIN {size(summary.bin_bytes)}",
        f"made by {printable(summary.generator)}" if summary.generator else "",
    ]
    return ", ".join(filter(None, parts))


def tables(summary: Summary) -> Iterator[Content]:
    yield "scenes", ("#", "name", "roots", "default"), list(scene_rows(summary))
    yield "nodes", ("#", "name", "parent", "children", "mesh", "skin"), list(node_rows(summary))
    columns = ("#", "name", "primitive", "vertices", "indices", "mode", "attributes")
    yield "meshes", columns, list(mesh_rows(summary))
    yield "morph targets", ("mesh", "targets", "names"), list(morph_rows(summary))
    yield "skins", ("#", "name", "joints", "most influences", "used by nodes"), list(skin_rows(summary))
    columns = ("#", "name", "seconds", "channels", "keys", "interpolation", "moves")
    yield "animations", columns, list(animation_rows(summary))


def rig_tables(figures: RigStatistics | None) -> Iterator[Content]:
    """What can be said of the rig alone."""
    if figures is None:
        return
    columns = ("skin", "vertices by number of influences", "joints whose bind is not their rest")
    yield "influences", columns, list(influence_rows(figures))
    yield "bounds", ("clip", "name", "moments", "from", "to"), list(bounds_rows(figures))


def storage_tables(summary: Summary) -> Iterator[Content]:
    yield "buffers", ("#", "name", "bytes", "stored in"), list(storage_rows(summary.buffers))
    yield "images", ("#", "name", "bytes", "stored in"), list(storage_rows(summary.images))


def scene_rows(summary: Summary) -> Iterator[Row]:
    for index, scene in enumerate(summary.scenes):
        yield index, scene.name, scene.roots, "yes" if scene.default else ""


def node_rows(summary: Summary) -> Iterator[Row]:
    for index, node in enumerate(summary.nodes):
        yield index, node.name, node.parent, node.children, node.mesh, node.skin


def mesh_rows(summary: Summary) -> Iterator[Row]:
    """A row for each primitive; the mesh is named in the first."""
    for index, mesh in enumerate(summary.meshes):
        for place, part in enumerate(mesh.primitives):
            called = (index, mesh.name) if place == 0 else ("", "")
            yield *called, place, part.vertices, part.indices, part.mode, " ".join(part.attributes)


def morph_rows(summary: Summary) -> Iterator[Row]:
    for index, mesh in enumerate(summary.meshes):
        if mesh.morph_targets:
            yield index, len(mesh.morph_targets), listed(name or "?" for name in mesh.morph_targets)


def skin_rows(summary: Summary) -> Iterator[Row]:
    for index, skin in enumerate(summary.skins):
        yield index, skin.name, skin.joints, skin.most_influences, " ".join(map(str, skin.nodes))


def animation_rows(summary: Summary) -> Iterator[Row]:
    for index, clip in enumerate(summary.animations):
        interpolations, paths = " ".join(clip.interpolations), " ".join(clip.paths)
        yield index, clip.name, seconds(clip.duration), clip.channels, clip.keys, interpolations, paths


def influence_rows(figures: RigStatistics) -> Iterator[Row]:
    for index, skin in enumerate(figures.skins):
        counts = ", ".join(f"{number}: {count:,}" for number, count in skin.influences.items())
        yield index, counts or None, len(skin.bind_not_rest)


def bounds_rows(figures: RigStatistics) -> Iterator[Row]:
    """A row for the rest pose, then one for each clip."""
    if figures.bounds is not None:
        yield "rest", "", "", point(figures.bounds.min), point(figures.bounds.max)
    for index, clip in enumerate(figures.clips):
        box = clip.bounds
        yield index, clip.name, clip.moments, box and point(box.min), box and point(box.max)


def point(place: Sequence[float]) -> str:
    return " ".join(f"{number:.4g}" for number in place)


STORED = {"chunk": "the GLB", "data": "a data URI", "file": "a file", "view": "a buffer view"}


def storage_rows(entries: Iterable[BytesSummary]) -> Iterator[Row]:
    for index, entry in enumerate(entries):
        length = None if entry.bytes is None else f"{entry.bytes:,}"
        yield index, entry.name, length, STORED.get(entry.storage or "", "")


def print_all(contents: Iterable[Content], out: Console) -> None:
    """Print those that have a row, an empty line before each."""
    for title, columns, rows in contents:
        if rows:
            out.print()
            out.print(table(title, columns, rows))


def table(title: str, columns: Sequence[str], rows: Sequence[Row]) -> Table:
    """A table without lines, numbers to the right, cut after `ROWS` rows."""
    made = Table(title=title, title_justify="left", title_style="bold", box=None, padding=(0, 2, 0, 0))
    for index, column in enumerate(columns):
        cells = [row[index] for row in rows if row[index] not in (None, "")]
        numeric = bool(cells) and all(isinstance(cell, int) for cell in cells)
        made.add_column(column, justify="right" if numeric else "left", header_style="dim", overflow="fold")
    for row in rows[:ROWS]:
        made.add_row(*map(cell, row))
    if len(rows) > ROWS:
        made.add_row("…", f"and {len(rows) - ROWS:,} more; --format json has all")
    return made


def cell(value: object) -> str:
    if value is None:
        return "-"
    return f"{value:,}" if isinstance(value, int) else printable(str(value))


def print_faults(faults: Sequence[str], out: Console) -> None:
    if faults:
        out.print(f"\n{counted(len(faults), 'thing')} could not be looked at; pantin check says more:")
        for fault in faults[:ROWS]:
            out.print(f"  {printable(fault)}", soft_wrap=True)


def listed(names: Iterable[str]) -> str:
    every = list(names)
    more = f" and {len(every) - NAMES} more" if len(every) > NAMES else ""
    return ", ".join(every[:NAMES]) + more


def seconds(duration: float | None) -> str | None:
    return None if duration is None else f"{duration:.3f}"


def size(count: int) -> str:
    """`"1.2 MiB"`: three digits say what a size is."""
    amount, units = float(count), ["bytes", "KiB", "MiB", "GiB"]
    while amount >= 1000 and len(units) > 1:
        amount, units = amount / 1024, units[1:]
    return f"{count:,} bytes" if units[0] == "bytes" else f"{amount:.3g} {units[0]}"
