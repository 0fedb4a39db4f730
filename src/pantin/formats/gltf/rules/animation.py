"""Rules about animations in the JSON: accessors of samplers, and targets of channels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from pantin.formats.gltf.codes import BYTE, FLOAT, SHORT, UNSIGNED_BYTE, UNSIGNED_SHORT, Format
from pantin.formats.gltf.extent import Extent, format_words, formats_words
from pantin.formats.gltf.model import get
from pantin.formats.gltf.rules.accessor_table import kinds
from pantin.formats.gltf.rules.buffer_view import strided_views
from pantin.formats.gltf.rules.keyframes import (
    CUBICSPLINE,
    INPUT_FORMAT,
    ChannelRef,
    SamplerRef,
    channels,
    columns,
    inputs,
    samplers,
)
from pantin.formats.gltf.scope import Scope
from pantin.formats.gltf.subject import others
from pantin.report import Finding, rule
from pantin.report.wording import counted

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


@rule(
    "GLTF-ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE",
    "error",
    "the {member} of {sampler} is in {view}, which has a byteStride",
    only_with=("byteStride",),
)
def sampler_accessor_with_bytestride(scope: Scope) -> Iterator[Finding]:
    """Keyframes with a stride.

    What: The buffer views of keyframe times and values must not have `byteStride`.
    Why: `byteStride` is for vertex attributes only; readers may ignore it.
    Fix: Pack the keyframes and remove `byteStride`.
    Source: glTF 2.0 §3.6.2.4.
    """
    for sampler in scope.fact(samplers) if _may_have_strides(scope) else ():
        for member, extent in (("input", sampler.input), ("output", sampler.output)):
            if extent is not None and extent.view is not None and extent.view.byte_stride is not None:
                view = scope.named("buffer view", extent.accessor.buffer_view)
                yield sampler_accessor_with_bytestride.at(
                    f"{sampler.pointer}/{member}", member=member, sampler=sampler.describe(scope), view=view
                )


def _may_have_strides(scope: Scope) -> bool:
    """Whether any keyframes may be in a buffer view with a stride."""
    strided = {index for index, _ in scope.fact(strided_views)}
    plain = columns(scope) if strided else None
    if plain is None:
        return bool(strided)
    accessors = (get(scope.model.accessors, index) for index in plain.times | plain.values)
    return not strided.isdisjoint([accessor.buffer_view for accessor in accessors if accessor])


@rule(
    "GLTF-ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT",
    "error",
    "the keyframe times of {sampler} are {format}, expected SCALAR of FLOAT",
)
def sampler_input_accessor_invalid_format(scope: Scope) -> Iterator[Finding]:
    """Keyframe times have an invalid format.

    What: Keyframe times must be SCALAR of FLOAT, not normalized.
    Why: They are seconds; readers support no other format.
    Fix: Store them as SCALAR of FLOAT.
    Source: glTF 2.0 §3.11.
    """
    for sampler in _with_input(scope, lambda times: times.format != INPUT_FORMAT):
        if sampler.input is not None:
            words = format_words(sampler.input.format)
            values = {"sampler": sampler.describe(scope), "format": words}
            yield sampler_input_accessor_invalid_format.at(sampler.pointer + "/input", **values)


@rule(
    "GLTF-ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS",
    "error",
    "the keyframe times of {sampler} have no min and max ({accessor})",
)
def sampler_input_accessor_without_bounds(scope: Scope) -> Iterator[Finding]:
    """Keyframe times have no bounds.

    What: The accessors of keyframe times must have `min` and `max`.
    Why: Readers take the length of an animation from them without reading the data.
    Fix: Add `min` and `max` to the accessor.
    Source: glTF 2.0 §3.11.
    """
    for sampler in _with_input(scope, lambda times: None in (times.accessor.min, times.accessor.max)):
        if sampler.input is not None:
            accessor = scope.named("accessor", sampler.input.index)
            yield sampler_input_accessor_without_bounds.at(
                sampler.pointer + "/input", sampler=sampler.describe(scope), accessor=accessor
            )


@rule(
    "GLTF-ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS",
    "error",
    "{sampler} uses CUBICSPLINE with {count}, expected at least 2",
)
def sampler_input_accessor_too_few_elements(scope: Scope) -> Iterator[Finding]:
    """Cubic spline with fewer than two keyframes.

    What: A sampler with CUBICSPLINE interpolation must have at least two keyframes.
    Why: A spline is defined between one keyframe and the next.
    Fix: Add a keyframe, or use STEP.
    Source: glTF 2.0 §3.11.
    """
    plain = columns(scope)
    if plain is not None and plain.uses_all_samplers and CUBICSPLINE not in plain.interpolations:
        return
    for sampler in _with_input(scope, lambda times: times.count < 2):
        if sampler.input is not None and sampler.interpolation == CUBICSPLINE:
            count = counted(max(sampler.input.count, 0), "keyframe")
            values = {"sampler": sampler.describe(scope), "count": count}
            yield sampler_input_accessor_too_few_elements.at(sampler.pointer + "/input", **values)


def _with_input(scope: Scope, is_wrong: Callable[[Extent], bool]) -> list[SamplerRef]:
    """The samplers with faulty keyframe times."""
    wrong = {index for index, times in scope.fact(inputs).items() if is_wrong(times)}
    listed = scope.fact(samplers) if wrong else ()
    return [sampler for sampler in listed if sampler.input is not None and sampler.input.index in wrong]


@rule(
    "GLTF-ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT",
    "error",
    "the {path} values of {channel} are {format}, expected {allowed}",
)
def sampler_output_accessor_invalid_format(scope: Scope) -> Iterator[Finding]:
    """Keyframe values have an invalid format.

    What: Keyframe values must have one of the formats that the animated property allows.
    Why: Readers support no other format.
    Fix: Convert the values.
    Source: glTF 2.0 §3.11.
    """
    for channel, output, _ in () if _has_valid_formats(scope) else scope.fact(driven_channels):
        allowed = OUTPUT_FORMATS.get(channel.path or "")
        if allowed is not None and output.format not in allowed:
            words = {"format": format_words(output.format), "allowed": formats_words(allowed)}
            words["channel"] = channel.describe(scope)
            yield sampler_output_accessor_invalid_format.at(
                channel.pointer + "/sampler", path=channel.path, **words
            )


@rule(
    "GLTF-ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT",
    "error",
    "{channel} has {count}, expected {expected} for its keyframes",
)
def sampler_output_accessor_invalid_count(scope: Scope) -> Iterator[Finding]:
    """Wrong number of keyframe values.

    What: A sampler must have one value per keyframe, three for CUBICSPLINE, times the number of morph targets
    for weights.
    Why: Readers find the values by counting, so all of them are wrong.
    Fix: Correct the values or the interpolation.
    Source: glTF 2.0 §3.11.
    """
    for channel, output, sampler in () if _has_valid_counts(scope) else scope.fact(driven_channels):
        expected = _expected_count(scope, channel, sampler)
        if output.count != -1 and expected not in (0, output.count):
            values = {"channel": channel.describe(scope), "count": counted(output.count, "value")}
            yield sampler_output_accessor_invalid_count.at(
                channel.pointer + "/sampler", **values, expected=expected
            )


def _has_valid_formats(scope: Scope) -> bool:
    """Whether the values of all channels clearly have formats that their paths allow."""
    plain, stored = columns(scope), scope.fact(kinds) if scope.follows_schema else []
    if plain is None or not plain.values.issubset(range(len(stored))):
        return False
    used = set(zip(plain.paths, map(stored.__getitem__, plain.outputs), strict=True))
    return all((type, code, bool(unit)) in OUTPUT_FORMATS.get(path, ()) for path, (code, type, unit) in used)


def _has_valid_counts(scope: Scope) -> bool:
    """Whether all channels clearly have a value for each keyframe. For splines and weights it is not said."""
    plain, accessors = columns(scope), scope.model.accessors
    if plain is None or not (plain.times | plain.values).issubset(range(len(accessors))):
        return False
    if not TRANSFORMS.issuperset(plain.paths) or CUBICSPLINE in plain.interpolations:
        return False
    counts = list(map(attrgetter("count"), accessors))
    return [counts[index] for index in plain.inputs] == [counts[index] for index in plain.outputs]


def driven_channels(scope: Scope) -> list[tuple[ChannelRef, Extent, SamplerRef]]:
    """The channels with a target and a sampler with values."""
    return [
        (channel, channel.sampler.output, channel.sampler)
        for channel in scope.fact(channels)
        if channel.has_target and channel.sampler is not None and channel.sampler.output is not None
    ]


def _expected_count(scope: Scope, channel: ChannelRef, sampler: SamplerRef) -> int:
    """The expected number of values for a channel; 0 if unknown."""
    if sampler.input is None or sampler.input.count == -1 or sampler.interpolation is None:
        return 0
    keyframes = sampler.input.count * (3 if sampler.interpolation == CUBICSPLINE else 1)
    if channel.path == "weights":
        return keyframes * (_morph_targets(scope, channel.node) or 0)
    return keyframes if channel.path in TRANSFORMS else 0


def _morph_targets(scope: Scope, node: Node | None) -> int | None:
    """The number of morph targets of a node's mesh, from its first primitive; None without any."""
    mesh = get(scope.model.meshes, node.mesh) if node is not None else None
    if mesh is None or mesh.primitives is None or mesh.primitives[0].targets is None:
        return None
    return len(mesh.primitives[0].targets)


