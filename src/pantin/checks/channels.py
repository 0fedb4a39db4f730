"""The channels of all clips of a rig as columns: a rig may have ten thousand of a few keys each."""

from __future__ import annotations

from itertools import repeat

from pantin.base.tuples import NamedTuple
from pantin.checks.facts import fact
from pantin.report.pointer import pointer
from pantin.rig import Reals, Rig
from pantin.rig.clip import Interpolation


class Channels(NamedTuple):
    """Columns with the properties of channels that rules need: the channels of each clip in order, clip after
    clip."""

    clips: list[int]
    """The clip that has the channel."""
    numbers: list[int]
    """The index of the channel in the file; the rig may lack some of the file's channels."""
    nodes: list[int]
    properties: list[str]
    interpolations: list[str]
    times: list[Reals]
    values: list[Reals]
    ends: list[int]
    """For each clip, the row after its last."""

    def rows(self, property: str, interpolation: Interpolation | None = None) -> list[int]:
        """The channels that animate this property, with this or any interpolation."""
        if interpolation is not None and interpolation not in self.interpolations:
            return []
        rows = [row for row, own in enumerate(self.properties) if own == property]
        if interpolation is None:
            return rows
        return [row for row in rows if self.interpolations[row] == interpolation]

    def of_clips(self) -> list[range]:
        """The rows of each clip."""
        return [range(first, end) for first, end in zip([0, *self.ends], self.ends, strict=False)]

    def keys(self, rows: list[int]) -> list[Reals]:
        """The values at the times of channels, without the tangents of splines."""
        values, words = self.values, self.interpolations
        return [values[row][:, 1] if words[row] == "CUBICSPLINE" else values[row] for row in rows]

    def pointer(self, row: int) -> str:
        return pointer("animations", self.clips[row], "channels", self.numbers[row])


def channels_of(rig: Rig) -> Channels:
    """The channels of a rig."""
    return fact(rig, read_channels)


def read_channels(rig: Rig) -> Channels:
    known = Channels([], [], [], [], [], [], [], [])
    for index, clip in enumerate(rig.clips):
        listed = clip.channels
        known.clips.extend(repeat(index, len(listed)))
        known.numbers.extend(
            number if each.number is None else each.number for number, each in enumerate(listed)
        )
        known.nodes.extend(each.node for each in listed)
        known.properties.extend(each.property for each in listed)
        known.interpolations.extend(each.interpolation for each in listed)
        known.times.extend(each.times for each in listed)
        known.values.extend(each.values for each in listed)
        known.ends.append(len(known.clips))
    return known
