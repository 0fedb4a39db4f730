"""The Python of the cookbook, page by page."""

from __future__ import annotations

import re
from pathlib import Path

PAGES = Path(__file__).resolve().parents[1] / "docs" / "cookbook"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks_by_page() -> dict[str, list[str]]:
    """The blocks of each page by its name without suffix; each block is its own program."""
    return {page.stem: BLOCK.findall(page.read_text(encoding="utf-8")) for page in sorted(PAGES.glob("*.md"))}
