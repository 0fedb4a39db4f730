"""The exit codes that scripts rely on."""

from __future__ import annotations

from pantin.cli.exit import Exit


def test_the_codes_are_those_of_the_architecture():
    assert {code.name: code.value for code in Exit} == {
        "CLEAN": 0,
        "FINDINGS": 1,
        "USAGE": 2,
        "UNREADABLE": 3,
        "FAULT": 4,
    }
