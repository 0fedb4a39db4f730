"""The pages of docs/ that are made from the code, rules and formats; `scripts/catalogue` runs this."""

from __future__ import annotations

from pathlib import Path

import pantin
from pantin.assets import Format, rules
from pantin.assets.format import PARTS
from pantin.report.page import page

DOCS = Path(__file__).resolve().parents[1] / "docs"

FORMATS = """\
# Formats

What Pantin reads and writes, by suffix; `pantin.list_formats()` returns the same as records. A conversion
reports everything that the target cannot hold. Other packages add formats through the entry point group
`pantin.formats` (see CONTRIBUTING).

| format | suffixes | reads | writes | a file holds | needs |
| --- | --- | --- | --- | --- | --- |
"""


def formats_page() -> str:
    """docs/formats.md."""
    return FORMATS + "".join(f"| {' | '.join(row(format))} |\n" for format in pantin.list_formats())


def row(format: Format) -> list[str]:
    return [
        format.name,
        " ".join(f"`{suffix}`" for suffix in format.suffixes),
        "yes" if format.readable else "–",
        "yes" if format.writable else "–",
        ", ".join(part for part in PARTS if part in format.capabilities),
        f"`pantin[{format.extra}]`" if format.extra else "–",
    ]


PAGES = {"rules.md": lambda: page(rules()), "formats.md": formats_page}


def main() -> None:
    for name, make in PAGES.items():
        (DOCS / name).write_text(make(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
