"""The channels and samplers of all animations as columns: a file may have ten thousand, and few break a
rule."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from pantin.base.records import Record

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document

Getter = Callable[[Any], Any]

_input: Getter = attrgetter("input")
_output: Getter = attrgetter("output")
_interpolation: Getter = attrgetter("interpolation")
_sampler: Getter = attrgetter("sampler")
_target: Getter = attrgetter("target")
_node: Getter = attrgetter("node")
_path: Getter = attrgetter("path")


class ChannelColumns(Record):
    """What the channels of all animations and their samplers state, animation after animation."""

    clips: list[int]
    nodes: list[int | None]
    paths: list[str]
    interpolations: list[str]
    inputs: list[int]
    outputs: list[int]
    ends: list[int]
    """For each animation, the row after its last channel."""
    times: frozenset[int]
    """The accessors of keyframe times of all samplers, with a channel or not."""
    values: frozenset[int]
    """The accessors of keyframe values of all samplers."""
    has_distinct_targets: bool
    """Whether each channel of an animation has another target."""
    uses_all_samplers: bool


_NONE = ChannelColumns([], [], [], [], [], [], [], frozenset(), frozenset(), True, True)


def channel_columns(document: Document) -> ChannelColumns | None:
    """The columns of a document that follows the schema and has all samplers that channels use; None for
    another."""
    if document.shape_findings:
        return None
    if not document.model.animations:
        return _NONE
    listed = [
        (animation.channels or (), animation.samplers or ())
        for animation in document.model.animations
        if animation is not None
    ]
    clips: list[int] = []
    rows: list[int] = []
    ends: list[int] = []
    first = 0
    for clip, (channels, samplers) in enumerate(listed):
        indices = list(map(_sampler, channels))
        if max(indices, default=-1) >= len(samplers):
            return None
        rows += [first + index for index in indices]
        clips += [clip] * len(indices)
        ends.append(len(rows))
        first += len(samplers)
    every = list(chain.from_iterable(samplers for _, samplers in listed))
    targets = list(map(_target, chain.from_iterable(channels for channels, _ in listed)))
    nodes, paths = list(map(_node, targets)), list(map(_path, targets))
    inputs, outputs = list(map(_input, every)), list(map(_output, every))
    words = [word or "LINEAR" for word in map(_interpolation, every)]
    times, values, in_order = frozenset(inputs), frozenset(outputs), rows == list(range(len(every)))
    if not in_order:
        inputs, outputs, words = ([column[row] for row in rows] for column in (inputs, outputs, words))
    return ChannelColumns(
        *(clips, nodes, paths, words, inputs, outputs, ends, times, values),
        has_distinct_targets=len(set(zip(clips, nodes, paths, strict=True))) == len(clips),
        uses_all_samplers=in_order or len(set(rows)) == len(every),
    )
