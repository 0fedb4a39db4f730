"""Zstandard, bounded."""

from __future__ import annotations

import pytest
import zstandard

from pantin.base.errors import LimitExceeded
from pantin.base.limits import Budget, Limits
from pantin.formats.g4mf.container import PLAIN, ZSTD
from pantin.formats.g4mf.encoding import EncodingFault, compress, decode, encode


def test_what_is_compressed_is_unpacked_again():
    data = bytes(range(256)) * 40
    budget = Budget(Limits(), 0)
    assert bytes(decode(ZSTD, memoryview(compress(data)), 1 << 20, budget)) == data
    assert bytes(decode(ZSTD, memoryview(compress(data)), 100, budget)) == data[:100]
    assert bytes(decode(ZSTD, memoryview(compress(b"")), 100, budget)) == b""
    assert encode(PLAIN, data) is data


def test_a_bomb_is_stopped():
    bomb = memoryview(zstandard.compress(bytes(64 << 20)))
    assert len(bomb) < 10_000
    budget = Budget(Limits(decoded_bytes=1 << 20), 0)
    with pytest.raises(LimitExceeded, match="decoded_bytes"):
        decode(ZSTD, bomb, 1 << 40, budget)
    assert budget.used == 0


@pytest.mark.parametrize(("encoding", "data", "kind"), [(7, b"", "unknown"), (ZSTD, b"{}", "broken")])
def test_what_does_not_decode_is_a_fault(encoding, data, kind):
    with pytest.raises(EncodingFault) as error:
        decode(encoding, memoryview(data), 10, Budget(Limits(), 0))
    assert error.value.kind == kind


def test_an_unknown_encoding_is_named_by_its_characters():
    with pytest.raises(EncodingFault, match="Brot"):
        encode(int.from_bytes(b"Brot", "little"), b"")


def test_decoded_data_counts_as_long_as_it_is_in_use():
    budget, packed = Budget(Limits(decoded_bytes=150), 0), memoryview(compress(bytes(100)))
    first = decode(ZSTD, packed, 100, budget)
    with pytest.raises(LimitExceeded, match="200 bytes"):
        decode(ZSTD, packed, 100, budget)
    del first
    assert bytes(decode(ZSTD, packed, 100, budget)) == bytes(100)
