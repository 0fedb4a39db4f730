"""Channels of clips as columns, for rules about rigs in files where lifting would skip none. A file may have
ten thousand channels. Most are simple enough to check at once, without creating a rig's objects for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import repeat
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from pantin.checks.channels import Channels
from pantin.formats.document.buffer import Buffer
from pantin.formats.gltf.accessor import read_plain
from pantin.formats.gltf.scope import is_for_buffers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pantin.formats.gltf.document import Document
    from pantin.formats.gltf.model import Animation
    from pantin.report import Finding

WIDTHS = {"translation": 3, "rotation": 4, "scale": 3}
PLAIN = ("LINEAR", "STEP")
FLOATS = np.dtype("<f4")

_input, _output = attrgetter("input"), attrgetter("output")
_interpolation, _sampler, _target = attrgetter("interpolation"), attrgetter("sampler"), attrgetter("target")
_node, _path = attrgetter("node"), attrgetter("path")
_shape, _dtype = attrgetter("shape"), attrgetter("dtype")


def sound_channels(document: Document, reported: Iterable[Finding]) -> Channels | None:
    """The channels of all clips of a document's rig, if it has every channel of the file; None where that is
    not obvious. `reported` has the findings of the format's rules."""
    model = document.model
    plain = (
        document.has_complete_model
        and not any(finding.severity == "error" for finding in reported)
        and all(_is_whole(document.buffer(index)) for index in range(len(model.buffers)))
    )
    columns = Channels([], [], [], [], [], [], [], [])
    for animation in model.animations if plain else ():
        if animation is None or not _add(columns, document, animation):
            return None
    moved = [model.nodes[node] for node in set(columns.nodes)]
    plain = plain and all(node is not None and node.matrix is None for node in moved)
    return columns if plain else None


def _is_whole(buffer: Buffer) -> bool:
    return buffer.fault is None and is_for_buffers(buffer)


def _add(columns: Channels, document: Document, animation: Animation) -> bool:
    """Add the channels of an animation; False if any needs special treatment."""
    channels, samplers = animation.channels or (), animation.samplers or ()
    targets, indices = list(map(_target, channels)), list(map(_sampler, channels))
    if None in targets or not isinstance(animation.extras, dict | None):
        return False
    nodes, paths = list(map(_node, targets)), list(map(_path, targets))
    words = [word or "LINEAR" for word in map(_interpolation, samplers)]
    if not (
        _are_below(indices, len(samplers))
        and _are_below(nodes, len(document.model.nodes))
        and WIDTHS.keys() >= set(paths)
        and set(words).issubset(PLAIN)
        and len(set(zip(nodes, paths, strict=True))) == len(nodes)
    ):
        return False
    inputs, outputs = list(map(_input, samplers)), list(map(_output, samplers))
    if indices != list(range(len(samplers))):
        inputs, outputs, words = ([column[i] for i in indices] for column in (inputs, outputs, words))
    times, values = _times(document, inputs), _values(document, outputs)
    if times is None or values is None:
        return False
    widths = map(WIDTHS.__getitem__, paths)
    if list(map(_shape, values)) != list(zip(map(len, times), widths, strict=True)):
        return False
    columns.clips.extend(repeat(len(columns.ends), len(channels)))
    columns.numbers.extend(range(len(channels)))
    columns.nodes.extend(nodes)
    columns.properties.extend(paths)
    columns.interpolations.extend(words)
    columns.times.extend(times)
    columns.values.extend(values)
    columns.ends.append(len(columns.clips))
    return True


def _are_below(indices: Sequence[int | None], count: int) -> bool:
    """Whether all of these are valid indices for a list of `count`."""
    stated = [index for index in set(indices) if index is not None and 0 <= index < count]
    return len(stated) == len(set(indices))


def _times(document: Document, indices: list[int | None]) -> list[NDArray[Any]] | None:
    """The times in these accessors, many of which are shared; None if any needs special treatment."""
    distinct = list(dict.fromkeys(indices))
    arrays = _values(document, distinct)
    if arrays is None or any(array.shape[1:] != (1,) for array in arrays):
        return None
    known = {index: array[:, 0] for index, array in zip(distinct, arrays, strict=True)}
    return list(map(known.__getitem__, indices))


def _values(document: Document, indices: list[int | None]) -> list[NDArray[Any]] | None:
    """The numbers of these accessors; None unless all are floats used as stored."""
    if None in indices:
        return None
    known = document.arrays
    lacking = {index for index in indices if index is not None}.difference(known)
    if lacking:
        read_plain(document, lacking)
    try:
        arrays = list(map(known.__getitem__, indices))  # type: ignore[arg-type]
    except KeyError:
        return None
    return arrays if list(map(_dtype, arrays)).count(FLOATS) == len(arrays) else None
