"""A stage being opened: allowed locations of its files, and the files found."""

from __future__ import annotations

import re
from os.path import normpath, realpath
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from pantin.base.files import exists
from pantin.base.limits import Limits
from pantin.formats.usd.damage import explain

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
"""A URI scheme (RFC 3986 §3.1) of at least two letters, to exclude drive letters."""


class Opened(Struct, eq=False):
    """A stage with its layers.

    missing  references to files that do not exist or cannot be read: (the layer, the reference, why)
    refused  references that are not allowed: likewise
    files    the files inside the folder that it needs beside its own, relative to the folder
    absent   those that do not exist, likewise
    outside  references out of the folder, whether they are read or not
    clip_layers  the layers of value clips
    """

    folder: Path
    allow_outside: bool
    limits: Limits
    stage: Any = None
    layers: list[Any] = field(default_factory=list)
    missing: list[tuple[str, str, str]] = field(default_factory=list)
    refused: list[tuple[str, str, str]] = field(default_factory=list)
    files: set[str] = field(default_factory=set)
    absent: set[str] = field(default_factory=set)
    outside: list[str] = field(default_factory=list)
    clip_layers: list[Any] = field(default_factory=list)

    def why_not(self, path: str) -> str | None:
        """The reason why a path must not be read; None if it may."""
        if _SCHEME.match(path):
            return "it has a scheme, and nothing is fetched"
        if path.startswith("`"):
            return "it is an expression"
        return None

    def why_outside(self, path: str, reference: str) -> str | None:
        """The reason why the location of a path forbids reading it; None if it may be read."""
        if Path(realpath(path)).is_relative_to(realpath(self.folder)):
            return None
        self.outside.append(reference)
        if self.allow_outside:
            return None
        return "it is outside the folder of the file: pass --allow-outside to read it"

    def need(self, path: str) -> None:
        """Record a file in use, if it is in the folder."""
        if Path(path).is_relative_to(self.folder):
            self.files.add(Path(path).relative_to(self.folder).as_posix())

    def lack(self, path: str) -> None:
        """Record a missing file, if it would be in the folder."""
        normal = Path(normpath(path))
        if normal.is_relative_to(self.folder) and not exists(normal):
            self.absent.add(normal.relative_to(self.folder).as_posix())


def why_refused(opened: Opened, layer: Any, reference: str) -> str | None:
    """The reason why a file that a layer refers to must not be opened; None if it may."""
    from pxr import Sdf

    path, _ = Sdf.Layer.SplitIdentifier(reference)
    target = layer.ComputeAbsolutePath(path)
    why = opened.why_not(path) or opened.why_not(target)
    if why is None and Path(outer_path(target)).is_absolute():  # else a search path that finds nothing
        why = opened.why_outside(outer_path(target), reference)
    return why


def find_layer(opened: Opened, layer: Any, reference: str) -> Any:
    """The layer that another refers to; None if missing, which is reported."""
    from pxr import Ar, Sdf, Tf

    path, _ = Sdf.Layer.SplitIdentifier(reference)
    target = outer_path(layer.ComputeAbsolutePath(path))
    opened_layer, why = None, "there is no such file"
    if Path(target).is_absolute() and exists(target):
        is_inside = Ar.IsPackageRelativePath(layer.ComputeAbsolutePath(path))
        why = "the package has no such file" if is_inside else "usd-core cannot open it"
        try:
            opened_layer = Sdf.Layer.FindOrOpenRelativeToLayer(layer, reference)
        except Tf.ErrorException as error:
            why = str(explain(error))
    if opened_layer is None:
        opened.missing.append((layer.identifier, reference, why))
        opened.lack(path_beside(layer, path))
    else:
        opened.need(outer_path(opened_layer.realPath))
    return opened_layer


def outer_path(path: str) -> str:
    """The file on disk for a path that may be inside a package."""
    from pxr import Ar

    return str(Ar.SplitPackageRelativePathOuter(path)[0])


def path_beside(layer: Any, path: str) -> str:
    """The first location to look for a relative path."""
    return outer_path(str(Path(layer.realPath).parent / path))
