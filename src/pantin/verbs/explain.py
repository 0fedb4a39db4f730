"""`explain`: the documentation of rules; and the catalogue of all of them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from pantin.base.arguments import check_arguments
from pantin.base.options import Argument
from pantin.report.rule import CATALOGUE, Rule
from pantin.verbs import VERBS, find_verb
from pantin.verbs.verb import Verb

if TYPE_CHECKING:
    from pantin.report.explanation import Explanation


def rules() -> dict[str, Rule[...]]:
    """Every rule of every format, by id."""
    from pantin.formats.registry import list_formats

    import_module("pantin.formats.file_rules")  # which registers the rules in it
    for verb in map(find_verb, VERBS):
        for module in verb.rules:
            import_module(module)
    for format in list_formats():
        format.load_rules()
    import_module("pantin.formats.gltf.extensions").load_plug_ins()
    checks = import_module("pantin.checks")
    checks.rules()
    checks.plug_in_rules()
    return dict(CATALOGUE)


def explain_key(name: str) -> tuple[str, ...]:
    """The documentation of the keys of a source format that a dotted name means: "rigy.bones"."""
    from pantin.formats.registry import list_formats

    formats = [format for format in list_formats() if format.explain_key is not None]
    return tuple(key.text() for format in formats if format.explain_key for key in format.explain_key(name))


GENERAL_FAMILIES = {
    "BUDGET": "about numbers and names that a project sets",
    "CLIP": "about what clips do; not part of a plain check",
    "FILE": "about a whole file of any format",
    "LOSS": "about what a conversion drops",
    "RIG": "about rigs of any format",
}


def rule_families() -> dict[str, str]:
    """The prefixes of rule ids, with a description of each."""
    from pantin.formats.registry import list_formats

    of_formats = {name: line for format in list_formats() for name, line in format.families.items()}
    return {**GENERAL_FAMILIES, **of_formats}


@check_arguments
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


def parse_rule_ids(listed: str | None) -> set[str]:
    """Rule ids from a list with commas; those of Rigy may be written without `RIGY-`. Raises `ValueError`."""
    if listed is None:
        return set()
    from pantin.report.catalogue import did_you_mean
    from pantin.report.warning_policy import ALL

    known, result = rules(), set()
    for word in filter(None, (part.strip() for part in listed.split(","))):
        name = word if word == ALL or word in known else f"RIGY-{word}"
        if name != ALL and name not in known:
            hint = did_you_mean(word, (*known, ALL))
            raise ValueError(f"there is no rule {word!r}.{hint} `pantin explain RIGY` lists them.")
        result.add(name)
    return result


VERB = Verb(
    explain,
    arguments=(
        Argument(
            "rule",
            "The id of a rule, with or without its prefix, a family, or a key of Rigy such as rigy.bones.",
            required=False,
            suffixes="rules",
        ),
    ),
    examples="""
        pantin explain GLTF-NODE_LOOP
        pantin explain node_loop
        pantin explain rigy.bones
        pantin explain GLTF             lists the rules of a family
        pantin explain                  lists the families
    """,
)
