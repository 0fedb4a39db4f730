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

    asset, text, problems = first(source, clip, watch)
    with PageServer(text) as server:
        if problems:
            server.complain(problems)
        print(server.url, flush=True)
        say("Ctrl-C ends" + ("; the page follows the file" if watch else ""))
        try:
            if open_browser and not webbrowser.open(server.url):
                say("no browser was found: open the address above in one on this machine")
            if watch:
                follow(server, Path(source), asset, clip)
            while True:
                time.sleep(3600)
        except KeyboardInterrupt:
            pass
    return Exit.CLEAN


def first(source: str, clip: str | None, watch: bool) -> tuple[Asset | None, str, list[dict[str, Any]]]:
    """The asset, its page, and what is wrong with it; a source that is watched may be broken at first."""
    if not watch:
        asset = opened(source)
        return asset, of_asset(asset, clip), []
    from pantin.viewer.page import empty

    if not Path(source).exists():
        raise UnreadableError(f"{source}: no such file or directory{nearest_file(Path(source))}")
    found = attempt(source, clip, edition=1)
    return (*found[:1], found[1] or empty(source, live=1), found[2])


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


def follow(server: PageServer, source: Path, asset: Asset | None, clip: str | None) -> None:
    """Make the page again whenever the source changes."""
    from pantin.viewer.watching import stamps

    known = stamps(source, asset)
    while True:
        time.sleep(PERIOD)
        seen = stamps(source, asset)
        if seen == known:
            continue
        known = seen
        fresh, text, problems = attempt(str(source), clip, server.edition + 1)
        if text is None:
            server.complain(problems)
            say(f"{counted(len(problems), 'problem')}; the page shows what is wrong")
        else:
            asset = fresh
            known = stamps(source, asset)
            server.replace(text)
            say("the page is new")
