"""The tables of `pantin inspect`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from pantin.report.wording import counted, printable

if TYPE_CHECKING:
    from pantin.formats.gltf.material_summary import VrmSummary
    from pantin.formats.gltf.summary import BytesSummary, ImageSummary, Summary
    from pantin.operations.statistics import RigStatistics

ROWS = 40
"""Longer tables are cut here, as what scrolls away is not read; `--all` shows all rows."""

NAMES = 8
"""Morph target names shown of one mesh."""

Row = tuple[object, ...]
Content = tuple[str, Sequence[str], Sequence[Row]]
"""Title, columns and rows of a table."""


def print_tables(
    path: str, summary: Summary, figures: RigStatistics | None, out: Console, *, every: bool = False
) -> None:
    """Print every table that has a row; with `every`, all of its rows."""
    out.print(f"{printable(path)}: {headline(summary)}")
    if summary.vrm is not None:
        out.print(vrm_line(summary.vrm))
    contents = (
        *tables(summary, every),
        *skeleton_tables(figures),
        *rig_tables(figures),
        *storage_tables(summary),
    )
    print_all(contents, out, every=every)
    for heading, words in (
        ("extensions used", summary.extensions_used),
        ("extensions required", summary.extensions_required),
    ):
        if words:
            out.print(f"\n{heading}: {printable(', '.join(words))}")
    print_faults(summary.faults, out, every=every)


def headline(summary: Summary) -> str:
    parts = [
        f"glTF {summary.version or 'of unknown version'} ({summary.format})",
        f"{size(summary.bytes)}: JSON {size(summary.json_bytes)}, BIN {size(summary.bin_bytes)}",
        counted(summary.triangles, "triangle") if summary.triangles else "",
        f"made by {printable(summary.generator)}" if summary.generator else "",
    ]
    return ", ".join(filter(None, parts))


def vrm_line(vrm: VrmSummary) -> str:
    """`VRM 1.0: "Alicia" by Ada, licence https://…`; what the file does not say is unknown."""
    title = f'"{printable(vrm.title)}"' if vrm.title else "untitled"
    authors = printable(", ".join(vrm.authors)) or "an unknown author"
    return f"VRM {vrm.version}: {title} by {authors}, licence {printable(vrm.license or 'unknown')}"


def tables(summary: Summary, every: bool = False) -> Iterator[Content]:
    yield "scenes", ("#", "name", "roots", "default"), list(scene_rows(summary))
    yield "nodes", ("#", "name", "parent", "children", "mesh", "skin"), list(node_rows(summary))
    yield "humanoid bones", ("bone", "node", "name"), list(bone_rows(summary))
    columns: tuple[str, ...] = (
        "#",
        "name",
        "triangles",
        "primitive",
        "vertices",
        "indices",
        "mode",
        "attributes",
    )
    yield "meshes", columns, list(mesh_rows(summary))
    columns = ("#", "name", "alpha mode", "double-sided", "textures")
    yield "materials", columns, list(material_rows(summary))
    yield "morph targets", ("mesh", "targets", "names"), list(morph_rows(summary, every))
    yield "skins", ("#", "name", "joints", "most influences", "used by nodes"), list(skin_rows(summary))
    columns = ("#", "name", "seconds", "channels", "keys", "interpolation", "moves")
    yield "animations", columns, list(animation_rows(summary))


def skeleton_tables(figures: RigStatistics | None) -> Iterator[Content]:
    """The skeletons of a file that defines them."""
    rows: list[Row] = [
        (index, skeleton.name, skeleton.root, skeleton.joints, " ".join(map(str, skeleton.skins)))
        for index, skeleton in enumerate(figures.skeletons if figures is not None else ())
    ]
    yield "skeletons", ("#", "name", "root", "joints", "skins"), rows


def rig_tables(figures: RigStatistics | None) -> Iterator[Content]:
    """Tables of the rig itself."""
    if figures is None:
        return
    columns = ("skin", "vertices by number of influences", "joints whose bind is not their rest")
    yield "influences", columns, list(influence_rows(figures))
    yield "bounds", ("clip", "name", "frames", "from", "to"), list(bounds_rows(figures))


def storage_tables(summary: Summary) -> Iterator[Content]:
    yield "buffers", ("#", "name", "bytes", "stored in"), list(storage_rows(summary.buffers))
    yield "images", ("#", "name", "pixels", "bytes", "stored in"), list(image_rows(summary.images))


def scene_rows(summary: Summary) -> Iterator[Row]:
    for index, scene in enumerate(summary.scenes):
        yield index, scene.name, scene.roots, "yes" if scene.default else ""


def node_rows(summary: Summary) -> Iterator[Row]:
    for index, node in enumerate(summary.nodes):
        yield index, node.name, node.parent, node.children, node.mesh, node.skin


def mesh_rows(summary: Summary) -> Iterator[Row]:
    """A row for each primitive; the first has the name and the triangles of the mesh."""
    for index, mesh in enumerate(summary.meshes):
        for number, part in enumerate(mesh.primitives):
            whole = (index, mesh.name, mesh.triangles) if number == 0 else ("", "", "")
            yield *whole, number, part.vertices, part.indices, part.mode, " ".join(part.attributes)


def bone_rows(summary: Summary) -> Iterator[Row]:
    """The humanoid map of a VRM."""
    for bone, node in summary.vrm.bones.items() if summary.vrm is not None else ():
        yield bone, node, summary.nodes[node].name if node < len(summary.nodes) else None


def material_rows(summary: Summary) -> Iterator[Row]:
    for index, material in enumerate(summary.material_list):
        textures = ", ".join(f"{member} {texture}" for member, texture in material.textures.items())
        yield index, material.name, material.alpha_mode, "yes" if material.double_sided else "", textures


def morph_rows(summary: Summary, every: bool) -> Iterator[Row]:
    for index, mesh in enumerate(summary.meshes):
        if mesh.morph_targets:
            names = listed((name or "?" for name in mesh.morph_targets), every=every)
            yield index, len(mesh.morph_targets), names


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
        if box is None and figures.bounds is None:
            continue  # a motion, without vertices
        yield index, clip.name, clip.frames, box and point(box.min), box and point(box.max)


def point(coordinates: Sequence[float]) -> str:
    return " ".join(f"{number:.4g}" for number in coordinates)


STORED = {"chunk": "the GLB", "data": "a data URI", "file": "a file", "view": "a buffer view"}


def storage_rows(entries: Iterable[BytesSummary]) -> Iterator[Row]:
    for index, entry in enumerate(entries):
        length = None if entry.bytes is None else f"{entry.bytes:,}"
        yield index, entry.name, length, STORED.get(entry.storage or "", "")


def image_rows(images: Iterable[ImageSummary]) -> Iterator[Row]:
    images = list(images)
    for image, (index, name, length, storage) in zip(images, storage_rows(images), strict=True):
        pixels = None if image.width is None else f"{image.width} x {image.height}"
        yield index, name, pixels, length, storage


def print_all(contents: Iterable[Content], out: Console, *, every: bool = False) -> None:
    """Print those that have a row, an empty line before each."""
    for content in contents:
        if content[2]:
            out.print()
            print_table(content, out, every=every)


def print_table(content: Content, out: Console, *, every: bool = False) -> None:
    """Print a table, cut after `ROWS` rows with a note that says how many are left out."""
    title, columns, rows = content
    shown = rows if every else rows[:ROWS]
    out.print(table(title, columns, shown))
    print_rest(len(rows) - len(shown), out)


def print_rest(count: int, out: Console) -> None:
    """The note below what was cut."""
    if count:
        out.print(f"… and {count:,} more; --all shows them")


def table(title: str, columns: Sequence[str], rows: Sequence[Row]) -> Table:
    """A table without lines, numbers to the right."""
    result = Table(title=title, title_justify="left", title_style="bold", box=None, padding=(0, 2, 0, 0))
    for index, column in enumerate(columns):
        cells = [row[index] for row in rows if row[index] not in (None, "")]
        numeric = bool(cells) and all(isinstance(cell, int) for cell in cells)
        result.add_column(column, justify="right" if numeric else "left", header_style="dim", overflow="fold")
    for row in rows:
        result.add_row(*map(cell, row))
    return result


def cell(value: object) -> str:
    if value is None:
        return "-"
    return f"{value:,}" if isinstance(value, int) else printable(str(value))


def print_faults(faults: Sequence[str], out: Console, *, every: bool = False) -> None:
    if faults:
        out.print(f"\n{counted(len(faults), 'thing')} could not be looked at; pantin check says more:")
        shown = faults if every else faults[:ROWS]
        for fault in shown:
            out.print(f"  {printable(fault)}", soft_wrap=True)
        print_rest(len(faults) - len(shown), out)


def listed(names: Iterable[str], *, every: bool = False) -> str:
    """The names, cut after `NAMES` of them unless `every` one is wanted."""
    known = list(names)
    shown = known if every else known[:NAMES]
    more = len(known) - len(shown)
    return ", ".join(shown) + (f" and {more:,} more" if more else "")


def seconds(duration: float | None) -> str | None:
    return None if duration is None else f"{duration:.3f}"


def size(count: int) -> str:
    """`"1.2 MiB"`: three digits say what a size is."""
    amount, units = float(count), ["bytes", "KiB", "MiB", "GiB"]
    while amount >= 1000 and len(units) > 1:
        amount, units = amount / 1024, units[1:]
    return f"{count:,} bytes" if units[0] == "bytes" else f"{amount:.3g} {units[0]}"
