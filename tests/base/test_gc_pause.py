"""Putting the collector off: for the time of the work alone."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import pytest

import pantin
from pantin.base.gc_pause import pause_gc

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_collector_runs_again_afterwards_also_after_an_error():
    def work():
        with pause_gc():
            assert not gc.isenabled()
            raise ValueError("in the work")

    assert gc.isenabled()
    with pytest.raises(ValueError, match="in the work"):
        work()
    assert gc.isenabled()


def test_a_caller_who_has_put_it_off_keeps_it_so():
    with pause_gc():
        with pause_gc():
            pass
        assert not gc.isenabled()


def test_a_checked_asset_is_freed_without_a_collection():
    asset = pantin.load(EXAMPLES / "arm.glb")
    assert asset.report.ok
    asset.lifted.findings  # noqa: B018  (made at first use)
    freed = weakref.ref(asset)
    with pause_gc():
        del asset
        assert freed() is None
