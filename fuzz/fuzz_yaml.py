"""Fuzz target: the YAML composer and everything behind it. No text may raise, hang or grow."""

from __future__ import annotations

from pantin.base.limits import Limits
from pantin.formats.rigy.compile import check_text

LIMITS = Limits(yaml_bytes=1 << 16, vertices=1 << 16)

SEEDS = (".yaml",)


def target(data: bytes) -> None:
    check_text(data, profile=("standard", "reference")[len(data) % 2], limits=LIMITS)
