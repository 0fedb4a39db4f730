"""Facts about a rig are computed once, and go with it."""

from __future__ import annotations

import gc
import weakref

import pantin
from pantin.checks.facts import fact
from pantin.rig import Node, Rig


def test_a_fact_is_computed_once_for_each_rig():
    asked: list[Rig] = []

    def count_nodes(rig: Rig) -> int:
        asked.append(rig)
        return len(rig.nodes)

    one, two = pantin.build(nodes=[Node()]), pantin.build(nodes=[Node(), Node()])
    assert [fact(rig, count_nodes) for rig in (one, two, one, two)] == [1, 2, 1, 2]
    assert len(asked) == 2


def test_a_fact_does_not_keep_its_rig_in_memory():
    rig = pantin.build(nodes=[Node()])
    fact(rig, lambda given: len(given.nodes))
    gone = weakref.ref(rig)
    del rig
    gc.collect()
    assert gone() is None
