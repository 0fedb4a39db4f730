"""`check`: the findings of a file of any format."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin.base.any_numbers import any_numbers
from pantin.base.arguments import check_arguments
from pantin.base.options import Option
from pantin.verbs.parameters import ALLOW_OUTSIDE, DRAFT, FILES, VARIANT
from pantin.verbs.verb import Done, Files, Verb

if TYPE_CHECKING:
    from pantin.base.limits import Limits
    from pantin.checks import RigRule
    from pantin.formats.registry import Source
    from pantin.report import Report
    from pantin.verbs.asset import Asset
    from pantin.verbs.budgets import PathBudgets
    from pantin.verbs.model import Model

FORMATS = ("text", "json", "github", "sarif", "junit", "markdown")
"""How findings are printed."""


@check_arguments
@any_numbers
def check(
    source: Model,
    *,
    name: str | None = None,
    limits: Limits | None = None,
    allow_outside: bool = False,
    variants: Mapping[str, str] | None = None,
    budgets: Mapping[str, Any] | None = None,
    rules: Iterable[RigRule] = (),
    draft: bool = False,
    clips: bool | Mapping[str, Any] = False,
) -> Report:
    """Check a file, its bytes (called `name`), a file object, an asset or a rig.

    budgets   limits and names to check against, as in pantin.toml
    rules     more rules about rigs: made by `pantin.formats.rule`, or functions of a rig that give findings
    draft     also apply the rules of glTF extensions that are drafts
    clips     play every clip and check the motion (rules `CLIP-…`); a mapping sets thresholds
    variants  as for `load`

    Returns a report for any content. Raises `OSError` if the file cannot be opened.

    >>> pantin.check("examples/arm.glb").ok
    True
    >>> [finding.rule for finding in pantin.check("examples/loose.glb").errors]
    ['GLTF-ACCESSOR_WEIGHTS_NON_NORMALIZED']
    >>> pantin.check("examples/arm.glb", budgets={"max-joints": 2}).errors[0].message
    'skin "arm" (0) has 3 joints, at most 2'
    >>> pantin.check("examples/retarget/walk.glb", clips=True).findings[-1].rule
    'CLIP-CONSTANT_CHANNELS'
    """
    from pantin.base.gc_pause import pause_gc

    if hasattr(source, "rig") or hasattr(source, "rest_pose"):
        from pantin.verbs.asset import Asset

        asset = Asset.from_model(source)
        report = with_rules(with_budgets(asset.report, asset, budgets, None), asset, rules)
        return with_clips(report, asset, clips)
    with pause_gc():  # until the asset is gone: a collection before would go through all of it
        return examine(
            source,
            name=name,
            limits=limits,
            allow_outside=allow_outside,
            variants=variants,
            budgets=budgets,
            rules=rules,
            draft=draft,
            clips=clips,
        )[0]


def examine(
    source: Source,
    *,
    name: str | None = None,
    limits: Limits | None = None,
    allow_outside: bool = False,
    variants: Mapping[str, str] | None = None,
    budgets: Mapping[str, Any] | None = None,
    rules: Iterable[RigRule] = (),
    draft: bool = False,
    clips: bool | Mapping[str, Any] = False,
) -> tuple[Report, Asset | None]:
    """The report of `check`, and the asset that it is about, where the file has one."""
    from pantin.base.errors import BadFile, LimitExceeded, MissingExtra
    from pantin.formats.file_rules import missing_extra
    from pantin.formats.format import over_limit_report
    from pantin.formats.registry import name_of, seekable
    from pantin.report import Report
    from pantin.verbs.asset import Asset
    from pantin.verbs.load import DEFAULT_LIMITS, read_as, recognise_or_raise, variant_options

    limits = limits or DEFAULT_LIMITS
    called, format = name_of(source, name), None
    try:
        source = seekable(source, limits)
        format = recognise_or_raise(source, called, limits)
        chosen = variant_options(format, called, variants)
        if draft and "draft" in format.read_options:
            chosen["draft"] = True
        document = read_as(format, source, called, limits, allow_outside, **chosen)
        asset = Asset(called, format, document=document)
        report = with_rules(with_budgets(asset.report, asset, budgets, source), asset, rules)
        return with_clips(report, asset, clips), asset
    except BadFile as error:
        return error.report, None
    except LimitExceeded as error:
        return (format.over_limit if format else over_limit_report)(called, error), None
    except MissingExtra as error:
        return Report(called, "", tuple(missing_extra(error))), None


def with_budgets(
    report: Report, asset: Asset, budgets: Mapping[str, Any] | None, source: Path | bytes | None
) -> Report:
    """The report of an asset that was read from `source`, with findings on budgets that it exceeds."""
    if not budgets:
        return report
    from pantin.base.records import replace
    from pantin.verbs.budgets import check_budgets, parse_budgets

    exceeded = check_budgets(asset, parse_budgets(budgets), source)
    return replace(report, findings=(*report.findings, *exceeded))


def with_rules(report: Report, asset: Asset, rules: Iterable[RigRule]) -> Report:
    """The report with the findings of other rules about the rig; without them, if it cannot be read."""
    listed = list(rules)
    if not listed:
        return report
    from pantin.base.errors import PantinError
    from pantin.base.records import replace
    from pantin.checks import run_rules

    try:
        rig = asset.rig
    except PantinError:
        return report
    findings = asset.format.locate(asset.document, list(run_rules(rig, listed)))
    return replace(report, findings=(*report.findings, *findings))


def with_clips(report: Report, asset: Asset, clips: bool | Mapping[str, Any]) -> Report:
    """The report of an asset with findings on what its clips do, where these are wanted."""
    if clips is False:
        return report
    from pantin.verbs import clip_checks

    return clip_checks.with_clips(report, asset, clips)


def check_file(files: Files, *, budgets: Sequence[PathBudgets] = (), **options: Any) -> Done:
    """Check a file; of the `budgets` of paths, those for this one."""
    if budgets:
        from pantin.verbs.budgets import budgets_for

        options["budgets"] = budgets_for(files.name, budgets)
    report, asset = examine(files.source, name=files.name, **options)
    return Done(report, asset)


VERB = Verb(
    check,
    Option(
        "format",
        str,
        "How findings are printed.",
        choices=FORMATS,
        group="command",
    ),
    Option(
        "select",
        str,
        "Only these rules: comma-separated ids, prefixes or severities.",
        repeated=True,
        group="command",
    ),
    Option(
        "ignore",
        str,
        "Skip these rules: comma-separated ids, prefixes or severities.",
        repeated=True,
        group="command",
    ),
    Option(
        "strict",
        bool,
        "Count warnings as errors for the exit code.",
        negative="--no-strict",
        group="command",
    ),
    Option("baseline", Path, "A file of accepted findings, which are not reported.", group="command"),
    Option("write_baseline", Path, "Write the current findings to this file, as accepted.", group="command"),
    Option(
        "all",
        bool,
        "Print every finding on its own line, including the very common ones.",
        False,
        group="command",
    ),
    Option(
        "quiet",
        bool,
        "Print only findings that make the exit code 1, and the summary.",
        False,
        short="-q",
        group="command",
    ),
    Option(
        "show_source",
        bool,
        "Show the source line of findings in text files; on by default on a terminal.",
        negative="--no-show-source",
        group="command",
    ),
    Option(
        "statistics",
        bool,
        "Print how often each rule was broken, instead of the findings.",
        False,
        group="command",
    ),
    Option(
        "clips",
        bool,
        "Play every clip, and check loops, feet, roots and keys (the CLIP rules).",
        negative="--no-clips",
        group="command",
    ),
    Option(
        "html",
        Path,
        "Write curves of feet, roots and loops to an HTML page; implies --clips.",
        group="command",
    ),
    ALLOW_OUTSIDE,
    VARIANT,
    DRAFT,
    Option("fix", str, "Deprecated: use pantin fix.", group="command"),
    arguments=(FILES,),
    sources="files",
    each=check_file,
    rules=("pantin.verbs.budget_rules", "pantin.checks.clip_rules"),
    notes="Options may also be set in [tool.pantin] of a pyproject.toml, or in a pantin.toml.",
    examples="""
        pantin check examples/arm.glb
        pantin check examples/ -j 4 --ignore info,GLTF-UNUSED_OBJECT
        pantin check examples/ --write-baseline accepted.json
        pantin check examples/ --baseline accepted.json --strict
        pantin check - --format json < examples/arm.glb
        pantin check examples/ --statistics
        pantin check examples/retarget/walk.glb --clips --html walk.html
        pantin check examples/ -j 4 --timeout 60 --report-file report.jsonl
    """,
)
