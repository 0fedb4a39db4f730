"""The samplers and channels of all animations with resolved references, for the animation rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from pantin.formats.gltf.channel_columns import ChannelColumns, channel_columns
from pantin.formats.gltf.codes import FLOAT, Format
from pantin.formats.gltf.extent import Extent, extents, is_broken
from pantin.formats.gltf.model import getter
from pantin.formats.gltf.scope import Scope
from pantin.report.pointer import pointer

if TYPE_CHECKING:
    from pantin.formats.gltf.model import Animation, Node

CUBICSPLINE: Final = "CUBICSPLINE"
INPUT_FORMAT: Final[Format] = ("SCALAR", FLOAT, False)


class SamplerRef(Struct, frozen=True, gc=False):
    """A sampler: its accessors if they exist, and its interpolation, None if invalid."""

    animation: int
    number: int
    input: Extent | None
    output: Extent | None
    interpolation: str | None

    @property
    def pointer(self) -> str:
        return pointer("animations", self.animation, "samplers", self.number)

    def describe(self, scope: Scope) -> str:
        return f"sampler {self.number} of {scope.named('animation', self.animation)}"


class ChannelRef(Struct, frozen=True, gc=False):
    """A channel: its sampler and node if they exist, and the indices stated in the file."""

    animation: int
    number: int
    has_target: bool
    sampler: SamplerRef | None
    sampler_index: int | None
    node: Node | None
    node_index: int | None
    path: str | None

    @property
    def pointer(self) -> str:
        return pointer("animations", self.animation, "channels", self.number)

    def describe(self, scope: Scope) -> str:
        return f"channel {self.number} of {scope.named('animation', self.animation)}"


def _whole(scope: Scope) -> list[tuple[int, Animation]]:
    """The animations with both lists. Others cannot be played, so they are not checked."""
    return [
        (i, animation)
        for i, animation in enumerate(scope.model.animations)
        if animation is not None and animation.samplers is not None and animation.channels is not None
    ]


def _by_animation(scope: Scope) -> dict[int, list[SamplerRef]]:
    known, is_plain = scope.fact(extents), scope.follows_schema
    return {
        i: [
            SamplerRef(
                i,
                j,
                known[sampler.input],
                known[sampler.output],
                sampler.interpolation or ("LINEAR" if is_plain else _default_interpolation(scope, i, j)),
            )
            for j, sampler in enumerate(animation.samplers or ())
        ]
        for i, animation in _whole(scope)
    }


def _default_interpolation(scope: Scope, animation: int, number: int) -> str | None:
    is_wrong = is_broken(scope, "interpolation", "animations", animation, "samplers", number)
    return None if is_wrong else "LINEAR"


def samplers(scope: Scope) -> list[SamplerRef]:
    return [sampler for listed in scope.fact(_by_animation).values() for sampler in listed]


def columns(scope: Scope) -> ChannelColumns | None:
    """All channels as columns, where the file has nothing unusual. Rules look at these first, and at the
    channels themselves if one of them may be wrong."""
    return scope.document.derive(channel_columns)


def inputs(scope: Scope) -> dict[int, Extent]:
    """The accessors of keyframe times by index. Thousands of samplers may share one, so rules about times
    examine these first.
    """
    known, plain = scope.fact(extents), columns(scope)
    if plain is not None:
        return {index: times for index in plain.times if (times := known[index]) is not None}
    return {sampler.input.index: sampler.input for sampler in scope.fact(samplers) if sampler.input}


def channels(scope: Scope) -> list[ChannelRef]:
    by_animation, node_of = scope.fact(_by_animation), getter(scope.model.nodes)
    references: list[ChannelRef] = []
    for i, animation in _whole(scope):
        sampler_of = getter(by_animation[i])
        for j, channel in enumerate(animation.channels or ()):
            target, sampler = channel.target, sampler_of(channel.sampler)
            if target is None:
                references.append(ChannelRef(i, j, False, sampler, channel.sampler, None, None, None))
            else:
                node = node_of(target.node)
                references.append(
                    ChannelRef(i, j, True, sampler, channel.sampler, node, target.node, target.path)
                )
    return references
