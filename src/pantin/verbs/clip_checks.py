"""The rules about what clips do, for `check`: thresholds of a project, and findings of an asset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pantin.base.errors import PantinError
from pantin.base.records import replace
from pantin.checks.clip_rules.thresholds import Thresholds, parse_thresholds

if TYPE_CHECKING:
    from pantin.report import Report
    from pantin.verbs.asset import Asset


def thresholds_of(clips: bool | Mapping[str, Any]) -> Thresholds:
    """The thresholds that `check(clips=…)` means. Raises `ValueError`."""
    return parse_thresholds(clips if isinstance(clips, Mapping) else {})


def with_clips(report: Report, asset: Asset, clips: bool | Mapping[str, Any]) -> Report:
    """The report of an asset with findings on what its clips do; parts that cannot be read are skipped."""
    thresholds = thresholds_of(clips)
    try:
        rig = asset.rig
    except PantinError:  # other rules say why
        return report
    from pantin.checks.clip_rules import find_faults

    faults = asset.format.locate(asset.document, list(find_faults(rig, thresholds)))
    return replace(report, findings=(*report.findings, *faults))
