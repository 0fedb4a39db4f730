"""Rules about the JSON text itself, before anything in it is read as glTF."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pantin.formats import json_text
from pantin.formats.gltf.rules.scope import Scope
from pantin.report import Finding, rule


@rule("GLTF-INVALID_JSON", "error", "not JSON: {reason}")
def invalid_json(scope: Scope) -> Iterator[Finding]:
    """The text must be JSON, in UTF-8 without a byte order mark.

    Why: a reader that cannot parse the text knows nothing of the file.
    Mend: go to the line and column named; often a comma too many, a missing bracket, or `NaN`, which JSON
    has not.
    Source: glTF 2.0 §3.2 and RFC 8259.
    """
    fault = scope.document.json_error
    if fault is not None:
        finding = invalid_json.at("", reason=fault.message)
        yield replace(finding, line=fault.line, column=fault.column)


@rule("GLTF-DUPLICATE_KEY", "error", "the object has this member more than once")
def duplicate_key(scope: Scope) -> Iterator[Finding]:
    """An object must not have two members of one name.

    Why: some readers take the first and some the last, so the file means different things to them.
    Mend: remove one of them. Pantin, like most readers, goes by the last.
    Source: glTF 2.0 §3.2 (names within JSON objects must be unique).
    """
    found = dict.fromkeys(pointer for pointer, _ in json_text.duplicate_keys(scope.document.text))
    yield from (duplicate_key.at(pointer) for pointer in found)


RULES = (invalid_json, duplicate_key)
