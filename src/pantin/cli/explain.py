"""`pantin explain`: what a rule asks for, why, and how to fix what breaks it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from pantin.cli.exit import Exit, UsageError
from pantin.cli.streams import console
from pantin.cli.verb_command import command_of
from pantin.verbs.explain import VERB

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console

    from pantin.report.explanation import Explanation


def explain(rule: str | None) -> int:
    import pantin
    from pantin.report.catalogue import lookup
    from pantin.verbs.explain import explain_key, rules

    out = console(sys.stdout)
    if rule is None:
        print_families(out)
        return Exit.CLEAN
    keys = explain_key(rule) if "." in rule else ()
    if keys:
        out.print("\n\n".join(keys), markup=False, highlight=False)
        return Exit.CLEAN
    try:
        entries = pantin.explain(rule)
    except ValueError as error:
        raise UsageError(str(error)) from None
    if lookup(rule, rules()):
        for entry in entries:
            print_rule(entry, out)
    else:
        print_list(entries, out)
    return Exit.CLEAN


def print_rule(rule: Explanation, out: Console) -> None:
    from rich.text import Text

    from pantin.cli.palette import STYLES

    out.print(Text.assemble((rule.id, "bold"), " ", (rule.severity, STYLES[rule.severity])))
    out.print(f"\n{rule.title}.\n")
    for name, text in (("What", rule.what), ("Why", rule.why), ("Fix", rule.fix), ("Source", rule.source)):
        if text:
            out.print(Text.assemble((f"{name}: ", "bold"), text))


def print_list(members: Iterable[Explanation], out: Console) -> None:
    from rich.table import Table

    from pantin.cli.palette import STYLES

    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    for rule in members:
        table.add_row(rule.id, rule.severity, rule.title, style=STYLES[""])
    out.print(table)


def print_families(out: Console) -> None:
    from pantin.report.catalogue import families
    from pantin.report.wording import counted
    from pantin.verbs.explain import rule_families, rules

    about = rule_families()
    for name, members in families(rules()).items():
        out.print(f"{name:6} {counted(len(members), 'rule')}, {about.get(name, '')}".rstrip(", "))
    out.print("\npantin explain FAMILY lists its rules; pantin explain ID explains one.")


COMMAND = command_of("explain", VERB, explain)
