"""Write the pages of docs/ that list rules, formats and versions of Rigy; `scripts/catalogue` runs this."""

from __future__ import annotations

from pathlib import Path

import pantin
from pantin.base.records import in_words
from pantin.formats.format import Format
from pantin.formats.rigy.schema.document import VERSIONS
from pantin.formats.rigy.schema.features import CHANGES, FEATURES, Feature, spell
from pantin.formats.rigy.schema.reference import TITLES, KeyEntry, entries
from pantin.report import Rule
from pantin.report.catalogue import Rules, families
from pantin.report.explanation import explain
from pantin.verbs.explain import rules

DOCS = Path(__file__).resolve().parents[1] / "docs"

FORMATS = """\
# Formats

The formats that Pantin reads and writes, by suffix; `pantin.list_formats()` returns the same as records. A
conversion reports everything that the target cannot hold. Other packages add formats through the entry point
group `pantin.formats` (see CONTRIBUTING).

| format | suffixes | reads | writes | a file holds | needs |
| --- | --- | --- | --- | --- | --- |
"""


def formats_page() -> str:
    """docs/formats.md."""
    return FORMATS + "".join(f"| {' | '.join(row(format))} |\n" for format in pantin.list_formats())


PARTS = {
    **{part: part for part in ("nodes", "meshes")},
    **{f"surfaces.{part}": in_words(part) for part in ("points", "lines", "colors")},
    "skins": "skins",
    "skeletons": "skeletons",
    "surfaces.blend_shapes": "blend shapes",
    **{part: part for part in ("clips", "springs", "constraints")},
    "character": "VRM data",
    **{part: part for part in ("materials", "textures", "images", "cameras", "lights")},
    "scenes": "scenes",
    "nodes.visible": "visibility",
    "nodes.extras": "extras",
}
"""The members of rigs that the table of formats lists."""


def row(format: Format) -> list[str]:
    return [
        format.name,
        " ".join(f"`{suffix}`" for suffix in format.suffixes),
        "yes" if format.readable else "–",
        "yes" if format.writable else "–",
        ", ".join(words for member, words in PARTS.items() if member in format.capabilities),
        f"`pantin[{format.extra}]`" if format.extra else "–",
    ]


RULES_OPENING = """\
# Rules

Every rule, by family. `pantin explain ID` prints the same in a terminal.
"""
FAMILY_OPENING = """\
# Rules {name}

Written by `scripts/catalogue` from the docstrings of the rules; edit those, not this page.
"""


def rules_page(rules: Rules) -> str:
    """docs/rules.md: a table of each family."""
    parts = [RULES_OPENING]
    for name, members in families(rules).items():
        page = f"rules/{name.lower()}.md"
        parts.append(f"## {name}\n\n| rule | severity | finding |\n| --- | --- | --- |")
        parts += [
            f"| [`{rule.id}`]({page}#{rule.id.lower()}) | {rule.severity} | {cell(explain(rule).title)} |"
            for rule in members
        ]
        parts.append("")
    return "\n".join(parts)


def family_pages(rules: Rules) -> dict[str, str]:
    """The pages in docs/rules, one for each family: each rule under a heading."""
    return {
        f"rules/{name.lower()}.md": "\n".join([FAMILY_OPENING.format(name=name), *map(rule_section, members)])
        for name, members in families(rules).items()
    }


def rule_section(rule: Rule[...]) -> str:
    explanation = explain(rule)
    parts = {
        "Severity": rule.severity,
        "What": explanation.what,
        "Why": explanation.why,
        "Fix": explanation.fix,
        "Source": explanation.source,
        "Hidden in text output": rule.common,
    }
    listed = "\n".join(f"- **{name}:** {text}" for name, text in parts.items() if text)
    return f"## {rule.id} {{ #{rule.id.lower()} }}\n\n{explanation.title}.\n\n{listed}\n"


def cell(text: str) -> str:
    """Text for a cell of a table, which a pipe would end, also inside code."""
    return text.replace("|", "&#124;")


VERSIONS_OPENING = """\
# Rigy: what each version added

Written by `scripts/catalogue` from the table in `formats/rigy/schema/features.py`. A feature in a document
with an older `version` is reported: as an error where the language rejects such a document, else as a
warning, and the document compiles. A version 0.x newer than {newest} is a warning (RIGY-P23), and the
document compiles as version {newest}.

| since | feature | includes | in an older document | chapter |
| --- | --- | --- | --- | --- |
"""
CHANGES_OPENING = """
## What a version changed

| since | change | chapter |
| --- | --- | --- |
"""


def versions_page() -> str:
    """docs/rigy-versions.md."""
    features = "".join(f"| {' | '.join(feature_row(feature))} |\n" for feature in FEATURES)
    changes = "".join(
        f"| {spell(change.since)} | {change.what} | {change.source} |\n" for change in CHANGES.values()
    )
    return VERSIONS_OPENING.format(newest=VERSIONS[-1]) + features + CHANGES_OPENING + changes


def feature_row(feature: Feature) -> list[str]:
    severity, rule = feature.report_as
    includes = ", ".join(f"`{word}`" for word in feature.includes.split(", ") if word)
    where = "" if feature.name in feature.what else f" ({feature.what})"
    return [
        spell(feature.since),
        f"`{feature.name}`{where}",
        includes or "–",
        f"{severity}, {rule}",
        feature.source,
    ]


KEYS_OPENING = """\
# Rigy: keys

Written by `scripts/catalogue` from the schema and `formats/rigy/schema/key_texts.py`. Editors show the same
texts, and `pantin explain rigy.bones` prints them. `[]` is an item of a list, and `{}` a value of a mapping
from names. A `repeat` may stand for an item of any list of mappings.
"""


def keys_page() -> str:
    """docs/rigy-keys.md."""
    parts = [KEYS_OPENING]
    for kind, title in TITLES.items():
        parts.append(f"## {title} (`.{kind}.yaml`)\n")
        parts.append(
            "| key | type | default | since | meaning | example |\n| --- | --- | --- | --- | --- | --- |"
        )
        parts += [f"| {' | '.join(map(cell, key_row(entry)))} |" for entry in entries(kind)]
        parts.append("")
    return "\n".join(parts)


def key_row(entry: KeyEntry) -> list[str]:
    default = "required" if entry.default is None else entry.default
    return [f"`{entry.path}`", entry.type, default, entry.since, entry.about, f"`{entry.example}`"]


PAGES = {
    "rigy-keys.md": keys_page,
    "rules.md": lambda: rules_page(rules()),
    "formats.md": formats_page,
    "rigy-versions.md": versions_page,
}


def main() -> None:
    (DOCS / "rules").mkdir(exist_ok=True)
    pages = {name: make() for name, make in PAGES.items()} | family_pages(rules())
    for name, text in pages.items():
        (DOCS / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
