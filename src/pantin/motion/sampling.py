"""`sample`: the pose of a clip at one time or at many, with glTF's interpolation.

The NumPy reference is here, the compiled twin in `sampling_numba.py`, which reads the clip as flat arrays
(`compile_clip`); their bits are equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar, overload
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.base.arguments import check_arguments_but
from pantin.base.later import Later
from pantin.base.records import Record
from pantin.base.short_repr import short_value
from pantin.base.threads import use_threads
from pantin.kernels import engine
from pantin.kernels.clips import LINEAR, PARTS, SLERP, SPLINE, SPLINE_ROTATION, STEP, ClipProgram
from pantin.kernels.composition import compose_into
from pantin.maths import rotations
from pantin.motion.frames import frames_of
from pantin.motion.tracks import Track, clip_tracks, sample_keys, sample_track
from pantin.rig import Clip, Doubles, Pose, Poses, Rig
from pantin.rig.arrays import read_only
from pantin.rig.builder_clip import check_properties
from pantin.rig.clip import Properties
from pantin.rig.rig import HasRig, rig_of
from pantin.rig.transform import nearest_rotations

Number = TypeVar("Number", np.float64, np.bool_)

FirstWeights: TypeAlias = tuple[tuple[int, int], ...]
"""Nodes, and where their blend weights begin in a frame."""

_PROGRAMS: WeakKeyDictionary[Clip, dict[FirstWeights, ClipProgram]] = WeakKeyDictionary()

AT_ONCE = 4096
"""Poses times nodes of one pass: quaternions, matrices and temporaries take some 100 doubles a node, 3 MB in
all, about a second-level cache. In a single pass, 10,000 poses of 24 nodes took a third longer."""


@overload
def sample(
    rig: Rig | HasRig,
    clip: int | str | Clip = 0,
    time: float | np.floating[Any] | np.integer[Any] = 0.0,
    *,
    threads: int | None = None,
) -> Pose: ...


@overload
def sample(
    rig: Rig | HasRig,
    clip: int | str | Clip,
    time: NDArray[Any] | Sequence[float] | Sequence[np.floating[Any]],
    *,
    threads: int | None = None,
) -> Poses: ...


@overload
def sample(
    rig: Rig | HasRig, clip: int | str | Clip = 0, *, fps: float, threads: int | None = None
) -> Poses: ...


@check_arguments_but("time")
def sample(
    rig: Rig | HasRig,
    clip: int | str | Clip = 0,
    time: ArrayLike | None = None,
    *,
    fps: float | None = None,
    threads: int | None = None,
) -> Pose | Poses:
    """The pose of a clip (by index or name) at a time in seconds, or the poses at an array of times, or with
    `fps` the poses of all its frames: from 0 on, and the last at its end.

    Each channel is clamped to its own first and last key. Properties without a channel keep their rest value.
    A node whose rest transform is a general matrix keeps it under a translation; a rotation or scale replaces
    the matrix by the nearest translation, rotation and scale. (glTF 2.0 §3.11 forbids animating such a node;
    without shear the replacement is exact.) Outside three dimensions rotations are in the matrices of a pose.

    `properties` of a pose are the values of materials, lights, cameras and visibility that the clip animates.

    A `Clip` of another rig is refused, unless the nodes that it moves have the same indices and names.

    `threads` is how many threads share the work (default: PANTIN_THREADS, else one for each core).

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> pantin.sample(rig, "bend", 1.0).rotations[rig.node_index("elbow")].round(3)
    array([0.   , 0.   , 0.5  , 0.866])
    >>> len(pantin.sample(rig, "bend", fps=30))
    61
    """
    rig = rig_of(rig)
    if fps is not None:
        if time is not None:
            raise ValueError("give time or fps, not both")
        time = frames_of(find_clip(rig, clip), fps).times
    try:
        times = np.asarray(0.0 if time is None else time, np.float64)
    except (TypeError, ValueError):
        raise TypeError(
            f"time must be a number or a list of numbers, in seconds, not {short_value(time)}"
        ) from None
    if times.ndim > 1:
        raise ValueError(f"time must be a number or a list of numbers, but has shape {times.shape}")
    if not np.isfinite(times).all():
        raise ValueError("time must be finite")
    with use_threads(threads):
        poses = _sample(rig, find_clip(rig, clip), np.atleast_1d(times))
    return poses[0] if times.ndim == 0 else poses


def find_clip(rig: Rig, clip: int | str | Clip) -> Clip:
    """A clip by index or name, or itself; raises `ValueError` for one that does not fit the rig."""
    if not isinstance(clip, Clip):
        return rig.clip(clip)
    # Whichever is shorter: a rig may have thousands of clips.
    if len(clip.channels) <= len(rig.clips) or all(clip is not own for own in rig.clips):
        _require_nodes(rig, clip)
    return clip


def _require_nodes(rig: Rig, clip: Clip) -> None:
    """Raise `ValueError` for a clip of another rig: its channels would move the wrong nodes."""
    called = "the clip" if clip.name is None else f"clip {clip.name!r}"
    for number, channel in enumerate(clip.channels):
        if not 0 <= channel.node < len(rig.nodes):
            nodes = len(rig.nodes)
            raise ValueError(f"{called}, channel {number}: there is no node {channel.node} (of {nodes})")
        if channel.property == "weights":
            mesh = rig.meshes[rig.instances[rig.instance_at(channel.node)].mesh]
            width = channel.values.shape[-1]
            if width != mesh.blend_shape_count:
                shapes = mesh.blend_shape_count
                raise ValueError(f"{called}, channel {number}: {width} weights for {shapes} blend shapes")
    if clip.properties:
        from pantin.rig.properties import rig_parts

        check_properties(clip, called, rig_parts(rig))
    for node, name in (clip.node_names or {}).items():
        if rig.nodes.names[node] != name:
            here = rig.nodes.names[node]
            raise ValueError(
                f"{called} belongs to another rig: its node {node} is {name!r}, here it is {here!r}"
            )


class SampledArrays(Record, eq=False):
    """The arrays that a sampler fills, with F in front. Parts without a channel repeat the rest pose without
    a copy and are read-only.

    parts       per property except "weights": (F, n, width); rotations outside 3D are matrices (F, n, N, N),
                and missing where nothing rotates or scales
    weights     (F, blend shapes) for each instance
    local       (F, n, N, N + 1)
    recomposed  nodes whose local matrix is composed from its parts
    translated  nodes whose local matrix keeps its linear part
    """

    parts: dict[str, Doubles]
    weights: list[Doubles]
    local: Doubles
    recomposed: NDArray[np.int64]
    translated: NDArray[np.int64]


def _sample(rig: Rig, clip: Clip, times: Doubles) -> Poses:
    rest = rig.rest_pose()
    arrays = _allocate(rig, clip, rest, len(times))
    turned = rig.dimension != 3 and len(arrays.recomposed) > 0
    if turned:  # the compiled sampler has no rotors
        fill_frames(rig, clip, rest, times, arrays)
    elif len(times):
        CLIPS(len(times) * len(clip.channels), rig, clip, rest, times, arrays)
    general = rest.general.copy()
    general[arrays.recomposed] = turned
    return Poses(
        rig,
        read_only(arrays.local),
        _repeat(read_only(general), len(times)),
        read_only(arrays.parts["translation"]),
        read_only(arrays.parts["rotation"]) if rig.dimension == 3 else None,
        read_only(arrays.parts["scale"]),
        tuple(read_only(weights) for weights in arrays.weights),
        properties=_sample_properties(clip, times) if clip.properties else (),
    )


def _sample_properties(clip: Clip, times: Doubles) -> tuple[Properties, ...]:
    """The values of materials, lights, cameras and visibility at each of the times."""
    from pantin.rig.properties import to_value

    sampled = {
        channel.target: sample_keys(channel.times, channel.values, channel.interpolation, times)
        for channel in clip.properties
    }
    return tuple(
        MappingProxyType({target: to_value(values[frame], target.part) for target, values in sampled.items()})
        for frame in range(len(times))
    )


def _allocate(rig: Rig, clip: Clip, rest: Pose, frames: int) -> SampledArrays:
    animated = {channel.property for channel in clip.channels}
    parts = {
        name: np.empty((frames, *values.shape)) if name in animated else _repeat(values, frames)
        for name, values in _rest_parts(rig, clip, rest).items()
    }
    blended = {rig.instance_at(channel.node) for channel in clip.channels if channel.property == "weights"}
    weights = [
        np.empty((frames, *values.shape)) if instance in blended else _repeat(values, frames)
        for instance, values in enumerate(rest.blend)
    ]
    translated = {channel.node for channel in clip.channels if channel.property == "translation"}
    recomposed = {channel.node for channel in clip.channels if channel.property in ("rotation", "scale")}
    changed = translated | recomposed
    local = np.empty((frames, *rest.local.shape)) if changed else _repeat(rest.local, frames)
    nodes = (np.array(sorted(some), np.int64) for some in (recomposed, translated - recomposed))
    return SampledArrays(parts, weights, local, *nodes)


def _rest_parts(rig: Rig, clip: Clip, rest: Pose) -> dict[str, Doubles]:
    """The parts of the rest pose. Outside 3D only matrices have rotations: they are decomposed for the nodes
    that a clip rotates or scales."""
    parts = {"translation": rest.translations, "scale": rest.scales}
    if rest.xyzw is not None:
        return parts | {"rotation": rest.xyzw}
    nodes = sorted({channel.node for channel in clip.channels if channel.property in ("rotation", "scale")})
    if nodes:
        size = rig.dimension
        matrices, scales = np.tile(np.eye(size), (len(rig.nodes), 1, 1)), np.array(rest.scales)
        matrices[nodes], scales[nodes] = nearest_rotations(rest.local[nodes])
        parts |= {"rotation": read_only(matrices), "scale": read_only(scales)}
    return parts


def _repeat(rest: NDArray[Number], frames: int) -> NDArray[Number]:
    # A rest pose is read-only, as what `broadcast_to` makes is; that takes ten times as long as a view.
    return rest[None] if frames == 1 else np.broadcast_to(rest, (frames, *rest.shape))


def fill_frames(rig: Rig, clip: Clip, rest: Pose, times: Doubles, arrays: SampledArrays) -> None:
    """The reference engine: in passes over some of the times, so that temporaries stay in the cache."""
    stored = _rest_parts(rig, clip, rest)
    step = max(1, AT_ONCE // max(1, len(rig.nodes)))
    for frames in (slice(first, first + step) for first in range(0, len(times), step)):
        for name, part in arrays.parts.items():
            if part.flags.writeable:
                part[frames] = stored[name]
        for track in clip_tracks(clip):
            values = sample_track(track, times[frames])
            if track.property == "weights":
                each = np.broadcast_to(values, (len(values), len(track.nodes), values.shape[-1]))
                for column, node in enumerate(track.nodes.tolist()):
                    arrays.weights[rig.instance_at(node)][frames] = each[:, column]
            elif track.property == "rotation" and not rotations.is_quaternion(values):
                arrays.parts[track.property][frames, track.nodes] = rotations.to_matrix(values)
            else:
                arrays.parts[track.property][frames, track.nodes] = values
        if arrays.local.flags.writeable:
            _compose(rest, arrays, frames)


CLIPS = engine.Kernel(
    "clips",
    fill_frames,
    Later("pantin.motion.sampling_numba", "fill_frames"),
    light=True,
    compiled_in="pantin.kernels.clips_numba",
)


def _compose(rest: Pose, arrays: SampledArrays, frames: slice) -> None:
    """Compose the local matrices of some frames from their parts."""
    arrays.local[frames] = rest.local
    if len(arrays.recomposed):
        translation, rotation, scale = (
            arrays.parts[name][frames, arrays.recomposed] for name in ("translation", "rotation", "scale")
        )
        matrices = np.empty((*translation.shape, translation.shape[-1] + 1))
        if rest.xyzw is None:
            matrices[..., :-1], matrices[..., -1] = rotation * scale[..., None, :], translation
        else:
            compose_into(matrices, translation, rotation, scale)
        arrays.local[frames, arrays.recomposed] = matrices
    arrays.local[frames][..., -1][:, arrays.translated] = arrays.parts["translation"][
        frames, arrays.translated
    ]


def compile_clip(clip: Clip, first_weights: FirstWeights) -> ClipProgram:
    """A clip as flat arrays for the compiled sampler, cached for as long as the clip lives."""
    known = _PROGRAMS.setdefault(clip, {})
    if first_weights not in known:
        known[first_weights] = _compile_tracks(clip_tracks(clip), dict(first_weights))
    return known[first_weights]


def _compile_tracks(tracks: tuple[Track, ...], first_weights: dict[int, int]) -> ClipProgram:
    rows, keys, values, channels = [], [np.zeros(0)], [np.zeros(0)], [np.zeros(0, np.int64)]
    key = value = channel = 0
    for track in tracks:
        width = track.values.shape[-1]
        part, count, columns = PARTS.index(track.property), len(track.nodes), track.values.shape[-2]
        # Channels that share a column have a row each, over the same values.
        for first in range(0, count, columns):
            rows.append((_kind(track), part, key, len(track.times), value, channel + first, columns, width))
        nodes = track.nodes.tolist()
        offsets = [first_weights[node] if track.property == "weights" else node * width for node in nodes]
        arrays = [track.values]
        if track.arcs is not None:
            # (K, C, 4) like the values, so that the kernel reads all of them the same way
            arrays += [np.moveaxis(side, 0, -1) for side in (track.arcs.start, track.arcs.end)]
            arrays += [track.arcs.angle, track.arcs.sine]
        keys.append(track.times)
        values += [array.ravel() for array in arrays]
        channels.append(np.array(offsets, np.int64))
        key, channel = key + len(track.times), channel + count
        value += sum(array.size for array in arrays)
    table = np.array(rows, np.int64).reshape(-1, 8)
    arcs = int(table[table[:, 0] == SLERP, 6].sum())
    return ClipProgram(table, np.concatenate(keys), np.concatenate(values), np.concatenate(channels), arcs)


def _kind(track: Track) -> int:
    if track.interpolation == "STEP" or len(track.times) == 1:
        # A single key of a spline: its value comes after its in-tangent, where SPLINE reads it.
        return SPLINE if track.interpolation == "CUBICSPLINE" else STEP
    if track.interpolation == "CUBICSPLINE":
        return SPLINE_ROTATION if track.property == "rotation" else SPLINE
    return LINEAR if track.arcs is None else SLERP
