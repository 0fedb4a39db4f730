"""Clips: keys over time for the transforms and blend weights of nodes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import RLock
from typing import Any, Literal, TypeAlias

from pantin.base.records import replace
from pantin.rig.arrays import Reals
from pantin.rig.part import Part, Picklable
from pantin.rig.texture import Json

Property: TypeAlias = Literal["translation", "rotation", "scale", "weights"]
"""The property of a node that a channel animates; the weights are those of blend shapes."""

Interpolation: TypeAlias = Literal["STEP", "LINEAR", "CUBICSPLINE"]
"""How values between keys are computed (glTF 2.0, appendix C)."""


class Channel(Part, eq=False):
    """K keys for one property of one node.

    times   (K,) seconds, not descending
    values  (K, C), or for CUBICSPLINE (K, 3, C): in-tangent, value and out-tangent of each key

    C is N for translation and scale, 4 (xyzw) for rotation, and the number of blend shapes for weights.
    Stored integers have been normalised. `number` is the index of the channel in the file, where the rig
    skipped others before it.

    >>> channel = pantin.load("examples/arm.glb").rig.clips[0].channels[0]
    >>> channel.node, channel.property, channel.times
    (1, 'rotation', array([0., 1., 2.], dtype=float32))
    >>> channel.values.shape
    (3, 4)
    """

    node: int
    property: Property
    times: Reals
    values: Reals
    interpolation: Interpolation = "LINEAR"
    number: int | None = None


def _no_default() -> None:
    """A default that is not an attribute of the class, where `Clip.deferred` would find it."""


_MAKING = RLock()


@dataclass(frozen=True, eq=False)  # not a record: `deferred` sets its fields when they are first read
class Clip(Picklable):
    """Channels that play together, at most one for each property of a node.

    node_names  the names of the nodes that the channels move, in the rig that the clip was built into; they
                tell a clip of another rig, whose nodes have other indices

    >>> import numpy as np
    >>> from pantin.rig import Channel, Clip
    >>> rise = Channel(0, "translation", np.array([0.0, 2.0]), np.array([[0, 0, 0], [0, 1, 0.0]]))
    >>> clip = Clip((rise,), "rise")
    >>> rig = pantin.load("examples/arm.glb").rig
    >>> rig.replace(clips=[*rig.clips, clip]).clips
    (<Clip 'bend' channels=2 duration=2 s>, <Clip 'rise' channels=1 duration=2 s>)
    """

    channels: tuple[Channel, ...]
    name: str | None = None
    extras: Json | None = field(default_factory=_no_default)
    node_names: Mapping[int, str | None] | None = field(default_factory=_no_default)

    @classmethod
    def deferred(cls, make: Callable[[], Clip], name: str | None) -> Clip:
        """A clip that `make` makes when something else than its name is first asked for."""
        clip = object.__new__(cls)
        clip.__dict__.update(name=name, _make=make)
        return clip

    def __getattr__(self, member: str) -> Any:
        if not member.startswith("_"):
            with _MAKING:  # several threads may ask at once: the first makes it, the others wait
                make = self.__dict__.get("_make")
                if make is not None:
                    clip = make()
                    self.__dict__.update(
                        channels=clip.channels, extras=clip.extras, node_names=clip.node_names
                    )
                    del self.__dict__["_make"]
        if member not in self.__dict__:
            raise AttributeError(f"a Clip has no {member!r}")
        return self.__dict__[member]

    def replace(self, **changes: Any) -> Clip:
        """A copy with other values of these fields."""
        return replace(self, **changes)

    def __repr__(self) -> str:
        return f"<Clip {self.name!r} channels={len(self.channels)} duration={self.duration:g} s>"

    @property
    def duration(self) -> float:
        """The time of the last key of all channels, in seconds; 0 without channels."""
        return max((float(channel.times[-1]) for channel in self.channels), default=0.0)
