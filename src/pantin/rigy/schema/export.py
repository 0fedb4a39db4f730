"""The schema for editors: JSON Schema made from the same keys that reading uses, so that the two cannot
disagree."""

from __future__ import annotations

from typing import Any

from pantin.rigy.schema.contract import CONTRACT
from pantin.rigy.schema.keys import DOCUMENT
from pantin.rigy.schema.kinds import ObjectOf
from pantin.rigy.schema.scene import CHILD, SCENE

DRAFT = "https://json-schema.org/draft/2020-12/schema"

KINDS: dict[str, tuple[str, ObjectOf]] = {
    "rigy": ("Rigy document", DOCUMENT),
    "rigs": ("Rigs scene", SCENE),
    "ricy": ("Ricy contract", CONTRACT),
}


def json_schema(kind: str = "rigy") -> dict[str, Any]:
    """The JSON Schema of a kind of file: `rigy`, `rigs` or `ricy`; raises `ValueError` for any other.

    It knows the canonical spelling alone; the specification's other spellings are for the compiler to read.
    """
    if kind not in KINDS:
        raise ValueError(f"there is no kind {kind!r}; choose from {', '.join(KINDS)}")
    title, keys = KINDS[kind]
    made: dict[str, Any] = {"$schema": DRAFT, "title": title, **keys.schema()}
    return made | ({"$defs": {"child": CHILD.schema()}} if kind == "rigs" else {})
