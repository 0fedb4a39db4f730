"""Where the parts of a rig stand in its file, as JSON pointers in the spelling of glTF."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.report.pointer import pointer
from pantin.rig import Channel, Rig


def channels(rig: Rig) -> Iterator[tuple[str, Channel]]:
    """Every channel of every clip with its place: the file's own, where the rig has left out others."""
    for at, clip in enumerate(rig.clips):
        for number, channel in enumerate(clip.channels):
            written = number if channel.number is None else channel.number
            yield pointer("animations", at, "channels", written), channel
