"""Channels of clips as columns, for rules about rigs in files where lifting would skip none. A file may have
ten thousand channels. Most are simple enough to check at once, without creating a rig's objects for them."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from pantin.checks.channels import Channels
from pantin.formats.document.buffer import Buffer
from pantin.formats.gltf.accessor import read_plain
from pantin.formats.gltf.channel_columns import ChannelColumns, channel_columns
from pantin.formats.gltf.scope import is_for_buffers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pantin.formats.gltf.document import Document
    from pantin.report import Finding

WIDTHS = {"translation": 3, "rotation": 4, "scale": 3}
PLAIN = ("LINEAR", "STEP")
FLOATS = np.dtype("<f4")

_shape, _dtype = attrgetter("shape"), attrgetter("dtype")


def sound_channels(document: Document, reported: Iterable[Finding]) -> Channels | None:
    """The channels of all clips of a document's rig, if it has every channel of the file; None where that is
    not obvious. `reported` has the findings of the format's rules."""
    if not document.has_complete_model or any(finding.severity == "error" for finding in reported):
        return None
    known = document.derive(channel_columns)
    if known is None or not (_is_plain(document, known) and _moves_nodes(document, known)):
        return None
    times, values = _times(document, known.inputs), _values(document, known.outputs)
    if times is None or values is None:
        return None
    widths = map(WIDTHS.__getitem__, known.paths)
    if list(map(_shape, values)) != list(zip(map(len, times), widths, strict=True)):
        return None
    numbers = [
        number
        for first, end in zip([0, *known.ends], known.ends, strict=False)
        for number in range(end - first)
    ]
    nodes = [node for node in known.nodes if node is not None]
    return Channels(known.clips, numbers, nodes, known.paths, known.interpolations, times, values, known.ends)


def _is_plain(document: Document, known: ChannelColumns) -> bool:
    """Whether all channels are of the usual kinds, and all buffers there."""
    buffers = map(document.buffer, range(len(document.model.buffers)))
    extras = [animation.extras for animation in document.model.animations if animation is not None]
    return (
        known.has_distinct_targets
        and WIDTHS.keys() >= set(known.paths)
        and set(known.interpolations).issubset(PLAIN)
        and all(isinstance(each, dict | None) for each in extras)
        and all(map(_is_whole, buffers))
    )


def _is_whole(buffer: Buffer) -> bool:
    return buffer.fault is None and is_for_buffers(buffer)


def _moves_nodes(document: Document, known: ChannelColumns) -> bool:
    """Whether all channels animate nodes that exist, and have no matrix."""
    nodes, moved = document.model.nodes, set(known.nodes)
    if not moved.issubset(range(len(nodes))):
        return False
    stated = (nodes[index] for index in moved if index is not None)
    return all(node is not None and node.matrix is None for node in stated)


def _times(document: Document, indices: list[int]) -> list[NDArray[Any]] | None:
    """The times in these accessors, many of which are shared; None if any needs special treatment."""
    distinct = list(dict.fromkeys(indices))
    arrays = _values(document, distinct)
    if arrays is None or any(array.shape[1:] != (1,) for array in arrays):
        return None
    known = {index: array[:, 0] for index, array in zip(distinct, arrays, strict=True)}
    return list(map(known.__getitem__, indices))


def _values(document: Document, indices: list[int]) -> list[NDArray[Any]] | None:
    """The numbers of these accessors; None unless all are floats used as stored."""
    known = document.arrays
    if lacking := set(indices).difference(known):
        read_plain(document, lacking)
    try:
        arrays = list(map(known.__getitem__, indices))
    except KeyError:
        return None
    return arrays if list(map(_dtype, arrays)).count(FLOATS) == len(arrays) else None
