"""Warming up names what it compiled."""

from __future__ import annotations

import pantin
from pantin.kernels import engine, furthest, key_play, key_search, spline_search
from pantin.kernels.warmup import warmup


def test_every_kernel_is_named_with_its_seconds(compiled):
    times = warmup()
    names = [name for name, _ in times]
    assert len(set(names)) == len(names)
    drawing = {"raster", "points"}  # `viewer.warmup`
    for kernel in engine.KERNELS.values():
        result = {name.endswith(", fused") for name in names if name.startswith(kernel.name)}
        assert result == ({True, False} if kernel.fused else {False}) or kernel.name in drawing
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


def test_slimming_compiles_nothing_more(compiled):
    warmup()
    searches = (key_search._compile_kernel(), spline_search._compile_kernel(), key_play._compile_kernel())
    kernels = (*searches, furthest._kernel(), furthest._node_kernel())
    before = [len(kernel.signatures) for kernel in kernels]
    assert min(before) > 0
    with engine.force_backend(engine.Backend.TWIN):
        pantin.slim(pantin.load("examples/arm.glb"), skin_error=0.002)
    assert [len(kernel.signatures) for kernel in kernels] == before
