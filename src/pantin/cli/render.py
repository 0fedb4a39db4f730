"""`pantin render`: a sheet with the pictures of many models; all else derives from the verb."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin.cli.command import Together
from pantin.cli.exit import Exit, UsageError
from pantin.cli.io import raise_refused
from pantin.cli.streams import say
from pantin.cli.verb_command import command_of, keywords_of, print_done, run_one
from pantin.verbs import find_verb

if TYPE_CHECKING:
    from pantin.verbs.asset import Asset

VERB = find_verb("render")

SHEET_CELL = "320x240"
"""The size of each image on a sheet, unless --size gives one."""

SHEET_PORTRAIT = "256x256"

MOVING = (
    *("clip", "motion", "time", "frames", "fps", "turntable", "sweep"),
    *("set", "pose", "blend", "expression", "look_at"),
)
"""The options that show a model in motion or in a pose."""

FLATTENING = ("rotate", "w", "v", "u", "t", "s", "plane", "project", "distance")
"""The options that show a model of four dimensions or more in three."""

NO_OUTPUT = "--output is missing: The image to write: .png, .webp, .gif or .mp4."


def render(source: str, *, output: Path | str | None, **values: Any) -> int:
    if output is None:
        raise UsageError(NO_OUTPUT)
    # What an image leaves out does not fail it: its report is about the model.
    print_done(run_one(VERB, source, str(output), keywords_of(VERB, values)))
    return Exit.CLEAN


def is_unset(value: object) -> bool:
    """Whether an option is not given; 0 is a value."""
    return value is None or value is False or value == ()


def has_model(name: str) -> bool:
    """Whether files with this suffix have a model to draw: a folder may have companions of models too."""
    from pantin.formats.registry import by_suffix

    format = by_suffix(name)
    return format is None or format.has_model(name)


def render_sheet(
    source: Sequence[str],
    *,
    output: Path | str | None,
    size: str | None,
    allow_outside: bool,
    variant: tuple[str, ...],
    thumbnail: bool,
    **options: Any,
) -> int:
    """Draw every model that the sources mean on one image. A file that cannot be drawn is named; the sheet
    is made all the same."""
    import pantin
    from pantin.batch import find_sources
    from pantin.cli.batch import errors_told
    from pantin.cli.progress import frame_progress
    from pantin.report.wording import counted

    if output is None:
        raise UsageError(NO_OUTPUT)
    moving = [f"--{name}" for name in MOVING if not is_unset(options[name])]
    if moving:
        flag = moving[0].replace("_", "-")
        raise UsageError(f"{flag} cannot be combined with --sheet, which shows models in their rest pose")
    if thumbnail or variant:
        raise UsageError(f"{'--thumbnail' if thumbnail else '--variant'}cannot be combined with --sheet")
    with errors_told():
        names = (each.name for each in find_sources(source, lambda error: say(str(error))))
        files = [name for name in names if name in source or has_model(name)]
    if not files:
        raise UsageError(f"{', '.join(source)}: no supported models found")
    look = {name: options[name] for name in ("camera", "show", "background", "shadow", "portrait")}
    for name in FLATTENING:
        if options[name] is not None:
            raise UsageError(f"--{name} cannot be combined with --sheet")

    def load(name: str) -> Asset:
        return pantin.load(name, allow_outside=allow_outside, raw_weights=options["raw_weights"])

    with raise_refused(output), frame_progress("models") as progress:
        drawn = pantin.render_sheet(
            files,
            output,
            size=size or (SHEET_PORTRAIT if look["portrait"] else SHEET_CELL),
            load=load,
            progress=progress,
            **look,
        )
    for name, note in drawn.notes:
        say(note if note.startswith(name) else f"{name}: {note}")
    shown = counted(len(files) - len(drawn.unreadable), "model")
    missing = f", {len(drawn.unreadable)} unreadable" if drawn.unreadable else ""
    say(f"{output}: {shown}{missing}")
    return Exit.UNREADABLE if drawn.unreadable else Exit.CLEAN


COMMAND = command_of("render", VERB, render, together=Together("sheet", render_sheet))
