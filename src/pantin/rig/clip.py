"""Clips: keys over time for the transforms and blend weights of nodes, and for properties of materials,
lights, cameras and visibility."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import RLock
from typing import Any, Literal, TypeAlias

from pantin.base.records import Record, replace
from pantin.rig.arrays import Reals
from pantin.rig.part import Part, Picklable
from pantin.rig.texture import Json

Property: TypeAlias = Literal["translation", "rotation", "scale", "weights"]
"""The property of a node that a channel animates; the weights are those of blend shapes."""

Interpolation: TypeAlias = Literal["STEP", "LINEAR", "CUBICSPLINE"]
"""How values between keys are computed (glTF 2.0, appendix C)."""


AnimatedPart: TypeAlias = Literal["materials", "lights", "cameras", "nodes"]
"""The collection of a rig that an animated property is in."""

Value: TypeAlias = float | bool | tuple[float, ...]
"""The value of such a property."""

VISIBLE = "visible"
"""The property of a node."""


class AnimatedProperty(Record):
    """The name of a property.

    >>> from pantin.rig import AnimatedProperty
    >>> str(AnimatedProperty("materials", 0, "base_color"))
    'materials/0/base_color'
    """

    part: AnimatedPart
    index: int
    field: str

    def __str__(self) -> str:
        return f"{self.part}/{self.index}/{self.field}"


Properties: TypeAlias = Mapping[AnimatedProperty, Value]
"""Values of properties."""


class Channel(Part, eq=False):
    """K keys for one property of one node.

    times   (K,) seconds, not descending
    values  (K, C), or for CUBICSPLINE (K, 3, C): in-tangent, value and out-tangent of each key

    C is N for translation and scale, 4 (xyzw) for rotation, and the number of blend shapes for weights.
    Outside three dimensions a rotation is a rotor of 2^(N−1) numbers, in 4D 1, xy, xz, yz, xw, yw, zw, xyzw;
    `RigBuilder.add_channel` makes them of angles in planes. LINEAR rotations take the shortest way.
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


class PropertyChannel(Part, eq=False):
    """K keys for one property of a material, a light, a camera or a node.

    part, index, field  the property (`pantin.rig.AnimatedProperty`): `"materials"`, 0, `"base_color"`;
                        `"lights"`, 1, `"intensity"`; `"cameras"`, 0, `"fov"`; `"nodes"`, 3, `"visible"`
    times, values       as those of `Channel`; the visibility of a node is 0 or 1, with STEP

    >>> import numpy as np
    >>> from pantin.rig import PropertyChannel
    >>> keys = np.array([0.0, 1.0]), np.array([[0.0, 0.0, 0.0], [1.0, 1.0, 0.0]])
    >>> glow = PropertyChannel("materials", 0, "emissive", *keys)
    >>> str(glow.target)
    'materials/0/emissive'
    """

    part: AnimatedPart
    index: int
    field: str
    times: Reals
    values: Reals
    interpolation: Interpolation = "LINEAR"
    number: int | None = None

    @property
    def target(self) -> AnimatedProperty:
        """The property that it animates."""
        return AnimatedProperty(self.part, self.index, self.field)


def _no_default() -> None:
    """A default that is not stored on the class, where attribute lookup would find it before `Clip.deferred`
    runs."""


_MAKING = RLock()


@dataclass(frozen=True, eq=False)  # not a record: `deferred` sets its fields when they are first read
class Clip(Picklable):
    """Channels that play together, at most one for each property of a node.

    properties  channels of materials, lights, cameras and the visibility of nodes, one for each property
    node_names  the names of the nodes that the channels move, in the rig that the clip was built into; they
                reveal a clip of another rig, with other node indices

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
    properties: tuple[PropertyChannel, ...] = field(default_factory=tuple)

    @classmethod
    def deferred(cls, make: Callable[[], Clip], name: str | None) -> Clip:
        """A clip that calls `make` on the first access to anything but its name."""
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
                        channels=clip.channels,
                        extras=clip.extras,
                        node_names=clip.node_names,
                        properties=clip.properties,
                    )
                    del self.__dict__["_make"]
        if member not in self.__dict__:
            raise AttributeError(f"a Clip has no {member!r}")
        return self.__dict__[member]

    def replace(self, **changes: Any) -> Clip:
        """A copy with other values of these fields."""
        return replace(self, **changes)

    def __repr__(self) -> str:
        properties = f" properties={len(self.properties)}" if self.properties else ""
        return f"<Clip {self.name!r} channels={len(self.channels)}{properties} duration={self.duration:g} s>"

    @property
    def duration(self) -> float:
        """The time of the last key of all channels, in seconds; 0 without channels."""
        return max((float(channel.times[-1]) for channel in self.all_channels), default=0.0)

    @property
    def all_channels(self) -> tuple[Channel | PropertyChannel, ...]:
        """The channels of nodes, then those of properties."""
        return (*self.channels, *self.properties)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is animated."""
        return not (self.channels or self.properties)
