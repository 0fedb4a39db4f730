"""Fuzz OFF: any bytes are a polytope or a refusal, and a polytope is written as it was read."""

from __future__ import annotations

from pantin.formats.off.errors import OffError
from pantin.formats.off.files import write_lines
from pantin.formats.off.read import read

SEEDS = (".off", ".4off")


def target(data: bytes) -> None:
    try:
        document = read(data)
    except OffError:
        return
    again = read("".join(write_lines(document)).encode())
    assert again.elements == document.elements
