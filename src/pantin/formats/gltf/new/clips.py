"""Clips of a new document: one sampler per channel, times shared by all channels that have the same."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pantin.formats.gltf.new.store import Store, single
from pantin.formats.gltf.new.text import ordered
from pantin.rig import Channel, Clip


class Clips:
    """Clips on their way into the store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._times: dict[bytes, int] = {}

    def json(self, clip: Clip, what: str) -> dict[str, Any]:
        """The animation of a clip, its arrays stored."""
        layout = self.store.layout
        samplers, channels = [], []
        for at, one in enumerate(clip.channels):
            target = ordered(layout, "target", {"node": one.node, "path": one.property})
            channels.append(ordered(layout, "channel", {"sampler": at, "target": target}))
            samplers.append(self._sampler(_held(one), f"{what} channel {at}"))
        members = {"name": clip.name, "channels": channels, "samplers": samplers}
        return ordered(layout, "animation", members)

    def _sampler(self, channel: Channel, what: str) -> dict[str, Any]:
        layout = self.store.layout
        spoken = channel.interpolation != "LINEAR" or layout.spelled_out
        members = {
            "input": self._input(channel, what),
            "output": self._output(channel, what),
            "interpolation": channel.interpolation if spoken else None,
        }
        return ordered(layout, "sampler", members)

    def _input(self, channel: Channel, what: str) -> int:
        times = single(channel.times, f"{what} times").reshape(-1, 1)
        key = times.tobytes()
        if key not in self._times:
            self._times[key] = self.store.array(times, bounds_of=times)
        return self._times[key]

    def _output(self, channel: Channel, what: str) -> int:
        # In-tangent, value and out-tangent of a key lie one after another, and so do all blend amounts of a
        # key.
        width = 1 if channel.property == "weights" else channel.values.shape[-1]
        return self.store.array(single(channel.values, f"{what} values").reshape(-1, width))


def _held(channel: Channel) -> Channel:
    """A spline of one key as the value that it holds: glTF asks for two keys (§5.8, §C.5)."""
    if channel.interpolation == "CUBICSPLINE" and len(channel.times) == 1:
        return replace(channel, values=channel.values[:, 1], interpolation="STEP")
    return channel
