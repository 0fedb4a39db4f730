"""The containers of USD: text, crate and package, by suffix and by their first bytes."""

from __future__ import annotations

TEXT, CRATE, PACKAGE, EITHER = "usda", "usdc", "usdz", "usd"
"""The containers of USD, named by their suffixes. A file with the last suffix is text or crate."""

LAYERS = (TEXT, CRATE, EITHER)
"""The suffixes of files with a single layer."""

STARTS = {b"#usda": TEXT, b"PXR-USDC": CRATE, b"PK\x03\x04": PACKAGE}


def kind_of(start: bytes) -> str | None:
    """The container of a file by its first bytes."""
    return next((kind for magic, kind in STARTS.items() if start.startswith(magic)), None)
