"""Switches between the engines."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pantin.kernels.engine import Backend, force_backend

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture
def numpy_only(monkeypatch):
    monkeypatch.setenv("PANTIN_NO_NUMBA", "1")


@pytest.fixture
def compiled():
    """Compiled twins for any amount of work."""
    pytest.importorskip("numba", reason="numba cannot be imported")
    with force_backend(Backend.TWIN):
        yield


@pytest.fixture
def fused():
    """Compiled kernels with fused multiply-adds, where there are such, for any amount of work."""
    pytest.importorskip("numba", reason="numba cannot be imported")
    with force_backend(Backend.FUSED):
        yield
