"""Fuzz target: documents of the whole language with bytes spliced in. They compile or have findings, and what
can be formatted or expanded still says the same.
"""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["pantin.rigy"]):
    from pantin.errors import BadFile
    from pantin.limits import Limits
    from pantin.rigy import compile_text
    from pantin.rigy.expanded import COMMENTS, expanded_text
    from pantin.rigy.formatting import format_text
    from pantin.rigy.summary import summarise

LIMITS = Limits(yaml_bytes=1 << 16, vertices=1 << 16, expanded=1 << 12)
PAGE = (Path(__file__).parents[1] / "docs" / "rigy.md").read_text(encoding="utf-8")
DOCUMENTS = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)

SEEDS: tuple[str, ...] = ()  # its documents are those of the manual


def target(data: bytes) -> None:
    provider = atheris.FuzzedDataProvider(data)
    text = DOCUMENTS[provider.ConsumeIntInRange(0, len(DOCUMENTS) - 1)]
    for _ in range(provider.ConsumeIntInRange(1, 3)):
        start = provider.ConsumeIntInRange(0, len(text))
        end = start + provider.ConsumeIntInRange(0, 12)
        text = text[:start] + provider.ConsumeUnicodeNoSurrogates(12) + text[end:]
    for profile in ("standard", "reference"):
        with suppress(BadFile):
            compile_text(text, profile=profile, limits=LIMITS)
    summarise(text, limits=LIMITS, gaps=True)
    with suppress(BadFile):
        format_text(text, limits=LIMITS)
    for comments in COMMENTS:
        with suppress(BadFile):
            expanded_text(text, comments=comments, limits=LIMITS)
