"""Rules about rigs of any file format: `check(rig)`.

Pointers are JSON pointers in the spelling of glTF (`/skins/2`, `/meshes/0/primitives/1`); other formats
translate them.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import TypeAlias

from pantin.base.later import Later
from pantin.checks.channels import Channels, read_channels
from pantin.checks.facts import note
from pantin.report import Finding, Rule
from pantin.rig import Rig

__all__ = ["RigRule", "check", "plug_in_rules", "rules", "run_rules"]

RigRule: TypeAlias = Rule[Rig] | Callable[[Rig], Iterable[Finding]]
"""A rule about rigs: made by `rule`, or a function of a rig that gives findings."""

GROUPS = (
    (Later(f"{__name__}.binds", "RULES"), "skins"),
    (Later(f"{__name__}.joints", "RULES"), "skins"),
    (Later(f"{__name__}.influences", "RULES"), "meshes"),
    (Later(f"{__name__}.blends", "RULES"), "meshes"),
    (Later(f"{__name__}.clips", "RULES"), "clips"),
    (Later(f"{__name__}.characters", "RULES"), "character"),
)
"""Rules, and the part of a rig that they need: without it, they are not imported."""

PLUG_INS = "pantin.rules"
"""The entry point group through which other packages add rules about rigs: a rule, or a list of rules."""


def rules() -> tuple[Rule[Rig], ...]:
    """The rules of Pantin about rigs, in the order in which they run."""
    return tuple(rule for group, _ in GROUPS for rule in group.get())


def check(rig: Rig, channels: Channels | None = None) -> Iterator[Finding]:
    """The findings of all rules for parts that the rig has, in order, then those of other packages' rules. If
    the `channels` of its clips are given, the clips are not read."""
    if channels is not None:
        note(rig, read_channels, channels)
    for group, part in GROUPS:
        if getattr(rig, part):
            for rule in group.get():
                yield from rule.find(rig)
    for rule in plug_in_rules():
        try:
            yield from list(rule.find(rig))
        except Exception as error:  # a fault of another package must not hide what Pantin finds
            warnings.warn(f"rule {rule.id} failed: {type(error).__name__}: {error}", stacklevel=2)


@cache
def plug_in_rules() -> tuple[Rule[Rig], ...]:
    """The rules of other packages. Warns about those that cannot be loaded."""
    from pantin.base.plug_ins import load

    return tuple(rule for rules in load(PLUG_INS, "rule", _accept) for rule in rules)


def _accept(value: object) -> tuple[Rule[Rig], ...]:
    rules = (value,) if isinstance(value, Rule) else value
    if not isinstance(rules, list | tuple) or not all(isinstance(rule, Rule) for rule in rules):
        raise TypeError("it is not made by pantin.formats.rule")
    return tuple(rules)


def run_rules(rig: Rig, rules: Iterable[RigRule]) -> Iterator[Finding]:
    """The findings of rules that a caller gives: those made by `rule`, or functions of a rig."""
    for rule in rules:
        if not callable(rule):
            raise TypeError(f"a rule must be a function of a rig, not {type(rule).__name__}")
        for finding in rule(rig):
            if not isinstance(finding, Finding):
                kind = type(finding).__name__
                raise TypeError(
                    f"a rule must yield pantin.Finding, not {kind}: use pantin.formats.rule and .at(…)"
                )
            yield finding
