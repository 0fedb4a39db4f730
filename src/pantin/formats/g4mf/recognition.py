"""Whether JSON text is that of a G4MF file, by its first bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator

TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[{}\[\]:]', re.DOTALL)


def is_g4mf_text(start: bytes) -> bool:
    """Whether the asset of a document states a dimension, as G4MF requires; that of glTF has none."""
    opening = start.removeprefix(b"\xef\xbb\xbf").lstrip()
    return opening.startswith(b"{") and any(name == b'"dimension"' for name in _members_of_asset(opening))


def _members_of_asset(text: bytes) -> Iterator[bytes]:
    """The names of the members of `asset` in the part that was read."""
    depth, is_asset, previous = 0, False, b""
    for token in TOKEN.findall(text):
        if token == b":" and depth == 1:
            is_asset = previous == b'"asset"'
        elif token == b":" and depth == 2 and is_asset:
            yield previous
        elif token in (b"{", b"["):
            depth += 1
        elif token in (b"}", b"]"):
            depth -= 1
        previous = token
