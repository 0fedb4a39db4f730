"""Warming up names what it compiled."""

from __future__ import annotations

from pantin.kernels.warmup import warmup


def test_every_kernel_is_named_with_its_seconds(compiled):
    times = warmup()
    names = [name for name, _ in times]
    assert len(set(names)) == len(names)
    for word in ("linear skinning", "dual quaternion", "blend shapes", "world maps", "palettes"):
        assert any(word in name for name in names)
    assert all(seconds >= 0 for _, seconds in times)


def test_without_numba_there_is_nothing_to_warm(numpy_only):
    assert warmup() == []


def test_a_second_time_nothing_is_compiled(compiled):
    from pantin.kernels import skinning_numba

    warmup()
    before = skinning_numba.kernel.cache_info().currsize
    warmup()
    assert skinning_numba.kernel.cache_info().currsize == before
    assert before > 0
