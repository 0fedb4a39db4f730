"""Which files a page is made of, and whether one of them has changed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from pantin.assets.g4mf import G4mfAsset
from pantin.assets.gltf import GltfAsset
from pantin.assets.recognition import PLAIN, RIGY_SUFFIXES, is_rigy
from pantin.formats.document.external import externals

if TYPE_CHECKING:
    from pantin.assets import Asset

MOST_FILES = 2000
"""Texts beside a text that are watched: looking at each four times a second should stay unnoticed."""

Stamps = dict[Path, tuple[int, int]]

MISSING, CHANGED = (-1, -1), (-2, -2)
"""Stamps of a file that is not there, and of one that was written while it was read."""


def stamps(source: Path, asset: Asset | None) -> Stamps:
    """When the source and what it may be made of were last written, and their sizes."""
    found: Stamps = {}
    for path in _parts(source, asset):
        if len(found) >= MOST_FILES:
            break
        try:
            status = path.stat()
            found[path] = (status.st_mtime_ns, status.st_size)
        except OSError:
            found[path] = MISSING
    return found


def as_read(before: Stamps, after: Stamps, began: int) -> Stamps:
    """The stamps of what an asset was read from: the files it turned out to be made of `after`, as they were
    `before`. One that nobody looked at before counts as changed if it was written since the reading `began`.
    """
    return {path: before.get(path, CHANGED if stamp[0] >= began else stamp) for path, stamp in after.items()}


def _parts(source: Path, asset: Asset | None) -> Iterator[Path]:
    yield source
    if is_rigy(source, source.name):
        # A text may import any other in its folder, also one that does not exist yet.
        for folder, _, names in os.walk(source.parent):
            yield from (
                Path(folder, name) for name in sorted(names) if name.endswith((*RIGY_SUFFIXES, *PLAIN))
            )
    elif isinstance(asset, GltfAsset | G4mfAsset):
        yield from (one.path for one in externals(asset.document) if one.path is not None)
