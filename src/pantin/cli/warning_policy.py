"""Options that name rules whose warnings are errors, or are ignored."""

from __future__ import annotations

from pantin.cli.exit import UsageError


def ids(listed: str | None) -> set[str]:
    """Rule ids from a list with commas; those of Rigy may be written without `RIGY-`."""
    if listed is None:
        return set()
    from pantin.report.catalogue import did_you_mean
    from pantin.report.warning_policy import ALL
    from pantin.verbs.explain import rules

    result = set()
    for word in filter(None, (part.strip() for part in listed.split(","))):
        name = word if word == ALL or word in rules() else f"RIGY-{word}"
        if name != ALL and name not in rules():
            hint = did_you_mean(word, (*rules(), ALL))
            raise UsageError(f"there is no rule {word!r}.{hint} `pantin explain RIGY` lists them.")
        result.add(name)
    return result
