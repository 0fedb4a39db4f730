"""`pantin slim`: the table of savings; everything else derives from the verb."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pantin.cli.exit import UsageError
from pantin.cli.io import raise_refused, require_target, source_of
from pantin.cli.streams import STANDARD
from pantin.cli.verb_command import command_of, keywords_of, print_done, run_one
from pantin.verbs.slim import VERB

if TYPE_CHECKING:
    from pantin.formats.gltf.slim.textures import TextureStep
    from pantin.verbs.slim import Slimmed
    from pantin.verbs.verb import Done


def slim(source: str, target: str | None, *, dry_run: bool, format: str, **values: Any) -> int:
    if target is None and not dry_run:
        raise UsageError("TARGET is missing: the file to write; with --dry-run none is written")
    keywords = keywords_of(VERB, values)
    if target is None or dry_run:
        done = measure(source, target, keywords)
    else:
        done = run_one(VERB, source, target, keywords)
    # The model may be on its way through standard output.
    out = sys.stderr if target == STANDARD and not dry_run else sys.stdout
    if format == "json":
        import json

        print(json.dumps(done.value.to_builtins(), indent=2), file=out)
    else:
        out.writelines(f"{line}\n" for line in text_lines(done.value))
    return print_done(done)


def measure(source: str, target: str | None, keywords: Mapping[str, Any]) -> Done:
    """Measure the savings without writing the target. Raises `UsageError` if the target could not be
    written."""
    from pantin.cli.progress import show_waiting
    from pantin.verbs.verb import Files

    target = "" if target is None or target == STANDARD else target
    if target:
        require_target(target)
    data, name = source_of(source)
    with raise_refused(name, named=True), show_waiting("slim"):
        return VERB.each(Files(data, name, target), dry_run=True, **keywords)


def text_lines(slimmed: Slimmed) -> list[str]:
    """The steps that save something or were not made, the whole, and the measured error."""
    rows = [("step", "bytes saved", "percent", "keys saved")]
    steps = [step for step in slimmed.steps if step.bytes_saved or step.keys_saved or step.note]
    for step in steps:
        saved = f"{step.bytes_saved:,}", _percent(step.bytes_saved, slimmed.bytes_before)
        rows.append((step.title, *saved, f"{step.keys_saved:,}"))
    bytes_saved = slimmed.bytes_before - slimmed.bytes_after
    saved = f"{bytes_saved:,}", _percent(bytes_saved, slimmed.bytes_before)
    rows.append(("all", *saved, f"{slimmed.keys_before - slimmed.keys_after:,}"))
    lines = _columns(rows)
    if slimmed.textures:
        lines += ["", *_columns(list(_texture_rows(slimmed.textures))), ""]
    lines.append(f"bytes: {slimmed.bytes_before:,} -> {slimmed.bytes_after:,}")
    lines.append(f"keys: {slimmed.keys_before:,} -> {slimmed.keys_after:,}")
    if slimmed.triangles_after != slimmed.triangles_before:
        lines.append(f"triangles: {slimmed.triangles_before:,} -> {slimmed.triangles_after:,}")
        lines.append(f"largest posed error: {slimmed.posed_error:.3g}")
    where = ""
    if slimmed.max_error:
        clip = f"clip {slimmed.clip!r} at {slimmed.time:.4g} s" if slimmed.clip is not None else "at rest"
        where = f": {clip}, {slimmed.vertex}"
    return [*lines, f"largest error: {slimmed.max_error:.3g} (bound {slimmed.bound:.3g}){where}"]


def _texture_rows(textures: Sequence[TextureStep]) -> Iterator[tuple[str, ...]]:
    """A line for each image, and one for all of them."""
    yield "texture", "bytes before", "bytes after", "percent", "PSNR"
    for texture in textures:
        name = f" {texture.name!r}" if texture.name else ""
        what = f"{texture.image}{name} ({texture.use}): {_picture(texture.before, texture.size_before)}"
        if texture.bytes_after == texture.bytes_before:
            what += f", kept: {texture.note}" if texture.note else ", kept"
        else:
            what += f" -> {_picture(texture.after, texture.size_after)}"
        saved = _percent(texture.bytes_before - texture.bytes_after, texture.bytes_before)
        psnr = "no loss" if texture.psnr is None else f"{texture.psnr:.1f} dB"
        yield what, f"{texture.bytes_before:,}", f"{texture.bytes_after:,}", saved, psnr
    before, after = (
        sum(sizes)
        for sizes in zip(*((each.bytes_before, each.bytes_after) for each in textures), strict=True)
    )
    yield "all textures", f"{before:,}", f"{after:,}", _percent(before - after, before), ""


def _picture(format: str, size: tuple[int, int]) -> str:
    return f"{format.upper()} {size[0]} x {size[1]}" if any(size) else format.upper()


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "0.0 %"


def _columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Rows in columns as wide as they need: the first to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            f"{cell:{'>' if column else '<'}{width}}"
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


COMMAND = command_of("slim", VERB, slim)
