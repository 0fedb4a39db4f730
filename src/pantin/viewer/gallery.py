"""`write_gallery`: the models of a folder as a page of thumbnails that can be sent: one file, or a folder
with the page of each model."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pantin.base.arguments import check_arguments
from pantin.base.errors import PantinError
from pantin.base.file_errors import describe_error
from pantin.base.files import atomic_write
from pantin.base.records import Record
from pantin.formats.pixels import import_pillow
from pantin.report.wording import counted, format_size
from pantin.verbs.inspect import inspect
from pantin.verbs.load import load
from pantin.viewer.folder import FolderPages, draw_thumbnail, html_document, placeholder, safe_text
from pantin.viewer.page import read_web_file, with_shared_script

if TYPE_CHECKING:
    from pantin.report import Report
    from pantin.verbs.asset import Asset

PAGES = (".html", ".htm")
"""Suffixes of a gallery that is one file."""

SCRIPT = "viewer.js"
"""The script of the viewer, which the pages of all models share."""

STYLE = """
dl { margin: 0; padding: 0 12px 10px; display: grid; grid-template-columns: auto 1fr; gap: 0 8px;
  font-size: 12px }
dt { opacity: .7 } dd { margin: 0; overflow-wrap: anywhere }
.error { color: light-dark(#a3231b, #ff9d94) } .warning { color: light-dark(#7a5200, #f0c060) }
.cell { border-radius: 12px; overflow: hidden; height: 100%;
  border: 1px solid color-mix(in srgb, CanvasText 18%, transparent); }
.cell a { border: 0; border-radius: 0 }
"""


class Gallery(Record):
    """A gallery that was written: its models, those of them that could not be read, each with a sentence,
    those that could not be drawn, and the bytes of all its files.

    >>> pantin.write_gallery("examples/springs", "out/springs.html").models
    2
    """

    models: int
    unreadable: tuple[tuple[str, str], ...]
    undrawn: tuple[tuple[str, str], ...]
    bytes: int


class _Cell(Record):
    """A model in a gallery; `page` is its page, and empty without one."""

    name: str
    picture: tuple[bytes, str]
    facts: tuple[tuple[str, str], ...]
    page: str = ""
    why: str = ""
    is_read: bool = True


def _require_page_or_folder(target: Path) -> None:
    """Refuse names of other files, which would become folders of that name."""
    if target.suffix[1:2].isalpha() and target.suffix.lower() not in PAGES and not target.is_dir():
        raise ValueError(
            f"{target}: a gallery is a file that ends in .html, or a folder; "
            "for one image of all models, use pantin render --sheet"
        )


@check_arguments
def write_gallery(
    folder: str | os.PathLike[str],
    path: str | os.PathLike[str],
    *,
    allow_outside: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Gallery:
    """Write the models of a folder, and of the folders in it, as a gallery: each with a thumbnail, its
    version, its size and its findings.

    path      a file that ends in .html has everything in it, but for the pages of the models; any other path
              is a folder with index.html, a page for each model that opens from its thumbnail, and the script
              that these pages share
    progress  called with (models done, total models)

    Raises `ValueError` for a folder without models, or a path that ends as another file does, and
    `Unsupported` if the extra [render] is not installed.

    >>> gallery = pantin.write_gallery("examples/springs", "out/springs.html")
    >>> gallery.models, gallery.unreadable
    (2, ())
    """
    import_pillow()
    source, target = Path(folder), Path(path)
    _require_page_or_folder(target)
    files = FolderPages(source, str).files
    alone = target.suffix.lower() in PAGES
    cells = []
    written = 0 if alone else _write(target / SCRIPT, read_web_file("viewer.js").encode())
    for number, file in enumerate(files):
        cell, page = _make_cell(file, source, allow_outside, pages=not alone)
        if not alone:
            cell, size = _write_parts(cell, page, target, number)
            written += size
        cells.append(cell)
        if progress is not None:
            progress(number + 1, len(files))
    html = _gallery_html(safe_text(source.resolve().name), cells, embedded=alone).encode()
    atomic_write(target if alone else target / "index.html", [html])
    unreadable = tuple((cell.name, cell.why) for cell in cells if not cell.is_read)
    undrawn = tuple((cell.name, cell.why) for cell in cells if cell.is_read and cell.why)
    return Gallery(len(files), unreadable, undrawn, written + len(html))


def _make_cell(file: Path, folder: Path, allow_outside: bool, *, pages: bool) -> tuple[_Cell, str]:
    """The cell of a file, and its page if pages are wanted and it can be shown."""
    from pantin.viewer.page_html import page_html

    name = str(file.relative_to(folder))
    size = ("size", format_size(file.stat().st_size)) if file.exists() else ("size", "")
    blank = (placeholder(file.suffix.removeprefix(".")), "image/svg+xml")
    try:
        asset = load(file, allow_outside=allow_outside)
        asset.rig  # noqa: B018  (lifts it)
    except (OSError, PantinError, ValueError) as error:
        words = describe_error(error, file) if isinstance(error, OSError) else str(error)
        why = words.removeprefix(f"{file}: ")
        return _Cell(name, blank, (size, ("unreadable", why)), "", why, False), ""
    facts = (*_facts(asset), size, ("findings", _count_findings(asset.report)))
    picture, why, page = blank, "", ""
    try:
        picture = draw_thumbnail(asset)
        page = with_shared_script(page_html(asset), f"../{SCRIPT}") if pages else ""
    except (PantinError, ValueError) as error:
        why = str(error).removeprefix(f"{file}: ")
    return _Cell(name, picture, facts, "", why), page


def _facts(asset: Asset) -> tuple[tuple[str, str], ...]:
    overview = inspect(asset).summary.overview()
    facts = [("format", overview.kind)]
    if overview.triangles is not None:
        facts.append(("triangles", f"{overview.triangles:,}"))
    if overview.title:
        facts.append(("title", overview.title))
    return tuple(facts)


def _count_findings(report: Report) -> str:
    """`2 errors, 1 warning`; what only informs is not counted."""
    counts = [(len(report.errors), "error"), (len(report.warnings), "warning")]
    return ", ".join(counted(number, noun) for number, noun in counts if number) or "none"


def _write_parts(cell: _Cell, page: str, folder: Path, number: int) -> tuple[_Cell, int]:
    """The cell with the names of its files, which are written; and their bytes."""
    from pantin.base.records import replace

    data, kind = cell.picture
    picture = folder / "thumbnails" / f"{number}.{'webp' if kind == 'image/webp' else 'svg'}"
    written = _write(picture, data)
    opened = f"models/{number}.html" if page else ""
    if page:
        written += _write(folder / opened, page.encode())
    return replace(cell, picture=(f"thumbnails/{picture.name}".encode(), ""), page=opened), written


def _write(file: Path, content: bytes) -> int:
    """Write a file, and the folder that it is in; its bytes."""
    file.parent.mkdir(parents=True, exist_ok=True)
    atomic_write(file, [content])
    return len(content)


def _gallery_html(title: str, cells: Sequence[_Cell], *, embedded: bool) -> str:
    missing = sum(not cell.is_read for cell in cells)
    more = f", {missing} unreadable" if missing else ""
    items = "".join(f'<li><div class="cell">{_cell_html(cell, embedded)}</div></li>' for cell in cells)
    body = f"<h1>{title}</h1><p>{counted(len(cells), 'model')}{more}</p><ul>{items}</ul>"
    return html_document(title, body, STYLE, pictures="data:" if embedded else "'self' file:")


def _cell_html(cell: _Cell, embedded: bool) -> str:
    data, kind = cell.picture
    source = f"data:{kind};base64,{b64encode(data).decode()}" if embedded else data.decode()
    shown = f'<img loading="lazy" alt="" src="{source}"><span>{safe_text(cell.name)}</span>'
    facts = "".join(_fact_html(name, words) for name, words in cell.facts)
    return (f'<a href="{cell.page}">{shown}</a>' if cell.page else shown) + f"<dl>{facts}</dl>"


def _fact_html(name: str, words: str) -> str:
    mark = ""
    if name == "unreadable" or (name == "findings" and "error" in words):
        mark = ' class="error"'
    elif name == "findings" and "warning" in words:
        mark = ' class="warning"'
    return f"<dt>{name}</dt><dd{mark}>{safe_text(words)}</dd>"
