"""`explain`: the documentation of rules; and the catalogue of all of them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from pantin.formats.registry import list_formats
from pantin.report import CATALOGUE, Rule

if TYPE_CHECKING:
    from pantin.report.explanation import Explanation


def rules() -> dict[str, Rule[...]]:
    """Every rule of every format, by id."""
    verbs = (
        "bake",
        "conversion",
        "dropped",
        "retarget",
        "slim",
    )
    modules = ["pantin.checks", "pantin.formats.file_rules", *(f"pantin.verbs.{verb}" for verb in verbs)]
    for module in modules:
        import_module(module)  # which registers the rules in it
    for format in list_formats():
        format.load_rules()
    return dict(CATALOGUE)


GENERAL_FAMILIES = {
    "FILE": "about a whole file of any format",
    "LOSS": "about what a conversion drops",
    "RIG": "about rigs of any format",
}


def rule_families() -> dict[str, str]:
    """The prefixes of rule ids, with a description of each."""
    of_formats = {name: line for format in list_formats() for name, line in format.families.items()}
    return {**GENERAL_FAMILIES, **of_formats}


def explain(name: str | None = None) -> tuple[Explanation, ...]:
    """The documentation of rules: of the rules called `name`, with or without the prefix, or of a family; of
    all rules without a name.

    Raises `ValueError` for an unknown name.

    >>> pantin.explain("GLTF-NODE_LOOP")[0].severity
    'error'
    """
    from pantin.report.catalogue import did_you_mean, families, lookup
    from pantin.report.explanation import explain

    known = rules()
    grouped = families(known)
    matches = tuple(known.values()) if name is None else lookup(name, known)
    if name is not None and not matches:
        matches = grouped.get(name.upper(), ())
        if not matches:
            hint = did_you_mean(name, [*known, *grouped])
            raise ValueError(f"no rule matches {name!r}.{hint} `pantin explain` lists the families.")
    return tuple(explain(rule) for rule in matches)
