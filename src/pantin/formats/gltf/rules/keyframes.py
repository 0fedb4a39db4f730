"""The samplers and channels of all animations with their references resolved, for the animation rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from pantin.formats.gltf.codes import FLOAT, Format
from pantin.formats.gltf.model import get
from pantin.formats.gltf.rules.extent import Extent, extents, is_broken
from pantin.formats.gltf.rules.scope import Scope
from pantin.report.pointer import pointer

if TYPE_CHECKING:
    from pantin.formats.gltf.model import Animation, AnimationSampler, Channel, Node

CUBICSPLINE: Final = "CUBICSPLINE"
INPUT_FORMAT: Final[Format] = ("SCALAR", FLOAT, False)


class SamplerRef(Struct, frozen=True, gc=False):
    """A sampler: its accessors where they exist, and its interpolation, None where it is invalid."""

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
    """A channel: its sampler and node where they exist, and the indices that the file has for them."""

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
    """The animations that have both lists: the others cannot be played, so they are not checked."""
    return [
        (i, animation)
        for i, animation in enumerate(scope.model.animations)
        if animation is not None and animation.samplers is not None and animation.channels is not None
    ]


def _by_animation(scope: Scope) -> dict[int, list[SamplerRef]]:
    known = scope.fact(extents)
    return {
        i: [_sampler(scope, known, i, j, sampler) for j, sampler in enumerate(animation.samplers or ())]
        for i, animation in _whole(scope)
    }


def _sampler(
    scope: Scope, known: list[Extent | None], i: int, j: int, sampler: AnimationSampler
) -> SamplerRef:
    interpolation: str | None = sampler.interpolation
    if interpolation is None and not is_broken(scope, "interpolation", "animations", i, "samplers", j):
        interpolation = "LINEAR"
    return SamplerRef(i, j, get(known, sampler.input), get(known, sampler.output), interpolation)


def samplers(scope: Scope) -> list[SamplerRef]:
    return [sampler for listed in scope.fact(_by_animation).values() for sampler in listed]


def channels(scope: Scope) -> list[ChannelRef]:
    samplers, nodes = scope.fact(_by_animation), scope.model.nodes
    return [
        _channel(samplers[i], nodes, i, j, channel)
        for i, animation in _whole(scope)
        for j, channel in enumerate(animation.channels or ())
    ]


def _channel(
    samplers: Sequence[SamplerRef], nodes: Sequence[Node | None], i: int, j: int, channel: Channel
) -> ChannelRef:
    target, sampler = channel.target, get(samplers, channel.sampler)
    if target is None:
        return ChannelRef(i, j, False, sampler, channel.sampler, None, None, None)
    node = target.node
    return ChannelRef(i, j, True, sampler, channel.sampler, get(nodes, node), node, target.path)
