"""What the public JSON schemas say about changed VRM files, written to vrm_verdicts.json beside this script.

    python tests/oracles/vrm_verdicts.py FOLDER...

The folders have the schemas: those of the VRM specification, and those of glTF 2.0 that they refer to.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT7
from vrm_files import WHOLE, at, change, changes, pointer_to

OUTPUT = Path(__file__).with_name("vrm_verdicts.json")


def validators(folders: list[Path]) -> Any:
    """A function from the name of a schema to its validator; references are found by file name."""
    found = {path.name: json.loads(path.read_text()) for folder in folders for path in folder.rglob("*.json")}

    def contents(name: str) -> dict[str, Any]:
        return {key: value for key, value in found[name].items() if key not in ("$id", "id", "$schema")}

    @cache
    def retrieve(uri: str) -> Resource[Any]:
        return Resource.from_contents(contents(uri.rsplit("/", 1)[-1]), default_specification=DRAFT7)

    registry: Registry[Any] = Registry(retrieve=retrieve)
    return lambda name: jsonschema.Draft7Validator(contents(name), registry=registry)


def verdicts(folders: list[Path]) -> dict[str, list[list[str]]]:
    """For each root of each extension: the pointers below it that the schema refuses, by set of changes."""
    validator = validators(folders)
    made: dict[str, list[list[str]]] = {}
    for make, roots, schema in WHOLE.values():
        for root in roots:
            check, whole = validator(schema), at(make(), root)
            assert not list(check.iter_errors(whole)), root
            made[pointer_to(root)] = []
            for chosen in changes(whole):
                block = at(make(), root)
                change(block, chosen)
                refused = {"/".join(map(str, error.absolute_path)) for error in check.iter_errors(block)}
                made[pointer_to(root)].append(sorted(refused))
    return made


if __name__ == "__main__":
    found = verdicts([Path(name) for name in sys.argv[1:]])
    OUTPUT.write_text(json.dumps(found, separators=(",", ":")) + "\n")
