"""Encodings of chunks and buffers: plain bytes and Zstandard frames, decompressed up to a limit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from pantin.base.errors import LimitExceeded
from pantin.base.files import BytesLike
from pantin.base.limits import Budget
from pantin.formats.g4mf.container import PLAIN, ZSTD, four_characters

FRAME_START = b"\x28\xb5\x2f\xfd"
"""RFC 8878 §3.1.1: how every Zstandard frame begins."""

PIECE = 1 << 20
"""Bytes decompressed at a time, so that a frame beyond the limit is noticed early."""


class EncodingFault(ValueError):
    """Data that cannot be decoded. `kind` is `unknown` for an unsupported encoding, `broken` for bad data."""

    def __init__(self, kind: str, message: str) -> None:
        self.kind = kind
        super().__init__(message)


def decode(encoding: int, data: memoryview, most: int, budget: Budget) -> memoryview:
    """The decoded data, cut to at most `most` bytes. Raises `EncodingFault`, and `LimitExceeded` beyond the
    budget of the file."""
    if encoding == PLAIN:
        return data[:most]
    if encoding != ZSTD:
        raise EncodingFault("unknown", f"unsupported encoding {four_characters(encoding)}")
    if bytes(data[:4]) != FRAME_START:
        raise EncodingFault("broken", "not a Zstandard frame")
    decoded = bytearray()
    for piece in _pieces(data):
        decoded += piece[: most - len(decoded)]
        try:
            budget.check(len(decoded), "a compressed part")
        except LimitExceeded:
            decoded.clear()  # an exception that is kept also keeps this frame
            raise
        if len(decoded) == most:
            break
    size = len(decoded)
    whole = budget.hold(size, "a compressed part", lambda: np.ndarray(size, np.uint8, decoded))
    return whole.data.toreadonly()


def _pieces(data: memoryview) -> Iterator[bytes]:
    import zstandard

    try:
        # The largest window that Zstandard's own tools use by default is 2^27 bytes.
        reader: Any = zstandard.ZstdDecompressor(max_window_size=1 << 27).stream_reader(
            data, read_across_frames=False
        )
        while piece := reader.read(PIECE):
            yield piece
    except zstandard.ZstdError as error:
        raise EncodingFault("broken", f"broken Zstandard data: {error}") from None


def compress(data: BytesLike) -> bytes:
    """Compress data to one Zstandard frame that states its size; the bytes are the same on every machine."""
    import zstandard

    return zstandard.ZstdCompressor(level=9, threads=0).compress(data)


def encode(encoding: int, data: BytesLike) -> BytesLike:
    """The data in a known encoding."""
    if encoding == PLAIN:
        return data
    if encoding != ZSTD:
        raise EncodingFault("unknown", f"unsupported encoding {four_characters(encoding)}")
    return compress(data)
