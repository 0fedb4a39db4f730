"""Every fuzz target can be imported and takes its own seeds: a renamed module would stop it unseen."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

FUZZ = Path(__file__).parents[1] / "fuzz"
sys.path.append(str(FUZZ))

pytest.importorskip("pxr")

PROVIDED = ("fuzz_accessor", "fuzz_rigy")
"""Targets that take their input apart with atheris, which not every machine has: these are only imported."""


@pytest.mark.parametrize("name", sorted(path.stem for path in FUZZ.glob("fuzz_*.py")))
def test_the_target_takes_little_input(name, monkeypatch):
    if name in PROVIDED:
        monkeypatch.setitem(sys.modules, "atheris", ModuleType("atheris"))
    target = import_module(name).target
    for data in () if name in PROVIDED else (b"", b"{}", bytes(64)):
        target(data)
