"""Fuzz target: the YAML composer and everything behind it. No text may raise, hang or grow."""

from __future__ import annotations

import atheris

with atheris.instrument_imports(include=["pantin.rigy"]):
    from pantin.limits import Limits
    from pantin.rigy import check_text

LIMITS = Limits(yaml_bytes=1 << 16, vertices=1 << 16)

SEEDS = (".yaml",)


def target(data: bytes) -> None:
    check_text(data, limits=LIMITS)
    check_text(data, profile="reference", limits=LIMITS)
