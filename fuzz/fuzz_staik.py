"""Fuzz STAIK_skeletons: any JSON in the place of its objects is findings, a rig, skeletons or a refusal."""

from __future__ import annotations

import base64
import copy
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import numpy as np

from pantin.base.errors import PantinError
from pantin.base.limits import Limits
from pantin.formats.gltf.check import run
from pantin.formats.gltf.document import Document, read
from pantin.formats.gltf.ext.staik_skeletons.lower import strip
from pantin.formats.gltf.ext.staik_skeletons.rules import DATA_RULES, RULES
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.model_edits import derive_skeletons
from pantin.formats.gltf.save import to_bytes
from pantin.formats.gltf.scope import Scope
from pantin.report.report import Finding

NAME = "STAIK_skeletons"
LIMITS = Limits(file_bytes=1 << 20, json_bytes=1 << 20, json_depth=64, elements=1 << 14)
MATRICES = np.tile(np.eye(4, dtype="<f4"), (2, 1)).tobytes()
JOINT: dict[str, Any] = {"extensions": {NAME: {"skeleton": 0}}}
SKIN: dict[str, Any] = {"joints": [1, 2], "extensions": {NAME: {"skeleton_owner": 0}}}
GOOD: dict[str, Any] = {
    "asset": {"version": "2.0"},
    "extensionsUsed": [NAME],
    "extensions": {NAME: {"skeletons": [{"root": 1, "joints": [1, 2], "inverseBindMatrices": 0}]}},
    "scene": 0,
    "scenes": [{"nodes": [0]}],
    "nodes": [{"children": [1, 3]}, {"children": [2]} | JOINT, {"translation": [0, 1, 0]} | JOINT, {}],
    "skins": [SKIN | {"inverseBindMatrices": 0, "skeleton": 1}],
    "accessors": [{"bufferView": 0, "componentType": 5126, "count": 2, "type": "MAT4"}],
    "bufferViews": [{"buffer": 0, "byteLength": 128}],
    "buffers": [
        {
            "byteLength": 128,
            "uri": "data:;base64," + base64.b64encode(MATRICES).decode(),
        }
    ],
}
GOOD_TEXT = json.dumps(GOOD)
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
    ("accessors", 0),
    ("extensionsUsed",),
)
MEMBERS = ("skeletons", "root", "joints", "inverseBindMatrices", "name", "skeleton", "skeleton_owner", NAME)
SCALARS: tuple[Any, ...] = (None, True, False, -1, 0.5, 2.0, 10**30, 1e300, "", "0", NAME, [], {})
DEEPEST = 4
CHANGES = 4

SEEDS: tuple[str, ...] = ()  # changes are spelled by single bytes


def value(take: Iterator[int], depth: int = 0) -> Any:
    """A JSON value that the next bytes spell: mostly small indices, and lists and objects of them."""
    kind = next(take, 0)
    if kind < 128 or depth == DEEPEST:
        return kind % 8
    length = kind % 4 + 1
    if kind < 160:
        return copy.copy(SCALARS[next(take, 0) % len(SCALARS)])  # lists are changed later
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
    tree = json.loads(GOOD_TEXT)
    take = iter(data)
    for _, first in zip(range(CHANGES), take, strict=False):
        put(tree, PLACES[first % len(PLACES)], value(take))
    return json.dumps(tree).encode()


def check_document(document: Document) -> list[Finding]:
    """What the rules of the extension say; those of glTF have a target of their own."""
    scope = Scope(document)
    groups = RULES, DATA_RULES
    return [finding for group in groups if document.tree for finding in run(group, scope)]


def derive(document: Document) -> None:
    """Derived skeletons have no errors."""
    if document.tree and not derive_skeletons(document, "siblings", fix=True).refused:
        wrong = [finding for finding in check_document(document) if finding.severity == "error"]
        assert not wrong, wrong


def derive_again(document: Document) -> None:
    """Deriving derived skeletons changes nothing."""
    if document.tree and not derive_skeletons(document, "siblings", fix=True).refused:
        again = read(to_bytes(document), name="x.gltf", limits=LIMITS)
        derive_skeletons(again, "siblings", fix=True)
        assert not again.edited, again.touched


def derive_bones(document: Document) -> None:
    """Derived bones have no errors (a derivation with some is refused), and deriving them again changes
    nothing."""
    if document.tree and not derive_skeletons(document, as_="khr").refused:
        again = read(to_bytes(document), name="x.gltf", limits=LIMITS)
        assert not derive_skeletons(again, as_="khr").refused
        assert not again.edited, again.touched


def remove(document: Document) -> None:
    if document.tree:
        strip(document, lift(document).rig)


USES: tuple[Callable[[Document], object], ...] = (check_document, derive, derive_again, derive_bones, remove)


def target(data: bytes) -> None:
    use = USES[data[0] % len(USES)] if data else check_document
    with suppress(PantinError):
        use(read(changed(data[1:]), name="x.gltf", limits=LIMITS))
