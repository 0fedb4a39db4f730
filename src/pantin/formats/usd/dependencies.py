"""Open a stage whose layers are all inside the folder of its file, and read the files that it names.

USD opens whatever a layer refers to. So the layers are opened one by one first, and references that are not
allowed are removed from them, in memory, before the stage is composed.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from os.path import normpath, realpath
from pathlib import Path
from typing import Any

from pantin import files
from pantin.errors import LimitExceeded
from pantin.formats.images import image_mime
from pantin.limits import Limits

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
"""RFC 3986 §3.1; two letters and more, so that it is not a drive."""


class Unopened(Exception):
    """There is no stage; the message says why."""


@dataclass(eq=False, slots=True)
class Opened:
    """A stage with its layers.

    missing  references to files that do not exist or cannot be read: (the layer, the reference, why)
    refused  references that are not allowed: likewise
    files    the files inside the folder that it needs beside its own, relative to the folder
    absent   those that do not exist, likewise
    outside  references out of the folder, whether they are read or not
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

    def why_not(self, path: str) -> str | None:
        """Why a path must not be read; None if it may."""
        if _SCHEME.match(path):
            return "it has a scheme, and nothing is fetched"
        if path.startswith("`"):
            return "it is an expression"
        return None

    def why_outside(self, path: str, reference: str) -> str | None:
        """Why a path must not be read because of where it is; None if it may."""
        if Path(realpath(path)).is_relative_to(realpath(self.folder)):
            return None
        self.outside.append(reference)
        if self.allow_outside:
            return None
        return "it is outside the folder of the file: pass --allow-outside to read it"

    def need(self, path: str) -> None:
        """Remember a file that is used, if it is in the folder."""
        if Path(path).is_relative_to(self.folder):
            self.files.add(Path(path).relative_to(self.folder).as_posix())

    def lack(self, path: str) -> None:
        """Remember a file that does not exist, if it would be in the folder."""
        normal = Path(normpath(path))
        if normal.is_relative_to(self.folder) and not normal.exists():
            self.absent.add(normal.relative_to(self.folder).as_posix())


def open_stage(path: Path, limits: Limits, allow_outside: bool) -> Opened:
    """The composed stage of a file. Raises `Unopened`, `LimitExceeded` and what usd-core raises."""
    from pxr import Sdf, Usd

    opened = Opened(path.parent, allow_outside, limits)
    root = Sdf.Layer.FindOrOpen(str(path))
    if root is None:
        raise Unopened("usd-core cannot open it")
    _open_layers(opened, root)
    for layer in opened.layers:
        if not (math.isfinite(layer.timeCodesPerSecond) and layer.timeCodesPerSecond > 0):
            # usd-core would scale the times of other layers by infinity, and look for samples for ever.
            raise Unopened(f"its timeCodesPerSecond is {layer.timeCodesPerSecond:g}, not above 0")
    opened.stage = Usd.Stage.Open(root, Usd.Stage.LoadAll)
    known = {layer.identifier for layer in opened.layers} | {opened.stage.GetSessionLayer().identifier}
    if any(layer.identifier not in known for layer in opened.stage.GetUsedLayers()):
        raise Unopened("it refers to other files in a way that cannot be checked before they are opened")
    return opened


