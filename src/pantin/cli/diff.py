"""`pantin diff`: differences as text, JSON and annotations, and as a page or an image."""

from __future__ import annotations

import builtins
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin.cli.exit import Exit, UsageError
from pantin.cli.io import load_rig, raise_refused
from pantin.cli.verb_command import command_of, keywords_of, usage_errors
from pantin.verbs.diff import MOST, VERB

if TYPE_CHECKING:
    from pantin import Asset
    from pantin.operations.comparison import Change, Difference


def diff(
    a: str,
    b: str,
    *,
    format: str,
    all: bool,
    html: Path | None,
    picture: Path | None,
    allow_outside: bool,
    raw_weights: bool,
    **values: Any,
) -> int:
    import pantin

    keywords = keywords_of(VERB, values)
    if keywords.get("tolerance") is not None and keywords.get("against_slim", False) is not False:
        raise UsageError("give --tolerance or --against-slim, not both")
    folders = [Path(file).is_dir() for file in (a, b)]
    if any(folders):
        if not builtins.all(folders):
            raise UsageError(f"{a} and {b}: give two files, or two folders")
        if picture is not None:
            raise UsageError("--picture shows two models: use --html for folders")
        from pantin.cli.folder_diff import diff_folders, make_load

        load = make_load(allow_outside, raw_weights)
        return diff_folders(a, b, format=format, html=html, load=load, keywords=keywords)
    first, second = (load_rig(file, allow_outside, raw_weights=raw_weights) for file in (a, b))
    with usage_errors():
        difference = pantin.diff(first, second, **keywords)
    if format == "json":
        import json

        print(json.dumps(difference.to_builtins(), indent=2))
    elif format == "github":
        from pantin.cli.job_summary import write_job_summary

        sys.stdout.writelines(f"{line}\n" for line in annotate(difference, b))
        write_job_summary([markdown_of(difference, b)])
    else:
        sys.stdout.writelines(f"{line}\n" for line in text_lines(difference, a, b, None if all else MOST))
    for path, write in ((html, write_page), (picture, write_picture)):
        if path is not None:
            with raise_refused(path):
                write(first, second, path)
    return Exit.FINDINGS if difference else Exit.CLEAN


def annotate(difference: Difference, file: str) -> list[str]:
    """One annotation for each kind of difference, with a count: GitHub shows ten of a step."""
    from pantin.report.render.github import annotation
    from pantin.report.wording import printable

    return [
        annotation("error", {"file": printable(Path(file).as_posix())}, printable(text))
        for text in first_of_each_kind(difference)
    ]


def first_of_each_kind(difference: Difference) -> list[str]:
    """The first difference of each kind, and how many others there are."""
    kinds: dict[str, list[Change]] = {}
    for change in difference.differences:
        kinds.setdefault(change.kind, []).append(change)
    return [
        str(changes[0]) + (f" (and {len(changes) - 1:,} more)" if len(changes) > 1 else "")
        for changes in kinds.values()
    ]


def markdown_of(difference: Difference, file: str) -> str:
    """The differences as a list for the page of a workflow run; empty where there are none."""
    from pantin.report.render.markdown import escape
    from pantin.report.wording import printable

    if difference.equal:
        return ""
    rows = "".join(f"- {escape(printable(text))}\n" for text in first_of_each_kind(difference))
    return f"### {escape(printable(file))}\n\n{rows}\n"


def write_page(first: Asset, second: Asset, path: Path) -> None:
    """The page with both models, coloured by distances."""
    import pantin

    pantin.view(first, other=second, distances=True).save(path)


def write_picture(first: Asset, second: Asset, path: Path) -> None:
    """The image of both models. The renderer is imported for it alone."""
    import pantin

    pantin.render_difference(first, second, path)


def text_lines(difference: Difference, a: str, b: str, most: int | None) -> list[str]:
    """The text output: differences by kind, then the distances between vertices."""
    distance = f"posed vertices are at most {difference.max_error:.3g} apart"
    allowed = f"(tolerance {difference.tolerance:.3g})"
    if difference.equal:
        return [f"{a} and {b} are equal: {distance} {allowed}"]
    lines, kinds = [], {change.kind: 0 for change in difference.differences}
    followers = 0
    for change in difference.differences:
        kinds[change.kind] += 1
        followers += change.follows
        if most is None or (kinds[change.kind] <= most and not change.follows):
            lines.append(str(change))
    hidden = len(difference.differences) - len(lines)
    if most is not None and followers:
        hidden -= followers
        lines.append(
            f"{followers} more follow from {'this' if len(lines) == 1 else 'these'}; --all lists them"
        )
    if hidden:
        lines.append(f"and {hidden} more; --all lists them")
    counts = ", ".join(f"{count} of {kind}" for kind, count in kinds.items())
    return [*lines, f"{a} and {b} differ: {counts}; {distance} {allowed}"]


COMMAND = command_of("diff", VERB, diff)
