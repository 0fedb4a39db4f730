"""Sizes in bytes, as people write them: `500MB`, `2 GiB`, `1200`."""

from __future__ import annotations

import re

UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "KIB": 2**10, "MIB": 2**20, "GIB": 2**30}
UNITS |= {"K": 10**3, "M": 10**6, "G": 10**9}


def parse_size(text: str) -> int:
    """Bytes, from `500MB`, `2GiB` or a number. Raises `ValueError`."""
    match = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)\s*([A-Za-z]*)", text)
    if match is None or match[2].upper() not in UNITS or float(match[1]) == 0:
        raise ValueError(f"{text!r} is not a size such as 500MB or 2GB")
    return int(float(match[1]) * UNITS[match[2].upper()])
