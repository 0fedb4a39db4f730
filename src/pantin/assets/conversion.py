"""Write assets in any format: as their own document, or through the rig; and report what is dropped."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from pantin.assets.asset import Asset
from pantin.assets.dropped import dropped_by_format
from pantin.assets.format import Format, WriteOptions
from pantin.assets.registry import stem_of, suffix_of, target_format
from pantin.errors import Unsupported
from pantin.report import Finding, Report, rule


def write(asset: Asset, target: str | os.PathLike[str], options: WriteOptions) -> Report:
    """Write an asset in the format of the suffix of `target`; the report lists what was dropped."""
    format, path = target_format(target), Path(target)
    form = format.form(suffix_of(path))
    require_options(form, path, options)
    try:
        with format.naming_extra():
            document, findings = document_in(asset, format, options, suffix_of(path))
            assert form.write is not None
            findings += form.write(document, path, options) or ()
    except Unsupported as error:
        raise error if asset.path in str(error) else Unsupported(f"{asset.path}: {error}") from None
    return Report(asset.path, format.kind(suffix_of(path)), (*asset.findings, *findings))


def document_in(
    asset: Asset, format: Format, options: WriteOptions, suffix: str = ""
) -> tuple[Any, list[Finding]]:
    """The document of an asset in a format: its own document if it has that format, else a new one with its
    rig, and findings for everything the new one does not store."""
    if asset.posed is not None and format.of_poses is not None:
        format = format.of_poses
    form = format.form(suffix)
    if asset.format is format and form.keeps(asset.document):
        return form.adapt(asset.document, options), list(asset.losses)
    format = form
    if format.lower is None:
        raise Unsupported(f"Pantin does not write {format.name} files")
    posed = asset.posed if format.static else None
    source = asset if posed is None else posed.source
    options = replace(options, name=stem_of(asset.path), budget=source.budget)
    if posed is not None and "pose" in format.options:
        options = replace(options, pose=posed.pose, solver=posed.solver)
    rig = source.rig if options.pose else asset.rig
    if asset.tails:
        from pantin.assets.bone_tails import dropped_tails, with_bone_lengths

        # The language of sources with tails defines every byte of a GLB, which has no lengths.
        stores_lengths = format.holds("nodes.bone_lengths") and format.name != "glTF"
        rig = with_bone_lengths(rig, asset.tails) if stores_lengths else rig
    document, findings = format.lower(rig, options)
    losses = list(findings)
    if not (asset.motion_only and format.of_motion):
        losses += dropped_by_format(source.rig, format, suffix=suffix, shape_only=asset.shape_only)
    if asset.tails and not format.static:
        losses += dropped_tails(rig, asset.tails, stores_lengths)
    if posed is not None:  # the findings of an asset in a pose are those of its source
        return document, [*_not_carried(source, shape_only=True), *losses]
    return document, [*(() if asset.from_rig else (*asset.losses, *not_lifted(asset))), *losses]


def require_options(format: Format, path: Path, options: WriteOptions) -> None:
    """Raise `ValueError` for an option that this format does not take."""
    unset = WriteOptions()
    for option in ("embed", "dialect", "omit_inferable", "clip", "fps", "scale"):
        if getattr(options, option) != getattr(unset, option) and option not in format.options:
            from pantin.assets.registry import list_formats

            able = [
                suffix
                for known in list_formats()
                for suffix in known.suffixes
                if option in known.form(suffix).options
            ]
            raise ValueError(f"{path}: {option} applies to {', '.join(able)} only")


def not_lifted(asset: Asset, *, shape_only: bool = False) -> Iterator[Finding]:
    """Findings for everything in the file of an asset that its rig does not hold; `shape_only`: but for the
    parts that poses are made of."""
    yield from asset.lifted.findings
    yield from _not_carried(asset, shape_only=shape_only)


def _not_carried(asset: Asset, *, shape_only: bool = False) -> Iterator[Finding]:
    if not asset.from_rig:
        members = asset.format.not_carried(asset.document)
        yield from dropped_by_lift(
            member for member in members if not (shape_only and member[2].startswith(PARTS_OF_POSES))
        )


PARTS_OF_POSES = tuple(f"/{collection}/" for collection in ("nodes", "skins", "skeletons", "animations"))
"""Where documents have what a pose is made of: a file of static geometry is not expected to have it."""


@rule("LOSS-UNLIFTED", "warning", "dropped {what} ({count:,})")
def dropped_by_lift(dropped: Iterable[tuple[str, int, str]]) -> Iterator[Finding]:
    """Content outside the rig is dropped.

    What: the source file has a member that Pantin does not read into the rig, such as an extension that it
    does not know, and the file is converted to another format.
    Why: a conversion carries over the rig. The member is missing from the new file.
    Fix: add what you need to the new file again, or stay in the format of the source.
    Source: the model of a rig that all formats share (docs/architecture.md).
    """
    for what, count, pointer in dropped:
        yield dropped_by_lift.at(pointer, what=what, count=count)
