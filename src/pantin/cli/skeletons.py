"""`pantin skeletons`: the trees of skeletons as a report; all else derives from the verb."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from pantin.cli.exit import Exit, UsageError
from pantin.cli.io import load_asset, raise_unreadable
from pantin.cli.streams import console
from pantin.cli.verb_command import command_of, keywords_of, run_one
from pantin.verbs.skeletons import VERB

if TYPE_CHECKING:
    from pantin.verbs.skeletons import WithSkeletons
    from pantin.verbs.verb import Done


def skeletons(source: str, target: str | None, **values: Any) -> int:
    report, format = values["report"], values["format"]
    if report == (target is not None):
        raise UsageError("give a file to write, or --report" if not report else "--report writes no file")
    if report and values["strip"]:
        raise UsageError("--strip cannot be combined with other options")
    keywords = keywords_of(VERB, values)
    if target is not None:
        return print_derived(run_one(VERB, source, target, keywords), format)
    import pantin

    asset = load_asset(source, keywords.pop("allow_outside"))
    with raise_unreadable(asset.path):
        try:
            return print_skeletons(pantin.derive_skeletons(asset, **keywords), format)
        except pantin.BadFile as error:
            from pantin.verbs.verb import Done

            note = f"{asset.path}: no skeletons can be derived"
            return print_derived(Done(error.report, asset, (note,), failed=True), format)


def print_derived(done: Done, format: str) -> int:
    """As for every verb; but the findings that there are no skeletons for may be JSON on standard output."""
    from pantin.cli.verb_command import print_done

    return print_done(done, format if done.failed else "text")


def print_skeletons(asset: WithSkeletons, format: str) -> int:
    if format == "json":
        import json

        import msgspec

        print(json.dumps({"path": asset.path, "skeletons": msgspec.to_builtins(asset.skeletons)}, indent=2))
    else:
        from pantin.cli import trees

        trees.print_skeletons(asset.path, asset.skeletons, console(sys.stdout))
    return Exit.CLEAN


COMMAND = command_of("skeletons", VERB, skeletons)
