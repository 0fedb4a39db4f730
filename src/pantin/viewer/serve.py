"""`serve`: the viewer page of a file on a local address, rebuilt whenever the file changes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin.base.arguments import check_arguments_but
from pantin.base.deprecation import renamed
from pantin.base.errors import BadFile, PantinError
from pantin.base.files import is_folder
from pantin.base.records import Record, replace
from pantin.formats.registry import recognise
from pantin.report.wording import counted
from pantin.verbs.load import load
from pantin.viewer.folder import FolderPages
from pantin.viewer.page import empty_page
from pantin.viewer.page_data import findings
from pantin.viewer.page_four import Planes
from pantin.viewer.page_html import page_html
from pantin.viewer.page_server import PageServer

if TYPE_CHECKING:
    from pantin.verbs.asset import Asset
    from pantin.verbs.model import Model
    from pantin.verbs.posing import Degrees

MakePage = Callable[..., str]
"""(asset, live) → the page; with a second asset where two files are watched."""

Read = Callable[..., "Asset"]
"""`load` with the options of the caller."""

POLL_SECONDS = 0.25
"""Seconds between two checks for changes: less than it takes to look up from the editor."""


@renamed(blend="blend_weights")
@check_arguments_but("nodes", "blend_weights", "expressions")
def serve(
    source: str | os.PathLike[str] | bytes,
    *,
    name: str | None = None,
    clip: int | str | None = None,
    time: float | None = None,
    other: Asset | str | os.PathLike[str] | None = None,
    pose: str | os.PathLike[str] | None = None,
    nodes: Mapping[str | int, Degrees] | None = None,
    blend_weights: Mapping[str | int, float] | None = None,
    expressions: Mapping[str | int, float] | None = None,
    motion: Model | None = None,
    constraints: bool = True,
    rotate: Planes | None = None,
    open_browser: bool = True,
    watch: bool = False,
    allow_outside: bool = False,
    variants: Mapping[str, str] | None = None,
    on_ready: Callable[[str], object] = print,
    notify: Callable[[str], object] = lambda message: None,
) -> None:
    """Serve the viewer page of a file, or those of the models in a folder, on localhost, until Ctrl-C.

    clip, time, other, pose, nodes, blend_weights, expressions, motion, rotate
                   as in `view`; not for a folder. `other` may be a file, which is watched too
    constraints    whether node constraints hold in clips
    open_browser   whether to open the address in a browser
    watch          rebuild the page whenever the file changes; the file may be invalid at first
    allow_outside  whether references may leave the folder of the file
    variants       the variants of a USD stage, as `load` takes them
    on_ready       called with the address
    notify         called with a status message when the page is updated

    Raises what `load` and `view` raise.

    >>> import inspect
    >>> "watch" in inspect.signature(pantin.serve).parameters
    True
    """
    file = None if pose is None else Path(pose)
    changes = {"rotate": nodes, "blend_weights": blend_weights, "expressions": expressions}
    wanted: dict[str, Any] = {"clip": clip, "time": time, "other": other, "pose": file, "motion": motion}
    wanted |= {"rotate": rotate, "changes": changes if any(changes.values()) else None}
    if not isinstance(source, bytes) and is_folder(source):
        if watch or any(value is not None for value in wanted.values()):
            raise ValueError(f"{source} is a folder: give one of its models to watch or pose it")
        pages = FolderPages(Path(source), partial(page_html, constraints=constraints), allow_outside)
        with PageServer(pages.index(), pages.answer) as server:
            _wait(server, open_browser, on_ready, notify)
        return
    read = partial(load, allow_outside=allow_outside, variants=variants)
    beside = [Path(other)] if isinstance(other, str | os.PathLike) else []

    def make(asset: Asset, *others: Asset, live: int = 0) -> str:
        shown = {**wanted, "other": others[0]} if others else wanted
        return page_html(asset, live=live, constraints=constraints, **shown)

    if watch and isinstance(source, bytes):
        raise ValueError("watch needs a file, not bytes")
    if watch:
        paths = (Path(source), *beside)  # type: ignore[arg-type]
        first = _build_first(paths, make, read)
    else:
        assets = (read(source, name=name), *map(read, beside))
        first = _Build(assets, make(*assets), [], {})
    with PageServer(first.html or empty_page(str(source), live=1)) as server:
        if first.problems:
            server.report_problems(first.problems)
        follow = partial(_watch, server, paths, first, make, notify, read) if watch else None
        _wait(server, open_browser, on_ready, notify, follow)


def _wait(
    server: PageServer,
    open_browser: bool,
    on_ready: Callable[[str], object],
    notify: Callable[[str], object],
    follow: Callable[[], None] | None = None,
) -> None:
    """Tell the address, open it, and wait for Ctrl-C."""
    import webbrowser

    on_ready(server.url)
    try:
        if open_browser and not webbrowser.open(server.url):
            notify("no browser found: open the address above in a browser on this machine")
        if follow is not None:
            follow()
        while True:
            time.sleep(3600)
    except KeyboardInterrupt:
        pass


class _Build(Record):
    """Assets and their page, or the problems that prevent it, and the stamps of their files."""

    assets: tuple[Asset, ...]
    html: str | None
    problems: list[dict[str, Any]]
    known: Stamps


def _build_first(sources: Sequence[Path], make: MakePage, read: Read = load) -> _Build:
    """The first build. Raises `FileNotFoundError`: a watched file may be invalid, but must exist."""
    for source in sources:
        source.stat()
    began, before = time.time_ns(), stamps(sources)
    build = _build(sources, make, 1, read)
    return replace(build, known=as_read(before, stamps(sources, build.assets), began))


def _build(sources: Sequence[Path], make: MakePage, edition: int, read: Read = load) -> _Build:
    """The assets and their page, or the problems with line and column."""
    source = sources[0]
    try:
        assets = []
        for source in sources:
            assets.append(read(source))
        return _Build(tuple(assets), make(*assets, live=edition), [], {})
    except BadFile as error:
        return _Build((), None, findings(error.report), {})
    except (OSError, PantinError, ValueError) as error:
        reason = str(error)
        if isinstance(error, OSError) and error.strerror is not None:
            reason = f"{source}: {error.strerror.lower()}"
        problem = {"rule": "", "severity": "error", "message": reason, "location": "", "node": None}
        return _Build((), None, [problem], {})


def _watch(
    server: PageServer,
    sources: Sequence[Path],
    first: _Build,
    make: MakePage,
    notify: Callable[[str], object],
    read: Read = load,
) -> None:
    """Rebuild the page whenever a source changes, also during a build."""
    assets, known = first.assets, first.known
    while True:
        time.sleep(POLL_SECONDS)
        began, seen = time.time_ns(), stamps(sources, assets)
        if seen == known:
            continue
        known = seen
        build = _build(sources, make, server.edition + 1, read)
        if build.html is None:
            server.report_problems(build.problems)
            notify(f"found {counted(len(build.problems), 'problem')}; the page lists them")
        else:
            assets = build.assets
            known = as_read(seen, stamps(sources, assets), began)
            server.replace(build.html)
            notify("updated the page")


MAX_FILES = 2000
"""Files to watch: checking them four times a second must not be noticeable."""

Stamps = dict[Path, tuple[int, int]]

MISSING, CHANGED = (-1, -1), (-2, -2)
"""Stamps of a missing file, and of one that changed while it was read."""


def stamps(sources: Sequence[Path], assets: Sequence[Asset] = ()) -> Stamps:
    """Modification times and sizes of the sources and of the files that were read for them."""
    result: Stamps = {}
    for path in chain.from_iterable(map(_parts, sources, [*assets, *repeat(None, len(sources))])):
        if len(result) >= MAX_FILES:
            break
        try:
            status = path.stat()
            result[path] = (status.st_mtime_ns, status.st_size)
        except OSError:
            result[path] = MISSING
    return result


def as_read(before: Stamps, after: Stamps, began: int) -> Stamps:
    """The stamps of the files that an asset was read from: those known `after` it, as they were `before`. A
    file without an earlier stamp counts as changed if it was written since reading `began`.
    """
    return {path: before.get(path, CHANGED if stamp[0] >= began else stamp) for path, stamp in after.items()}


def _parts(source: Path, asset: Asset | None) -> Iterator[Path]:
    yield source
    format = recognise(source, source.name)
    if format is not None:
        document = asset.document if asset is not None and asset.format is format else None
        yield from format.companions(document, source)
    if asset is not None and asset.origin is not None:
        yield from (Path(name) for name, _ in asset.origin.inputs)
