"""`pantin view`: a model in the browser, from one page that needs no network."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pantin.base.files import is_folder
from pantin.cli.exit import Exit, UsageError
from pantin.cli.io import load_asset, load_motion, raise_refused, raise_unreadable, source_of, variants_of
from pantin.cli.streams import STANDARD, say, write_standard_output
from pantin.cli.verb_command import command_of, keywords_of
from pantin.verbs import find_verb

VERB = find_verb("view")

IMAGES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".svg", ".mp4")
"""Suffixes that say that an image is wanted."""

PAGES = (".html", ".htm")
"""Suffixes of pages, which are written and not read."""


def view(
    source: str,
    other: str | None,
    *,
    out: str | None,
    open: bool,
    watch: bool,
    allow_outside: bool,
    variant: tuple[str, ...],
    motion: Path | None,
    **values: Any,
) -> int:
    if other is not None and other.lower().endswith(PAGES):
        raise UsageError(f"unexpected argument of view: {other}. Did you mean --out {other}?")
    if watch and (out is not None or source == STANDARD):
        raise UsageError("--watch needs a file, and cannot be combined with --out")
    wanted = keywords_of(VERB, values)
    if out is not None and not is_folder(source):
        require_page(out)
    if out is not None and is_folder(source):
        single = [name for name, value in values.items() if value is not None and value is not True]
        single += [name for name, value in {"motion": motion, "variant": variant}.items() if value]
        if single or other is not None:
            option = f"--{single[0]} is for one model" if single else "give no second model"
            raise UsageError(f"{source} is a folder, so --out writes a gallery: {option}")
        return write_gallery(source, out, allow_outside)
    if other is not None:
        # A file that is watched may be invalid for a while.
        wanted["other"] = Path(other) if watch and other != STANDARD else load_asset(other, allow_outside)
    wanted["motion"] = load_motion(motion, allow_outside)
    if out is None:
        return serve(source, wanted, open, watch, allow_outside, variant)
    text = page_of(source, wanted, allow_outside, variant)
    with raise_unreadable(out):
        if out == STANDARD:
            write_standard_output(text.encode())
        else:
            from pantin.base.files import atomic_write

            atomic_write(Path(out), [text.encode()])
    say(f"{'standard output' if out == STANDARD else out}: {len(text) / 1e6:.1f} MB, self-contained")
    return Exit.CLEAN


def require_page(out: str) -> None:
    """Raise `UsageError` for the name of an image."""
    suffix = Path(out).suffix.lower()
    if suffix in IMAGES:
        raise UsageError(f"{out}: view writes an HTML page; for an image, use pantin render")


def write_gallery(folder: str, out: str, allow_outside: bool) -> int:
    """Write the gallery of a folder, and print its contents."""
    import pantin
    from pantin.cli.progress import frame_progress
    from pantin.report.wording import counted

    if out == STANDARD:
        raise UsageError("a gallery cannot be written to standard output: give an .html file or a folder")
    with raise_refused(folder), frame_progress("models") as progress:
        gallery = pantin.write_gallery(folder, out, allow_outside=allow_outside, progress=progress)
    for name, why in (*gallery.unreadable, *gallery.undrawn):
        say(f"{Path(folder) / name}: {why}")
    missing = f" ({len(gallery.unreadable)} unreadable)" if gallery.unreadable else ""
    alone = out.lower().endswith(PAGES)
    index = out if alone else str(Path(out) / "index.html")
    say(f"{index}: {counted(gallery.models, 'model')}{missing}" + ("" if alone else ", each with its page"))
    return Exit.UNREADABLE if gallery.unreadable else Exit.CLEAN


def page_of(source: str, wanted: dict[str, Any], allow_outside: bool, variant: tuple[str, ...]) -> str:
    import pantin

    asset = load_asset(source, allow_outside, variant)
    with raise_refused(wanted.get("pose") or asset.path):
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
    with raise_refused(wanted.get("pose") or name):
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


COMMAND = command_of("view", VERB, view)
