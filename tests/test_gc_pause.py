"""Putting the collector off: for the time of the work alone."""

from __future__ import annotations

import gc

import pytest

from pantin.gc_pause import pause_gc


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
