"""Names of humanoid skeletons in the wild, from the public documentation of each tool: `conventions.txt`.

A section begins with the name of the convention and how it names the left and the right side. The lines below
are the tree, in the notation of `skeletons.parse`.
"""

from __future__ import annotations

import re
from pathlib import Path

SECTION = re.compile(r"^\[(.+): (.+), (.+)\]\n", re.MULTILINE)


def read_conventions(path: Path) -> dict[str, tuple[str, tuple[str, str]]]:
    _, *parts = SECTION.split(path.read_text(encoding="utf-8"))
    return {
        name: (tree, (left, right))
        for name, left, right, tree in zip(*(parts[part::4] for part in range(4)), strict=True)
    }


CONVENTIONS = read_conventions(Path(__file__).with_suffix(".txt"))
"""By the name of the convention: the tree, and how it names the left and the right side."""
