"""`pantin warmup` says what it compiled, and is no error where numba cannot be had."""

from __future__ import annotations

import re


def test_each_kernel_is_printed_with_its_seconds(pantin, monkeypatch):
    monkeypatch.setattr(
        "pantin.kernels.warmup._common_samples", lambda: iter([("first", lambda: 1), ("second", lambda: 2)])
    )
    monkeypatch.setattr("pantin.viewer.warmup._warm_rendering", lambda: ("third", 0.5))
    ended = pantin("warmup")
    assert (ended.code, ended.err) == (0, "")
    assert re.fullmatch(r" +\d+\.\d\d s  first\n +\d+\.\d\d s  second\n  0\.50 s  third\n", ended.out)


def test_without_numba_there_is_nothing_to_compile(pantin, monkeypatch):
    monkeypatch.setenv("PANTIN_NO_NUMBA", "1")
    ended = pantin("warmup")
    assert (ended.code, ended.out) == (0, "")
    assert "without it" in ended.err
