"""`pantin view`: a model in the browser, from one page that needs no network."""

from __future__ import annotations

from pathlib import Path

from pantin.cli.command import ALLOW_OUTSIDE, FORCE, Argument, Command, File, Option
from pantin.cli.exit import Exit, UsageError
from pantin.cli.io import load_asset, load_motion, refused, source_of, unreadable
from pantin.cli.pose_options import CONSTRAINTS, MOTION
from pantin.cli.streams import STANDARD, say, write_standard_output


def view(
    source: str,
    *,
    out: str | None,
    clip: str | None,
    motion: Path | None,
    constraints: bool,
    open: bool,
    watch: bool,
    allow_outside: bool,
) -> int:
    if watch and (out is not None or source == STANDARD):
        raise UsageError("--watch serves the page of a file: give no --out, and a file to watch")
    if out is None:
        return serve(source, clip, motion, constraints, open, watch, allow_outside)
    text = page_of(source, clip, motion, constraints, allow_outside)
    with unreadable(out):
        if out == STANDARD:
            write_standard_output(text.encode())
        else:
            from pantin.files import atomic_write

            atomic_write(Path(out), [text.encode()])
    say(f"{'standard output' if out == STANDARD else out}: {len(text) / 1e6:.1f} MB, one file, no network")
    return Exit.CLEAN


def page_of(
    source: str, clip: str | None, motion: Path | None, constraints: bool, allow_outside: bool
) -> str:
    import pantin

    asset, moving = load_asset(source, allow_outside), load_motion(motion, allow_outside)
    with refused(asset.path):
        return pantin.view(asset, clip, constraints=constraints, motion=moving).html


def serve(
    source: str,
    clip: str | None,
    motion: Path | None,
    constraints: bool,
    open: bool,
    watch: bool,
    allow_outside: bool,
) -> int:
    """Serve the page until Ctrl-C."""
    import pantin

    def print_address(url: str) -> None:
        print(url, flush=True)
        say("Ctrl-C ends" + ("; the page follows the file" if watch else ""))

    data, name = source_of(source)
    moving = load_motion(motion, allow_outside)
    with refused(name):
        pantin.serve(
            data,
            name=name,
            clip=clip,
            constraints=constraints,
            motion=moving,
            open_browser=open,
            watch=watch,
            allow_outside=allow_outside,
            on_ready=print_address,
            notify=say,
        )
    return Exit.CLEAN


COMMAND = Command(
    "view",
    view,
    arguments=(Argument("source", "The file to show; - is standard input.", suffixes="read"),),
    options=(
        Option(
            "out",
            File,
            "Write the page to this file instead of serving it; - is standard output.",
            short="-o",
        ),
        Option("clip", str, "The clip to begin with, by name or index."),
        MOTION,
        CONSTRAINTS,
        Option("open", bool, "Whether to open the browser.", True, negative="--no-open"),
        Option("watch", bool, "Make the page again whenever the file changes.", False),
        FORCE,
        ALLOW_OUTSIDE,
    ),
    notes="Without --out the page is served to this machine alone, until Ctrl-C.",
    examples="""
        pantin view examples/arm.glb                        in the browser
        pantin view examples/arm.glb --out arm.html         to send around
        pantin view examples/rigy/arm.rigy.yaml --watch     edit, save, see
    """,
)