def first_sentence(error: Exception) -> str:
    """The message of an error of usd-core, without where it comes from in its source."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    text = next(
        (line for line in lines if line.startswith("Error in")), lines[-1] if lines else "unknown error"
    )
    return text.rpartition(": '")[2].rstrip("'") if ": '" in text else text


def _open_layers(opened: Opened, root: Any) -> None:
    """Open every layer that is reachable, and remove the references to all others."""
    from pxr import Sdf, Tf

    pending, known = [root], {root.identifier}
    while pending:
        layer = pending.pop()
        opened.layers.append(layer)
        _strip_value_clips(opened, layer)
        for reference in layer.GetCompositionAssetDependencies():
            if not reference:
                continue  # a prim of the layer itself
            target = _allowed(opened, layer, reference)
            found = None
            if target is not None:
                try:
                    found = Sdf.Layer.FindOrOpenRelativeToLayer(layer, reference)
                except Tf.ErrorException as error:
                    opened.missing.append((layer.identifier, reference, first_sentence(error)))
                else:
                    if found is None:
                        opened.missing.append((layer.identifier, reference, "there is no such file"))
                if found is None:
                    opened.lack(_beside(layer, Sdf.Layer.SplitIdentifier(reference)[0]))
            if found is None:
                _remove(layer, reference)
            elif found.identifier not in known:
                known.add(found.identifier)
                opened.need(outer_path(found.realPath))
                pending.append(found)


def _allowed(opened: Opened, layer: Any, reference: str) -> str | None:
    """The path of a reference that may be opened; None for one that is reported."""
    from pxr import Sdf

    path, _ = Sdf.Layer.SplitIdentifier(reference)
    why = opened.why_not(path)
    target = layer.ComputeAbsolutePath(path)
    if why is None and not Path(outer_path(target)).is_absolute():  # a search path that finds nothing
        opened.missing.append((layer.identifier, reference, "there is no such file"))
        opened.lack(_beside(layer, path))
        return None
    if why is None:
        why = opened.why_not(target) or opened.why_outside(outer_path(target), reference)
    if why is not None:
        opened.refused.append((layer.identifier, reference, why))
        return None
    return str(target)


def outer_path(path: str) -> str:
    """The file on disk of a path that may be inside a package."""
    from pxr import Ar

    return str(Ar.SplitPackageRelativePathOuter(path)[0])


def _remove(layer: Any, reference: str) -> None:
    layer.SetPermissionToEdit(True)
    layer.UpdateCompositionAssetDependency(reference, "")
    if reference in layer.GetCompositionAssetDependencies():
        raise Unopened(f"its reference to {reference!r} cannot be read, nor left out")


def _strip_value_clips(opened: Opened, layer: Any) -> None:
    """Remove value clips: they are layers that no list of references names."""
    from pxr import Sdf

    found: list[Any] = []
    count = 0

    def visit(path: Any) -> None:
        nonlocal count
        count += 1
        if path.IsPrimPath() or path.IsPrimVariantSelectionPath():
            spec = layer.GetObjectAtPath(path)
            if spec is not None and spec.HasInfo("clips"):
                found.append(spec)

    layer.Traverse(Sdf.Path.absoluteRootPath, visit)
    if count > opened.limits.prims * 64:
        raise LimitExceeded("prims", f"{layer.identifier} has more than {opened.limits.prims * 64:,} specs")
    for spec in found:
        opened.refused.append((layer.identifier, str(spec.path), "value clips are not read"))
        layer.SetPermissionToEdit(True)
        spec.ClearInfo("clips")


class ImageFiles:
    """Reads the images that materials name: (bytes, media type, key), or None for one that cannot be read."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self._known: dict[str, tuple[bytes, str | None, str] | None] = {}

    def __call__(self, asset: Any, prim: Any) -> tuple[bytes, str | None, str] | None:
        path = str(asset.resolvedPath or asset.path)
        if path not in self._known:
            self._known[path] = self._read(path, asset, prim)
        return self._known[path]

    def _read(self, path: str, asset: Any, prim: Any) -> tuple[bytes, str | None, str] | None:
        opened, where = self._opened, str(prim.GetPath())
        why = opened.why_not(str(asset.path)) or opened.why_not(path)
        why = why or (opened.why_outside(outer_path(path), str(asset.path)) if asset.resolvedPath else None)
        if why is not None:
            opened.refused.append((where, str(asset.path), why))
            return None
        try:
            data = read_asset(path, opened.limits) if asset.resolvedPath else None
        except OSError as error:
            opened.missing.append((where, str(asset.path), error.strerror or "it cannot be read"))
            return None
        if data is None:
            opened.missing.append((where, str(asset.path), "there is no such file"))
            for spec in prim.GetPrimStack()[:1]:  # the strongest layer that defines the prim
                opened.lack(_beside(spec.layer, str(asset.path)))
            return None
        opened.need(outer_path(path))
        return data, image_mime(data), path


def _beside(layer: Any, path: str) -> str:
    """Where the file of a relative path is looked for first."""
    return outer_path(str(Path(layer.realPath).parent / path))


def read_asset(path: str, limits: Limits) -> bytes | None:
    """The bytes of a file, also of one in a package; None where the package has no such file."""
    from pxr import Ar, Sdf

    if not Ar.IsPackageRelativePath(path):
        return bytes(files.read_named(Path(path), limits.file_bytes))
    package, inside = Ar.SplitPackageRelativePathOuter(path)
    archive = Sdf.ZipFile.Open(package)
    if archive is None or Ar.IsPackageRelativePath(inside) or inside not in archive.GetFileNames():
        return None
    return bytes(archive.GetFile(inside))
