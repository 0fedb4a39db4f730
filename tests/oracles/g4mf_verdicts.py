"""What the published JSON schemas say about G4MF files with one wrong value, in g4mf_verdicts.json.

    python tests/oracles/g4mf_verdicts.py FOLDER

The folder has the schemas of G4MF. The file has a character for each fault of `g4mf_whole.faults`, in their
order: "." where the schemas accept it, "=" where they refuse the member, "^" where they refuse its object,
"+" where they refuse more or something else, which `more` lists.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import jsonschema
from g4mf_whole import faults, whole_tree, with_fault
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012
from vrm_files import Place

OUTPUT = Path(__file__).with_name("g4mf_verdicts.json")


def validator(folder: Path) -> Any:
    """The validator of documents; references are found by file name."""
    schemas = {path.name: json.loads(path.read_text()) for path in folder.rglob("*.json")}
    for schema in schemas.values():
        schema.pop("$id", None)
        schema.pop("$schema", None)
    # The prose has a light object on the node, of this schema; the schema of nodes still has an index.
    schemas["g4mf.node.schema.json"]["properties"]["light"] = {"$ref": "g4mf.node.light.schema.json"}

    def retrieve(uri: str) -> Resource[Any]:
        return Resource.from_contents(schemas[uri.rsplit("/", 1)[-1]], default_specification=DRAFT202012)

    registry: Registry[Any] = Registry(retrieve=retrieve)
    return jsonschema.Draft202012Validator(schemas["g4mf.schema.json"], registry=registry)


def refused(check: Any, tree: Any, place: Place = ()) -> list[str]:
    """The pointers that the schemas refuse. Of a fault inside an entry of a collection, only that entry is
    looked at: all others are as they were, and validating them takes a second."""
    index = 0
    if len(place) > 2 and isinstance(place[1], int):
        index = place[1]
        tree = {"asset": tree["asset"], place[0]: [tree[place[0]][index]]}
    paths = {tuple(error.absolute_path) for error in check.iter_errors(tree)}
    shifted = ((*path[:1], path[1] + index, *path[2:]) if index and path[1:] else path for path in paths)
    return sorted("".join(f"/{key}" for key in path) for path in shifted)


def short(refused: list[str], place: Place) -> str:
    """A verdict as one character."""
    pointers = ["".join(f"/{key}" for key in part) for part in (place, place[:-1])]
    return "." if not refused else "=" if refused == pointers[:1] else "^" if refused == pointers[1:] else "+"


def main() -> None:
    check = validator(Path(sys.argv[1]))
    tree = whole_tree()
    assert not refused(check, tree)
    write(
        {
            number: refused(check, with_fault(tree, fault), fault[0])
            for number, fault in enumerate(faults(tree))
        }
    )


def write(verdicts: dict[int, list[str]]) -> None:
    places = [place for place, _ in faults(whole_tree())]
    marks = "".join(short(verdicts[number], place) for number, place in enumerate(places))
    more = {number: verdicts[number] for number, mark in enumerate(marks) if mark == "+"}
    OUTPUT.write_text(json.dumps({"marks": marks, "more": more}, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
