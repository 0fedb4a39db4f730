"""`load`: read a file of any format as an `Asset`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin.base import files
from pantin.base.arguments import check_arguments
from pantin.base.errors import BadFile, Unsupported
from pantin.base.limits import Limits
from pantin.formats.file_rules import unknown_format
from pantin.formats.format import Condition, Format, SourceDocument
from pantin.formats.registry import name_of, recognise, seekable, start_of
from pantin.report import Report
from pantin.verbs.asset import Asset

if TYPE_CHECKING:
    from pantin.formats.registry import Source

DEFAULT_LIMITS = Limits()


@check_arguments
def load(
    source: Source,
    *,
    name: str | None = None,
    limits: Limits = DEFAULT_LIMITS,
    allow_outside: bool = False,
    variants: Mapping[str, str] | None = None,
    raw_weights: bool = False,
    draft: bool = False,
) -> Asset:
    """Read a file, or its bytes (called `name`); of a damaged file, the parts that are valid.

    allow_outside  allow references to files outside the folder of the file
    variants       variants of a USD stage by the names of their sets: `{"animation": "Walk"}`; `ValueError`
                   lists the names that exist
    raw_weights    keep weights of glTF vertices as stored; otherwise they are divided by their sum, as
                   engines do
    draft          also read glTF extensions that are drafts

    A Rigy source is compiled. Raises `OSError` if the file cannot be read, `BadFile` if nothing in it
    can be used, `Unsupported` for another version of its format, and `LimitExceeded`.

    >>> pantin.load("examples/arm.glb").rig.nodes.names
    ('shoulder', 'elbow', 'wrist', 'arm')
    """
    called, source = name_of(source, name), seekable(source, limits)
    format = recognise_or_raise(source, called, limits)
    chosen = variant_options(format, called, variants)
    flags = {"raw_weights": raw_weights, "draft": draft}
    chosen |= {flag: True for flag, stated in flags.items() if stated and flag in format.read_options}
    return load_as(format, source, called, limits=limits, allow_outside=allow_outside, **chosen)


def variant_options(format: Format, name: str, variants: Mapping[str, str] | None) -> dict[str, Any]:
    """The reader options for chosen variants. Raises `ValueError` for a format without variants."""
    if not variants:
        return {}
    if "variants" not in format.read_options:
        raise ValueError(f"{name}: {format.name} files have no variants")
    return {"variants": variants}


def read_as(
    format: Format, source: Path | bytes, name: str, limits: Limits, allow_outside: bool, **options: Any
) -> Any:
    """The document in a file of this format; raises `BadFile` if there is none."""
    assert format.read is not None
    resolver = files.Resolver(None if isinstance(source, bytes) else source.parent, allow_outside)
    with format.naming_extra():
        return format.read(source, name=name, limits=limits, resolver=resolver, **options)


def load_as(
    format: Format,
    source: Path | bytes,
    name: str,
    *,
    limits: Limits = DEFAULT_LIMITS,
    allow_outside: bool = False,
    **options: Any,
) -> Asset:
    """As `load`, for a file of this format; `options` go to its reader."""
    document = read_as(format, source, name, limits, allow_outside, **options)
    asset = Asset(name, format, document=document)
    try:
        if format.condition(document) is Condition.EMPTY:
            raise BadFile(asset.report)
    except Unsupported as error:
        raise error if name in str(error) else Unsupported(f"{name}: {error}") from None
    if format.lower is not None:
        return asset
    # A format that cannot be written has no document to keep: the result is a rig.
    from pantin.verbs.conversion import not_lifted

    origin = document if isinstance(document, SourceDocument) else None
    findings = tuple(not_lifted(asset))
    return Asset.of_rig(asset.rig, name, report=asset.report, origin=origin, findings=findings)


def recognise_or_raise(source: Path | bytes, name: str, limits: Limits) -> Format:
    """The format of a file; raises `BadFile` if it is unknown, and `OSError` if the file cannot be read."""
    format = recognise(source, name)
    if format is None:
        if not isinstance(source, bytes):
            files.read(source, limits.file_bytes)
        raise BadFile(Report(name, "", tuple(unknown_format(name, start_of(source)))))
    return format
