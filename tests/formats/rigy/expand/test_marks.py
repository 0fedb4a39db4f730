"""Places of expanded things point at what the author wrote."""

from __future__ import annotations

from pantin.formats.rigy.expand.marks import has_refused, locate_faults, locate_item_faults, new_map
from pantin.formats.rigy.schema.kinds import Faults
from pantin.formats.rigy.source import REFUSED, Map, compose

ITEM = compose("a: 1\nid: x\n").root


def test_new_mappings_stand_where_the_old_one_did():
    fresh = new_map(ITEM, {"id": "y", "sizes": {"x": 1.0}, "at": [1.0, 2.0], "none": None}, "macro 'x'")
    assert fresh == {"id": "y", "sizes": {"x": 1.0}, "at": [1.0, 2.0]}
    assert fresh.marks["id"] == (2, 1, 2, 5)
    assert fresh.marks["sizes"][:2] == (1, 1)
    assert fresh.origin == "macro 'x'"


def test_faults_inside_an_item_are_pinned_to_it():
    faults = Faults()
    faults.add("type", ("list", 0, "id"))
    faults.add("missing", ("list", 0))
    assert locate_item_faults(faults, 0, ITEM, ("list", 0), (9, 9))
    assert [one.position for one in faults.listed] == [(2, 5), (9, 9)]


def test_settled_faults_keep_their_place_whatever_happens_to_the_tree():
    root, faults = compose("list:\n  - {id: x}\n  - {id: y}\n").root, Faults()
    root["list"][1].origin = "macro 'x'"
    faults.add("type", ("list", 1, "id"))
    locate_faults(faults, root)
    root["list"].clear()
    assert [(one.position, one.origin) for one in faults.listed] == [((3, 10), "macro 'x'")]


def test_nothing_is_made_from_what_was_refused():
    item = Map()
    item["deep"] = compose("[[1, 2]]").root
    assert not has_refused(item)
    item["deep"][0].append(REFUSED)
    assert has_refused(item)
