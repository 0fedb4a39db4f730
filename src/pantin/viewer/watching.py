"""Which files a page is made of, and whether one of them has changed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from pantin.assets.recognition import PLAIN, RIGY_SUFFIXES, is_rigy
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.external import externals

if TYPE_CHECKING:
    from pantin.assets import Asset

MOST_FILES = 2000
"""Texts beside a text that are watched: looking at each four times a second should stay unnoticed."""

Stamps = dict[Path, tuple[int, int]]


def stamps(source: Path, asset: Asset | None) -> Stamps:
    """When the source and what it may be made of were last written, and their sizes."""
    found: Stamps = {}
    for path in _parts(source, asset):
        if len(found) >= MOST_FILES:
            break
        try:
            status = path.stat()
        except OSError:
            continue
        found[path] = (status.st_mtime_ns, status.st_size)
    return found


def _parts(source: Path, asset: Asset | None) -> Iterator[Path]:
    yield source
    if is_rigy(source, source.name):
        # A text may import any other in its folder, also one that does not exist yet.
        for folder, _, names in os.walk(source.parent):
            yield from (
                Path(folder, name) for name in sorted(names) if name.endswith((*RIGY_SUFFIXES, *PLAIN))
            )
    elif asset is not None and isinstance(asset.document, Document):
        yield from (one.path for one in externals(asset.document) if one.path is not None)
