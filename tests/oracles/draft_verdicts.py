"""What the JSON schemas of the drafts say about changed files, written to draft_verdicts.json.

    python tests/oracles/draft_verdicts.py FOLDER...

The folders have the schemas: those of the drafts at the commits that docs/standards.md lists, and those of
glTF 2.1 (branch draft-2.1), which they refer to. A verdict is 1 for a value that the schema refuses, else 0.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from draft_files import WHOLE, changed, changes
from planting import at
from vrm_files import pointer_to
from vrm_verdicts import validators

OUTPUT = Path(__file__).with_name("draft_verdicts.json")


def verdicts(folders: list[Path]) -> dict[str, dict[str, str]]:
    """For each draft: by the pointer of each member, the verdicts on what it is changed to."""
    validator = validators(folders)
    made: dict[str, dict[str, str]] = {}
    missing = {schema: set(schema_members(folders, schema)) for _, _, schema in WHOLE.values()}
    for name, (make, root, schema) in WHOLE.items():
        check, tree = validator(schema), make()
        whole = at(tree, root)
        assert not list(check.iter_errors(whole)), (name, list(check.iter_errors(whole)))
        made[name] = {
            pointer_to((*root, *place)): "".join(
                "01"[not check.is_valid(at(changed(tree, (*root, *place), value), root))] for value in values
            )
            for place, values in changes(whole)
        }
        missing[schema] -= {place[-1] for place, _ in changes(whole)}
    assert set().union(*missing.values()) <= {"extensions", "extras"}, missing
    return made


def schema_members(folders: list[Path], name: str) -> Iterator[str]:
    """The members that a schema and those that it refers to define."""
    found = {path.name: json.loads(path.read_text()) for folder in folders for path in folder.rglob("*.json")}
    waiting: list[Any] = [found[name]]
    seen: set[str] = {name}
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting += value
        elif isinstance(value, dict):
            properties = value.get("properties")
            yield from properties if isinstance(properties, dict) else ()
            waiting += value.values()
            reference = value.get("$ref")
            if isinstance(reference, str) and reference not in seen:
                seen.add(reference)
                waiting.append(found[reference])


if __name__ == "__main__":
    found = verdicts([Path(name) for name in sys.argv[1:]])
    OUTPUT.write_text(json.dumps(found, indent=1) + "\n")
