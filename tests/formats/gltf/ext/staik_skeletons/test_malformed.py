"""Whatever stands in the place of an extension object, the answer is findings, a rig, and a plain file."""

from __future__ import annotations

import copy
import json
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from pantin.formats.gltf.check import check
from pantin.formats.gltf.document import read
from pantin.formats.gltf.ext.staik_skeletons.lower import strip
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.model_edits import derive_skeletons as derived

GOOD = json.loads(
    (Path(__file__).parents[4] / "cases" / "STAIK-001" / "good.gltf").read_text(encoding="utf-8")
)
NAME = "STAIK_skeletons"

numbers = st.integers(-2, 6) | st.sampled_from([10**30, -(10**30), 0.5, 1.0, 1e300])
scalars = st.none() | st.booleans() | numbers | st.text(max_size=3)
members = st.sampled_from(["skeleton", "skeleton_owner", "skeletons", "root", "joints", "name", "x"])
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(members, inner, max_size=4),
    max_leaves=8,
)
PLACES = [
    ("extensionsUsed",),
    ("extensionsRequired",),
    ("extensions", NAME),
    ("extensions", NAME, "skeletons"),
    ("extensions", NAME, "skeletons", 0),
    ("extensions", NAME, "skeletons", 1),
    *(
        ("extensions", NAME, "skeletons", 0, name)
        for name in ("root", "joints", "name", "inverseBindMatrices")
    ),
    ("extensions", NAME, "skeletons", 0, "joints", 1),
    *(("nodes", node, "extensions", NAME) for node in range(3)),
    ("nodes", 2, "extensions", NAME, "skeleton"),
    ("nodes", 2, "extensions"),
    ("nodes", 1, "children"),
    ("skins", 0, "extensions", NAME),
    ("skins", 0, "extensions", NAME, "skeleton_owner"),
    *(("skins", 0, name) for name in ("skeleton", "joints", "inverseBindMatrices", "extensions")),
]

OBJECTS = [
    place for place in PLACES if place[-1] == NAME or place[-2:] in ((NAME, "skeletons"), ("skeletons", 0))
]
"""The objects of the extension itself."""


def put(tree, place, value):
    """Put a value at a place, where the tree still has one."""
    here = tree
    for token in place[:-1]:
        if isinstance(here, dict):
            here = here.setdefault(token, {})
        elif isinstance(here, list) and isinstance(token, int) and token < len(here):
            here = here[token]
        else:
            return
    if isinstance(here, dict):
        here[place[-1]] = value
    elif isinstance(here, list) and isinstance(place[-1], int):
        here[place[-1] : place[-1] + 1] = [value]


@settings(max_examples=400, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(PLACES), values), min_size=1, max_size=4))
def test_nothing_is_too_broken_to_be_told(changes):
    tree = copy.deepcopy(GOOD)
    for place, value in changes:
        put(tree, place, value)
    data = json.dumps(tree).encode()
    found = check(read(data, name="x.gltf"))
    assert all(one.pointer is not None and one.message for one in found if one.rule.startswith("STAIK"))
    assert len({(one.rule, one.pointer) for one in found if one.rule.startswith("STAIK")}) == sum(
        one.rule.startswith("STAIK") for one in found
    )
    document = read(data, name="x.gltf")
    outcome = derived(document, "siblings", fix=True)
    if not outcome.refused:
        errors = [one for one in check(document) if one.severity == "error"]
        assert [one for one in errors if one.rule.startswith("STAIK")] == []
    plain = read(data, name="x.gltf")
    strip(plain, lift(plain).rig)
    assert not any(one.rule in {"STAIK-003", "STAIK-010", "STAIK-016"} for one in check(plain))


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(OBJECTS), values)
def test_a_wrong_object_breaks_a_rule_of_the_extension(place, value):
    """Unless what was drawn happens to be right, but for members that mean nothing there."""
    tree = copy.deepcopy(GOOD)
    put(tree, place, value)
    found = {one.rule for one in check(read(json.dumps(tree).encode(), name="x.gltf"))}
    same = json.loads(json.dumps(tree)) == GOOD
    good = GOOD
    for token in place:
        good = good[token] if isinstance(good, list) else (good or {}).get(token)
    more = isinstance(value, dict) and isinstance(good, dict) and {**value, **good} == value
    assert same or more or any(rule.startswith("STAIK") for rule in found)
