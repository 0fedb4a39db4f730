"""Open a stage restricted to layers inside the folder of its file, and read the files it refers to. USD opens
anything that a layer refers to. Therefore the layers are opened one by one first, and forbidden references
are removed in memory before the stage is composed."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from pantin.base import files
from pantin.base.limits import Limits
from pantin.formats.images import image_mime
from pantin.formats.usd.damage import Unopened, container_fault
from pantin.formats.usd.opened import Opened, find_layer, outer_path, path_beside, why_refused
from pantin.formats.usd.value_clips import check_value_clips


def open_stage(path: Path, limits: Limits, allow_outside: bool) -> Opened:
    """The composed stage of a file. Raises `Unopened`, `LimitExceeded` and exceptions of usd-core."""
    from pxr import Sdf, Usd

    why = container_fault(path)
    if why is not None:
        raise Unopened(why)
    opened = Opened(path.parent, allow_outside, limits)
    root = Sdf.Layer.FindOrOpen(str(path))
    if root is None:
        raise Unopened("usd-core cannot open it")
    _open_layers(opened, root)
    for layer in (*opened.layers, *opened.clip_layers):
        if not (math.isfinite(layer.timeCodesPerSecond) and layer.timeCodesPerSecond > 0):
            # usd-core would scale the times of other layers by infinity, and look for samples for ever.
            raise Unopened(f"its timeCodesPerSecond is {layer.timeCodesPerSecond:g}, not above 0")
    opened.stage = Usd.Stage.Open(root, Usd.Stage.LoadAll)
    known = {layer.identifier for layer in (*opened.layers, *opened.clip_layers)}
    known.add(opened.stage.GetSessionLayer().identifier)
    if any(layer.identifier not in known for layer in opened.stage.GetUsedLayers()):
        raise Unopened("it refers to other files in a way that cannot be checked before they are opened")
    return opened


def _open_layers(opened: Opened, root: Any) -> None:
    """Open every reachable layer, and remove all other references."""
    pending, known = [root], {root.identifier}
    while pending:
        layer = pending.pop()
        opened.layers.append(layer)
        check_value_clips(opened, layer)
        for reference in layer.GetCompositionAssetDependencies():
            if not reference:
                continue  # a prim of the layer itself
            why = why_refused(opened, layer, reference)
            if why is not None:
                opened.refused.append((layer.identifier, reference, why))
            dependency = find_layer(opened, layer, reference) if why is None else None
            if dependency is None:
                _remove(layer, reference)
            elif dependency.identifier not in known:
                known.add(dependency.identifier)
                pending.append(dependency)


def _remove(layer: Any, reference: str) -> None:
    layer.SetPermissionToEdit(True)
    layer.UpdateCompositionAssetDependency(reference, "")
    if reference in layer.GetCompositionAssetDependencies():
        raise Unopened(f"its reference to {reference!r} can be neither read nor skipped")


class ImageFiles:
    """Reads the images of materials: (bytes, media type, key), or None for an unreadable one."""

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
                opened.lack(path_beside(spec.layer, str(asset.path)))
            return None
        opened.need(outer_path(path))
        return data, image_mime(data), path


def read_asset(path: str, limits: Limits) -> bytes | None:
    """The bytes of a file, possibly in a package; None if the package lacks it."""
    from pxr import Ar, Sdf

    if not Ar.IsPackageRelativePath(path):
        return bytes(files.read_named(Path(path), limits.file_bytes))
    package, inside = Ar.SplitPackageRelativePathOuter(path)
    archive = Sdf.ZipFile.Open(package)
    if archive is None or Ar.IsPackageRelativePath(inside) or inside not in archive.GetFileNames():
        return None
    return bytes(archive.GetFile(inside))
