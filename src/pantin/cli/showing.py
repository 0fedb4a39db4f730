"""What `pantin view` does once its command line is read: make the page, serve it, watch the source."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin.cli.exit import Exit, UnreadableError, UsageError
from pantin.cli.opening import opened, unreadable
from pantin.cli.posing import place
from pantin.cli.streams import described, nearest_file, say
from pantin.report.tally import counted

if TYPE_CHECKING:
    from pantin.assets import Asset
    from pantin.viewer.serving import PageServer
    from pantin.viewer.watching import Stamps

PERIOD = 0.25
"""Seconds between two looks at the source: sooner than a person looks up from the editor."""


def made(source: str, clip: str | None) -> str:
    """The page of a file. Raises `UnreadableError` and `UsageError`."""
    return of_asset(opened(source), clip)


def of_asset(asset: Asset, clip: str | None, live: int = 0) -> str:
    from pantin.viewer.page import page

    with unreadable(asset.path):
        at = None if clip is None else place(clip, [one.name for one in asset.rig.clips], "clip")
        return page(asset, at, live=live)


def serve(source: str, clip: str | None, open_browser: bool, watch: bool) -> int:
    """Serve the page until Ctrl-C."""
    import webbrowser

    from pantin.viewer.serving import PageServer

    known, asset, text, problems = first(source, clip, watch)
    with PageServer(text) as server:
        if problems:
            server.complain(problems)
        print(server.url, flush=True)
        say("Ctrl-C ends" + ("; the page follows the file" if watch else ""))
        try:
            if open_browser and not webbrowser.open(server.url):
                say("no browser was found: open the address above in one on this machine")
            if watch:
                follow(server, Path(source), known, asset, clip)
            while True:
                time.sleep(3600)
        except KeyboardInterrupt:
            pass
    return Exit.CLEAN


def first(
    source: str, clip: str | None, watch: bool
) -> tuple[Stamps, Asset | None, str, list[dict[str, Any]]]:
    """The files an asset was made of, itself, its page, and what is wrong with it; a source that is watched
    may be broken at first."""
    if not watch:
        asset = opened(source)
        return {}, asset, of_asset(asset, clip), []
    from pantin.viewer.page import empty
    from pantin.viewer.watching import as_read, stamps

    if not Path(source).exists():
        raise UnreadableError(f"{source}: no such file or directory{nearest_file(Path(source))}")
    began, before = time.time_ns(), stamps(Path(source), None)
    fresh, text, problems = attempt(source, clip, edition=1)
    known = as_read(before, stamps(Path(source), fresh), began)
    return known, fresh, text or empty(source, live=1), problems


def attempt(
    source: str, clip: str | None, edition: int
) -> tuple[Asset | None, str | None, list[dict[str, Any]]]:
    """The asset and its page; or None, and what is wrong, each with its line and column."""
    from pantin.assets import load
    from pantin.errors import BadFile, PantinError
    from pantin.viewer.facts import findings

    try:
        asset = load(source)
        return asset, of_asset(asset, clip, edition), []
    except BadFile as error:
        return None, None, findings(error.report)
    except (OSError, PantinError, UsageError, UnreadableError) as error:
        told = described(error, source) if isinstance(error, OSError) else str(error)
        said = {"rule": "", "severity": "error", "message": told, "place": "", "node": None}
        return None, None, [said]


def follow(server: PageServer, source: Path, known: Stamps, asset: Asset | None, clip: str | None) -> None:
    """Make the page again whenever the source is not as it is `known`, also while it was being made."""
    from pantin.viewer.watching import as_read, stamps

    while True:
        time.sleep(PERIOD)
        began, seen = time.time_ns(), stamps(source, asset)
        if seen == known:
            continue
        known = seen
        fresh, text, problems = attempt(str(source), clip, server.edition + 1)
        if text is None:
            server.complain(problems)
            say(f"{counted(len(problems), 'problem')}; the page shows what is wrong")
        else:
            asset = fresh
            known = as_read(seen, stamps(source, asset), began)
            server.replace(text)
            say("the page is new")
