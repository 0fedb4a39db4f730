"""`pantin view`: a model in the browser, from one page that needs no network."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pantin.base.files import is_folder
from pantin.base.options import File, Option
from pantin.cli.command import ALLOW_OUTSIDE, FORCE, VARIANT, Argument, Command
from pantin.cli.exit import Exit, UsageError
from pantin.cli.io import load_asset, load_motion, refused, source_of, unreadable, variants_of
from pantin.cli.pose_options import CONSTRAINTS, MOTION, ROTATE
from pantin.cli.streams import STANDARD, say, write_standard_output

PAGES = (".html", ".htm")
"""Suffixes of pages, which are written and not read."""


def view(
    source: str,
    other: str | None,
    *,
    out: str | None,
    clip: str | None,
    pose: Path | None,
    motion: Path | None,
    constraints: bool,
    rotate: str | None,
    open: bool,
    watch: bool,
    allow_outside: bool,
    variant: tuple[str, ...],
) -> int:
    if other is not None and other.lower().endswith(PAGES):
        raise UsageError(f"view has no use for {other}. Did you mean --out {other}?")
    if watch and (out is not None or source == STANDARD):
        raise UsageError("--watch serves the page of a file: give no --out, and a file to watch")
    if out is not None and is_folder(source):
        raise UsageError(f"{source} is a folder, whose page is served: give no --out")
    wanted: dict[str, Any] = {"clip": clip, "pose": pose, "constraints": constraints, "rotate": rotate}
    if other is not None:
        # A file that is watched may be invalid for a while.
        wanted["other"] = Path(other) if watch and other != STANDARD else load_asset(other, allow_outside)
    wanted["motion"] = load_motion(motion, allow_outside)
    if out is None:
        return serve(source, wanted, open, watch, allow_outside, variant)
    text = page_of(source, wanted, allow_outside, variant)
    with unreadable(out):
        if out == STANDARD:
            write_standard_output(text.encode())
        else:
            from pantin.base.files import atomic_write

            atomic_write(Path(out), [text.encode()])
    say(f"{'standard output' if out == STANDARD else out}: {len(text) / 1e6:.1f} MB, one file, no network")
    return Exit.CLEAN


def page_of(source: str, wanted: dict[str, Any], allow_outside: bool, variant: tuple[str, ...]) -> str:
    import pantin

    asset = load_asset(source, allow_outside, variant)
    with refused(wanted["pose"] or asset.path):
        return pantin.view(asset, **wanted).html


def serve(
    source: str,
    wanted: dict[str, Any],
    open: bool,
    watch: bool,
    allow_outside: bool,
    variant: tuple[str, ...],
) -> int:
    """Serve the page until Ctrl-C."""
    import pantin

    def print_address(url: str) -> None:
        print(url, flush=True)
        followed = "files" if wanted.get("other") is not None else "file"
        say("Ctrl-C ends" + (f"; the page follows the {followed}" if watch else ""))

    data, name = source_of(source)
    with refused(wanted["pose"] or name):
        pantin.serve(
            data,
            name=name,
            open_browser=open,
            watch=watch,
            allow_outside=allow_outside,
            variants=variants_of(variant),
            on_ready=print_address,
            notify=say,
            **wanted,
        )
    return Exit.CLEAN


COMMAND = Command(
    "view",
    view,
    arguments=(
        Argument(
            "source",
            "The file to show, or a folder, whose models are listed with pictures; - is standard input.",
            suffixes="read",
        ),
        Argument("other", "A second file, to compare with.", required=False, suffixes="read"),
    ),
    options=(
        Option(
            "out",
            File,
            "Write the page to this file instead of serving it; - is standard output.",
            short="-o",
        ),
        Option(
            "clip",
            str,
            "The clip to begin with, by name or index; of the motion file, if any. Else the first.",
        ),
        Option("pose", Path, "A pose file (JSON) to begin with, such as the page exports."),
        MOTION,
        CONSTRAINTS,
        ROTATE._replace(help="Start with a 4D model rotated: degrees in planes, as in xw:30,yz:10."),
        Option("open", bool, "Whether to open the browser.", True, negative="--no-open"),
        Option("watch", bool, "Make the page again whenever the file changes.", False),
        FORCE,
        ALLOW_OUTSIDE,
        VARIANT,
    ),
    notes="Without --out the page is served to this machine alone, until Ctrl-C.",
    examples="""
        pantin view examples/arm.glb                        in the browser
        pantin view examples/arm.glb --out arm.html         to send around
        pantin view examples/rigy/arm.rigy.yaml --watch     edit, save, see
        pantin view examples/arm.glb examples/loose.glb     two models compared
        pantin view examples/g4mf/tesseract.off --rotate xw:30
        pantin view examples                                a folder as thumbnails
    """,
)
