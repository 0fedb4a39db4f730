"""`serve`: the page of a file on this machine's own address, made again whenever the file changes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin.assets import index_of, load
from pantin.errors import BadFile, PantinError
from pantin.report.wording import counted
from pantin.viewer.facts import findings
from pantin.viewer.page import empty, page
from pantin.viewer.serving import PageServer
from pantin.viewer.watching import Stamps, as_read, stamps

if TYPE_CHECKING:
    from pantin.assets import Asset

PERIOD = 0.25
"""Seconds between two looks at the source: sooner than a person looks up from the editor."""

Clip = int | str | None


def page_of(asset: Asset, clip: Clip = None, *, live: int = 0) -> str:
    """The page of an asset; a clip may be given by name, or by index as a number or as text."""
    named = None if clip is None else index_of(clip, [known.name for known in asset.rig.clips], "clip")
    return page(asset, named, live=live)


def serve(
    source: str | os.PathLike[str] | bytes,
    *,
    name: str | None = None,
    clip: Clip = None,
    open_browser: bool = True,
    watch: bool = False,
    on_ready: Callable[[str], object] = print,
    notify: Callable[[str], object] = lambda message: None,
) -> None:
    """Serve the page of a file to this machine alone, until Ctrl-C.

    clip          the clip to begin with, by name or index
    open_browser  whether to open the address in a browser
    watch         make the page again whenever the file changes; the file may be broken at first
    on_ready      called with the address
    notify        called with a sentence whenever something happens

    Raises what `load` and `view` raise.

    >>> import inspect
    >>> "watch" in inspect.signature(pantin.serve).parameters
    True
    """
    import webbrowser

    if watch and isinstance(source, bytes):
        raise ValueError("watch needs a file, not bytes")
    if watch:
        path = Path(source)  # type: ignore[arg-type]
        first = _first_attempt(path, clip)
    else:
        asset = load(source, name=name)
        first = _Attempt(asset, page_of(asset, clip), [], {})
    with PageServer(first.html or empty(str(source), live=1)) as server:
        if first.problems:
            server.complain(first.problems)
        on_ready(server.url)
        try:
            if open_browser and not webbrowser.open(server.url):
                notify("no browser found: open the address above in a browser on this machine")
            if watch:
                _follow(server, path, first, clip, notify)
            while True:
                time.sleep(3600)
        except KeyboardInterrupt:
            pass


@dataclass(frozen=True, slots=True)
class _Attempt:
    """An asset and its page, or what is wrong with it, and the files it was made of."""

    asset: Asset | None
    html: str | None
    problems: list[dict[str, Any]]
    known: Stamps


def _first_attempt(source: Path, clip: Clip) -> _Attempt:
    """Raises `FileNotFoundError`: a file that is watched may be broken, but must be there."""
    source.stat()
    began, before = time.time_ns(), stamps(source, None)
    made = _attempt(source, clip, edition=1)
    return _Attempt(made.asset, made.html, made.problems, as_read(before, stamps(source, made.asset), began))


def _attempt(source: Path, clip: Clip, edition: int) -> _Attempt:
    """The asset and its page; or what is wrong, each finding with its line and column."""
    try:
        asset = load(source)
        return _Attempt(asset, page_of(asset, clip, live=edition), [], {})
    except BadFile as error:
        return _Attempt(None, None, findings(error.report), {})
    except (OSError, PantinError, ValueError) as error:
        reason = str(error)
        if isinstance(error, OSError) and error.strerror is not None:
            reason = f"{source}: {error.strerror.lower()}"
        problem = {"rule": "", "severity": "error", "message": reason, "place": "", "node": None}
        return _Attempt(None, None, [problem], {})


def _follow(
    server: PageServer, source: Path, first: _Attempt, clip: Clip, notify: Callable[[str], object]
) -> None:
    """Make the page again whenever the source is not as it was read, also while it was being made."""
    asset, known = first.asset, first.known
    while True:
        time.sleep(PERIOD)
        began, seen = time.time_ns(), stamps(source, asset)
        if seen == known:
            continue
        known = seen
        made = _attempt(source, clip, server.edition + 1)
        if made.html is None:
            server.complain(made.problems)
            notify(f"found {counted(len(made.problems), 'problem')}; the page lists them")
        else:
            asset = made.asset
            known = as_read(seen, stamps(source, asset), began)
            server.replace(made.html)
            notify("updated the page")
