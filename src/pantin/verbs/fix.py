"""`fix`: a copy of an asset with violations fixed, and the list of changes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pantin.base.options import Argument, Option
from pantin.verbs.asset import Asset
from pantin.verbs.editing import edit_of
from pantin.verbs.parameters import ALLOW_OUTSIDE, FORCE
from pantin.verbs.verb import Done, Files, Verb

if TYPE_CHECKING:
    from pantin.formats.format import Format
    from pantin.formats.gltf.model_edits import Change
    from pantin.report import Report
    from pantin.report.selection import Selection
    from pantin.rig import Rig


ON_REQUEST = frozenset({"RIG-T_POSE"})
"""Rules whose fix changes how the model looks: it is applied only if the rule is named."""


class Fixed(Asset):
    """A fixed asset; `changes` has a `Change` (rule, count, what) for each rule that was fixed, and `refused`
    one without a count for each that could not be, whose `what` is the reason."""

    changes: list[Change]
    refused: list[Change]

    def describe(self, target: str, *, lost: Report | None = None, dry_run: bool = False) -> list[str]:
        """A line for each change in the file that was written as `target`, or would be; `lost` is the report
        of saving it."""
        would = "would change: " if dry_run else ""
        lines = [f"{target}: {would}{change.what} ({change.rule})" for change in self.changes]
        lines += [f"{target}: not fixed: {change.what} ({change.rule})" for change in self.refused]
        if lines:
            return lines
        same = Path(target).suffix.lower() == Path(self.path).suffix.lower()
        copied = same and lost is not None and not lost.findings and target != self.path
        return [f"{target}: nothing to fix{'; wrote an unchanged copy' if copied else ''}"]


def fix(
    asset: Asset | Rig, rules: Collection[str] | None = None, *, named: Collection[str] | None = None
) -> Fixed:
    """A copy of the asset with the violations of these rules fixed where that is safe; without rules, all
    violations in its report.

    A safe fix does not change how a conforming reader shows the model. (Readers disagree about weights that
    do not sum to 1; after the fix they agree.) "RIG-T_POSE" does: it rotates the arms of a character into
    T-pose at rest, and is fixed only if you name it, in `rules` or, where those come from a pattern, in
    `named`. Raises `Unsupported` for a format without fixes.

    >>> fixed = pantin.fix(pantin.load("examples/loose.glb"))
    >>> [change.rule for change in fixed.changes]
    ['RIG-WEIGHTS_NOT_ONE']
    """
    asset = Asset.of(asset)
    change = edit_of(asset, "fix")
    found = {finding.rule for finding in asset.report.findings} if rules is None else rules
    requested = (rules or ()) if named is None else named
    broken = {rule for rule in found if rule not in ON_REQUEST or rule in requested}
    document = asset.document.copy()
    done = change(document, broken)
    fixed = Fixed(asset.path, asset.format, document=document, findings=asset.carried)
    fixed.changes = [change for change in done if change.count]
    fixed.refused = [change for change in done if not change.count]
    return fixed


def fix_file(
    files: Files, *, select: Sequence[str] = (), dry_run: bool = False, allow_outside: bool = False
) -> Done:
    """Fix a file; `select` are rules by id, prefix or severity."""
    from pantin.report import Report
    from pantin.report.selection import Selection

    asset = files.load(allow_outside)
    fixed = fix_selected(asset, Selection(tuple(select)))
    if dry_run:
        changes = tuple(fixed.describe(files.target, dry_run=True))
        return Done(Report(files.name, asset.report.format), asset, changes)
    lost = files.save(fixed)
    return Done(lost, asset, tuple(fixed.describe(files.target, lost=lost)))


def fix_selected(asset: Asset, selection: Selection) -> Fixed:
    """The asset with the selected findings fixed; what is fixed on request only, by the id of its rule."""
    rules = {finding.rule for finding in selection.apply(asset.report).findings}
    return fix(asset, rules, named=selection.select)


def has_fixes(format: Format | None) -> bool:
    return format is not None and format.edits is not None and format.edits.fix is not None


VERB = Verb(
    fix,
    Option("in_place", bool, "Write each file over itself.", False, group="command"),
    Option(
        "select",
        str,
        "Fix only these rules, by id, prefix or severity; several with commas.",
        repeated=True,
    ),
    Option("dry_run", bool, "Write nothing: list what would be changed.", False),
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
    notes="""A fix is safe when the model looks the same to every reader that follows the format. One is not:
    RIG-T_POSE rotates the arms of a character at rest, and is fixed only if --select has this id. Files are
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
