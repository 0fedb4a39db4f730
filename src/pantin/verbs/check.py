"""`check`: the findings of a file of any format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pantin.base.errors import BadFile, LimitExceeded, MissingExtra
from pantin.base.gc_pause import pause_gc
from pantin.base.limits import Limits
from pantin.formats.file_rules import missing_extra
from pantin.formats.format import over_limit_report
from pantin.formats.registry import name_of, seekable
from pantin.report import Report
from pantin.verbs.asset import Asset
from pantin.verbs.load import DEFAULT_LIMITS, read_as, recognise_or_raise, variant_options

if TYPE_CHECKING:
    from pantin.formats.registry import Source


def check(
    source: Source,
    *,
    name: str | None = None,
    limits: Limits = DEFAULT_LIMITS,
    allow_outside: bool = False,
    variants: Mapping[str, str] | None = None,
) -> Report:
    """Check a file, or the bytes of a file called `name`, with the `variants` that `load` takes.

    Returns a report for any content. Raises `OSError` if the file cannot be opened.

    >>> pantin.check("examples/arm.glb").ok
    True
    >>> [finding.rule for finding in pantin.check("examples/loose.glb").warnings]
    ['RIG-WEIGHTS_NOT_ONE']
    """
    with pause_gc():  # until the asset is gone: a collection before would go through all of it
        return examine(source, name=name, limits=limits, allow_outside=allow_outside, variants=variants)[0]


def examine(
    source: Source,
    *,
    name: str | None = None,
    limits: Limits = DEFAULT_LIMITS,
    allow_outside: bool = False,
    variants: Mapping[str, str] | None = None,
) -> tuple[Report, Asset | None]:
    """The report of `check`, and the asset that it is about, where the file has one."""
    called, format = name_of(source, name), None
    try:
        source = seekable(source, limits)
        format = recognise_or_raise(source, called, limits)
        chosen = variant_options(format, called, variants)
        document = read_as(format, source, called, limits, allow_outside, **chosen)
        asset = Asset(called, format, document=document)
        return asset.report, asset
    except BadFile as error:
        return error.report, None
    except LimitExceeded as error:
        return (format.over_limit if format else over_limit_report)(called, error), None
    except MissingExtra as error:
        return Report(called, "", tuple(missing_extra(error))), None
