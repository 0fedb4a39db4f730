"""Docstrings as Markdown, for the API reference: mkdocstrings loads this through mkdocs.yml.

Docstrings are written to be read in a terminal. Two things in them would be lost in Markdown: examples, whose
`>>>` would become quotations, and lists of fields in two columns, whose lines would run together.
"""

from __future__ import annotations

import re
from inspect import cleandoc
from typing import Any

import griffe

FIELD = re.compile(r"(?P<names>\w+(?:, (?:\w+|…))*) {2,}(?P<text>\S.*)")
"""A row of a list of fields: one or more names, at least two spaces, what they are."""


class MarkdownDocstrings(griffe.Extension):
    """Rewrites the docstring of everything that mkdocstrings loads."""

    def on_object(self, *, obj: griffe.Object, **options: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = as_markdown(obj.docstring.value)


def as_markdown(docstring: str) -> str:
    """The docstring with examples in fences and fields as a list."""
    paragraphs = re.split(r"\n\s*\n", cleandoc(docstring))
    return "\n\n".join(_paragraph(paragraph) for paragraph in paragraphs)


def _paragraph(text: str) -> str:
    if text.startswith(">>> "):
        return f"```pycon\n{text}\n```"
    if not FIELD.match(text):
        return text
    rows: list[str] = []
    for line in text.splitlines():
        row = FIELD.fullmatch(line)
        if row:
            names = ", ".join(name if name == "…" else f"`{name}`" for name in row["names"].split(", "))
            rows.append(f"- {names}: {row['text']}")
        else:
            rows[-1] += f" {line.strip()}"
    return "\n".join(rows)
