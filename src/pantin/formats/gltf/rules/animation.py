"""Rules about animations as the JSON states them: the accessors of samplers, and what channels aim at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pantin.formats.gltf.codes import BYTE, FLOAT, SHORT, UNSIGNED_BYTE, UNSIGNED_SHORT, Format
from pantin.formats.gltf.model import get
from pantin.formats.gltf.rules.extent import Extent, format_words, formats_words
from pantin.formats.gltf.rules.keyframes import (
    CUBICSPLINE,
    INPUT_FORMAT,
    PlacedChannel,
    PlacedSampler,
    channels,
    samplers,
)
from pantin.formats.gltf.rules.scope import Scope
from pantin.report import Finding, rule

if TYPE_CHECKING:
    from pantin.formats.gltf.model import Node


def _or_fractions(type: str) -> frozenset[Format]:
    integers = (BYTE, UNSIGNED_BYTE, SHORT, UNSIGNED_SHORT)
    return frozenset([(type, FLOAT, False), *((type, integer, True) for integer in integers)])


# glTF 2.0 §3.11, the table of accessor types by path.
OUTPUT_FORMATS: Final[dict[str, frozenset[Format]]] = {
    "translation": frozenset([("VEC3", FLOAT, False)]),
    "rotation": _or_fractions("VEC4"),
    "scale": frozenset([("VEC3", FLOAT, False)]),
    "weights": _or_fractions("SCALAR"),
}
TRANSFORMS: Final = frozenset(("translation", "rotation", "scale"))


def _strided(extent: Extent | None) -> bool:
    return extent is not None and extent.view is not None and extent.view.byte_stride is not None


@rule(
    "GLTF-ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE",
    "error",
    "keyframes lie in a buffer view with byteStride",
)
def sampler_accessor_with_bytestride(scope: Scope) -> Iterator[Finding]:
    """The buffer views of keyframe times and values have no byteStride.

    Why: byteStride is for vertices.
    Mend: pack the keyframes and remove byteStride.
    Source: glTF 2.0 §3.6.2.4.
    """
    for sampler in scope.fact(samplers):
        if _strided(sampler.input):
            yield sampler_accessor_with_bytestride.at(sampler.place + "/input")
        if _strided(sampler.output):
            yield sampler_accessor_with_bytestride.at(sampler.place + "/output")


@rule(
    "GLTF-ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT",
    "error",
    "keyframe times are {format}; they must be SCALAR of FLOAT",
)
def sampler_input_accessor_invalid_format(scope: Scope) -> Iterator[Finding]:
    """Keyframe times are single floats.

    Why: they are seconds.
    Mend: store them as SCALAR of floats, not normalized.
    Source: glTF 2.0 §3.11.
    """
    for sampler in scope.fact(samplers):
        if sampler.input is not None and sampler.input.format != INPUT_FORMAT:
            words = format_words(sampler.input.format)
            yield sampler_input_accessor_invalid_format.at(sampler.place + "/input", format=words)


@rule(
    "GLTF-ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS",
    "error",
    "the accessor of keyframe times needs min and max",
)
def sampler_input_accessor_without_bounds(scope: Scope) -> Iterator[Finding]:
    """The accessor of keyframe times states min and max.

    Why: the length of an animation is taken from it without reading the data.
    Mend: add min and max to the accessor.
    Source: glTF 2.0 §3.11.
    """
    for sampler in scope.fact(samplers):
        if sampler.input is not None and None in (sampler.input.accessor.min, sampler.input.accessor.max):
            yield sampler_input_accessor_without_bounds.at(sampler.place + "/input")


@rule(
    "GLTF-ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS",
    "error",
    "a cubic spline needs two keyframes or more, here are {count}",
)
def sampler_input_accessor_too_few_elements(scope: Scope) -> Iterator[Finding]:
    """A cubic spline has at least two keyframes.

    Why: it is defined between one keyframe and the next.
    Mend: add a keyframe, or use STEP.
    Source: glTF 2.0 §3.11.
    """
    for sampler in scope.fact(samplers):
        few = sampler.input is not None and sampler.input.count < 2
        if sampler.input is not None and few and sampler.interpolation == CUBICSPLINE:
            count = max(sampler.input.count, 0)
            yield sampler_input_accessor_too_few_elements.at(sampler.place + "/input", count=count)


@rule(
    "GLTF-ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT",
    "error",
    "the values for {path} are {format}; they must be {allowed}",
)
def sampler_output_accessor_invalid_format(scope: Scope) -> Iterator[Finding]:
    """Keyframe values have one of the formats that the animated property allows.

    Why: readers take no other.
    Mend: convert the values.
    Source: glTF 2.0 §3.11.
    """
    for channel, output, _ in _driven(scope):
        allowed = OUTPUT_FORMATS.get(channel.path or "")
        if allowed is not None and output.format not in allowed:
            words = {"format": format_words(output.format), "allowed": formats_words(allowed)}
            yield sampler_output_accessor_invalid_format.at(
                channel.place + "/sampler", path=channel.path, **words
            )


@rule(
    "GLTF-ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT",
    "error",
    "there are {count} values where the keyframes need {expected}",
)
def sampler_output_accessor_invalid_count(scope: Scope) -> Iterator[Finding]:
    """There are as many values as the keyframes need: one each, three for a cubic spline, times the morph
    targets.

    Why: the values are found by counting.
    Mend: correct the values, or the interpolation.
    Source: glTF 2.0 §3.11.
    """
    for channel, output, sampler in _driven(scope):
        expected = _expected_count(scope, channel, sampler)
        if output.count != -1 and expected not in (0, output.count):
            place = channel.place + "/sampler"
            yield sampler_output_accessor_invalid_count.at(place, count=output.count, expected=expected)


def _driven(scope: Scope) -> Iterator[tuple[PlacedChannel, Extent, PlacedSampler]]:
    """The channels that have a target, and a sampler with values."""
    for channel in scope.fact(channels):
        if channel.has_target and channel.sampler is not None and channel.sampler.output is not None:
            yield channel, channel.sampler.output, channel.sampler


def _expected_count(scope: Scope, channel: PlacedChannel, sampler: PlacedSampler) -> int:
    """How many values a channel needs; 0 where that cannot be said."""
    if sampler.input is None or sampler.input.count == -1 or sampler.interpolation is None:
        return 0
    keyframes = sampler.input.count * (3 if sampler.interpolation == CUBICSPLINE else 1)
    if channel.path == "weights":
        return keyframes * (_morph_targets(scope, channel.node) or 0)
    return keyframes if channel.path in TRANSFORMS else 0


def _morph_targets(scope: Scope, node: Node | None) -> int | None:
    """The morph targets of a node's mesh, counted in its first primitive; None where there are none."""
    mesh = get(scope.model.meshes, node.mesh) if node is not None else None
    if mesh is None or mesh.primitives is None or mesh.primitives[0].targets is None:
        return None
    return len(mesh.primitives[0].targets)


