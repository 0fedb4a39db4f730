"""Pose files: local transforms and blend amounts as JSON, for `pantin pose --pose`."""

from __future__ import annotations

from pathlib import Path

import msgspec

from pantin.cli.exit import UsageError
from pantin.cli.opening import unreadable
from pantin.cli.streams import read_whole

Numbers = tuple[float, ...]
Four = tuple[float, float, float, float]


class NodePose(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The local transform of a node; what is not given stays. `rotation` is a quaternion xyzw (3D only), and
    `matrix`, of N dimensions N rows of N + 1 numbers, stands for all of it."""

    translation: Numbers | None = None
    rotation: Four | None = None
    scale: Numbers | None = None
    matrix: tuple[Numbers, ...] | None = None


class PoseFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pose as a file gives it: nodes and blend shapes by name, or by index where no name is the same."""

    nodes: dict[str, NodePose] = {}
    blend: dict[str, float] = {}


def read(file: Path) -> PoseFile:
    """The pose in a file. Raises `UnreadableError` for one that cannot be read, `UsageError` for one that is
    no pose."""
    with unreadable(file):
        text = read_whole(file)
    try:
        return msgspec.json.decode(text, type=PoseFile)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{file}: not a pose: {error}") from None
