"""The verbs of a batch: what each does to one file. Each loads, calls one function of Pantin, and saves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pantin.base.records import Record, replace
from pantin.report import Report

if TYPE_CHECKING:
    from pantin.formats.format import Format
    from pantin.verbs.asset import Asset

Variants = Mapping[str, str] | None
"""Chosen variants of a USD stage, by the names of their sets."""


class Done(NamedTuple):
    """What a verb has done: its report, the asset that it read, and what else there is to say."""

    report: Report
    asset: Asset | None = None
    notes: tuple[str, ...] = ()
    failed: bool = False
    """Whether the outcome counts as findings whatever their severity."""
    value: Any = None


class Files(NamedTuple):
    """The file to read, its name in reports, the file to write, and whether its folder is made."""

    path: Path
    name: str
    target: str = ""
    makes_folder: bool = False


def check(files: Files, **reading: Any) -> Done:
    from pantin.verbs.check import examine

    path, name = files[:2]
    report, asset = examine(path, name=name, **reading)
    return Done(report, asset)


def inspect(files: Files, *, gaps: bool = False, **reading: Any) -> Done:
    import pantin

    path, name = files[:2]
    inspection = pantin.inspect(path, name=name, gaps=gaps, **reading)
    if not inspection.readable:
        raise pantin.PantinError(f"{name}: {inspection.faults[0]}")
    return Done(Report(name, ""), failed=inspection.failed, value=inspection)


def convert(
    files: Files,
    *,
    strict: bool = False,
    allow_outside: bool = False,
    variants: Variants = None,
    **options: Any,
) -> Done:
    import pantin

    asset = load(files, allow_outside, variants)
    report = pantin.convert(asset, _folder_made(files), **options)
    return Done(report, asset, failed=strict and report.lossy)


def pose(
    files: Files,
    *,
    pose: str | None = None,
    allow_outside: bool = False,
    variants: Variants = None,
    **options: Any,
) -> Done:
    import pantin

    asset = load(files, allow_outside, variants)
    return Done(_save(pantin.pose(asset, pose, **options), files), asset)


def bake(
    files: Files,
    *,
    motion: str | None = None,
    allow_outside: bool = False,
    variants: Variants = None,
    **options: Any,
) -> Done:
    import pantin

    asset = load(files, allow_outside, variants)
    moving = None if motion is None else _load_once(motion, allow_outside)
    baked = pantin.bake_springs(asset, motion=moving, **options)
    return Done(_save(baked, files), asset, (baked.describe(),))


def skeletons(files: Files, *, strip: bool = False, allow_outside: bool = False, **options: Any) -> Done:
    import pantin

    asset = load(files, allow_outside)
    try:
        derived = pantin.strip_skeletons(asset) if strip else pantin.derive_skeletons(asset, **options)
    except pantin.BadFile as error:
        note = f"{files.name}: no skeletons can be derived; nothing is written"
        return Done(error.report, asset, (note,), failed=True)
    return Done(_save(derived, files), asset)


def retarget(
    files: Files, *, target: str, clip: int | str | None = None, allow_outside: bool = False, **options: Any
) -> Done:
    """The motion of each file, on one character."""
    import pantin

    moving, character = load(files, allow_outside), _load_once(target, allow_outside)
    done = pantin.retarget(moving, character, clip=0 if clip is None else clip, **options)
    notes = tuple(f"{files.target}: {note}" for note in done.notes)
    return Done(_save(done.asset_for(files.target), files), moving, notes)


def render(
    files: Files,
    *,
    thumbnail: bool = False,
    motion: str | None = None,
    allow_outside: bool = False,
    variants: Variants = None,
    **options: Any,
) -> Done:
    import pantin

    asset, target = load(files, allow_outside, variants), _folder_made(files)
    if thumbnail and pantin.thumbnail(asset, target) is not None:
        return Done(Report(files.name, ""), asset)
    drawn = (f"{files.name} has no thumbnail: the model is drawn instead",) if thumbnail else ()
    options["motion"] = None if motion is None else _load_once(motion, allow_outside)
    rendered = pantin.render(asset, target, **options)
    # The losses of a picture are not those of the model: as for one file, they do not fail it.
    return Done(rendered.report, asset, (*drawn, *rendered.notes))


def fix(
    files: Files,
    *,
    select: Sequence[str] = (),
    dry_run: bool = False,
    allow_outside: bool = False,
) -> Done:
    import pantin
    from pantin.report.selection import Selection

    asset = load(files, allow_outside)
    selection = Selection(tuple(select))
    rules = {finding.rule for finding in selection.apply(asset.report).findings}
    fixed = pantin.fix(asset, rules, named=selection.select)
    if dry_run:
        return Done(
            Report(files.name, asset.report.format), asset, tuple(fixed.describe(files.target, dry_run=True))
        )
    lost = _save(fixed, files)
    return Done(lost, asset, tuple(fixed.describe(files.target, lost=lost)))


def slim(files: Files, *, keep: Sequence[str] = (), allow_outside: bool = False, **options: Any) -> Done:
    """Of many files, only some may have the nodes to keep."""
    import pantin
    from pantin.formats.registry import by_suffix

    asset = load(files, allow_outside)
    if by_suffix(files.target) != asset.format:
        raise ValueError(f"slim writes the format that it reads: {files.target} is not {asset.format.name}")
    missing = [name for name in keep if name not in asset.rig.nodes.names] if files.makes_folder else []
    slimmed = pantin.slim(asset, keep=[name for name in keep if name not in missing], **options)
    notes = [f"{files.name}: there is no node {name!r} to keep" for name in missing]
    return Done(_save(slimmed, files), asset, (*notes, f"{files.target}: {slimmed.describe()}"))


def slice(
    files: Files,
    *,
    project: bool = False,
    pose: str | None = None,
    strict: bool = False,
    allow_outside: bool = False,
    **options: Any,
) -> Done:
    import pantin

    asset = load(files, allow_outside)
    cut = pantin.project if project else pantin.slice
    report = _save(cut(asset, pose=pose, **options), files)
    return Done(report, asset, failed=strict and report.lossy)


def compile(
    files: Files,
    *,
    as_errors: Sequence[str] = (),
    ignored: Sequence[str] = (),
    **options: Any,
) -> Done:
    """A source that has errors, or warnings that count as errors, is not written."""
    import pantin
    from pantin.report.warning_policy import apply_policy

    path, name = files[:2]
    asset = pantin.compile(path, name=name, **options)
    report = apply_policy(asset.report, as_errors, ignored)
    if not report.ok:
        return Done(report, asset)
    lost = _save(asset, files)
    return Done(replace(report, findings=(*report.findings, *lost.findings)), asset)


def load(files: Files, allow_outside: bool, variants: Variants = None) -> Asset:
    import pantin

    path, name = files[:2]
    return pantin.load(path, name=name, allow_outside=allow_outside, variants=variants)


@lru_cache(maxsize=1)
def _load_once(path: str, allow_outside: bool) -> Asset:
    """A motion or a character that all files have in common."""
    import pantin

    return pantin.load(path, allow_outside=allow_outside)


def _save(asset: Asset, files: Files) -> Report:
    import pantin

    return pantin.save(asset, _folder_made(files))


def _folder_made(files: Files) -> str:
    """The target, in a folder that exists. It is made as late as this, so that a file that cannot be read
    leaves no folder."""
    if files.makes_folder:
        Path(files.target).parent.mkdir(parents=True, exist_ok=True)
    return files.target


class Verb(Record):
    """A verb of a batch: its function; what the targets must be able to store, or None where it writes no
    file; and the suffix of a target that has none."""

    run: Callable[..., Done]
    stores: tuple[str, ...] | None = None
    suffix: str | None = None
    pictures: bool = False
    """Whether it writes pictures rather than models."""
    takes: Callable[[Format | None], bool] = lambda format: True
    """Whether it works on files of a format, None for an unknown suffix; others in folders are left out."""
    keeps_format: bool = False
    """Whether it writes each file in the format that it has."""


def _has_fixes(format: Format | None) -> bool:
    return format is not None and format.edits is not None and format.edits.fix is not None


def _can_slim(format: Format | None) -> bool:
    return format is not None and format.edits is not None and format.edits.slim is not None


def _is_source(format: Format | None) -> bool:
    return format is not None and format.is_source


VERBS: dict[str, Verb] = {
    "check": Verb(check),
    "inspect": Verb(inspect),
    "convert": Verb(convert, ()),
    "pose": Verb(pose, ("meshes",)),
    "bake": Verb(bake, ("clips", "skins")),
    "retarget": Verb(retarget, ("clips",)),
    "skeletons": Verb(skeletons, ("skeletons", "nodes")),
    "render": Verb(render, (), ".png", pictures=True),
    "fix": Verb(fix, ("nodes",), takes=_has_fixes),
    "slim": Verb(slim, (), takes=_can_slim, keeps_format=True),
    "slice": Verb(slice, ("meshes",)),
    "compile": Verb(compile, (), ".glb", takes=_is_source),
}
"""Every verb that a batch can run, by name."""
