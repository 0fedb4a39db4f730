"""Forms of options, as they are typed."""

from __future__ import annotations

import pytest
from cyclopts import App, CycloptsError

from pantin.cli.options import Flag, Repeated


def parsed(*words):
    app = App(name="x", result_action="return_value")

    def command(*, loop: Flag = False, blend: Repeated = None) -> tuple:
        return loop, blend

    app.command(command)
    return app(("command", *words), exit_on_error=False, print_error=False)


def test_a_flag_is_on_or_left_out():
    assert parsed("--loop") == (True, None)
    assert parsed() == (False, None)
    with pytest.raises(CycloptsError, match="--no-loop"):
        parsed("--no-loop")


def test_an_option_that_may_stand_several_times():
    assert parsed("--blend", "a=1", "--blend", "b=2") == (False, ["a=1", "b=2"])
