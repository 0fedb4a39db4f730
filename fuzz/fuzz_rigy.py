"""Fuzz target: documents of the whole language with bytes spliced in. They compile or have findings, and what
can be formatted or expanded still says the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import atheris

from pantin.base.errors import BadFile
from pantin.base.limits import Limits
from pantin.formats.rigy.compile import compile_text
from pantin.formats.rigy.expand_text import COMMENTS, expand_text
from pantin.formats.rigy.formatting import format_text
from pantin.formats.rigy.summary import summarise

LIMITS = Limits(yaml_bytes=1 << 16, vertices=1 << 16, expanded=1 << 12)
PAGE = (Path(__file__).parents[1] / "docs" / "rigy.md").read_text(encoding="utf-8")
DOCUMENTS = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)

USES: tuple[Callable[[str], object], ...] = (
    *(partial(compile_text, profile=profile, limits=LIMITS) for profile in ("standard", "reference")),
    partial(summarise, limits=LIMITS, gaps=True),
    partial(format_text, limits=LIMITS),
    *(partial(expand_text, comments=comments, limits=LIMITS) for comments in COMMENTS),
)
"""Each run does one of these: a run that did all of them would reach no more in five times the time."""

SEEDS: tuple[str, ...] = ()  # its documents are those of the manual


def target(data: bytes) -> None:
    provider = atheris.FuzzedDataProvider(data)
    use = provider.ConsumeIntInRange(0, len(USES) - 1)
    text = DOCUMENTS[provider.ConsumeIntInRange(0, len(DOCUMENTS) - 1)]
    for _ in range(provider.ConsumeIntInRange(1, 3)):
        start = provider.ConsumeIntInRange(0, len(text))
        end = start + provider.ConsumeIntInRange(0, 12)
        text = text[:start] + provider.ConsumeUnicodeNoSurrogates(12) + text[end:]
    with suppress(BadFile):
        USES[use](text)
