"""Switches between the engines."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture
def numpy_only(monkeypatch):
    monkeypatch.setenv("PANTIN_NO_NUMBA", "1")


@pytest.fixture
def compiled(monkeypatch):
    """Compiled twins for any amount of work."""
    pytest.importorskip("numba", reason="numba cannot be imported")
    monkeypatch.delenv("PANTIN_NO_NUMBA", raising=False)
