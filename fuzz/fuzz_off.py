"""Fuzz OFF: any bytes are a polytope, a refusal or past a limit, and a polytope is written as it was read."""

from __future__ import annotations

import sys

from pantin.errors import LimitExceeded
from pantin.formats.off import OffError, read
from pantin.formats.off.write import lines

SEEDS = (".off", ".4off")


def target(data: bytes) -> None:
    try:
        found = read(data)
    except (OffError, LimitExceeded):
        return
    again = read("".join(lines(found)).encode())
    assert again.elements == found.elements


def main() -> None:
    import atheris

    atheris.instrument_all()
    atheris.Setup(sys.argv, target)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
