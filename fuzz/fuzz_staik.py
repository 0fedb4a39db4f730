"""Fuzz STAIK_skeletons: any JSON in the place of its objects is findings, a rig, skeletons or a refusal."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pantin.cli.skeletons import derived
from pantin.errors import PantinError
from pantin.formats.gltf.check import check
from pantin.formats.gltf.document import read
from pantin.formats.gltf.ext.staik_skeletons.strip import strip
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.save import to_bytes
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
    ("extensions", NAME, "skeletons", 1),
    ("extensions", NAME, "skeletons", 0, "root"),
    ("extensions", NAME, "skeletons", 0, "joints"),
    ("extensions", NAME, "skeletons", 0, "inverseBindMatrices"),
    ("nodes",),
    *(("nodes", node, member) for node in range(4) for member in ("children", "extensions", "mesh")),
    *(("nodes", node, "extensions", NAME) for node in range(3)),
    ("nodes", 4),
    ("skins", 0),
    ("skins", 1),
    *(("skins", 0, member) for member in ("joints", "skeleton", "inverseBindMatrices", "extensions")),
    ("skins", 0, "extensions", NAME),
    ("scenes",),
    ("scenes", 0, "nodes"),
    ("accessors", 1),
    ("extensionsUsed",),
)
MEMBERS = ("skeletons", "root", "joints", "inverseBindMatrices", "name", "skeleton", "skeleton_owner", NAME)
SCALARS: tuple[Any, ...] = (None, True, False, -1, 0.5, 2.0, 10**30, 1e300, "", "0", NAME, [], {})
DEEPEST = 4


def value(take: Iterator[int], depth: int = 0) -> Any:
    """A JSON value that the next bytes spell: mostly small indices, and lists and objects of them."""
    kind = next(take, 0)
    if kind < 128 or depth == DEEPEST:
        return kind % 8
    length = kind % 4 + 1
    if kind < 160:
        return SCALARS[next(take, 0) % len(SCALARS)]
    if kind < 208:
        return [value(take, depth + 1) for _ in range(length)]
    return {MEMBERS[next(take, 0) % len(MEMBERS)]: value(take, depth + 1) for _ in range(length)}


def put(tree: Any, place: tuple[str | int, ...], new: Any) -> None:
    """Put a value at a place, where the tree still has one."""
    here = tree
    for token in place[:-1]:
        try:
            here = here[token]
        except (TypeError, KeyError, IndexError):
            return
    last = place[-1]
    if isinstance(here, dict):
        here[last] = new
    elif isinstance(here, list) and isinstance(last, int):
        here[last : last + 1] = [new]


def changed(data: bytes) -> bytes:
    """The good file with changes that the bytes spell, each a place and a value."""
    tree = copy.deepcopy(GOOD)
    take = iter(data)
    for first in take:
        put(tree, PLACES[first % len(PLACES)], value(take))
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
            again = read(to_bytes(document), name="x.gltf", limits=LIMITS)
            derived(again, "siblings", fix=True)
            assert not again.edited, again.touched
        plain = read(data, name="x.gltf", limits=LIMITS)
        if plain.tree:
            strip(plain, lift(plain).rig)
    except PantinError:
        return