@rule(
    "GLTF-ANIMATION_CHANNEL_TARGET_NODE_MATRIX",
    "error",
    "node {node} has a matrix, its {path} cannot be animated",
)
def channel_target_node_matrix(scope: Scope) -> Iterator[Finding]:
    """An animated node has translation, rotation and scale, not a matrix.

    Why: animation replaces one of the three and leaves the others, which a matrix does not tell apart.
    Mend: write the node's matrix as translation, rotation and scale.
    Source: glTF 2.0 §3.5.3 and §3.11.
    """
    for channel in scope.fact(channels):
        if channel.path in TRANSFORMS and channel.node is not None and channel.node.matrix is not None:
            place = channel.place + "/target"
            yield channel_target_node_matrix.at(place, node=channel.node_index, path=channel.path)


@rule(
    "GLTF-ANIMATION_CHANNEL_TARGET_NODE_SKIN",
    "warning",
    "node {node} is drawn with a skin: its {path} does nothing",
)
def channel_target_node_skin(scope: Scope) -> Iterator[Finding]:
    """Nodes with a skin are not moved themselves.

    Why: a skinned mesh goes where its joints go; the node's own transform is ignored.
    Mend: animate the joints, or their root.
    Source: glTF 2.0 §3.7.3.
    """
    for channel in scope.fact(channels):
        skin = get(scope.model.skins, channel.node.skin) if channel.node is not None else None
        if channel.path in TRANSFORMS and skin is not None:
            place = channel.place + "/target/path"
            yield channel_target_node_skin.at(place, node=channel.node_index, path=channel.path)


@rule(
    "GLTF-ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS",
    "error",
    "node {node} has no morph targets to weigh",
)
def channel_target_node_weights_no_morphs(scope: Scope) -> Iterator[Finding]:
    """Weights are animated on nodes whose mesh has morph targets.

    Why: otherwise there is nothing to weigh.
    Mend: aim the channel at the node with the morphed mesh, or remove it.
    Source: glTF 2.0 §3.11.
    """
    for channel in scope.fact(channels):
        if (
            channel.path == "weights"
            and channel.node is not None
            and _morph_targets(scope, channel.node) is None
        ):
            yield channel_target_node_weights_no_morphs.at(channel.place + "/target", node=channel.node_index)


@dataclass(frozen=True, slots=True)
class _Aim:
    animation: int
    node: int
    path: str | None


@rule("GLTF-ANIMATION_DUPLICATE_TARGETS", "error", "channel {other} animates the same property{more}")
def animation_duplicate_targets(scope: Scope) -> Iterator[Finding]:
    """A property of a node is animated by at most one channel of an animation.

    Why: which of two would win is not defined.
    Mend: remove one, or put it into another animation.
    Source: glTF 2.0 §3.11.
    """
    aims: dict[_Aim, list[PlacedChannel]] = {}
    for channel in scope.fact(channels):
        if channel.node_index is not None:
            aims.setdefault(_Aim(channel.animation, channel.node_index, channel.path), []).append(channel)
    for rivals in aims.values():
        for k, channel in enumerate(rivals[:-1]):
            if channel.sampler_index is not None:
                later = len(rivals) - k - 1
                more = f", and {later - 1} more do" if later > 1 else ""
                yield animation_duplicate_targets.at(
                    channel.place + "/target", other=rivals[k + 1].number, more=more
                )


RULES = (
    sampler_accessor_with_bytestride,
    sampler_input_accessor_invalid_format,
    sampler_input_accessor_without_bounds,
    sampler_input_accessor_too_few_elements,
    channel_target_node_matrix,
    channel_target_node_skin,
    channel_target_node_weights_no_morphs,
    sampler_output_accessor_invalid_format,
    sampler_output_accessor_invalid_count,
    animation_duplicate_targets,
)
