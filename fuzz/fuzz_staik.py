"""Fuzz STAIK_skeletons: any JSON in the place of its objects is findings, a rig, skeletons or a refusal."""

from __future__ import annotations

import copy
import json
import sys
from pathlib import Path
from typing import Any

from pantin.cli.skeletons import derived
from pantin.errors import PantinError
from pantin.formats.gltf.check import check
from pantin.formats.gltf.document import read
from pantin.formats.gltf.ext.staik_skeletons.strip import strip
from pantin.formats.gltf.lift import lift
from pantin.limits import Limits

NAME = "STAIK_skeletons"
LIMITS = Limits(file_bytes=1 << 20, json_bytes=1 << 20, json_depth=64, elements=1 << 14)
GOOD = json.loads(
    (Path(__file__).resolve().parent.parent / "tests" / "cases" / "STAIK-001" / "good.gltf").read_bytes()
)
PLACES: tuple[tuple[str | int, ...], ...] = (
    ("extensions", NAME),
    ("extensions", NAME, "skeletons"),
    ("extensions", NAME, "skeletons", 0),
    ("nodes", 1, "extensions", NAME),
    ("nodes", 2, "extensions"),
    ("nodes", 0, "children"),
    ("skins", 0),
    ("skins", 0, "extensions", NAME),
    ("nodes",),
    ("scenes",),
    ("extensionsUsed",),
)


def changed(data: bytes) -> bytes:
    """The good file with the JSON of `data` in a place that its first byte chooses; else `data` itself."""
    if not data or data[0] >= len(PLACES):
        return data
    try:
        value = json.loads(data[1:])
    except (ValueError, RecursionError):
        return data
    tree: Any = copy.deepcopy(GOOD)
    here = tree
    *way, last = PLACES[data[0]]
    for token in way:
        here = here[token]
    here[last] = value
    return json.dumps(tree).encode()


def target(data: bytes) -> None:
    data = changed(data)
    try:
        check(read(data, name="x.gltf", limits=LIMITS))
        document = read(data, name="x.gltf", limits=LIMITS)
        if document.tree and not derived(document, "siblings", fix=True).refused:
            wrong = [
                one for one in check(document) if one.severity == "error" and one.rule.startswith("STAIK")
            ]
            assert not wrong, wrong
        plain = read(data, name="x.gltf", limits=LIMITS)
        if plain.tree:
            strip(plain, lift(plain).rig)
    except PantinError:
        return


def main() -> None:
    import atheris

    atheris.instrument_all()
    atheris.Setup(sys.argv, target)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
