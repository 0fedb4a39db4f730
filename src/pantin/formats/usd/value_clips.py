"""Value clips: layers with samples that are missing in lists of references. They are checked like references,
before the stage opens them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pantin.base.errors import LimitExceeded
from pantin.formats.usd.opened import Opened, find_layer, why_refused


def check_value_clips(opened: Opened, layer: Any) -> None:
    """Remove forbidden value clips from a layer, and open the files of the others. Raises `LimitExceeded`."""
    for spec in _clip_specs(opened, layer):
        sets = dict(spec.GetInfo("clips"))
        kept = {}
        for name, description in sets.items():
            if isinstance(description, dict) and _is_readable(opened, layer, description):
                kept[name] = description
        if len(kept) < len(sets):
            layer.SetPermissionToEdit(True)
            if kept:
                spec.SetInfo("clips", kept)
            else:
                spec.ClearInfo("clips")


def _clip_specs(opened: Opened, layer: Any) -> list[Any]:
    from pxr import Sdf

    specs: list[Any] = []
    count = 0

    def visit(path: Any) -> None:
        nonlocal count
        count += 1
        if path.IsPrimPath() or path.IsPrimVariantSelectionPath():
            spec = layer.GetObjectAtPath(path)
            if spec is not None and spec.HasInfo("clips"):
                specs.append(spec)

    layer.Traverse(Sdf.Path.absoluteRootPath, visit)
    if count > opened.limits.prims * 64:
        raise LimitExceeded("prims", f"{layer.identifier} has more than {opened.limits.prims * 64:,} specs")
    return specs


def _is_readable(opened: Opened, layer: Any, description: dict[str, Any]) -> bool:
    """Whether all files of a set of clips may be read; missing files are reported and harmless."""
    template = _path(description.get("templateAssetPath"))
    why = _template_fault(opened, description) if template else None
    if why is not None:
        opened.refused.append((layer.identifier, template, why))
        return False
    named = [_path(each) for each in description.get("assetPaths") or ()]
    named += [_path(description.get("manifestAssetPath"))]
    named += list(_files_of_template(layer, template)) if template else []
    readable = True
    for reference in filter(None, named):
        why = why_refused(opened, layer, reference)
        if why is not None:
            opened.refused.append((layer.identifier, reference, why))
            readable = False
        else:
            opened_layer = find_layer(opened, layer, reference)
            if opened_layer is not None:
                opened.clip_layers.append(opened_layer)
    return readable


def _path(value: Any) -> str:
    return str(getattr(value, "path", value) or "")


def _template_fault(opened: Opened, description: dict[str, Any]) -> str | None:
    """The reason why the files of a template cannot be listed: usd-core looks for one at each time step."""
    try:
        start, end, stride = (
            float(description[name]) for name in ("templateStartTime", "templateEndTime", "templateStride")
        )
    except (KeyError, TypeError, ValueError):
        return "it is a template without templateStartTime, templateEndTime and templateStride"
    if not (all(map(math.isfinite, (start, end, stride))) and stride > 0):
        return "the times of its template are not finite, or its stride is not above 0"
    if (end - start) / stride > opened.limits.samples:
        return f"its template has more than {opened.limits.samples:,} steps"
    return None


def _files_of_template(layer: Any, template: str) -> Iterator[str]:
    """The files that match a template such as `walk.###.usd`."""
    folder = Path(layer.ComputeAbsolutePath(template)).parent
    stem = template.rpartition("/")[2]
    pattern = re.compile(re.sub(r"(\\#)+", r"-?\\d+", re.escape(stem)))
    beside = template.removesuffix(stem)
    if folder.is_dir():
        yield from sorted(f"{beside}{path.name}" for path in folder.iterdir() if pattern.fullmatch(path.name))
