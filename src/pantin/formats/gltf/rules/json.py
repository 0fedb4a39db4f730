"""Rules about the JSON syntax, checked before the content is read as glTF."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.base.records import replace
from pantin.formats import json_text
from pantin.formats.gltf.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import tokens


@rule("GLTF-INVALID_JSON", "error", "invalid JSON: {reason}")
def invalid_json(scope: Scope) -> Iterator[Finding]:
    """Invalid JSON.

    What: The document must be JSON in UTF-8, without a byte order mark.
    Why: Readers cannot load anything from the file.
    Fix: Go to the line and column named. Common causes are an extra comma, a missing bracket, or `NaN`, which
    JSON does not allow.
    Source: glTF 2.0 §3.2 and RFC 8259.
    """
    fault = scope.document.json_error
    if fault is not None:
        finding = invalid_json.at("", reason=fault.message)
        yield replace(finding, line=fault.line, column=fault.column)


@rule("GLTF-DUPLICATE_KEY", "error", '"{name}" occurs more than once in the same object')
def duplicate_key(scope: Scope) -> Iterator[Finding]:
    """Duplicate member of an object.

    What: The names of the members of each JSON object must be unique.
    Why: Some readers use the first value and some the last. Pantin, like most, uses the last.
    Fix: Remove one of them.
    Source: glTF 2.0 §3.2 (names within JSON objects must be unique).
    """
    document = scope.document
    complete = document.has_complete_model and not document.edited
    repeated = json_text.duplicate_keys(document.text, document.model if complete else document.root)
    for pointer in dict.fromkeys(pointer for pointer, _ in repeated):
        yield duplicate_key.at(pointer, name=tokens(pointer)[-1])


RULES = (invalid_json, duplicate_key)
