"""Write assets in any format: as their own document, or through the rig; and report what is dropped."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin.assets.asset import Asset
from pantin.assets.format import Format, WriteOptions
from pantin.assets.registry import stem_of, suffix_of, target_format
from pantin.errors import Unsupported
from pantin.report import Finding, Report, rule
from pantin.report.wording import counted, plural
from pantin.rig import Rig

if TYPE_CHECKING:
    from pantin.rig.contents import Content


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

    What: the source file has a member that Pantin does not read into the rig, such as an extension that it
    does not know, and the file is converted to another format.
    Why: a conversion carries over the rig. The member is missing from the new file.
    Fix: add what you need to the new file again, or stay in the format of the source.
    Source: the model of a rig that all formats share (docs/architecture.md).
    """
    for what, count, pointer in dropped:
        yield dropped_by_lift.at(pointer, what=what, count=count)


@rule("LOSS-GEOMETRY", "warning", "dropped {what}: {format} {why}")
def dropped_by_format(rig: Rig, format: Format) -> Iterator[Finding]:
    """Target format cannot store a part of the rig.

    What: the rig has something that files of the target format have no place for. OFF, OBJ and STL store
    the shape alone, in the rest pose unless another one is given.
    Why: the new file is without it.
    Fix: keep the source too, or choose a format that stores it, such as glTF.
    Source: the table of formats (docs/formats.md).
    """
    from pantin.rig.contents import contents

    listed = {content.member: content for content in contents(rig)}
    dropped: dict[str, list[Content]] = {}
    for content in listed.values():
        collection = content.member.partition(".")[0]
        owner = OWNERS.get(collection, collection)
        # Whoever drops a collection drops its members with it; a pose applies nodes and scenes.
        if format.holds(content.member) or (format.static and content.member in ("nodes", "scenes")):
            continue
        if content.member == collection or format.holds(owner) or (format.static and owner == "nodes"):
            dropped.setdefault(collection, []).append(content)
    why = "stores static geometry only" if format.static else "cannot store it"
    for collection, contents_of in dropped.items():
        what = _describe(collection, contents_of)
        yield dropped_by_format.at(contents_of[0].first, what=what, format=format.suffixes[0], why=why)


OWNERS = {"surfaces": "meshes", "instances": "nodes", "texture_uses": "materials"}
"""The collection that the members of another belong to."""

NOUNS = {
    "meshes": "mesh",
    "surfaces": "surface",
    "instances": "instance",
    "texture_uses": "texture of a material",
    "character": "set of VRM data",
}
"""What messages call one part of a collection, if not by its name without the s."""


def _describe(collection: str, dropped: list[Content]) -> str:
    """`3 skins`, or `names (4), extras (1) of nodes`."""
    noun = NOUNS.get(collection, collection.removesuffix("s"))
    if dropped[0].member == collection:
        return collection if collection in ("copyright", "extras") else counted(dropped[0].count, noun)
    fields = [content.member.partition(".")[2].replace("_", " ") for content in dropped]
    listed = ", ".join(f"{field} ({content.count:,})" for field, content in zip(fields, dropped, strict=True))
    return f"{listed} of {plural(noun, 2)}"
