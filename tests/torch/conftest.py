"""The tests of `pantin.torch` need PyTorch, which `.ci/run` installs in an environment of its own."""

from __future__ import annotations

import importlib.util
from pathlib import Path

HAS_TORCH = importlib.util.find_spec("torch") is not None


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Test modules that import torch cannot be collected without it; one module says so."""
    names_torch = collection_path.name.startswith("test_") and collection_path.name != "test_without_torch.py"
    return True if names_torch and not HAS_TORCH else None