@rule(
    "GLTF-ANIMATION_CHANNEL_TARGET_NODE_MATRIX",
    "error",
    "{channel} animates the {path} of {node}, which has a matrix",
    only_with=("matrix",),
)
def channel_target_node_matrix(scope: Scope) -> Iterator[Finding]:
    """Animated node has a matrix.

    What: A node whose translation, rotation or scale is animated must not have `matrix`.
    Why: Animation replaces one of the three and keeps the others, which a matrix does not separate.
    Fix: Replace the matrix of the node by translation, rotation and scale.
    Source: glTF 2.0 §3.5.3 and §3.11.
    """
    with_matrix = {i for i, node in enumerate(scope.model.nodes) if node and node.matrix is not None}
    for channel in _channels_of(scope, with_matrix):
        if channel.path in TRANSFORMS and channel.node is not None and channel.node.matrix is not None:
            yield channel_target_node_matrix.at(channel.pointer + "/target", **_target(scope, channel))


@rule(
    "GLTF-ANIMATION_CHANNEL_TARGET_NODE_SKIN",
    "warning",
    "{channel} animates the {path} of {node}, which has no effect because its mesh is skinned",
    only_with=("skin",),
)
def channel_target_node_skin(scope: Scope) -> Iterator[Finding]:
    """Node with a skinned mesh is animated.

    What: The translation, rotation or scale of a node with `skin` should not be animated.
    Why: Only the joints place a skinned mesh, so the transform of its node is ignored.
    Fix: Animate the joints or their root.
    Source: glTF 2.0 §3.7.3.
    """
    skinned = {i for i, node in enumerate(scope.model.nodes) if node and get(scope.model.skins, node.skin)}
    for channel in _channels_of(scope, skinned):
        if channel.node_index in skinned and channel.path in TRANSFORMS:
            where = channel.pointer + "/target/path"
            yield channel_target_node_skin.at(where, **_target(scope, channel))


