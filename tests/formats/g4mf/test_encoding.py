"""Zstandard, bounded."""

from __future__ import annotations

import pytest
import zstandard

from pantin.errors import LimitExceeded
from pantin.formats.g4mf.container import PLAIN, ZSTD
from pantin.formats.g4mf.encoding import EncodingFault, compress, decode, encode


def test_what_is_compressed_is_unpacked_again():
    data = bytes(range(256)) * 40
    assert bytes(decode(ZSTD, memoryview(compress(data)), 1 << 20, 1 << 20)) == data
    assert bytes(decode(ZSTD, memoryview(compress(data)), 100, 1 << 20)) == data[:100]
    assert encode(PLAIN, data) is data


def test_a_bomb_is_stopped():
    bomb = memoryview(zstandard.compress(bytes(64 << 20)))
    assert len(bomb) < 10_000
    with pytest.raises(LimitExceeded):
        decode(ZSTD, bomb, 1 << 40, 1 << 20)


@pytest.mark.parametrize(("encoding", "data", "kind"), [(7, b"", "unknown"), (ZSTD, b"{}", "broken")])
def test_what_does_not_decode_is_a_fault(encoding, data, kind):
    with pytest.raises(EncodingFault) as error:
        decode(encoding, memoryview(data), 10, 10)
    assert error.value.kind == kind


def test_an_unknown_encoding_is_named_by_its_characters():
    with pytest.raises(EncodingFault, match="Brot"):
        encode(int.from_bytes(b"Brot", "little"), b"")


def test_more_is_not_unpacked_than_models_can_need():
    """Zeros shrink thirty thousandfold, which no model does: the bound is a thousandfold, or 256 MiB."""
    bomb = zstandard.compress(bytes((256 << 20) + 1))
    with pytest.raises(LimitExceeded, match="268,435,456"):
        decode(ZSTD, memoryview(bomb), 1 << 40, 1 << 40)
