"""What the tests of G4MF share: the independent writer and evaluator, and files made with them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ORACLES = Path(__file__).parents[2] / "oracles"
sys.path.insert(0, str(ORACLES))

import g4mf_cases  # noqa: E402
import g4mf_direct  # noqa: E402
import g4mf_rigs  # noqa: E402
import g4mf_writer  # noqa: E402

from pantin.formats.g4mf.check import check  # noqa: E402
from pantin.formats.g4mf.document import read  # noqa: E402


@pytest.fixture
def writer():
    """The independent writer: `Writer(dimension)` and `container(chunks)`."""
    return g4mf_writer


@pytest.fixture
def direct():
    """The independent evaluator."""
    return g4mf_direct


@pytest.fixture
def rigs():
    """Random rigs of every dialect."""
    return g4mf_rigs


@pytest.fixture
def kit():
    """A small sound file with everything in it, to be changed."""
    return g4mf_cases.Kit()


@pytest.fixture
def found():
    """The ids of the rules that bytes break, with their findings."""

    def run_check(data: bytes, name: str = "x.g4tf"):
        return {finding.rule: finding for finding in check(read(data, name=name))}

    return run_check
