"""`pantin explain`: what a rule asks for, why, and how to mend what breaks it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from pantin.cli.exit import Exit, UsageError
from pantin.cli.streams import console

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console

    from pantin.report import Rule
    from pantin.report.catalogue import Rules


def explain(rule: str | None = None, /) -> int:
    """
    For example:

        pantin explain GLTF-NODE_LOOP
        pantin explain node_loop
        pantin explain GLTF             lists the rules of a family
        pantin explain                  lists the families

    Parameters
    ----------
    rule
        The id of a rule, with or without its prefix, or a family.
    """
    from pantin.assets import rules
    from pantin.report.catalogue import did_you_mean, families, lookup

    known, out = rules(), console(sys.stdout)
    grouped = families(known)
    if rule is None:
        print_families(known, out)
    elif found := lookup(rule, known):
        for entry in found:
            print_rule(entry, out)
    elif rule.upper() in grouped:
        print_list(grouped[rule.upper()], out)
    else:
        hint = did_you_mean(rule, [*known, *grouped])
        raise UsageError(f"no rule is called {rule!r}.{hint} `pantin explain` lists the families.")
    return Exit.CLEAN


def print_rule(rule: Rule[...], out: Console) -> None:
    from rich.text import Text

    from pantin.cli.palette import STYLES
    from pantin.report.explanation import explain

    said = explain(rule)
    out.print(Text.assemble((rule.id, "bold"), " ", (rule.severity, STYLES[rule.severity])))
    out.print(f"\n{said.what}\n")
    for name, text in (("Why", said.why), ("Mend", said.mend), ("Source", said.source)):
        out.print(Text.assemble((f"{name}: ", "bold"), text))


def print_list(members: Iterable[Rule[...]], out: Console) -> None:
    from rich.table import Table

    from pantin.cli.palette import STYLES
    from pantin.report.explanation import explain

    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    for rule in members:
        table.add_row(rule.id, rule.severity, explain(rule).what, style=STYLES[""])
    out.print(table)


def print_families(known: Rules, out: Console) -> None:
    from pantin.formats.gltf.ext import families as extension_families
    from pantin.report.catalogue import families
    from pantin.report.tally import counted

    about = FAMILIES | extension_families()
    for name, members in families(known).items():
        out.print(f"{name:6} {counted(len(members), 'rule')}, {about.get(name, '')}".rstrip(", "))
    out.print("\npantin explain FAMILY lists its rules; pantin explain ID explains one.")


FAMILIES = {
    "FILE": "about a file as a whole, whatever its format",
    "G4MF": "of G4MF files, in any number of dimensions",
    "GLTF": "of glTF 2.0 files, under the names the Khronos validator gives them",
    "LOSS": "about what a conversion could not carry over",
    "RIG": "about any rig, whatever file it comes from",
    "RIGY": "of Rigy texts, under the numbers the language gives them",
}
