"""Files that store one clip: which one, and what is said about the others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pantin.base.options import Option

if TYPE_CHECKING:
    from pantin.formats.format import WriteOptions
    from pantin.rig import Clip, Rig

CLIP = Option("clip", str, "The clip to store, by name or index (default: the first).")

MOST_LISTED = 8
"""The most names of clips in a message."""


def choose_clip(rig: Rig, options: WriteOptions) -> Clip | None:
    """The clip that is asked for, else the first; None for a rig without clips."""
    from pantin.formats.lookup import index_of

    if options.clip is not None:
        return rig.clips[index_of(options.clip, [clip.name for clip in rig.clips], "clip")]
    return rig.clips[0] if rig.clips else None


def dropped_clips(rig: Rig, clip: Clip | None, file: str) -> Iterator[str]:
    """The clips of a rig but the one that is written, in words; `file` is "a .bvh"."""
    from pantin.report.wording import counted, quoted

    others = [index for index, other in enumerate(rig.clips) if other is not clip]
    if others:
        names = [quoted(rig.clips[index].name or f"clip {index}") for index in others]
        more = f" and {len(names) - MOST_LISTED} more" if len(names) > MOST_LISTED else ""
        listed = ", ".join(names[:MOST_LISTED]) + more
        yield f"dropped {counted(len(others), 'clip')} ({listed}): {file} stores one"
