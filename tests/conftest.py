"""What tests of several rooms need."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

# How long an example takes is the machine's affair, and no fact about the code.
settings.register_profile("pantin", deadline=None)
settings.load_profile("pantin")


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of sample files that are not part of the project, from PANTIN_CORPUS."""
    folder = os.environ.get("PANTIN_CORPUS")
    if not folder or not Path(folder).is_dir():
        pytest.skip(f"PANTIN_CORPUS names no folder: {folder}")
    return Path(folder)
