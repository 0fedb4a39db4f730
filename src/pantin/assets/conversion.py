"""Write assets in any format: as their own document, or through the rig; and report what is dropped."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from pantin.assets.asset import Asset
from pantin.assets.format import Format, WriteOptions
from pantin.assets.registry import stem_of, suffix_of, target_format
from pantin.errors import Unsupported
from pantin.report import Finding, Report, rule
from pantin.report.wording import counted
from pantin.rig import Rig


def write(asset: Asset, target: str | os.PathLike[str], options: WriteOptions) -> Report:
    """Write an asset in the format of the suffix of `target`; the report lists what was dropped."""
    format, path = target_format(target), Path(target)
    require_options(format, path, options)
    try:
        with format.naming_extra():
            document, findings = document_in(asset, format, options)
            assert format.write is not None
            findings += format.write(document, path, options) or ()
    except Unsupported as error:
        raise error if asset.path in str(error) else Unsupported(f"{asset.path}: {error}") from None
    return Report(asset.path, format.kind(suffix_of(path)), (*asset.findings, *findings))


def document_in(asset: Asset, format: Format, options: WriteOptions) -> tuple[Any, list[Finding]]:
    """The document of an asset in a format: its own document if it has that format, else a new one with its
    rig, and findings for everything the new one does not store."""
    if asset.format is format:
        return format.adapt(asset.document, options), list(asset.losses)
    if format.lower is None:
        raise Unsupported(f"Pantin does not write {format.name} files")
    options = replace(options, name=stem_of(asset.path))
    if "pose" in format.options and asset.static is not None:
        rig, pose, solver = asset.static
        document, findings = format.lower(rig, replace(options, pose=pose, solver=solver))
        return document, list(findings)
    document, findings = format.lower(asset.rig, options)
    before = () if asset.from_rig else (*asset.losses, *not_lifted(asset))
    return document, [*before, *findings, *dropped_by_format(asset.rig, format)]


def require_options(format: Format, path: Path, options: WriteOptions) -> None:
    """Raise `ValueError` for an option that this format does not take."""
    unset = WriteOptions()
    for option in ("embed", "dialect", "omit_inferable"):
        if getattr(options, option) != getattr(unset, option) and option not in format.options:
            from pantin.assets.registry import list_formats

            able = [
                suffix for known in list_formats() if option in known.options for suffix in known.suffixes
            ]
            raise ValueError(f"{path}: {option} applies to {', '.join(able)} only")


def not_lifted(asset: Asset) -> Iterator[Finding]:
    """Findings for everything in the file of an asset that its rig does not hold."""
    yield from asset.lifted.findings
    yield from dropped_by_lift(asset.format.not_carried(asset.document))


@rule("LOSS-UNLIFTED", "warning", "dropped {what} ({count:,})")
def dropped_by_lift(dropped: Iterable[tuple[str, int, str]]) -> Iterator[Finding]:
    """Content outside the rig is dropped.

    What: the source file has textures, cameras, lights, physics, extras or extensions, and it is converted to
    another format.
    Why: a conversion carries over the rig: nodes, meshes, skins, skeletons, blend shapes, and the name and
    base colour of materials. Everything else is missing from the new file.
    Fix: add what you need to the new file again, or stay in the format of the source.
    Source: the model of a rig that all formats share (docs/architecture.md).
    """
    for what, count, pointer in dropped:
        yield dropped_by_lift.at(pointer, what=what, count=count)


@rule("LOSS-GEOMETRY", "warning", "dropped {what}: {format} {why}")
def dropped_by_format(rig: Rig, format: Format) -> Iterator[Finding]:
    """Target format cannot store a part of the rig.

    What: the rig has skins, clips, blend shapes or materials, and the target is OFF, OBJ, STL, NPZ or another
    format without them.
    Why: the new file has the shape alone, in the rest pose unless another one is given.
    Fix: keep the rig in a format that stores it, such as glTF; use `pantin pose` to write another pose.
    Source: the OFF format of Geomview; Wavefront OBJ; STL.
    """
    if format.own_losses:
        return
    counts = {
        "meshes": (len(rig.meshes), "mesh"),
        "skins": (len(rig.skins), "skin"),
        "skeletons": (len(rig.skeletons), "skeleton"),
        "blend shapes": (sum(mesh.blend_shape_count for mesh in rig.meshes), "blend shape"),
        "clips": (len(rig.clips), "clip"),
        "springs": (len(rig.springs.springs), "spring"),
        "materials": (len(rig.materials), "material"),
    }
    is_static = not format.holds("nodes")
    if is_static:
        # Nobody expects skeletons or springs in a file of static geometry.
        counts = {part: count for part, count in counts.items() if part not in ("skeletons", "springs")}
    for part, (count, noun) in counts.items():
        if count and not format.holds(part):
            why = "stores static geometry only" if is_static else f"cannot store {part}"
            yield dropped_by_format.at(what=counted(count, noun), format=format.suffixes[0], why=why)
