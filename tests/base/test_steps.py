"""Steps of long work."""

from __future__ import annotations

from pantin.base.steps import begin_step, listen


def test_the_nearest_listener_hears_what_is_begun():
    heard, inner = [], []
    begin_step("nobody listens")
    with listen(heard.append):
        begin_step("reading")
        with listen(inner.append):
            begin_step("textures")
        begin_step("writing")
    begin_step("nobody listens")
    assert (heard, inner) == (["reading", "writing"], ["textures"])
