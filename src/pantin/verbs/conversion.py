"""Write assets in any format, from their document or through the rig, and report dropped data."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from pantin.base import files
from pantin.base.errors import Unsuitable, Unsupported
from pantin.base.short_repr import short_value
from pantin.formats.file_rules import dropped_bookkeeping
from pantin.formats.format import Format, WriteOptions
from pantin.formats.part_pointers import at_source
from pantin.formats.registry import list_formats, stem_of, suffix_of, target_format
from pantin.report import Finding, Report, rule
from pantin.verbs.asset import Asset
from pantin.verbs.dropped import dropped_by_format
from pantin.verbs.partial import MotionAsset, PosedSource, ShapeAsset


def write(
    asset: Asset,
    target: str | os.PathLike[str],
    values: Mapping[str, Any] | None = None,
    *,
    upgrade: bool = False,
) -> Report:
    """Write an asset in the format of the suffix of `target`, with these values of the options of the format;
    the report lists what was dropped."""
    format, path = target_format(target), Path(target)
    suffix = suffix_of(path)
    form = format.form(suffix, posed=_posed_source(asset) is not None)
    values = values or {}
    require_options(form, path, values)
    try:
        with format.naming_extra(writes=True):
            options = form.write_options(values, upgrade=upgrade)
            document, findings = document_in(
                asset, format, form, options, suffix, rewritten=form.needs_rig(values)
            )
            assert form.write is not None
            findings += form.write(document, path, options) or ()
    except Unsupported as error:
        if asset.path in str(error):
            raise
        raise type(error)(f"{asset.path}: {error}") from None
    return Report(asset.path, format.kind(suffix), (*asset.findings, *findings))


def write_stream(
    asset: Asset,
    stream: BinaryIO,
    suffix: str | None,
    values: Mapping[str, Any] | None = None,
    *,
    upgrade: bool = False,
) -> Report:
    """As `write`, into a binary file object, in the format of a suffix, or in the format of the asset."""
    if not hasattr(stream, "write"):
        raise TypeError(f"expected a path or a binary file object, not {type(stream).__name__}")
    own = suffix_of(asset.path)
    suffix = suffix or (own if own in asset.format.suffixes else f".{asset.kind}")
    suffix = suffix if suffix.startswith(".") else f".{suffix}"
    target_format(f"{stem_of(asset.path)}{suffix}")  # named before a path in a temporary folder is
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = Path(folder, f"{stem_of(asset.path)}{suffix}")
        report = write(asset, path, values, upgrade=upgrade)
        written = sorted(file.name for file in Path(folder).iterdir())
        if written != [path.name]:
            others = ", ".join(name for name in written if name != path.name)
            raise ValueError(
                f"{suffix} needs other files ({others}), which a file object cannot hold: use .glb"
            )
        files.write_stream(stream, path.read_bytes())
    return report


def document_in(
    asset: Asset, format: Format, form: Format, options: WriteOptions, suffix: str, *, rewritten: bool = False
) -> tuple[Any, list[Finding]]:
    """The document of an asset in a form of a format: its own document if it has that format, unless it is to
    be `rewritten`; else a new one with its rig, and findings for everything the new one does not store."""
    if asset.format is format and not rewritten and form.keeps(asset.document):
        return form.adapt(asset.document, options), list(asset.losses)
    if form.lower is None:
        raise Unsuitable(f"Pantin does not write {form.name} files")
    posed = _posed_source(asset) if form.static else None
    source = asset if posed is None else posed.source
    options = options.replace(name=stem_of(asset.path), budget=source.budget)
    losses: list[Finding] = []
    if posed is not None and form.takes_pose:
        # Not the rig of the asset: its own format may be unable to store the pose.
        options, rig = options.replace(pose=posed.pose, solver=posed.solver), source.rig
    else:
        rig = asset.rig
    if asset.origin is not None:
        rig, losses = asset.origin.rig_for(rig, form)
    document, lost = form.lower(rig, options)
    findings = list(lost)
    if not (isinstance(asset, MotionAsset) and form.of_motion):
        is_shape = isinstance(asset, ShapeAsset)
        findings += dropped_by_format(source.rig, form, suffix=suffix, shape_only=is_shape)
    losses = [*at_source(source.format, findings), *losses]
    if posed is not None:  # the findings of an asset in a pose are those of its source
        return document, [*_not_carried(source, shape_only=True), *losses]
    return document, [*(() if asset.from_rig else (*asset.losses, *not_lifted(asset))), *losses]


def _posed_source(asset: Asset) -> PosedSource | None:
    return asset.posed if isinstance(asset, ShapeAsset) else None


def require_options(form: Format, path: Path, values: Mapping[str, Any]) -> None:
    """Raise `ValueError` for an option that this format does not take, or a word that it does not know,
    `TypeError` if no format has the option."""
    known = {option.name: option for option in form.options}
    for name, value in values.items():
        if name in known and known[name].choices and value not in known[name].choices:
            words = ", ".join(known[name].choices)
            raise ValueError(f"{name} must be one of {words}, not {short_value(value)}")
        if name not in known:
            able = formats_with_option(name)
            if not able:
                raise TypeError(f"convert has no option {name!r}, and no format declares it")
            raise ValueError(f"{path}: {name} applies to {', '.join(able)} only")


def formats_with_option(name: str) -> list[str]:
    """The suffixes of files that take an option when they are written."""
    return [
        suffix
        for format in list_formats()
        for suffix in format.suffixes
        if any(option.name == name for option in format.form(suffix).options)
    ]


def not_lifted(asset: Asset, *, shape_only: bool = False) -> Iterator[Finding]:
    """Findings for everything in the file of an asset that its rig does not hold; `shape_only`: but for the
    parts that poses are made of."""
    yield from asset.lifted.findings
    yield from _not_carried(asset, shape_only=shape_only)


def _not_carried(asset: Asset, *, shape_only: bool = False) -> Iterator[Finding]:
    if not asset.from_rig:
        members = asset.format.not_carried(asset.document)
        yield from dropped_members(
            asset.format,
            (member for member in members if not (shape_only and member[2].startswith(PARTS_OF_POSES))),
        )


def dropped_members(format: Format, members: Iterable[tuple[str, int, str]]) -> Iterator[Finding]:
    """A finding for each kind of members that the rig does not hold."""
    for member in members:
        finds = dropped_bookkeeping if format.is_bookkeeping(member[2]) else dropped_by_lift
        yield from finds([member])


PARTS_OF_POSES = tuple(f"/{collection}/" for collection in ("nodes", "skins", "skeletons", "animations"))
"""Where documents have what a pose is made of: a file of static geometry is not expected to have it."""


@rule("LOSS-UNSUPPORTED", "warning", "dropped {what}")
def dropped_by_lift(dropped: Iterable[tuple[str, int, str]]) -> Iterator[Finding]:
    """Content outside the rig is dropped.

    What: The source file has a member that Pantin does not read into the rig, such as an extension that it
    does not know, and the file is converted to another format.
    Why: A conversion carries over the rig. The member is missing from the new file.
    Fix: Add what you need to the new file again, or stay in the format of the source.
    Source: the model of a rig that all formats share (docs/architecture.md).
    """
    for what, count, pointer in dropped:
        yield dropped_by_lift.at(pointer, what=what if count == 1 else f"{what} ({count:,})")
