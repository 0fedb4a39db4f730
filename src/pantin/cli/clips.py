"""`pantin clips --list`: the clips of a file; all else derives from the verb."""

from __future__ import annotations

import sys
from typing import Any

from pantin.cli.exit import Exit, UsageError
from pantin.cli.io import load_asset, raise_unreadable
from pantin.cli.verb_command import command_of, keywords_of, print_done, run_one
from pantin.verbs.clips import VERB


def clips(source: str, target: str | None, **values: Any) -> int:
    if values.pop("list"):
        if target is not None:
            raise UsageError("--list writes no file")
        return print_clips(source, values["allow_outside"], values["variant"])
    keywords = keywords_of(VERB, values)
    if target is None:
        raise UsageError("TARGET is missing: the file to write; --list prints the clips")
    return print_done(run_one(VERB, source, target, keywords))


def print_clips(source: str, allow_outside: bool, variant: tuple[str, ...]) -> int:
    asset = load_asset(source, allow_outside, variant)
    with raise_unreadable(asset.path):
        lines = list_lines(asset)
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return Exit.CLEAN


def list_lines(asset: Any) -> list[str]:
    """A table of the clips: index, name, seconds, keys, channels and animated properties."""
    if not asset.rig.clips:
        return [f"{asset.path}: no clips"]
    rows = [("#", "name", "seconds", "channels", "keys", "nodes")]
    for index, clip in enumerate(asset.rig.clips):
        keys = sum(len(channel.times) for channel in clip.all_channels)
        nodes = len({channel.node for channel in clip.channels})
        numbers = f"{clip.duration:.3f}", f"{len(clip.all_channels):,}", f"{keys:,}", f"{nodes:,}"
        rows.append((str(index), clip.name or "", *numbers))
    widths = [max(len(row[column]) for row in rows) for column in range(6)]
    return [
        f"{row[0]:>{widths[0]}}  {row[1]:{widths[1]}}  "
        + "  ".join(f"{word:>{width}}" for word, width in zip(row[2:], widths[2:], strict=True))
        for row in rows
    ]


COMMAND = command_of("clips", VERB, clips)
