"""Assets written in any format: as their own document, or by way of the rig. And what is lost on the way."""

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
    """Write an asset in the format that the name of `target` asks for; the report lists what was dropped."""
    format, path = target_format(target), Path(target)
    require_options(format, path, options)
    try:
        document, found = document_in(asset, format, options)
        assert format.write is not None
        found += format.write(document, path, options) or ()
    except ModuleNotFoundError as error:
        raise format.missing(error) from None
    except Unsupported as error:
        raise error if asset.path in str(error) else Unsupported(f"{asset.path}: {error}") from None
    return Report(asset.path, format.kind(suffix_of(path)), (*asset.findings, *found))


def document_in(asset: Asset, format: Format, options: WriteOptions) -> tuple[Any, list[Finding]]:
    """The document of an asset in a format: its own where it is of that format, else one made of its rig,
    with findings on what that one does not hold."""
    if asset.format is format:
        return format.adapt(asset.document, options), list(asset.losses)
    if format.lower is None:
        raise Unsupported(f"{format.name} files are not written")
    options = replace(options, name=stem_of(asset.path))
    if "pose" in format.options and asset.static is not None:
        rig, pose, solver = asset.static
        document, found = format.lower(rig, replace(options, pose=pose, solver=solver))
        return document, list(found)
    document, found = format.lower(asset.rig, options)
    before = () if asset.from_rig else (*asset.losses, *not_lifted(asset))
    return document, [*before, *found, *not_held(asset.rig, format)]


def require_options(format: Format, path: Path, options: WriteOptions) -> None:
    """Raise `ValueError` for an option that files of this format have no use for."""
    unset = WriteOptions()
    for option in ("embed", "dialect", "omit_inferable"):
        if getattr(options, option) != getattr(unset, option) and option not in format.options:
            from pantin.assets.registry import list_formats

            able = [
                suffix for known in list_formats() if option in known.options for suffix in known.suffixes
            ]
            raise ValueError(f"{path}: {option} is for {', '.join(able)} alone")


def not_lifted(asset: Asset) -> Iterator[Finding]:
    """What of an asset's file is no part of its rig."""
    yield from asset.lifted.findings
    yield from not_in_rig(asset.format.not_carried(asset.document))


@rule("LOSS-UNLIFTED", "warning", "{what} did not cross: {count}")
def not_in_rig(found: Iterable[tuple[str, int, str]]) -> Iterator[Finding]:
    """A file holds nothing but a rig when it becomes a format of another family.

    Why: what crosses is the rig: nodes, meshes, skins, skeletons, blend shapes, and of materials the name and
    base colour. Textures, cameras, lights, physics and what extensions add have no place in it.
    Mend: add them to the new file again.
    Source: the model of a rig that all formats share (docs/architecture.md).
    """
    for what, count, pointer in found:
        yield not_in_rig.at(pointer, what=what, count=f"{count:,}")


@rule("LOSS-GEOMETRY", "warning", "{what} did not cross: {format} {why}")
def not_held(rig: Rig, format: Format) -> Iterator[Finding]:
    """A rig is nothing but geometry when it becomes OFF, OBJ, STL or NPZ.

    Why: these formats have no place for what moves it, nor for materials.
    Mend: keep the rig in another format; pose it first where another pose than rest is wanted.
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
    why = "has no place for it"
    if not format.holds("nodes"):
        # Who wants a shape alone looks for neither skeletons nor springs in it.
        counts = {part: count for part, count in counts.items() if part not in ("skeletons", "springs")}
        why = "holds a shape at rest"
    for part, (count, noun) in counts.items():
        if count and not format.holds(part):
            yield not_held.at(what=counted(count, noun), format=format.suffixes[0], why=why)
