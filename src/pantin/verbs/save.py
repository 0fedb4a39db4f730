"""`save`: write an asset or a rig as a file of any format."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, BinaryIO

from pantin.base import files
from pantin.base.arguments import check_arguments
from pantin.verbs.asset import Asset

if TYPE_CHECKING:
    from pantin.report import Report
    from pantin.rig import Rig


@check_arguments
def save(
    asset: Asset | Rig,
    path: str | os.PathLike[str] | BinaryIO,
    *,
    format: str | None = None,
    force: bool = False,
) -> Report:
    """Write an asset or a rig to `path`, with the other files that it names; the suffix chooses the format.

    `path` may be a binary file object. `format` is then the suffix, such as `".glb"`; without it, that of the
    asset. A model whose format needs several files is refused.

    All files are replaced together: a crash leaves the old files or the new ones. A file that is read-only is
    refused unless `force`. An unchanged asset keeps every byte in its own format. The report lists what was
    dropped. Raises `ValueError` for an unknown suffix, and `Unsupported` for an asset that the format
    cannot store at all.

    >>> asset = pantin.load("examples/arm.glb")
    >>> pantin.save(asset, "out/copy.glb").ok
    True
    >>> import io
    >>> stream = io.BytesIO()
    >>> report = pantin.save(asset, stream, format=".glb")
    >>> stream.getvalue()[:4]
    b'glTF'
    """
    from pantin.rig import Rig
    from pantin.verbs.conversion import write, write_stream

    if not isinstance(asset, Asset | Rig):
        instead = "pantin.load reads a file, pantin.convert writes one as another"
        if hasattr(asset, "asset"):  # the result of another verb
            instead = "save its .asset"
        raise TypeError(f"expected an Asset or a Rig, not {type(asset).__name__}: {instead}")
    model = Asset.from_model(asset)
    if not isinstance(path, str | os.PathLike):
        return write_stream(model, path, format)
    if format is not None:
        raise ValueError("format applies to file objects only: the suffix of a path chooses its format")
    with files.replace_read_only(force):
        return write(model, path)