@rule(
    "GLTF-ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS",
    "error",
    "{channel} animates the weights of {node}, which has no morph targets",
    only_with=("weights",),
)
def channel_target_node_weights_no_morphs(scope: Scope) -> Iterator[Finding]:
    """Animated weights without morph targets.

    What: The weights of a node may be animated only if its mesh has morph targets.
    Why: The animation has no effect, and some readers fail.
    Fix: Target the node with the morphed mesh, or remove the channel.
    Source: glTF 2.0 §3.11.
    """
    plain = columns(scope)
    for channel in scope.fact(channels) if plain is None or "weights" in plain.paths else ():
        if (
            channel.path == "weights"
            and channel.node is not None
            and _morph_targets(scope, channel.node) is None
        ):
            where = channel.pointer + "/target"
            yield channel_target_node_weights_no_morphs.at(where, **_target(scope, channel))


def _channels_of(scope: Scope, nodes: set[int]) -> list[ChannelRef]:
    """All channels, if any may animate one of these nodes."""
    plain = columns(scope) if nodes else None
    may_animate = bool(nodes) if plain is None else not nodes.isdisjoint(plain.nodes)
    return scope.fact(channels) if may_animate else []


def _target(scope: Scope, channel: ChannelRef) -> dict[str, str | None]:
    """The values of a message about the target of a channel."""
    node = scope.named("node", channel.node_index)
    return {"channel": channel.describe(scope), "node": node, "path": channel.path}


@rule(
    "GLTF-ANIMATION_DUPLICATE_TARGETS",
    "error",
    "channels {number} and {other} of {animation} both animate the {path} of {node}{more}",
)
def animation_duplicate_targets(scope: Scope) -> Iterator[Finding]:
    """Two channels animate the same property.

    What: A property of a node may be animated by only one channel of an animation.
    Why: It is undefined which channel wins.
    Fix: Remove one of them, or move it to another animation.
    Source: glTF 2.0 §3.11.
    """
    plain = columns(scope)
    if plain is not None and plain.has_distinct_targets:
        return
    by_target: dict[tuple[int, int, str | None], list[ChannelRef]] = {}
    for channel in scope.fact(channels):
        if channel.node_index is not None:
            by_target.setdefault((channel.animation, channel.node_index, channel.path), []).append(channel)
    for (animation, node, path), rivals in by_target.items():
        for k, channel in enumerate(rivals[:-1]):
            if channel.sampler_index is not None:
                values: dict[str, Any] = {
                    "number": channel.number,
                    "other": rivals[k + 1].number,
                    "animation": scope.named("animation", animation),
                    "node": scope.named("node", node),
                    "path": path or "same property",
                    "more": others(len(rivals) - k - 1, "channel"),
                }
                yield animation_duplicate_targets.at(channel.pointer + "/target", **values)


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
