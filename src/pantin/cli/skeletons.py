"""`pantin skeletons`: explicit skeletons derived from skins, shown, or taken away."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from pantin.base.options import Option
from pantin.cli.batch_options import SOURCES, WRITING
from pantin.cli.command import ALLOW_OUTSIDE, FORCE, Argument, Command, Many
from pantin.cli.exit import Exit, UsageError
from pantin.cli.io import finish, load_asset, require_target, save_asset, unreadable
from pantin.cli.streams import console, say

if TYPE_CHECKING:
    from pantin import Asset, Report
    from pantin.verbs.skeletons import WithSkeletons


def skeletons(
    source: str,
    target: str | None,
    *,
    as_: Any,
    merge: Any,
    fix: bool,
    strip: bool,
    report: bool,
    format: str,
    allow_outside: bool,
) -> int:
    import pantin

    if report == (target is not None):
        raise UsageError("give a file to write, or --report" if not report else "--report writes no file")
    require_one_way(as_, merge, fix, strip, report)
    if target is not None:
        require_target(target, "skeletons", "nodes")
    asset = load_asset(source, allow_outside)
    with unreadable(asset.path):
        if strip:
            return _write(pantin.strip_skeletons(asset), target)
        try:
            derived = pantin.derive_skeletons(asset, as_=as_, merge=merge, fix=fix)
        except pantin.BadFile as error:
            return _refuse(error.report, format, fix)
        if report:
            return _report(derived, format)
        if not derived.skeletons:
            say(f"{asset.path} has no skin to derive a skeleton from, so {target} has none")
        return _write(derived, target)


def require_one_way(as_: str, merge: str, fix: bool, strip: bool, report: bool) -> None:
    """Raise `UsageError` for options that exclude each other."""
    if strip and (report or fix or merge != "overlap" or as_ != "staik"):
        raise UsageError("--strip goes with no other option")
    if as_ == "khr" and merge != "overlap":
        raise UsageError("--merge goes with --as staik only: as khr, bones that touch are one skeleton")


def options_of_each(
    *, as_: str, merge: str, fix: bool, strip: bool, report: bool, format: str, allow_outside: bool
) -> dict[str, Any]:
    """The options of each file of a batch."""
    require_one_way(as_, merge, fix, strip, report)
    if report:
        raise UsageError("--report prints the skeletons of one file")
    options = {"strip": strip, "allow_outside": allow_outside}
    return options if strip else options | {"as_": as_, "merge": merge, "fix": fix}


def _write(asset: Asset, target: str | None) -> int:
    assert target is not None
    return finish(save_asset(asset, target))


def _refuse(report: Report, format: str, fix: bool) -> int:
    """Say why there are no skeletons; nothing is written."""
    from pantin.report.render import json, text

    if format == "json":
        sys.stdout.writelines(json.render([report]))
    else:
        sys.stderr.writelines(text.render([report]))
    hint = "" if fix or not any(finding.fix for finding in report.findings) else "; --fix adds a root node"
    say(f"{report.path}: no skeletons can be derived{hint}")
    return Exit.FINDINGS


def _report(asset: WithSkeletons, format: str) -> int:
    if format == "json":
        import json

        import msgspec

        print(json.dumps({"path": asset.path, "skeletons": msgspec.to_builtins(asset.skeletons)}, indent=2))
    else:
        from pantin.cli.skeleton_trees import print_trees

        print_trees(asset.path, asset.skeletons, console(sys.stdout))
    return Exit.CLEAN


COMMAND = Command(
    "skeletons",
    skeletons,
    arguments=(
        SOURCES,
        Argument(
            "target",
            "The file to write, or the folder for many files; - is standard output, as .glb.",
            required=False,
            suffixes="write",
        ),
    ),
    options=(
        Option(
            "as_",
            str,
            "How skeletons are stored: as lists of joints (staik), or as marked bones (khr).",
            "staik",
            choices=("staik", "khr"),
        ),
        Option(
            "merge",
            str,
            "Which skins share a skeleton: those whose joints overlap; also those that are children of a "
            "joint of another (touching); also those that are children of one node (siblings).",
            "overlap",
            choices=("overlap", "touching", "siblings"),
        ),
        Option("fix", bool, "Add a root node where the joints of a skin have none in common.", False),
        Option("strip", bool, "Remove both extensions; skins keep the pose they are bound in.", False),
        Option(
            "report",
            bool,
            "Print the tree of each skeleton, with the skins that use each joint, and write nothing.",
            False,
        ),
        Option(
            "format",
            str,
            "Text, or one JSON document: the report, or the findings if no skeletons can be derived.",
            "text",
            choices=("text", "json"),
        ),
        FORCE,
        ALLOW_OUTSIDE,
        *WRITING,
    ),
    examples="""
        pantin skeletons examples/skeletons/plain.gltf out.gltf
        pantin skeletons examples/skeletons/plain.gltf out.gltf --merge touching
        pantin skeletons examples/skeletons/plain.gltf out.gltf --as khr
        pantin skeletons examples/skeletons/plain.gltf --report
        pantin skeletons examples/skeletons/explicit.gltf plain.gltf --strip
    """,
    many=Many("skeletons", options_of_each),
)
