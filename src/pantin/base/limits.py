"""`Limits`: how large, deep and long a file may be. `Budget`: the memory that its decoded data may take."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from dataclasses import InitVar, dataclass, fields
from typing import Final, TypeVar
from weakref import finalize

from pantin.base.errors import LimitExceeded

T = TypeVar("T")

VARIABLE: Final = "PANTIN_DECODED_BYTES"
"""The environment variable that sets the default of `Limits.decoded_bytes`."""

GAIN: Final = 10
"""Decoded data may always take this many times the size of its file."""


def _default_decoded_bytes() -> int:
    text = os.environ.get(VARIABLE, "")
    if not text:
        return 1 << 30
    if not text.isdecimal() or len(text) > 18 or not int(text):
        raise ValueError(f"{VARIABLE} must be a number of bytes, such as 4000000000, not {text[:40]!r}")
    return int(text)


@dataclass(frozen=True, slots=True, repr=False)
class Limits:
    """Limits that are checked before memory is allocated; the defaults allow any file in production.

    file_bytes     bytes of a file, and of an external buffer
    decoded_bytes  bytes of all data decoded from a file (unpacked, sparse, converted, posed), or ten times
                   the size of the file if that is more
    json_bytes     bytes of the JSON, which unlike binary data is in memory several times
    json_depth     nesting of arrays and objects
    elements       count of an accessor, an index list or a sparse substitution
    chunks         chunks of a GLB
    yaml_bytes     bytes of a YAML source
    yaml_depth     nesting of a YAML source
    expanded       values after the repeats of a source are expanded
    vertices       vertices of a compiled source
    prims          prims of a USD stage, counting those of every instance
    samples        numbers of time samples of a USD stage: values times elements

    The environment variable PANTIN_DECODED_BYTES sets the default of `decoded_bytes`.

    >>> strict = pantin.Limits(file_bytes=10_000_000)
    >>> pantin.load("examples/arm.glb", limits=strict).report.ok
    True
    """

    file_bytes: int = 8 << 30
    decoded_bytes: int = _default_decoded_bytes()
    json_bytes: int = 512 << 20
    json_depth: int = 512
    elements: int = 1 << 30
    chunks: int = 1 << 16
    yaml_bytes: int = 64 << 20
    yaml_depth: int = 64
    expanded: int = 1 << 23
    vertices: int = 1 << 26
    prims: int = 1 << 20
    samples: int = 1 << 27
    sparse_bytes: InitVar[int | None] = None

    def __repr__(self) -> str:
        usual = {field.name: field.default for field in fields(self)}
        from pantin.base.short_repr import short_repr

        return short_repr(self, tuple(usual), usual)

    def __post_init__(self, sparse_bytes: int | None) -> None:
        if sparse_bytes is not None:
            warnings.warn("sparse_bytes= is now part of decoded_bytes=", DeprecationWarning, stacklevel=3)
            object.__setattr__(self, "decoded_bytes", sparse_bytes)


class Budget:
    """The decoded bytes of one file in memory, and their limit.

    A few bytes can describe any amount of data: compressed or sparse, or stored once and used by thousands
    of accessors. Data that is used as the file stores it does not count.
    """

    def __init__(self, limits: Limits, stored: int) -> None:
        """`stored` are the bytes of the file; those of its companions are added when they are read."""
        self.limits = limits
        self.stored = stored
        self.used = 0

    @property
    def most(self) -> int:
        return max(self.limits.decoded_bytes, GAIN * self.stored)

    def check(self, size: int, what: str) -> None:
        """Raise `LimitExceeded` if there is no room for `size` bytes; `what` names their use."""
        self.check_size(self.used + size, what, self.most)

    def check_size(self, size: int, what: str, most: int) -> None:
        if size > most:
            raise LimitExceeded(
                "decoded_bytes",
                f"{what}: decoded data would take {size:,} bytes, more than {most:,}; to allow more, set "
                f"{VARIABLE}, or Limits.decoded_bytes in Python",
            )

    def reserve(self, size: int, what: str) -> None:
        """Count bytes before they are allocated; raises `LimitExceeded`."""
        self.check(size, what)
        self.used += size

    def release(self, size: int) -> None:
        self.used -= size

    def hold(self, size: int, what: str, make: Callable[[], T]) -> T:
        """`make()`, which allocates `size` bytes; they count as long as it is in use."""
        self.reserve(size, what)
        try:
            result = make()
        except BaseException:
            self.release(size)
            raise
        finalize(result, self.release, size).atexit = False
        return result
