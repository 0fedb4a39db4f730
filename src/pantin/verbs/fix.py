"""`fix`: a copy of an asset with violations fixed, and the list of changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pantin.base.any_numbers import any_numbers
from pantin.base.arguments import check_arguments
from pantin.base.errors import NothingToDo
from pantin.base.options import Argument, Option
from pantin.verbs.asset import Asset
from pantin.verbs.editing import edit_of
from pantin.verbs.parameters import ALLOW_OUTSIDE, FORCE
from pantin.verbs.verb import Done, Files, Verb

if TYPE_CHECKING:
    from pantin.formats.fixing import Fix, RuleFix
    from pantin.formats.format import Format
    from pantin.report import Report
    from pantin.report.selection import Selection
    from pantin.rig import Rig
    from pantin.verbs.model import Model


class Fixed(Asset):
    """A fixed asset.

    changes  a `RuleFix` (rule, count, what) for each kind of fix that was applied
    refused  a `RuleFix` for each that could not be applied; `what` is the reason
    before   the number of findings of each rule before the fix

    >>> pantin.fix("examples/arm.glb").changes
    []
    """

    changes: list[RuleFix]
    refused: list[RuleFix]
    before: Counter[str]

    def describe(self, target: str, *, dry_run: bool = False) -> list[str]:
        """A line for each change in the file that was written as `target`, or would be, and how many findings
        were fixed and remain."""
        would = "would change: " if dry_run else ""
        lines = [f"{target}: {would}{change.what} ({change.rule})" for change in self.changes]
        lines += [f"{target}: not fixed: {change.what} ({change.rule})" for change in self.refused]
        if not self.changes:
            return lines or [f"{target}: nothing to fix"]
        return lines if dry_run else [*lines, f"{target}: {self.summary(target)}"]

    def summary(self, target: str) -> str:
        """`"fixed 1,250 (4 rules), 5 remain (see pantin check OUT)"`."""
        from pantin.report.wording import counted

        after = Counter(finding.rule for finding in self.report.findings)
        gone = self.before - after
        if self.format.is_source:  # rules that are broken in a source hide others
            fixed = {change.rule for change in self.changes}
            gone = Counter({rule: count for rule, count in gone.items() if rule in fixed})
        left = after.total()
        remain = f", {left:,} {'remains' if left == 1 else 'remain'} (see pantin check {target})"
        return f"fixed {gone.total():,} ({counted(len(gone), 'rule')}){remain if left else ''}"


@check_arguments
@any_numbers
def fix(
    asset: Model,
    rules: Collection[str] | None = None,
    *,
    unsafe: bool = False,
    named: Collection[str] | None = None,
) -> Fixed:
    """A copy of the asset with the violations of these rules fixed where that is safe; without rules, all
    violations in its report.

    A safe fix does not change how a conforming reader shows the model. (Readers disagree about weights that
    do not sum to 1; after the fix they agree.) The fix of "RIG-T_POSE" is not safe: it rotates the arms of a
    character into T-pose at rest. It is applied with `unsafe`, or if you name the rule, in `rules` or in
    `named` (where `rules` come from a pattern). The description of an unsafe fix says how far vertices move.
    Objects that nothing uses ("GLTF-UNUSED_OBJECT") are removed only if the rule is named. Raises
    `Unsupported` for a format without fixes.

    >>> fixed = pantin.fix(pantin.load("examples/loose.glb"))
    >>> [change.rule for change in fixed.changes]
    ['GLTF-ACCESSOR_WEIGHTS_NON_NORMALIZED']
    """
    if rules is not None:
        from pantin.report.catalogue import require_rules
        from pantin.verbs.explain import rules as known_rules

        require_rules(rules, known_rules())
    asset = Asset.from_model(asset)
    fixes = edit_of(asset, "fix")()
    fixed = Fixed(asset.path, asset.format, document=asset.document.copy(), findings=asset._carried)
    fixed.before = Counter(finding.rule for finding in asset.report.findings)
    requested = (rules or ()) if named is None else named
    done = _apply(fixed, fixes, asset.report, rules, unsafe, requested)
    if asset.format.is_source:  # a source that compiles further has findings that were out of reach
        while (more := _apply(fixed, fixes, fixed.report, rules, unsafe, requested)) and len(done) < MOST:
            done += more
    fixed.changes = [with_distance(change, asset, fixed) for change in done if change.count]
    fixed.refused = [change for change in done if not change.count]
    return fixed


MOST = 100
"""Changes of a source after which it is left as it is: fixes must not undo each other forever."""


def _apply(
    fixed: Fixed,
    fixes: Sequence[Fix],
    report: Report,
    rules: Collection[str] | None,
    unsafe: bool,
    named: Collection[str],
) -> list[RuleFix]:
    import numpy as np

    from pantin.formats.fixing import apply

    findings = [finding for finding in report.findings if rules is None or finding.rule in rules]
    with np.errstate(all="ignore"):  # the numbers of a file may be anything
        return apply(fixes, fixed.document, findings, unsafe=unsafe, named=named)


def with_distance(change: RuleFix, before: Asset, after: Asset) -> RuleFix:
    """A change that can alter the look, with how far posed vertices moved, if there was a model before."""
    from pantin.formats.format import Condition

    if not change.unsafe or any(
        asset.format.condition(asset.document) is Condition.EMPTY for asset in (before, after)
    ):
        return change
    from pantin.base.records import replace

    return replace(
        change, what=f"{change.what}; vertices move by up to {largest_motion(before.rig, after.rig):.4g}"
    )


def largest_motion(before: Rig, after: Rig) -> float:
    """The farthest that a vertex of one rig is from the same vertex of another, at rest and at the start, the
    middle and the end of each clip."""
    import numpy as np

    from pantin.deformation import deform
    from pantin.motion import sample

    largest = 0.0
    times = [(None, 0.0), *((index, part) for index in range(len(before.clips)) for part in (0.0, 0.5, 1.0))]
    for clip, part in times:
        poses = [
            rig.rest_pose() if clip is None else sample(rig, clip, part * rig.clips[clip].duration)
            for rig in (before, after)
        ]
        for old, new in zip(deform(before, poses[0]), deform(after, poses[1]), strict=True):
            distances = np.linalg.norm(np.asarray(old.positions) - np.asarray(new.positions), axis=-1)
            largest = max(largest, float(distances.max(initial=0.0)))
    return largest


def fix_file(
    files: Files,
    *,
    select: Sequence[str] = (),
    unsafe: bool = False,
    copy: bool = False,
    dry_run: bool = False,
    allow_outside: bool = False,
) -> Done:
    """Fix a file; `select` are rules by id, prefix or severity. A file in which nothing was fixed is not
    written, unless it is to be copied. Raises `ValueError` for a format without fixes."""
    from pantin.base.errors import Unsupported
    from pantin.report import Report
    from pantin.report.selection import Selection

    asset = load_to_fix(files, allow_outside)
    try:
        fixed = fix_selected(asset, Selection(tuple(select)), unsafe=unsafe)
    except Unsupported as error:
        if has_fixes(asset.format):
            raise
        raise ValueError(str(error)) from None
    if files.makes_folder and not (dry_run or fixed.changes or fixed.refused or copy):
        raise NothingToDo(f"{files.name}: nothing to fix", "nothing to fix")
    if dry_run or not (fixed.changes or copy):
        changes = tuple(fixed.describe(files.target or files.name, dry_run=dry_run))
        return Done(Report(files.name, asset.report.format), asset, changes)
    lost = save_source(fixed, files) if asset.format.is_source else files.save(fixed)
    return Done(lost, asset, tuple(fixed.describe(files.target)))


def load_to_fix(files: Files, allow_outside: bool) -> Asset:
    """The asset in a file. A source is not compiled: it is its text that is fixed, which may be why it does
    not compile."""
    from pantin.formats.registry import name_of, seekable
    from pantin.verbs.load import DEFAULT_LIMITS, load_as, read_as, recognise_or_raise

    name, source = name_of(files.source, files.name), seekable(files.source, DEFAULT_LIMITS)
    format = recognise_or_raise(source, name, DEFAULT_LIMITS)
    if not format.is_source:
        return load_as(format, source, name, allow_outside=allow_outside)
    return Asset(name, format, document=read_as(format, source, name, DEFAULT_LIMITS, allow_outside))


def save_source(fixed: Fixed, files: Files) -> Report:
    """Write the text of a source. Raises `ValueError` for a target that is no source."""
    from pantin.base.files import atomic_write
    from pantin.formats.registry import by_suffix
    from pantin.report import Report

    if by_suffix(files.target) is not fixed.format:
        raise ValueError(
            f"{fixed.path} is a {fixed.format.name} source, and fix keeps the format: {files.target}"
        )
    atomic_write(Path(files.make_target()), [fixed.document.data])
    return Report(files.name, fixed.kind)


def fix_selected(asset: Asset, selection: Selection, *, unsafe: bool = False) -> Fixed:
    """The asset with the selected findings fixed; a fix that needs a request is selected by the id of its
    rule."""
    rules = None
    if selection.select or selection.ignore:
        rules = {finding.rule for finding in selection.apply(asset.report).findings}
    return fix(asset, rules, unsafe=unsafe, named=selection.select)


def has_fixes(format: Format | None) -> bool:
    return format is not None and format.edits is not None and format.edits.fix is not None


VERB = Verb(
    fix,
    Option("in_place", bool, "Overwrite each file.", False, group="command"),
    Option(
        "select",
        str,
        "Fix only these rules: comma-separated ids, prefixes or severities.",
        repeated=True,
    ),
    Option("unsafe", bool, "Also apply fixes that can change how the model looks.", False),
    Option("copy", bool, "Also write files that needed no fix.", False),
    Option("dry_run", bool, "List the changes without writing anything.", False),
    FORCE,
    ALLOW_OUTSIDE,
    arguments=(
        Argument(
            "files",
            "The files or folders to fix, then the file or folder to write (none with --in-place).",
            many=True,
            suffixes="read",
        ),
    ),
    sources="files",
    each=fix_file,
    stores=("nodes",),
    takes=has_fixes,
    edits_sources=True,
    notes="""A fix is safe when the model looks the same to every reader that follows the format. RIG-T_POSE
    is not, as it rotates the arms of a character at rest, nor are guesses at what a Rigy source means: they
    are applied only with --unsafe, or if --select has the id of the rule. A source is written as a source;
    its comments stay. Unused objects are only removed with --select GLTF-UNUSED_OBJECT. Files are
    replaced in one step.""",
    examples="""
        pantin fix examples/loose.glb fixed.glb
        pantin fix examples/loose.glb --dry-run
        pantin fix examples/loose.glb fixed.glb --select RIG-WEIGHTS_NOT_ONE
        pantin fix examples/vrm/avatar.vrm t-pose.vrm --select RIG-T_POSE
        pantin fix examples/ fixed/
        pantin fix examples/loose.glb --in-place
    """,
)
