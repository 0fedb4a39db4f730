"""The verbs of a batch: what each does to one file. Each loads, calls one function of Pantin, and saves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pantin.report import Report

if TYPE_CHECKING:
    from pantin.assets import Asset


class Done(NamedTuple):
    """What a verb has done: its report, the asset that it read, and what else there is to say."""

    report: Report
    asset: Asset | None = None
    notes: tuple[str, ...] = ()
    failed: bool = False
    """Whether the outcome counts as findings whatever their severity."""
    value: Any = None


Source = tuple[Path, str]
"""The file to read, and its name in reports."""


def check(source: Source, _: str | None, *, allow_outside: bool = False) -> Done:
    from pantin.assets import examine

    path, name = source
    report, asset = examine(path, name=name, allow_outside=allow_outside)
    return Done(report, asset)


def inspect(source: Source, _: str | None, *, gaps: bool = False, allow_outside: bool = False) -> Done:
    import pantin

    path, name = source
    inspection = pantin.inspect(path, name=name, gaps=gaps, allow_outside=allow_outside)
    if not inspection.readable:
        raise pantin.PantinError(f"{name}: {inspection.faults[0]}")
    return Done(Report(name, ""), failed=inspection.failed, value=inspection)


def convert(
    source: Source, target: str, *, strict: bool = False, allow_outside: bool = False, **options: Any
) -> Done:
    import pantin

    asset = load(source, allow_outside)
    report = pantin.convert(asset, _folder_made(target), **options)
    lost = any(finding.rule.startswith("LOSS-") or finding.severity != "info" for finding in report.findings)
    return Done(report, asset, failed=strict and lost)


def pose(
    source: Source, target: str, *, pose: str | None = None, allow_outside: bool = False, **options: Any
) -> Done:
    import pantin

    asset = load(source, allow_outside)
    return Done(_save(pantin.pose(asset, pose, **options), target), asset)


def bake(
    source: Source, target: str, *, motion: str | None = None, allow_outside: bool = False, **options: Any
) -> Done:
    import pantin

    asset = load(source, allow_outside)
    moving = None if motion is None else pantin.load(motion, allow_outside=allow_outside)
    baked = pantin.bake_springs(asset, motion=moving, **options)
    return Done(_save(baked, target), asset, (baked.describe(),))


def skeletons(
    source: Source, target: str, *, strip: bool = False, allow_outside: bool = False, **options: Any
) -> Done:
    import pantin

    asset = load(source, allow_outside)
    try:
        derived = pantin.strip_skeletons(asset) if strip else pantin.derive_skeletons(asset, **options)
    except pantin.BadFile as error:
        note = f"{source[1]}: no skeletons can be derived; nothing is written"
        return Done(error.report, asset, (note,), failed=True)
    return Done(_save(derived, target), asset)


def render(source: Source, target: str, *, allow_outside: bool = False, **options: Any) -> Done:
    import pantin

    asset = load(source, allow_outside)
    rendered = pantin.render(asset, _folder_made(target), **options)
    # The losses of a picture are not those of the model: as for one file, they do not fail it.
    return Done(rendered.report, asset, rendered.notes)


def fix(
    source: Source,
    target: str,
    *,
    select: Sequence[str] = (),
    dry_run: bool = False,
    allow_outside: bool = False,
) -> Done:
    import pantin
    from pantin.report.selection import Selection

    asset = load(source, allow_outside)
    selection = Selection(tuple(select))
    rules = {finding.rule for finding in selection.apply(asset.report).findings}
    fixed = pantin.fix(asset, rules, named=selection.select)
    if dry_run:
        return Done(
            Report(source[1], asset.report.format), asset, tuple(fixed.describe(target, dry_run=True))
        )
    lost = _save(fixed, target)
    return Done(lost, asset, tuple(fixed.describe(target, lost=lost)))


def load(source: Source, allow_outside: bool) -> Asset:
    import pantin

    path, name = source
    return pantin.load(path, name=name, allow_outside=allow_outside)


def _save(asset: Asset, target: str) -> Report:
    import pantin

    return pantin.save(asset, _folder_made(target))


def _folder_made(target: str) -> str:
    """The target, in a folder that exists. It is made as late as this, so that a file that cannot be read
    leaves no folder."""
    Path(target).parent.mkdir(parents=True, exist_ok=True)
    return target


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb of a batch: its function; what the targets must be able to store, or None where it writes no
    file; and the suffix of a target that has none."""

    run: Callable[..., Done]
    stores: tuple[str, ...] | None = None
    suffix: str | None = None
    pictures: bool = False
    """Whether it writes pictures rather than models."""


VERBS: dict[str, Verb] = {
    "check": Verb(check),
    "inspect": Verb(inspect),
    "convert": Verb(convert, ()),
    "pose": Verb(pose, ("meshes",)),
    "bake": Verb(bake, ("clips", "nodes")),
    "skeletons": Verb(skeletons, ("skeletons", "nodes")),
    "render": Verb(render, (), ".png", pictures=True),
    "fix": Verb(fix, ("nodes",)),
}
"""Every verb that a batch can run, by name."""
